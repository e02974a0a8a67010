"""A source map: the symbols of an assembled program, and the card of each word.

With it the monitor, the trace and the messages show symbols and cards. As a file it is JSON, with addresses
in octal:

    {"title": "PRIMES", "start": "00100", "symbols": {"LOOP": "00103"}, "constants": [],
     "words": {"00103": {"file": "primes.fap", "card": 12, "text": "LOOP   CLA     N"}}, "sha256": "..."}
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ibm7094.errors import MachineError
from ibm7094.words import ADDRESS, RIGHT_HALF, octal

OCTAL_DIGITS = frozenset("01234567")


@dataclass(frozen=True, slots=True)
class SourceCard:
    """A card of the program's text."""

    file: str
    number: int
    text: str

    @property
    def place(self) -> str:
        """The file, if there is one, and the card number, for messages."""
        return f"{self.file}, card {self.number}" if self.file else f"card {self.number}"

    def as_dict(self) -> dict[str, Any]:
        """As a JSON record."""
        return {"file": self.file, "card": self.number, "text": self.text}


@dataclass
class SourceMap:
    """Symbols and cards of one program."""

    title: str = ""
    start: int | None = None
    symbols: dict[str, int] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()
    """Symbols that are numbers, not addresses; they never label an address."""
    cards: dict[int, SourceCard] = field(default_factory=dict)
    """The card of each word, by its address in core."""
    sha256: str = ""
    """Hash of the words, from `words_hash`; empty if unknown."""

    def as_dict(self) -> dict[str, Any]:
        """As a JSON record."""
        return {
            "title": self.title,
            "start": None if self.start is None else f"{self.start:05o}",
            "symbols": {name: f"{value:05o}" for name, value in self.symbols.items()},
            "constants": sorted(self.constants),
            "words": {f"{place:05o}": card.as_dict() for place, card in sorted(self.cards.items())},
            "sha256": self.sha256,
        }

    @classmethod
    def from_dict(cls, entries: Mapping[str, Any]) -> "SourceMap":
        """A map from JSON: one that `asm --map` wrote, or a plain object of names and addresses."""
        if not isinstance(entries.get("symbols"), dict):
            return cls(symbols={name: _address(value, name, ADDRESS) for name, value in entries.items()})
        start, constants, words = (entries.get(key) for key in ("start", "constants", "words"))
        return cls(
            title=str(entries.get("title", "")),
            start=None if start is None else _address(start, "the start", ADDRESS),
            symbols={n: _address(value, n, RIGHT_HALF) for n, value in entries["symbols"].items()},
            constants=frozenset(map(str, constants if isinstance(constants, list) else ())),
            cards=dict(_card(place, card) for place, card in words.items())
            if isinstance(words, dict)
            else {},
            sha256=str(entries.get("sha256", "")),
        )


def _address(value: object, name: str, most: int) -> int:
    if isinstance(value, str) and value and OCTAL_DIGITS.issuperset(value):
        value = int(value, 8)
    if type(value) is not int or not 0 <= value <= most:
        raise MachineError(f"the address of {name} is not in core: give octal text, 77777 at most")
    return value


def _card(place: str, card: object) -> tuple[int, SourceCard]:
    match card:
        case {"file": str(file), "card": int(number), "text": str(text)}:
            return _address(place, f"the card {text!r}", ADDRESS), SourceCard(file, number, text)
    raise MachineError(f"the entry for {place} lacks the file, number or text of a card: make the map again")


def words_hash(words: Mapping[int, int]) -> str:
    """Identify a program: the SHA-256 of its words, written as in a core image file."""
    text = "".join(f"{place:05o} {octal(word)}\n" for place, word in sorted(words.items()))
    return hashlib.sha256(text.encode()).hexdigest()
