"""Tables 1 and 2 again: what the learning program learnt from a book, beside what the paper prints.

record = kept()                    # a run on record, in traces/own
run(Path("book.tap"), 183_877)     # or a new one
table_1(record), table_2(record)
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from samuel import paper
from samuel.correlation import spearman
from samuel.definitions.proposed import PUBLISHED
from samuel.learning.books import BookIdentity
from samuel.learning.run import DECK, Learnt, Progress, Watcher, learn
from samuel.studies import records
from samuel.studies.books.sources import is_same_book, source_of
from samuel.studies.thresholds import Threshold

SCHEME = "fig4"
"""Table 2 is for the form of Fig. 4."""
TERMS_SCHEME = "polynomial"
"""Table 1 covers all 31 functions; minimax uses the polynomial."""


def terms_moves() -> int:
    """About how many situations Table 1 is based on."""
    return round(paper.counts()["book moves for Table 1"].low)


def test_lot() -> int:
    """Moves for which the paper says how many others are rated as high as the book's or higher."""
    return round(paper.counts()["book moves of the test"].low)


FROM = 2_000
"""From this many book moves on, the tables should lead."""
LATE = 173_000
"""From this many book moves on, the curves are judged by their height. A shorter run is a trial: nothing is
judged."""
RANKED = range(1, 6)
"""Phases whose ranks are judged; the sixth has few moves."""

RECORD = records.KeptMeasures("learning.json", (DECK,), "samuel table 2 --book BOOK.tap --record")


@dataclass(frozen=True)
class Book:
    """A run of the learning program on a book."""

    name: str
    moves: int
    lines: tuple[tuple[int, float, float], ...]
    """Book moves, then C since the beginning: of the signature tables, and of the polynomial."""
    coefficients: dict[str, tuple[float, ...]]
    """Of all parameters, from a run of the polynomial alone."""
    terms_moves: int
    """Book moves of that run."""
    not_lower: tuple[float, ...]
    """Shares of a test lot with 0, 1 ... 6 moves rated as high as the book's or higher, by the tables."""
    seconds: tuple[float, float]
    """Simulated."""
    sha256: str = ""
    """Over the games of the book; empty if it is not known."""
    source: str = ""
    """Where the games come from."""

    @property
    def a_minute(self) -> tuple[float, float]:
        """Book moves a minute of simulated time, test lot included."""
        return self.moves * 60 / self.seconds[1], self.moves * 60 / self.seconds[0]


def run(book: Path, of: BookIdentity, moves: int, watch: Watcher = lambda progress: None) -> Book:
    """Learn coefficients from a book tape, then signature tables; rate a test lot from the next games."""

    def further(progress: Progress) -> None:
        watch(replace(progress, moves=progress.moves + terms.lines[-1].moves))

    terms = learn(book, TERMS_SCHEME, min(moves, terms_moves()), watch=watch)
    return _book(of, terms, learn(book, SCHEME, moves, test=test_lot(), watch=further))


def work(moves: int) -> int:
    """Book moves of both runs."""
    return moves + min(moves, terms_moves())


def _book(of: BookIdentity, terms: Learnt, learnt: Learnt) -> Book:
    tested = learnt.tested["tables"]
    return Book(
        of.name,
        learnt.lines[-1].moves,
        tuple((line.moves, line.tables[0], line.polynomial[0]) for line in learnt.lines if line.tables),
        terms.coefficients,
        terms.lines[-1].moves,
        tested.shares or (0.0,) * len(paper.rated()),
        learnt.span.seconds,
        of.sha256,
        source_of(kept(), of),
    )


def keep(book: Book) -> None:
    """Record a run."""
    RECORD.write(asdict(book))


def kept() -> Book | None:
    """The run on record, if there is one."""
    found = RECORD.kept()
    return None if found is None else _from(found)


def is_comparable(book: Book) -> bool:
    """Whether a run was on the book that is on record, by its games, with the same cards."""
    found = kept()
    return found is not None and is_same_book(found, book) and RECORD.is_current()


def differences(book: Book) -> list[str]:
    """A sentence for each line that differs from the run on record, as far as both go."""
    found = kept()
    if found is None:
        return [f"There is no {RECORD.path}: record it with {RECORD.command}."]
    recorded = {moves: (tables, polynomial) for moves, tables, polynomial in found.lines}
    return [
        f"At {moves:,} book moves C is {now}, and was recorded as {recorded[moves]}."
        for moves, *now in book.lines
        if moves in recorded and tuple(now) != recorded[moves]
    ]


