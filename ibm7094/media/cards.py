"""Cards, and the three kinds of file that hold them.

text      one line per card, up to 80 characters
simh-cbn  column binary of SIMH V3.8: one line per card, two characters per column, for the upper six
          rows and the lower six; trailing blanks may be missing
cbn160    column binary of other simulators: 160 bytes per card, each half a column in bits 5-0, with
          odd parity in bit 6 and a mark in bit 7 of the first byte of each card
"""

import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal

from ibm7094.errors import MediaError
from ibm7094.files.inputs import read_bytes
from ibm7094.files.outputs import Output, write_together
from ibm7094.media import bcd
from ibm7094.words import CHARACTER, WORD

Form = Literal["simh-cbn", "cbn160", "text"]

COLUMNS = 80
WORDS = 24
"""Words on a card, in rows or columns. They fill columns 1-72, which are all that the machine reads."""

SEVEN_NINE = 0o0005
"""The punches in column 1 that mark a card as column binary."""


@dataclass(frozen=True, slots=True)
class Card:
    """Eighty columns of twelve bits: row 12 the highest, row 9 the lowest."""

    columns: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.columns) != COLUMNS or not all(0 <= column < 1 << 12 for column in self.columns):
            raise ValueError("a card has 80 columns of 12 bits")

    @classmethod
    def from_text(cls, text: str) -> "Card":
        """A card punched with up to 80 characters."""
        if len(text) > COLUMNS:
            raise MediaError(
                f"{len(text)} columns of text, and a card has {COLUMNS}: shorten the line"
                " (or, if this is column binary, read it as simh-cbn)"
            )
        return cls._padded([bcd.punches(code) for code in bcd.to_bcd(text)])

    def text(self) -> str:
        """All 80 columns as characters; a column that is not a character appears as bcd.UNPRINTABLE."""
        codes = map(bcd.code_of_punches, self.columns)
        return "".join(bcd.UNPRINTABLE if code is None else bcd.GRAPHICS[code] for code in codes)

    @classmethod
    def from_rows(cls, words: Sequence[int]) -> "Card":
        """A card in row binary, as reader and punch order it: 9L 9R ... 12L 12R. Missing words are blank."""
        columns = [0] * 72
        for place, word in enumerate(_card_words(words)):
            row, first = place // 2, place % 2 * 36
            for column in range(36):
                columns[first + column] |= (word >> (35 - column) & 1) << row
        return cls._padded(columns)

    def rows(self) -> list[int]:
        """The 24 words of row binary; columns 73-80 are not in them."""
        words = []
        for row in range(12):
            for first in (0, 36):
                word = 0
                for column in self.columns[first : first + 36]:
                    word = word << 1 | column >> row & 1
                words.append(word)
        return words

    @classmethod
    def from_column_words(cls, words: Sequence[int]) -> "Card":
        """A card in column binary: three columns per word. Missing words are blank."""
        return cls._padded([word >> shift & 0o7777 for word in _card_words(words) for shift in (24, 12, 0)])

    def column_words(self) -> list[int]:
        """The 24 words of column binary; columns 73-80 are not in them."""
        thirds = iter(self.columns[:72])
        return [a << 24 | b << 12 | c for a, b, c in zip(thirds, thirds, thirds, strict=True)]

    @property
    def is_column_binary(self) -> bool:
        """Whether column 1 has the 7-9 punch of column binary."""
        return self.columns[0] & SEVEN_NINE == SEVEN_NINE

    @classmethod
    def _padded(cls, columns: Sequence[int]) -> "Card":
        return cls((*columns, *[0] * (COLUMNS - len(columns))))


def _card_words(words: Sequence[int]) -> Sequence[int]:
    if len(words) > WORDS or not all(0 <= word <= WORD for word in words):
        raise ValueError("a card holds 24 words of 36 bits")
    return words


