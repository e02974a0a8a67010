"""FAP source made from words. It assembles to the same words, without flags.

L00100 CLA     L00102
       TRA     L00100
L00102 OCT     000000000005

A word that could be an instruction is written as one if a card can express it; whether it is one cannot be
known. Halts and words that look like text are written as constants if control cannot reach them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ibm7094.asm.instruction import INDIRECT_COMMAND, MOST_COUNT, is_far_channel, placed
from ibm7094.asm.optable import Entry, operation_table
from ibm7094.disassemble import read, read_plainly
from ibm7094.isa.commands import COMMANDS_7607
from ibm7094.media.bcd import text_of
from ibm7094.words import ADDRESS, INDIRECT, NO_TRANSMISSION, PREFIX, octal

NAME = re.compile(r"(?=.*[A-Z.()])[A-Z0-9.()]{1,6}")
"""Symbols that can be written in a location field and referred to."""
LETTERS = "LKJHGFEDCBA"
"""First letters for generated symbols: the first is used, unless a symbol of the program looks the same."""
NEGATIVE = 0o40000
"""Decrements from here on read better as negative numbers."""
ENDS_A_RUN = ("TRA", "TTR", "TSX", "HTR", "BRA")
"""Operations after which control does not reach the next word; after TSX come parameters."""
DATA = {0: "PZE", 4: "MZE"}
WITHOUT_TAG = {"TXL": "BRA", "TXH": "BRN", "PXD": "ZAC", "SXA": "ZSA", "SXD": "ZSD"}
"""FAP's names for operations when they have neither tag nor decrement."""
TEXT = re.compile(r"(?=.*[A-Z])[A-Z0-9 ]+")


def to_fap(
    words: Mapping[int, int], start: int | None = None, symbols: Mapping[str, int] | None = None
) -> str:
    """A complete program. Symbols that FAP cannot write are dropped."""
    names = {name: place for name, place in (symbols or {}).items() if NAME.fullmatch(name)}
    decoded = _decode(words, start)
    labels = _labels(words, start, decoded, names)
    return "".join(f"{card}\n" for card in _cards(words, start, decoded, names, labels))


@dataclass(frozen=True, slots=True)
class DecodedWord:
    """A word decoded as an instruction or channel command, with the fields of its card."""

    entry: Entry
    indirect: bool
    address: int
    tag: int
    decrement: int
    is_place: bool
    """Whether the address is a place in core."""

    def gives(self, word: int) -> bool:
        """Whether the card assembles to this word without a flag."""
        e = self.entry
        if is_far_channel(word) or not e.on_7090 or (self.indirect and not e.indirect):
            return False
        if e.kind not in "AC" and self.decrement:
            return False
        if e.kind == "C" and (self.decrement > MOST_COUNT or word & INDIRECT == INDIRECT):
            return False
        made = e.word | self.address | placed("T", self.tag) | placed("D", self.decrement)
        if self.indirect:
            made |= INDIRECT_COMMAND if e.kind == "A" else INDIRECT
        return made == word

    def card(self, place: int, labels: Mapping[int, str]) -> str:
        """Operation and variable field; a field that the operation requires is written even if it is zero."""
        address = self.address & ~self.entry.word  # the word of BSR already contains the tape's 200
        number = f"{address:o}" if self.entry.kind == "D" else f"{address}"
        own = "*" if address == place else number
        fields = [
            labels.get(address, own) if self.is_place else number,
            f"{self.tag}",
            f"{self.decrement if self.decrement < NEGATIVE else self.decrement - ADDRESS - 1}",
        ]
        for i, wanted in enumerate("ATD"):
            if fields[i] == "0" and wanted not in self.entry.needs:
                fields[i] = ""
        return _operation(self.entry.name + "*" * self.indirect, ",".join(fields).rstrip(","))


def _operation(name: str, field: str) -> str:
    return f"{name:<7} {field}".rstrip()


def instruction(word: int) -> DecodedWord | None:
    """A word as an instruction, by the most specific name that gets no flag."""
    for found in (read(word), read_plainly(word)):
        if found is None:
            continue
        bare = not found.tag and not found.decrement
        entry = operation_table()[WITHOUT_TAG.get(found.name, found.name) if bare else found.name]
        fields = (found.indirect, found.address, found.tag, found.decrement, found.is_place)
        decoded = DecodedWord(entry, *fields)
        if decoded.gives(word):
            return decoded
    return None


@cache
def _commands() -> dict[int, str]:
    return {c.word: c.name for c in COMMANDS_7607}