def _from(found: Mapping[str, Any]) -> Book:
    try:
        return Book(
            str(found["name"]),
            int(found["moves"]),
            tuple((int(moves), float(tables), float(poly)) for moves, tables, poly in found["lines"]),
            {str(name): tuple(map(float, row)) for name, row in found["coefficients"].items()},
            int(found["terms_moves"]),
            tuple(map(float, found["not_lower"])),
            (float(found["seconds"][0]), float(found["seconds"][1])),
            str(found.get("sha256", "")),
            str(found.get("source", "")),
        )
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        raise records.BadRecord(
            f"{RECORD.path} does not hold a run: record one with {RECORD.command}."
        ) from None


# Table 1


@dataclass(frozen=True)
class Phase:
    """How the coefficients of a phase agree."""

    phase: int
    printed: int
    same_sign: int
    rank_correlation: float | None
    """Over the printed terms."""


@dataclass(frozen=True)
class Table1:
    """Printed coefficients and ours, by name and phase."""

    rows: dict[str, tuple[tuple[float | None, float], ...]]
    phases: tuple[Phase, ...]

    @property
    def signs_of_published(self) -> tuple[int, int]:
        """Of the names whose definition is published: how many signs agree, and of how many in print."""
        pairs = [pair for name in PUBLISHED for pair in self.rows.get(name, ())]
        there = [(theirs, ours) for theirs, ours in pairs if theirs is not None]
        return sum(theirs * ours > 0 for theirs, ours in there), len(there)


def table_1(book: Book) -> Table1:
    """Our C beside the printed coefficients."""
    printed = {(term.name, term.phase): term.hundredths / 100 for term in paper.table_1()}
    rows = {
        name: tuple((printed.get((name, phase)), value) for phase, value in enumerate(values, 1))
        for name, values in sorted(book.coefficients.items())
    }
    return Table1(rows, tuple(_phase(phase, rows) for phase in range(1, 7)))


def _phase(phase: int, rows: Mapping[str, tuple[tuple[float | None, float], ...]]) -> Phase:
    cells = [row[phase - 1] for row in rows.values()]
    pairs = [(theirs, ours) for theirs, ours in cells if theirs is not None]
    ranks = spearman([theirs for theirs, _ in pairs], [ours for _, ours in pairs])
    return Phase(phase, len(pairs), sum(theirs * ours > 0 for theirs, ours in pairs), ranks)


# Table 2


@dataclass(frozen=True)
class Row2:
    """A row of Table 2, and our C at the nearest count."""

    moves: int
    tables: float
    polynomial: float
    own_moves: int
    own_tables: float
    own_polynomial: float


def bars_1(book: Book) -> tuple[Threshold, ...]:
    """The thresholds for Table 1."""
    table = table_1(book)
    agree, of = table.signs_of_published
    least = min(phase.rank_correlation or 0.0 for phase in table.phases if phase.phase in RANKED)
    unasked = _unasked(book.terms_moves, terms_moves())
    return (
        Threshold(
            "signs, published definitions", "85 %", f"{agree} of {of}", agree >= 0.85 * of > 0, unasked
        ),
        Threshold("rank correlation, phases 1 to 5", "0.60", f"{least:z.2f} at least", least >= 0.6, unasked),
    )


def bars_2(book: Book) -> tuple[Threshold, ...]:
    """The thresholds for Table 2 and the test lot."""
    led = [line for line in book.lines if line[0] >= FROM]
    ahead = sum(tables > polynomial for _, tables, polynomial in led)
    first, two = book.not_lower[0], sum(book.not_lower[:2])
    late = [line for line in book.lines if line[0] >= LATE] or book.lines[-1:]
    tables, polynomial = min(line[1] for line in late), min(line[2] for line in late)
    unasked = _unasked(book.moves, LATE)
    untested = unasked or ("" if any(book.not_lower) else "the book has no moves after those learnt from")
    return (
        Threshold(
            f"tables lead from {FROM:,} book moves on",
            "always",
            f"{ahead} of {len(led)}",
            ahead == len(led),
            unasked,
        ),
        Threshold("unseen book moves rated first", "0.34", f"{first:.2f}", first >= 0.34, untested),
        Threshold("first or second", "0.58", f"{two:.2f}", two >= 0.58, untested),
        Threshold(f"C of the tables from {LATE:,} on", "0.40", f"{tables:z.2f}", tables >= 0.4, unasked),
        Threshold("C of the polynomial", "0.20", f"{polynomial:z.2f}", polynomial >= 0.2, unasked),
    )


def _unasked(moves: int, least: int) -> str:
    return "" if moves >= least else f"only from {least:,} book moves on"


def table_2(book: Book) -> tuple[Row2, ...]:
    """The paper's rows that our run reached, each with ours at the nearest count."""
    found = []
    for row in paper.table_2():
        near = min(book.lines, key=lambda line: abs(line[0] - row.moves))
        if row.moves <= book.moves:
            found.append(Row2(row.moves, row.tables / 100, row.polynomial / 100, *near))
    return tuple(found)
