"""Griffith's own scheme on the machine: cards for listings/griffith.deck, and what it prints.

with Functions(Path("book.tap")) as functions:
    functions.learn(12_000)
    functions.test(1_000)["tables"].index
"""

import re
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, Self

from ibm7094.errors import MachineError
from ibm7094.machine import Machine
from samuel.learning.ratings import Rated, RatingLines
from samuel.player.job import Job, Span, check_refusals
from samuel.player.store import stored

DECK = "griffith.deck"
END_OF_JOB = "GFEND"

_LEARNT = re.compile(r"BOOK MOVES +(\d+)  POSITIONS +(\d+)")
_ENTRY = re.compile(r"TABLE +(\d) (\d{5})  = +(\d+)  LEFT +(\d+) RIGHT +(\d+) VALUE +(\d+)")
_SET = re.compile(r"(?:[A-Z]+ *){5}")
_ENDS = ("THE BOOK ENDS", "THE TOTALS ARE FULL")


class Entry(NamedTuple):
    """An entry of a function's table."""

    function: int
    place: int
    left: int
    right: int
    millionths: int


class Functions:
    """A job of Griffith's program on a book."""

    def __init__(self, book: Path) -> None:
        self.machine = Machine("7094")
        self._things = ExitStack()
        self._job = self._things.enter_context(Job(stored(DECK), END_OF_JOB, self.machine))
        self._job.load()
        self.machine.attach("B2", "tape", book, write_protected=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *about: object) -> None:
        self._things.close()

    @property
    def span(self) -> Span:
        """The time since power on."""
        return Span.since_power_on(self.machine)

    def read(self, *cards: str) -> Sequence[str]:
        """What the program prints for some cards."""
        printed = self._job.read(cards).printed
        check_refusals(printed)
        if ended := next((line for line in printed if line in _ENDS), None):
            raise MachineError(f"Griffith's program stopped early: {ended.lower()}.")
        return printed

    def learn(self, moves: int) -> int:
        """Learn until there have been this many book moves in all; how many positions differ."""
        for line in self.read(f"LEARN {moves:,}"):
            if match := _LEARNT.fullmatch(line):
                return int(match[2])
        return 0

    def test(self, moves: int) -> dict[str, Rated]:
        """Rate the next moves of the book, by both methods."""
        lines = RatingLines()
        for text in self.read(f"TEST  {moves:,}"):
            if not lines.take(text):
                raise MachineError(f"Griffith's program printed an unexpected line: {text!r}.")
        return dict(lines.found)

    def choose(self, moves: int) -> tuple[tuple[str, ...], ...]:
        """Count pairs in the first book moves, and choose the sets by them."""
        return _sets(self.read(f"PAIRS {moves:,}", "CHOOSE"))

    def sets(self) -> tuple[tuple[str, ...], ...]:
        """The sets in force."""
        return _sets(self.read("SETS"))

    def entry(self, function: int, arguments: Sequence[int]) -> Entry:
        """An entry of a function's table, by its five arguments."""
        (line,) = self.read(f"ENTRY {function} {' '.join(map(str, arguments))}")
        match = _ENTRY.fullmatch(line)
        if not match:
            raise MachineError(f"Griffith's program printed an unexpected line: {line!r}.")
        return Entry(int(match[1]), *map(int, match.groups()[2:]))


def _sets(printed: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in printed if _SET.fullmatch(line))
