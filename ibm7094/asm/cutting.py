"""How FAP cuts words into binary cards, numbers the cards, and lists their numbers.

A card ends when it is full, and where the program jumps or changes its form. LBL names the cards; with a
second field it also lists the number of each card, before the first word on it. The rules are those of FAP's
own source (CTSS version): FAP07380-07701, and FAP09141-09193 for LBL. No such line is in the small decks that
IBM's FAP assembled, so its layout is DERIVED from the text at FAP09712.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ibm7094.asm.fields.numbers import ILLEGAL, OPERATORS, is_too_long
from ibm7094.asm.statement import Statement, Word
from ibm7094.words import ADDRESS

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler

COLUMNS = 8
"""How many columns the identification has (73-80)."""
UNLABELLED = "0" * COLUMNS
ABSOLUTE, FULL, PREFIXED = "ABS", "FUL", "9LP"
PROGRAM, RELOCATABLE, TRANSFER = "program", "relocatable", "transfer"
ROOM = {ABSOLUTE: 22, FULL: 24, PREFIXED: 22, PROGRAM: 20, RELOCATABLE: 20}
"""How many words a card of each form has room for."""
MOST_BITS = 68
"""With more relocation bits than this, a relocatable card is full: one or two for each half of a word."""
ENTRY_WORDS = 2
"""What an entry takes on the program card: its name and its location."""
ONLY_FIRST = "1"
"""The second field of LBL that lists only the first number: FAP clears the last bit of the field after each
number, and nothing of this one is left."""


class Label(NamedTuple):
    """The fields of LBL: the name, and what asks for the numbers to be listed."""

    name: str
    listing: str
    is_bad: bool


def label_of(variable: str) -> Label:
    """Read the field of LBL. With an operator in the name, cards are numbered from zero and not listed."""
    name, listing = (*variable.split(","), "")[:2]
    bad = [any(c in OPERATORS + ILLEGAL for c in text) or is_too_long(text) for text in (name, listing)]
    if bad[0]:
        return Label("", "", True)
    return Label(
        name.lstrip("0")[:COLUMNS],
        "" if bad[1] else listing.lstrip("0"),
        bad[1] or variable.count(",") > 1,
    )


def next_number(identification: str) -> str:
    """The identification of the next card: its final digits count up, and begin again when all are nines."""
    name = identification.rstrip("0123456789")
    digits = len(identification) - len(name)
    return name + (f"{(int(identification[len(name) :]) + 1) % 10**digits:0{digits}d}" if digits else "")


@dataclass(frozen=True)
class BinaryCard:
    """A card to be punched: its words, or the address of a transfer card."""

    form: str
    identification: str
    words: list[Word]
    address: int = 0


class Cutter:
    """Cuts a program into cards. A method that returns a line returns what is listed here, or nothing."""

    def __init__(self, absolute: bool) -> None:
        self.cards: list[BinaryCard] = []
        self._absolute = absolute
        self._form = ABSOLUTE if absolute else PROGRAM
        self._words: list[Word] = []
        self._count = 0
        self._bits = 0
        self._identification = UNLABELLED
        self._is_labelled = False
        self._listing = ""
        """The second field of LBL."""
        self._shown = ""
        """The last number that is ready to be listed."""
        self._is_new = False
        """Whether it is listed before the next word."""

    # cards of the program

    def begin(self, s: Statement) -> str:
        """What a card of the program does before its words are punched."""
        seen = s.modes.unflagged
        if s.refused or s.out_of_phase or s.passive:
            return ""
        match s.name:
            case "ORG":
                self._force(seen)
            case "ABS" if self._form != ABSOLUTE:
                self._change(ABSOLUTE, seen)
            case "FUL" | "9LP":
                self._change(s.name, seen)
            case "LBL":
                self._label(s.card.variable, seen)
            case "ENTRY" if s.value is not None and self._form == PROGRAM:
                return self._entry(seen)
            case "TCD" if s.value is not None:
                return self.transfer(s.value.number & ADDRESS, seen, s.here, s.load)
        return ""

    def end(self, s: Statement) -> None:
        """What it does after them: a block of reserved words ends the card."""
        if s.name in ("BSS", "BES") and s.value is not None and s.value.number:
            self._force(s.modes.unflagged)

    def start(self, seen: bool, is_main: bool, is_empty: bool) -> str:
        """Punch the program card of a relocatable program; that of a main program has no entries."""
        line = self._line() if is_main and self._listing and seen else ""
        if not (is_main and is_empty):
            self._count = max(self._count, 1)
            self._force(seen)
        self._form = RELOCATABLE
        return line

    def store(self, word: Word, seen: bool = True) -> str:
        """Put a word on a card."""
        if self._words and word.load != self._words[-1].load + 1:
            self._force(seen)
        line = self._first(seen, word.location, word.load)
        self._words.append(word)
        self._count += 1
        self._bits += 2 + len(word.relocation)
        if self._count == ROOM[self._form] or (self._form == RELOCATABLE and self._bits > MOST_BITS):
            self._force(seen)
        return line

    def transfer(self, address: int, seen: bool = True, here: int = 0, load: int = 0) -> str:
        """Punch a transfer card. If cards have labels, it is named after its address, and yet it takes a
        number, unless it ends a card."""
        before, line = self._identification, ""
        self._force(seen)
        if self._is_labelled:
            self._identification = f"TRA{address:05o}"
            self._prepare(seen)
            line = self._line(here, load) if self._listing and seen else ""
        self.cards.append(BinaryCard(TRANSFER, self._identification, [], address))
        if self._is_labelled:
            self._identification = before
        self._advance(seen)
        return line

    def finish(self, start: int | None, seen: bool = True) -> str:
        """Punch the last card, and the transfer card of END if it gives an address."""
        if start is not None:
            return self.transfer(start, seen)
        self._force(seen)
        return ""

    # parts

    def _change(self, form: str, seen: bool) -> None:
        self._force(seen)
        self._form = form

    def _label(self, variable: str, seen: bool) -> None:
        """LBL: name the cards from here on, or no longer. The program card keeps its entries."""
        label = label_of(variable)
        if self._form != PROGRAM or not variable:
            self._force(seen)
        self._is_labelled, self._listing = bool(variable), label.listing
        self._is_new = self._is_new and bool(label.listing)
        self._identification = label.name.ljust(COLUMNS, "0")
        self._prepare(seen)

    def _entry(self, seen: bool) -> str:
        """Put an entry on the program card."""
        line = self._first(seen)
        self._count += ENTRY_WORDS
        if self._count >= ROOM[PROGRAM]:
            self._force(seen)
        return line

    def _force(self, seen: bool) -> None:
        """Punch the card if there is anything on it."""
        if self._count:
            self.cards.append(BinaryCard(self._form, self._identification, self._words))
            self._words, self._count, self._bits = [], 0, 0
            self._advance(seen)

    def _advance(self, seen: bool) -> None:
        self._identification = next_number(self._identification)
        self._prepare(seen)

    def _prepare(self, seen: bool) -> None:
        """Make the number ready to be listed."""
        if seen and self._listing:
            self._shown, self._is_new = self._identification, True
            self._listing = "" if self._listing == ONLY_FIRST else self._listing

    def _first(self, seen: bool, here: int = 0, load: int = 0) -> str:
        is_new, self._is_new = self._is_new, False
        return self._line(here, load) if is_new and seen else ""

    def _line(self, here: int = 0, load: int = 0) -> str:
        """The number, and where the card is loaded if LOC lists other locations."""
        origin = f"    CARD ORIGIN {load:>6o}" if here != load else ""
        return f"  BINARY CARD NO. {self._shown}{origin}"


def cut(a: "Assembler", start: int | None) -> Iterable[BinaryCard]:
    """All cards of a program for the addresses in its listing; a transfer card for `start` ends them."""
    cutter = Cutter(absolute=True)
    for word in a.vector_words:
        cutter.store(word)
    for s in a.statements:
        cutter.begin(s)
        for word in s.words:
            cutter.store(word)
        cutter.end(s)
    for word in a.literal_words():
        cutter.store(word)
    cutter.finish(start)
    return cutter.cards
