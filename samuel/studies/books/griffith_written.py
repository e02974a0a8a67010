"""Griffith's scheme as his memo writes it (listings/griffith.deck): full tables, no phases, boards right
after a move; by argument sets of related parameters, and by sets that the program chose.

trial = run(Path("book.tap"), identity, 12_000, 1_000)
rows(trial.curves["chosen"])         # beside the memo, as in `griffith`

The program cuts the lots itself. It rewinds the tape, passes by what was learnt from, and rates what follows:
further games; or only positions that are not among those learnt from, which it remembers.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ibm7094.errors import MachineError
from samuel.learning.books import BookIdentity
from samuel.learning.griffith_deck import DECK, Functions
from samuel.studies import records
from samuel.studies.books import griffith
from samuel.studies.books.griffith import LOTS, Curve, Point, marks, point_kept
from samuel.studies.books.sources import is_same_book, source_of

SETS = {"kin": "argument sets of related parameters", "chosen": "argument sets that the program chose"}
"""Ways to the argument sets; the memo keeps its own way to itself."""
RECORD = records.KeptMeasures(
    "griffith-written.json", (DECK,), "samuel griffith --book GAMES.pdn --written --record"
)
Sets = tuple[tuple[str, ...], ...]
Watcher = Callable[[int], object]


@dataclass(frozen=True)
class Trial:
    """The test of both ways."""

    book: str
    rated: int
    curves: dict[str, Curve]
    sets: dict[str, Sets]
    positions: int
    """How many of the positions learnt from differ."""
    seconds: tuple[float, float] = field(compare=False)
    sha256: str = ""
    source: str = ""

    @property
    def learnt(self) -> int:
        """How many positions were learnt from in all."""
        return self.curves["kin"][-1].learnt

    def gain(self, lot: str) -> float:
        """How much higher the index of the chosen sets is."""
        kin, chosen = (self.curves[way][-1].index(lot, "tables") for way in SETS)
        return round(chosen - kin, 1)


def run(book: Path, of: BookIdentity, moves: int, rated: int, watch: Watcher = lambda done: None) -> Trial:
    """Learn and rate, by both kinds of sets; `watch` gets the number of positions done, of `work(...)`."""
    curves, sets, spans, positions = {}, {}, [], 0
    for number, way in enumerate(SETS):
        before = number * work(moves, rated) // len(SETS)
        with Functions(book) as functions:
            try:
                sets[way] = functions.choose(moves) if way == "chosen" else functions.sets()
                curves[way], positions = _curve(functions, moves, rated, before, watch)
            except MachineError as error:
                raise MachineError(f"{error} The book may have too few moves for this test.") from None
            spans.append(functions.span.seconds)
    least, most = (sum(ends) for ends in zip(*spans, strict=True))
    return Trial(of.name, rated, curves, sets, positions, (least, most), of.sha256, source_of(kept(), of))


def work(moves: int, rated: int) -> int:
    """How many positions the program looks at in a test."""
    return len(SETS) * (moves + rated * len(LOTS) * len(griffith.parts()))


def _curve(functions: Functions, moves: int, rated: int, before: int, watch: Watcher) -> tuple[Curve, int]:
    """The points, and how many positions differ among all that were learnt from."""
    points, learnt, positions = [], 0, 0
    for number, mark in enumerate(marks(moves)):
        functions.read("REWIND", *([f"PASS  {learnt:,}"] if learnt else []))
        positions = functions.learn(mark)
        learnt = mark
        watch(before + mark + number * rated * len(LOTS))
        lots = {}
        for lot in LOTS:
            away = [] if lot == "seen" else [f"PASS  {moves:,}"]
            functions.read("REWIND", *away, f"NEW   {int(lot == 'new')}")
            lots[lot] = functions.test(rated)
        points.append(Point(mark, lots))
    return tuple(points), positions


# The record


def keep(trial: Trial) -> None:
    """Record a test."""
    RECORD.write(asdict(trial))


def kept() -> Trial | None:
    """The test on record, if there is one."""
    found = RECORD.kept()
    if found is None:
        return None
    try:
        return _from(found)
    except (KeyError, ValueError, TypeError, AttributeError):
        raise records.BadRecord(f"{RECORD.path} is not a test: record one with {RECORD.command}.") from None


def _from(found: Mapping[str, Any]) -> Trial:
    least, most = map(float, found["seconds"])
    return Trial(
        str(found["book"]),
        int(found["rated"]),
        {way: tuple(map(point_kept, found["curves"][way])) for way in SETS},
        {way: tuple(tuple(map(str, each)) for each in found["sets"][way]) for way in SETS},
        int(found["positions"]),
        (least, most),
        str(found["sha256"]),
        str(found["source"]),
    )


def is_comparable(trial: Trial) -> bool:
    """Whether a test has the book and sizes of the record."""
    recorded = kept()
    return (
        recorded is not None
        and (trial.learnt, trial.rated) == (recorded.learnt, recorded.rated)
        and is_same_book(trial, recorded)
    )


def differences(trial: Trial) -> list[str]:
    """A sentence if a test differs from the record."""
    recorded = kept()
    if recorded is None:
        return [f"There is no {RECORD.path}: record it with {RECORD.command}."]
    return [] if trial == recorded else [f"The test differs from the one in {RECORD.path}."]