# SIMH writes six rows as the ASCII graphic of a character: the top two of the six are the zone, counted
# none, 0, 11, 12 as on tape, but a blank is no punch at all. Codes without a graphic have a substitute.
_STAND_INS = iter('^:>{[<}];_~\\"')
_SIMH_GRAPHICS = [next(_STAND_INS) if graphic == bcd.UNPRINTABLE else graphic for graphic in bcd.GRAPHICS]
_SIMH_OF = {0o00: " ", 0o20: "0"}
_SIMH_OF |= {six: _SIMH_GRAPHICS[bcd.swap_zones(six)] for six in range(64) if six not in _SIMH_OF}
_SIX_OF = {ord(graphic): six for six, graphic in _SIMH_OF.items()}
_SIX_OF |= {ord(commercial): _SIX_OF[ord(fortran)] for commercial, fortran in bcd.A_SET.items()}
_IS_STAND_IN = {ord(graphic) for graphic in _SIMH_GRAPHICS} - set(map(ord, bcd.GRAPHICS))

_PARITY = 0x40
_CARD_MARK = 0x80
_BYTES = 2 * COLUMNS
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_cards(path: Path | str, form: Form | None = None) -> list[Card]:
    """All cards of a file. By default the form is found from the contents and from a name ending in .cbn."""
    path = Path(path)
    return cards_in(read_bytes(path), path, form)


def cards_in(data: bytes, path: Path, form: Form | None = None) -> list[Card]:
    """All cards in the contents of a file; its name is for the form and for messages."""
    if not data:
        raise MediaError(f"{path}: the file is empty, but cards are expected: check how it was made")
    try:
        return list(_READERS[form or _detect(path, data)](data))
    except MediaError as error:
        raise MediaError(f"{path}: {error}") from None


def write_cards(path: Path | str, cards: Iterable[Card], form: Form = "simh-cbn") -> None:
    """Write a deck to a file; nothing is written unless every card can be."""
    path = Path(path)
    write_together({path: deck_bytes(path, cards, form)})


def deck_bytes(path: Path, cards: Iterable[Card], form: Form = "simh-cbn") -> bytes:
    """The contents of a file of cards; the path is for messages."""
    return b"".join(_encode(path, number, card, form) for number, card in enumerate(cards, 1))


class CardWriter:
    """A file written card by card, like a punch that fills its stacker. It appears when it is closed."""

    def __init__(self, path: Path | str, form: Form = "simh-cbn") -> None:
        self.path = Path(path)
        self.form: Form = form
        self.punched = 0
        self._file = Output(self.path)
        self._emptied = weakref.finalize(self, self._file.commit)  # also if nobody closes the punch

    def punch(self, card: Card) -> None:
        """Add one card."""
        self._file.write(_encode(self.path, self.punched + 1, card, self.form))
        self.punched += 1

    def close(self) -> None:
        """Put the complete file in its place."""
        self._emptied()

    def __enter__(self) -> "CardWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _detect(path: Path, data: bytes) -> Form:
    if _is_cbn160(data):
        return "cbn160"
    lines = list(_lines(data))
    if path.suffix.lower() == ".cbn":
        if all(not line.strip() or _is_only_text(line) for line in lines) and data.strip():
            raise MediaError(
                "this is text, but column binary is expected: give the file a name that does not end in .cbn,"
                " or read it as text"
            )
        return "simh-cbn"
    if (
        COLUMNS < max(map(len, lines)) <= _BYTES
        and all(byte in _SIX_OF for line in lines for byte in line)
        and any(byte in _IS_STAND_IN for line in lines for byte in line)
    ):
        return "simh-cbn"
    return "text"


def _is_cbn160(data: bytes) -> bool:
    """Whether only the first byte of a card has the card mark; in UTF-8 the second would have bit 7 too."""
    return data[0] >= _CARD_MARK and (len(data) == 1 or data[1] < _CARD_MARK)


