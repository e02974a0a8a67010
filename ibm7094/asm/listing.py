"""The listing as FAP laid it out: cards beside their words, the literals, and where each symbol is used.

A print line, columns counted from 0: 0 carriage control; 1-5 flags; 6-10 location; 12 sign; 13 octal digits;
30 the card; 102 its identification; 111 how deep in macros.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.pseudo import Pseudo
from ibm7094.asm.statement import FATAL, Statement, ordered

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler

PAGE_LINES = 56
REFERENCES = 17
"""Locations on one line of the symbol table."""
TITLE_WIDTH = 77
NEW_PAGE = "\f"


def line(flags: str = "", location: int | None = None, octal: str = "", card: str = "", **tail: str) -> str:
    """One line, the columns in their places."""
    place = "" if location is None else f"{location:05o}"
    text = f" {flags:<5}{place:<5} {octal:<17} {card:<72}{tail.get('identification', ''):<8}"
    return f"{text}{tail.get('level', '')}".rstrip()


def figure(text: str) -> str:
    """A value in the octal columns, right-adjusted where it is not a whole word."""
    return text if len(text) > 6 else f"{text:>16}"


class Listing:
    """Makes the lines of one assembly."""

    def __init__(self, assembly: "Assembler", date: str = "") -> None:
        self.a = assembly
        self.date = date

    def text(self) -> str:
        """The whole listing, page by page."""
        return "\n".join([*self.pages(list(self.body())), *self.closing()]) + "\n"

    def heading(self, page: int) -> str:
        """The first line of a page."""
        return f"1{'':6}{self.a.title:<{TITLE_WIDTH}}{self.date:<8}     PAGE {page}".rstrip()

    def pages(self, lines: list[str]) -> Iterator[str]:
        """Lines with headings between them; a form feed asks for a new page, and may bring a subtitle."""
        page = left = 0
        subtitle = ""
        for text in lines:
            if text.startswith(NEW_PAGE):
                subtitle, left = text[1:] or subtitle, 0
                continue
            if not left:
                page, left = page + 1, PAGE_LINES
                yield from (self.heading(page), f"{'':13}{subtitle}".rstrip())
            yield text
            left -= 1

    def body(self) -> Iterator[str]:
        """Every card with what it became, and the literals."""
        for word in self.a.vector_words:
            yield line("", word.location, word.octal)
        for statement in self.a.statements:
            yield from self.statement(statement)
        if self.a.pool:
            yield from ("", "        LITERALS")
            for value, location in sorted(self.a.pool.items()):
                yield line("", location, layout.logical(value))

    def statement(self, s: Statement) -> Iterator[str]:
        """The lines of one card."""
        if isinstance(s.meaning, Pseudo) and s.meaning.control and not s.flags and not s.modes.control:
            yield from self.carriage(s)
            return
        owner = s.continues or s
        flagged = bool(owner.all_flags)
        if not flagged and not (s.modes.unflagged and (s.modes.macros or not s.level)):
            return
        if s.copy and not s.modes.every_word and not flagged:
            return
        card = "" if s.copy else self.card_text(s)
        identification = "" if s.copy else s.card.identification
        tail = {"identification": identification, "level": f".{s.level:03d}" if s.level else ""}
        if s.more or not owner.words:  # with continuation cards, the words stand beside the last of them
            yield line(ordered(owner.flags), s.location, figure(s.figure), card, **tail)
            return
        for i, word in enumerate(owner.words):
            if i == 0:
                yield line(owner.flags_of(0), word.location, word.octal, card, **tail)
            elif s.modes.every_word or word.flags:
                yield line(owner.flags_of(i), word.location, word.octal)

    def card_text(self, s: Statement) -> str:
        """The card's columns 1-72; of a REM card the letters are blanked."""
        text = s.card.body
        return text.replace("REM", "   ", 1) if s.card.operation == "REM" else text

    def carriage(self, s: Statement) -> Iterator[str]:
        """What a control card does to the paper."""
        name = s.meaning.name
        if name in ("EJECT", "SKP", "TTL"):
            yield NEW_PAGE + (s.card.field.rstrip() if name == "TTL" else "")
        elif name in ("SPACE", "SPC"):
            count = int(s.card.variable) if s.card.variable.isdigit() else 1
            yield from [""] * min(count, PAGE_LINES)

    def closing(self) -> Iterator[str]:
        """The last page: what is free, how symbols are used, and whether there was an error."""
        a = self.a
        yield self.heading(1)
        yield f"{'':24}POST PROCESSOR ASSEMBLY DATA"
        yield ""
        yield f"{a.highest:>11o} IS THE FIRST LOCATION NOT USED BY THIS PROGRAM"
        yield ""
        if a.symbols.defined:
            yield "0REFERENCES TO DEFINED SYMBOLS"
            for (head, name), value, definition, last in a.symbols.sorted():
                used = list(definition.used) if last else []
                yield from self.references(definition.is_multiple, value.number, head, name, used)
        if a.symbols.undefined:
            yield "0REFERENCES TO UNDEFINED SYMBOLS"
            for (head, name), places in a.symbols.undefined.items():
                yield from self.references(False, 0, head, name, list(places))
        yield ""
        yield "0    ERROR IN ABOVE ASSEMBLY." if set(a.summary) & FATAL else "0 NO ERROR IN ABOVE ASSEMBLY."

    def references(self, multiple: bool, value: int, head: str, name: str, used: list[int]) -> Iterator[str]:
        """One symbol: value, name, and the locations that use it."""
        symbol = f"{head:<1}{name:>5}" if head else f"{name:>6}"
        first = f" {'M' if multiple else ' '}{value:>9o} {symbol}"
        rows = [used[i : i + REFERENCES] for i in range(0, len(used), REFERENCES)] or [[]]
        for row in rows:
            yield f"{first}{' ' if row else ''}{','.join(f'{place:>5o}' for place in row)}"
            first = " " * len(first)
