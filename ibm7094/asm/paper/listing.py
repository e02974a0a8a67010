"""The listing as FAP laid it out: cards beside their words, the literals, and where each symbol is used.

A print line, columns counted from 0: 0 carriage control; 1-5 flags; 6-10 location; 12 sign; 13 octal digits;
30 the card; 102 its identification; 110 macro depth.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ibm7094.asm.cards.card import LAST
from ibm7094.asm.cutting import Cutter
from ibm7094.asm.paper.pages import Pages
from ibm7094.asm.statement import Statement, printed
from ibm7094.asm.symbols import LENGTH, Key, without_repeats
from ibm7094.words import RIGHT_HALF

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler

REFERENCES = 17
"""How many locations are on one line of the symbol table."""
TITLE_WIDTH = 77
SUBTITLE_FROM = 11
"""Index of column 12, where the text of TTL may begin."""
SUBTITLE_AT = 23
LABEL = 6


def line(flags: str = "", location: int | None = None, octal: str = "", card: str = "", **tail: str) -> str:
    """One line, with each part in its columns."""
    place = "" if location is None else f"{location:05o}"
    text = f" {flags:<5}{place:<5} {octal:<17} {card:<72}{tail.get('identification', ''):<8}"
    return f"{text}{tail.get('level', '')}".rstrip()


def figure(text: str) -> str:
    """A value in the octal columns, right-adjusted if it is not a whole word."""
    return text if len(text) > 6 else f"{text:>16}"


def heading_line(text: str) -> str:
    """The heading of a table."""
    return f"        {text}"


class Listing:
    """Makes the lines of one assembly."""

    def __init__(self, assembly: "Assembler", date: str = "") -> None:
        self.a = assembly
        self.date = date
        self.paper = Pages(self.heading)
        self.has_index = False
        self.cutter = Cutter(assembly.absolute)
        self.identification = ""
        """Columns 73-80 of the last card read from the deck. Macros fill only columns 1-72 of the cards that
        they make, so these keep it (FAP06136-06149)."""

    def text(self) -> str:
        """The whole listing, page by page."""
        self.body()
        lines = self.paper.lines
        self.paper = Pages(self.heading, f"{'':24}POST PROCESSOR ASSEMBLY DATA")
        self.closing()
        return "\n".join([*lines, *self.paper.lines]) + "\n"

    def heading(self, page: int) -> str:
        """The first line of a page."""
        return f"1{'':6}{self.a.title:<{TITLE_WIDTH}}{self.date:<8}     PAGE {page}".rstrip()

    def body(self) -> None:
        """List every card with its words, and the literals."""
        started = self.a.absolute
        for statement in self.a.statements:
            if statement.starts and not started:
                self.start(statement)
                started = True
            self.statement(statement)
        self.literals()
        self.number(self.cutter.finish(self.a.start, self.a.modes.unflagged))

    def start(self, before: Statement) -> None:
        """List what comes before a relocatable program: the number of its program card if it is a main
        program, and the transfer vector, with a blank line after them."""
        seen, is_main = before.modes.unflagged, not self.a.has_entry
        program_card = self.cutter.start(seen, is_main, is_empty=not self.a.highest)
        self.number(program_card)
        if program_card:
            self.put(before, heading_line("PROGRAM CARD"), short=True)
        if self.a.vector_words:
            self.vector(before)
        if program_card or self.a.vector_words:
            self.put(before, "", short=False)

    def vector(self, before: Statement) -> None:
        """List the transfer vector: the names of external routines."""
        self.put(before, "", short=False)
        self.put(before, heading_line("TRANSFER VECTOR"), short=True)
        for word in self.a.vector_words:
            if len(word.name) == LABEL and word.name.startswith("*"):
                self.put(before, "", short=False)
            self.number(self.cutter.store(word, before.modes.unflagged))
            self.put(before, line("", word.location, word.octal, word.name), short=False)

    def number(self, text: str) -> None:
        """List the number of a binary card after a blank line, if there is one to list."""
        if text:
            self.paper.put("")
            self.paper.put(text)

    def literals(self) -> None:
        """List the literals after the program, unless TITLE is in force. They are listed like the last card:
        if a macro or a remote sequence made that one, only after PMC (FAP08033-08037 and 07310)."""
        if self.a.pool:
            end = self.a.statements[-1]
            last = Statement(end.card, end.level, modes=self.a.modes)
            self.put(last, "", short=False)
            self.put(last, heading_line("LITERALS"), short=True)
            for word in self.a.literal_words():
                self.number(self.cutter.store(word, self.a.modes.unflagged))
                self.put(last, line("", word.location, word.octal), short=True)

    def put(self, s: Statement, text: str, short: bool, flags: str = "") -> None:
        """Print a line if the card's modes allow it. A short line has only a word."""
        modes = s.modes
        wanted = modes.unflagged and (modes.every_word or not short) and (modes.macros or not s.level)
        if wanted or flags:
            self.paper.put(text)

    def statement(self, s: Statement) -> None:
        """List one card. A control card may start a page or insert blank lines first."""
        if not s.level:
            self.identification = s.card.identification
        self.number(self.cutter.begin(s))
        if s.control:
            self.carriage(s)
        if not s.control or s.modes.control or s.flags:
            self.card(s)
        for flags, name, value in s.index:
            shown = "" if value is None else f"{value & RIGHT_HALF:o}"
            self.put(s, f" {flags:<11}{name:<6}{shown:>6}".rstrip(), False, flags)
        self.cutter.end(s)

    def card(self, s: Statement) -> None:
        """List a card beside its words."""
        text = "" if s.copy else self.card_text(s)
        tail = {
            "identification": "" if s.copy else self.identification,
            "level": f".{s.level:03d}" if s.level and not s.copy else "",
        }
        if not s.words:
            flags = printed(s.flags)
            self.put(s, line(flags, s.location, figure(s.figure), text, **tail), s.copy, flags)
        for i, word in enumerate(s.words):
            self.number(self.cutter.store(word, s.modes.unflagged))
            flags = s.flags_of(i)
            first = i == 0
            shown = line(flags, word.location, word.octal, text if first else "", **(tail if first else {}))
            self.put(s, shown, s.copy or not first, flags)

    def card_text(self, s: Statement) -> str:
        """The card's columns 1-72; on a REM card, everything between location and text is blank."""
        text = s.card.body
        if s.name != "REM":
            return text
        start = s.card.column - 1 if s.card.column else len("       REM")
        return f"{text[:LABEL]:<{start}}{text[start:]}"

    def carriage(self, s: Statement) -> None:
        """Start a page or insert blank lines as a control card says, before it is listed itself."""
        name, seen = s.name, s.modes.unflagged
        if name == "TTL":
            self.subtitle(s)
        elif name in ("EJECT", "SKP") and seen:
            self.paper.eject()
        elif name == "LIST":
            self.put(s, "", short=False)
        elif name in ("SPACE", "SPC") and "F" not in s.flags and seen and (s.modes.macros or not s.level):
            self.paper.space(s.value.number if s.value else 0)
        elif name == "INDEX" and not self.has_index:
            self.has_index = True
            self.put(s, "", short=False)
            self.put(s, heading_line("TABLE OF CONTENTS"), short=False)

    def subtitle(self, s: Statement) -> None:
        """TTL: start a new page, with a subtitle from here on, and perhaps a new page number."""
        text = s.card.text[SUBTITLE_FROM:LAST].rstrip()
        self.paper.subtitle = None if s.card.field.startswith("0") else f"{'':{SUBTITLE_AT}}{text}".rstrip()
        if s.card.location.isdigit():
            self.paper.number = int(s.card.location) - 1
        self.paper.eject()

    def closing(self) -> None:
        """Print the last pages: what is free, where symbols are used, and whether there was an error."""
        a, put = self.a, self.paper.put
        if a.has_common and a.common:
            put(f"{'':6}{a.common:>6o} IS THE LAST LOCATION NOT USED BY THIS PROGRAM")
        flag = "E" if a.is_in_common else " "
        put(f" {flag}{a.highest:>9o} IS THE FIRST LOCATION NOT USED BY THIS PROGRAM")
        put("")
        entries = [e for e in a.symbols.entries if e.reference_level <= a.reference_level]
        if entries:
            put("0REFERENCES TO DEFINED SYMBOLS")
        for entry in entries:
            self.references(entry.key, entry.used, entry.value.number, "M" if entry.is_multiple else " ")
        if a.symbols.undefined:
            put("0REFERENCES TO UNDEFINED SYMBOLS")
        for key, places in a.symbols.undefined.items():
            self.references(key, places)
        put("")
        put("0    ERROR IN ABOVE ASSEMBLY." if a.is_fatal else "0 NO ERROR IN ABOVE ASSEMBLY.")

    def references(self, key: Key, used: list[int], value: int = 0, flag: str = " ") -> None:
        """Print one symbol: value, name, and the locations that use it."""
        for text in reference_lines(key, list(without_repeats(used)), value & RIGHT_HALF, flag):
            self.paper.put(text)


def reference_lines(key: Key, used: list[int], value: int, flag: str) -> Iterator[str]:
    first = f" {flag}{value:>9o} {symbol_word(key)}"
    rows = [used[i : i + REFERENCES] for i in range(0, len(used), REFERENCES)] or [[]]
    for row in rows:
        yield f"{first}{' ' if row else ''}{','.join(f'{place:>5o}' for place in row)}"
        first = " " * len(first)


def symbol_word(key: Key) -> str:
    """A symbol as it is listed: its first character is where a head would be, and zeros that then lead the
    other five are blank, so that .03310 is listed as . 3310 (FAP08486-08502)."""
    head, name = key
    first, rest = (head, name) if len(name) < LENGTH else (name[0], name[1:])
    return f"{first:<1}{rest[:-1].lstrip('0') + rest[-1:]:>5}"