def channel_command(word: int) -> DecodedWord | None:
    """A word as a command of a data channel."""
    bits = PREFIX | NO_TRANSMISSION
    name = _commands().get(word & bits) or _commands().get(word & PREFIX)
    if name is None:
        return None
    entry = operation_table()[name]
    tag = (word & ~entry.word & ~INDIRECT_COMMAND) >> 15 & 7
    return DecodedWord(entry, bool(word & INDIRECT_COMMAND), word & ADDRESS, tag, word >> 18 & ADDRESS, True)


def _decode(words: Mapping[int, int], start: int | None) -> dict[int, DecodedWord]:
    """Every word that is not a constant, as far as can be known."""
    decoded = {place: one for place in sorted(words) if (one := instruction(words[place]))}
    commands = _channel_program(words, decoded)
    reached = {start} | {
        one.address for one in decoded.values() if one.is_place and one.entry.name.startswith("T")
    }
    for place, one in list(decoded.items()):
        before = decoded.get(place - 1)
        falls = before is not None and before.entry.name not in ENDS_A_RUN and place - 1 not in commands
        doubtful = one.entry.name == "HTR" or (one.entry.kind == "A" and is_text(words[place]))
        if doubtful and place not in reached and not falls:
            del decoded[place]
    return decoded | commands


def is_text(word: int) -> bool:
    """Whether the six characters of a word look like text."""
    return TEXT.fullmatch(text_of(word)) is not None


def _channel_program(words: Mapping[int, int], decoded: Mapping[int, DecodedWord]) -> dict[int, DecodedWord]:
    """The channel commands: those at which a channel is started, and those that follow them."""
    ahead = [
        one.address
        for one in decoded.values()
        if one.entry.name.startswith(("RCH", "LCH")) and not one.indirect and not one.tag
    ]
    found: dict[int, DecodedWord] = {}
    while ahead:
        place = ahead.pop()
        command = channel_command(words[place]) if place in words and place not in found else None
        if command is None:
            continue
        found[place] = command
        if command.entry.name == "TCH":
            ahead.append(command.address)
        elif command.entry.name.startswith(("IOCP", "IORP", "IOSP")):
            ahead.append(place + 1)
    return found


def _labels(
    words: Mapping[int, int], start: int | None, decoded: Mapping[int, DecodedWord], names: Mapping[str, int]
) -> dict[int, str]:
    """A symbol for each address that has a name, and for each word of the program that is referred to."""
    labels: dict[int, str] = {}
    for name, place in names.items():
        labels.setdefault(place, name)
    referred = {one.address for own, one in decoded.items() if one.is_place and one.address != own}
    for place in sorted(p for p in referred | {start} if p is not None and p in words):
        own = next((n for letter in LETTERS if (n := f"{letter}{place:05o}") not in names), None)
        if own is not None:
            labels.setdefault(place, own)
    return labels


def _cards(
    words: Mapping[int, int],
    start: int | None,
    decoded: Mapping[int, DecodedWord],
    names: Mapping[str, int],
    labels: Mapping[int, str],
) -> Iterator[str]:
    span = f"{len(words)} WORDS FROM {min(words):05o} TO {max(words):05o}" if words else "NO WORDS"
    yield f"*      {span}, AS FAP SOURCE"
    yield "       ABS"
    for name, place in names.items():
        if place not in words or labels[place] != name:
            yield f"{name:<6} {_operation('EQU', str(place))}"
    counter = None
    for place, word in sorted(words.items()):
        if place != counter:
            yield f"       {_operation('ORG', str(place)):<22}LOCATION {place:05o}"
        one = decoded.get(place)
        card = one.card(place, labels) if one else _constant(word, labels)
        yield f"{labels.get(place, ''):<6} {card}"
        counter = place + 1
    yield f"       {_operation('END', '' if start is None else labels.get(start, str(start)))}"


def _constant(word: int, labels: Mapping[int, str]) -> str:
    """A constant: as text, or field by field if its address has a name, or in octal."""
    if is_text(word):
        return _operation("BCI", f"1,{text_of(word)}")
    prefix, address, tag, decrement = word >> 33, word & ADDRESS, word >> 15 & 7, word >> 18 & ADDRESS
    if address in labels and prefix in DATA:
        fields = (labels[address], str(tag or ""), labels.get(decrement, str(decrement)) if decrement else "")
        return _operation(DATA[prefix], ",".join(fields).rstrip(","))
    return _operation("OCT", octal(word))