def _is_only_text(line: bytes) -> bool:
    """Whether a line fits on a text card and makes no sense as column binary."""
    if len(line) > COLUMNS or any(byte in _IS_STAND_IN for byte in line):
        return False
    if not all(byte in _SIX_OF for byte in line):
        return True
    card = _from_simh(line)
    return not card.is_column_binary and None in map(bcd.code_of_punches, card.columns)


def _lines(data: bytes) -> Iterator[bytes]:
    lines = data.removeprefix(_BYTE_ORDER_MARK).split(b"\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return (line.removesuffix(b"\r") for line in lines)


def _read_text(data: bytes) -> Iterator[Card]:
    if _is_cbn160(data):
        raise MediaError("these are binary cards, but text is expected: read the file as cbn160")
    for number, line in enumerate(_lines(data), 1):
        try:
            yield Card.from_text(line.rstrip(b" ").decode("utf-8", "replace"))
        except MediaError as error:
            raise MediaError(f"card {number}: {error}") from None


def _read_simh(data: bytes) -> Iterator[Card]:
    for number, line in enumerate(_lines(data), 1):
        if len(line.rstrip(b" ")) > _BYTES:
            raise MediaError(
                f"card {number}: {len(line)} characters, and column binary has {_BYTES}: make the card again"
            )
        for place, byte in enumerate(line):
            if byte not in _SIX_OF:
                raise MediaError(
                    f"card {number}, column {place // 2 + 1}: {chr(byte)!r} is not half a column in column"
                    " binary: if the file is text read it as text, else copy it again"
                )
        yield _from_simh(line[:_BYTES])


def _from_simh(line: bytes) -> Card:
    return _from_halves([_SIX_OF[byte] for byte in line.ljust(_BYTES)])


def _read_cbn160(data: bytes) -> Iterator[Card]:
    if not _is_cbn160(data):
        raise MediaError("this is text, but 160-byte cards are expected: read the file as text or simh-cbn")
    for number, start in enumerate(range(0, len(data), _BYTES), 1):
        card = data[start : start + _BYTES]
        for place, byte in enumerate(card):
            if (byte >= _CARD_MARK) != (place == 0):
                fault = "a second card begins" if place else "no card begins"
            elif (byte & ~_CARD_MARK).bit_count() % 2 == 0:
                fault = "there is a parity error"
            else:
                continue
            raise MediaError(f"card {number}, column {place // 2 + 1}: {fault} here: copy the file again")
        if len(card) < _BYTES:
            raise MediaError(
                f"card {number}: cut short after {len(card)} of {_BYTES} bytes: copy the file again"
            )
        yield _from_halves([byte & CHARACTER for byte in card])


def _from_halves(sixes: Sequence[int]) -> Card:
    return Card(tuple(upper << 6 | lower for upper, lower in zip(sixes[::2], sixes[1::2], strict=True)))


_READERS: dict[Form, Callable[[bytes], Iterator[Card]]] = {
    "simh-cbn": _read_simh,
    "cbn160": _read_cbn160,
    "text": _read_text,
}


def _encode(path: Path, number: int, card: Card, form: Form) -> bytes:
    """One card as bytes of a file."""
    if form == "text":
        text = card.text()
        if bcd.UNPRINTABLE in text:
            where = f"{path}: card {number}, column {text.index(bcd.UNPRINTABLE) + 1}"
            raise MediaError(f"{where}: this is binary, but text is expected: write the deck as simh-cbn")
        return text.rstrip().encode() + b"\n"
    sixes = [half for column in card.columns for half in divmod(column, 64)]
    if form == "simh-cbn":
        return "".join(_SIMH_OF[six] for six in sixes).rstrip().encode() + b"\n"
    card_bytes = bytearray(six if six.bit_count() % 2 else six | _PARITY for six in sixes)
    card_bytes[0] |= _CARD_MARK
    return bytes(card_bytes)
