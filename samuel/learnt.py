"""Tables 1 and 2 again: what the learning program made of a book, beside what the paper prints.

record = kept()                    # a run on record, in traces/own
run(Path("book.tap"), 183_877)     # or a new one
table_1(record), table_2(record)
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from samuel import own, paper
from samuel.compare import spearman
from samuel.learning import DECK, MOVES, Learnt, Watcher, learn

SCHEME = "fig4"
"""Table 2 is of Fig. 4's form."""
TEST_LOT = 895
"""Moves on which the paper gives how many are rated as high as the book's or higher."""

RECORD = own.KeptMeasures("learning.json", (DECK,), "samuel table 2 --book GAMES.pdn --record")


@dataclass(frozen=True)
class Book:
    """A run of the learning program on a book."""

    name: str
    moves: int
    lines: tuple[tuple[int, float, float], ...]
    """Book moves, then C since the beginning: of the signature tables, and of the polynomial."""
    coefficients: dict[str, tuple[float, ...]]
    not_lower: tuple[float, ...]
    """Shares of a test lot with 0, 1 ... moves rated as high as the book's or higher, by the tables."""
    seconds: tuple[float, float]
    """Simulated."""

    @property
    def a_minute(self) -> tuple[float, float]:
        """Book moves a minute of simulated time, test lot included."""
        return self.moves * 60 / self.seconds[1], self.moves * 60 / self.seconds[0]


def run(book: Path, name: str, moves: int = MOVES, watch: Watcher = lambda progress: None) -> Book:
    """Learn from a book tape, then rate a test lot of the games behind."""
    return _book(name, learn(book, SCHEME, moves, test=TEST_LOT, watch=watch))


def _book(name: str, learnt: Learnt) -> Book:
    tested = learnt.tested["tables"]
    return Book(
        name,
        learnt.lines[-1].moves,
        tuple((line.moves, line.tables[0], line.polynomial[0]) for line in learnt.lines if line.tables),
        learnt.coefficients,
        tuple(round(count / max(1, tested.moves), 3) for count in tested.not_lower),
        learnt.span.seconds,
    )


def keep(book: Book) -> None:
    """Record a run."""
    RECORD.write(asdict(book))


def kept() -> Book | None:
    """The run on record, if there is one."""
    found = RECORD.kept()
    return None if found is None else _from(found)


def _from(found: Mapping[str, Any]) -> Book:
    try:
        return Book(
            str(found["name"]),
            int(found["moves"]),
            tuple((int(moves), float(tables), float(poly)) for moves, tables, poly in found["lines"]),
            {str(name): tuple(map(float, row)) for name, row in found["coefficients"].items()},
            tuple(map(float, found["not_lower"])),
            (float(found["seconds"][0]), float(found["seconds"][1])),
        )
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        raise own.BadRecord(f"{RECORD.path} holds no run: record one with {RECORD.command}.") from None


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


def table_2(book: Book) -> tuple[Row2, ...]:
    """The paper's rows that our run reached, each with ours at the count next to it."""
    found = []
    for row in paper.table_2():
        near = min(book.lines, key=lambda line: abs(line[0] - row.moves))
        if row.moves <= book.moves:
            found.append(Row2(row.moves, row.tables / 100, row.polynomial / 100, *near))
    return tuple(found)
