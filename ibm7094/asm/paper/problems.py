"""Flags in words: what is wrong with a card, which symbol causes it, and in which column it is."""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from ibm7094.asm.assembler import Assembler
from ibm7094.asm.fields.expression import Symbol, parse, symbols_in
from ibm7094.asm.paper.places import keys_of, symbol_name
from ibm7094.asm.statement import FATAL, LABEL_MULTIPLE, MEANING, Statement, printed
from ibm7094.asm.symbols import LENGTH, Key

OPERATION_COLUMN = 8
EARLY = ("EQU", "SYN", "SET", "MAX", "MIN", "ORG", "LOC", "BSS", "BES", "COMMON")
"""Operations whose symbols must be defined on earlier cards."""
MACRO = ("MACRO", "MOP", "MAC")
SHOWN_DEFINITIONS = 4
DECREMENT_FIELD = 3


@dataclass(frozen=True)
class Problem:
    """A flag on a card, in words."""

    file: str
    card: int
    column: int
    flags: str
    text: str
    message: str
    fatal: bool

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """The sentence, the card, and a caret under the field."""
        place = f"{self.file}, card {self.card}" if self.file else f"card {self.card}"
        where = f"{place}, column {self.column}"
        return f"{where}: {self.flags}: {self.message}.\n    {self.text}\n    {'':{self.column - 1}}^"


class Explainer:
    """Explains the flags of one assembly in words."""

    def __init__(self, assembly: Assembler) -> None:
        self.assembly = assembly

    def problems(self) -> Iterator[Problem]:
        """Every flagged card, in order, and what is missing from the deck."""
        for statement in self.assembly.statements:
            if flags := statement.all_flags:
                yield self._problem(statement, flags)
        for card, what in self.assembly.notes:
            yield Problem(card.file, card.number, 1, "E", card.body, what, fatal=True)

    def _problem(self, s: Statement, flags: str) -> Problem:
        message = "; ".join(self._words(s, flag) or MEANING[flag] for flag in flags)
        column = self._column(s, flags)
        shown, fatal = printed(set(flags)), bool(set(flags) & FATAL)
        return Problem(s.card.file, s.card.number, column, shown, s.card.body, message, fatal)

    # what is wrong

    def _words(self, s: Statement, flag: str) -> str:
        """What a flag means on this card, if there is more to say than its general meaning."""
        operation = s.name
        match flag:
            case "E" | "F" if s.card.strange:
                shown = s.card.text[s.card.strange - 1 : s.card.strange]
                return f"{shown!r} in column {s.card.strange} cannot be punched"
            case "U":
                return self._undefined(s)
            case "m" if operation in MACRO:
                return f"{s.card.location} is already an operation"
            case "M" | "m":
                return "; ".join(map(self._multiple, self._multiples(s)))
            case "O" if s.meaning is None:
                return f"there is no operation {s.card.operation}"
            case "O":
                return f"{s.card.operation} is not allowed here"
            case "E" if long := [x.name for x in _symbols(s) if len(x.name) > LENGTH]:
                return f"{long[0]} has more than {LENGTH} characters"
            case "D":
                given = len(parse(s.card.variable)) >= DECREMENT_FIELD
                return f"the decrement {'is not allowed here' if given else 'is missing'}"
            case "F" if operation in EARLY and (why := self._undefined(s)):
                return why
            case "F" if operation == "END" and not self.assembly.absolute:
                return "the END of a relocatable program cannot have an address"
            case "F" if operation == "DUP":
                return "DUP repeats nothing unless its count is 2 or more"
            case "F" if operation == "SET" and s.card.location:
                return f"{s.card.location} was defined before, but not by SET"
            case "F" if len(parse(s.card.variable)) > 1:
                return "there are too many fields"
        return ""

    def _undefined(self, s: Statement) -> str:
        nowhere = [symbol_name(key) for key in self._nowhere(s)]
        if nowhere:
            return f"{_listed(nowhere)} {'is' if len(nowhere) == 1 else 'are'} not defined"
        names = list(dict.fromkeys(x.name for x in _symbols(s)))
        return f"{_listed(names)} must be defined before this card" if names else ""

    def _nowhere(self, s: Statement) -> list[Key]:
        """The symbols of a card that no card defines."""
        a = self.assembly
        keys = (keys_of(s, symbol)[0] for symbol in _symbols(s))
        return [key for key in dict.fromkeys(keys) if key not in a.symbols.defined and key[1] not in a.vector]

    def _multiples(self, s: Statement) -> list[Key]:
        """The symbols of a card that have several definitions."""
        here = [Symbol(s.card.location)] if s.card.location else []
        keys = dict.fromkeys(key for symbol in (*here, *_symbols(s)) for key in keys_of(s, symbol))
        defined = self.assembly.symbols.defined
        return [key for key in keys if key in defined and defined[key].is_multiple]

    def _blamed(self, s: Statement, flag: str) -> list[Key]:
        """The symbols that caused a flag."""
        if flag == "U":
            return self._nowhere(s)
        return self._multiples(s) if flag in ("M", LABEL_MULTIPLE) else []

    def _multiple(self, key: Key) -> str:
        where = self._definitions.get(key, [])
        rest = "" if len(where) <= SHOWN_DEFINITIONS else f" and {len(where) - SHOWN_DEFINITIONS} more"
        shown = ", ".join(where[:SHOWN_DEFINITIONS]) + rest
        return f"{symbol_name(key)} is defined more than once" + (
            f" (cards {shown})" if len(where) > 1 else ""
        )

    @cached_property
    def _definitions(self) -> dict[Key, list[str]]:
        """For each symbol with several definitions, the cards that define it."""
        defined = self.assembly.symbols.defined
        files = len({s.card.file for s in self.assembly.statements}) > 1
        found: dict[Key, list[str]] = {}
        for s in self.assembly.statements:
            if not s.card.location or s.copy or (s.passive and s.location is None):
                continue
            for key in keys_of(s, Symbol(s.card.location)):
                if key in defined and defined[key].is_multiple:
                    place = f"{s.card.number} of {s.card.file}" if files else str(s.card.number)
                    found.setdefault(key, []).append(place)
        return found

    # where it is

    def _column(self, s: Statement, flags: str) -> int:
        """The column of what caused the first flag."""
        card = s.card
        if card.strange and flags[0] in "EF":
            return card.strange
        if flags[0] == "O":
            return OPERATION_COLUMN
        if flags[0] in ("M", LABEL_MULTIPLE) and card.location:
            key = keys_of(s, Symbol(card.location))[0]
            known = self.assembly.symbols.defined.get(key)
            if known is None or known.is_multiple:
                return len(card.text) - len(card.text.lstrip()) + 1
        for _, name in self._blamed(s, flags[0]):
            found = re.compile(rf"(?<![^-+*/,=$ ]){re.escape(name)}(?![^-+*/,=$ ])").search(
                card.text, max(card.column - 1, 0)
            )
            if found:
                return found.start() + 1
        return card.column or OPERATION_COLUMN


def _symbols(s: Statement) -> Iterator[Symbol]:
    """The symbols in the variable field of a card and its continuations."""
    text = s.variable
    if s.name in ("VFD", "OPVFD"):  # the number before each slash is a width
        parts = (part.partition("/") for part in text.split(","))
        text = ",".join(content for size, _, content in parts if not size.startswith("H"))
    for tree in parse(text):
        yield from symbols_in(tree)


def _listed(names: list[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
