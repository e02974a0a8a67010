"""The learnt polynomial steered otherwise: fewer phases, connectives, powers of C, on one book.

kept()                                    # the study on record, in traces/own
run(Path("book.tap"), identity, 150_000)  # or a new one, a run of the learning program for each way
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from samuel.learning.books import BookIdentity
from samuel.learning.run import DECK, Progress, Watcher, learn
from samuel.studies import records
from samuel.studies.books import tables_1_2
from samuel.studies.books.sources import is_same_book, source_of
from samuel.studies.books.tables_1_2 import TERMS_SCHEME, terms_moves, test_lot

WAYS: dict[str, tuple[str, ...]] = {
    "six phases": (),
    "three phases": ("PHASES 3",),
    "one phase": ("PHASES 1",),
    "connectives": ("CONNEC 1",),
    "C squared": ("POWER 2",),
    "C cubed": ("POWER 3",),
}
"""The cards of each way; the first is the program as it is."""
RECORD = records.KeptMeasures("steered.json", (DECK,), "samuel table 1 --steered --book BOOK.tap --record")


@dataclass(frozen=True)
class Way:
    """How well the book is followed by the polynomial."""

    learnt: float
    """(L - H) / (L + H) of all moves, each rated before it was learnt from."""
    tested: float
    """The same of the test lot, which is not learnt from."""
    first: float
    """Share of the test lot with no move rated as high as the book's or higher."""


@dataclass(frozen=True)
class Study:
    """All ways on one book."""

    name: str
    moves: int
    lot: int
    ways: dict[str, Way]
    sha256: str = ""
    """Over the games of the book."""
    source: str = ""
    """Where the games come from."""


def run(
    book: Path, of: BookIdentity, moves: int | None = None, watch: Watcher = lambda progress: None
) -> Study:
    """Learn from a book tape in every way, and rate a test lot of the next games."""
    most, ways, done = terms_moves() if moves is None else moves, dict[str, Way](), 0
    lot = 0
    for name, cards in WAYS.items():

        def further(progress: Progress, before: int = done) -> None:
            watch(replace(progress, moves=progress.moves + before))

        found = learn(book, TERMS_SCHEME, most, test=test_lot(), more_cards=cards, watch=further)
        rated, tested = found.rated["polynomial"], found.tested["polynomial"]
        lot = tested.moves
        ways[name] = Way(
            round(rated.coefficient, 3),
            round(tested.coefficient, 3),
            round(tested.not_lower[0] / max(1, lot), 3),
        )
        done += found.lines[-1].moves
    return Study(of.name, done // len(WAYS), lot, ways, of.sha256, source_of(tables_1_2.kept(), of))


def work(moves: int | None) -> int:
    """Book moves of all runs."""
    return len(WAYS) * (terms_moves() if moves is None else moves)


def keep(study: Study) -> None:
    """Record a study."""
    RECORD.write(asdict(study))


def kept() -> Study | None:
    """The study on record, if there is one."""
    found = RECORD.kept()
    return None if found is None else _from(found)


def is_comparable(study: Study) -> bool:
    """Whether a study was of the games on record, as long, by the same cards."""
    found = kept()
    return (
        found is not None
        and is_same_book(found, study)
        and found.moves == study.moves
        and RECORD.is_current()
    )


def differences(study: Study) -> list[str]:
    """A sentence for each way that differs from the record."""
    found = kept()
    if found is None:
        return [f"There is no {RECORD.path}: record it with {RECORD.command}."]
    return [
        f"{name}: {way} is not what was recorded, {found.ways.get(name)}."
        for name, way in study.ways.items()
        if way != found.ways.get(name)
    ]


def _from(found: Mapping[str, Any]) -> Study:
    try:
        ways = {
            str(name): Way(float(way["learnt"]), float(way["tested"]), float(way["first"]))
            for name, way in found["ways"].items()
        }
        return Study(
            str(found["name"]),
            int(found["moves"]),
            int(found["lot"]),
            ways,
            str(found["sha256"]),
            str(found["source"]),
        )
    except (KeyError, ValueError, TypeError, AttributeError):
        raise records.BadRecord(
            f"{RECORD.path} does not hold a study: record one with {RECORD.command}."
        ) from None
