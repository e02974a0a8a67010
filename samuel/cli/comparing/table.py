"""`samuel table`: Table 1 or 2 of 1967 beside the results of the learning program on a book."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.errors import MachineError
from ibm7094.terminal.output import console, say
from samuel.cli import options, recorded
from samuel.cli.books.learn import MOVES_A_SECOND
from samuel.cli.comparing.figure import verdict
from samuel.cli.progress import bar
from samuel.views.columns import columns

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from samuel.learning.books import BookIdentity
    from samuel.learning.run import Watcher
    from samuel.studies.books.tables_1_2 import Book

BESIDE = 96
"""Screen width from which Table 1 shows both numbers of a cell on one line."""


def command(
    number: Annotated[
        int, typer.Argument(metavar="1|2", min=1, max=2, help="Number of the table in the 1967 paper.")
    ],
    book: recorded.Book = None,
    moves: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Book moves to learn from; default: as in Table 2."),
    ] = None,
    steered: Annotated[
        bool,
        typer.Option(
            "--steered", help="Table 1 learnt otherwise: fewer phases, connectives, powers of C; six runs."
        ),
    ] = False,
    departures: Annotated[
        bool,
        typer.Option("--departures", help="Table 2 as printed, and what we do otherwise, one at a time."),
    ] = False,
    record: Annotated[bool, typer.Option("--record", help="Save the result as the new record.")] = False,
    as_json: options.AsJson = False,
) -> int:
    """Show a table of the 1967 paper beside the results of the learning program on a book.

    Table 1: the 19 largest coefficients of each phase as the playing program
    chooses and prints them from a tape, in the paper's rows; then C of every
    parameter by phase, beside the printed coefficients.
    Table 2: the learning curves of signature tables (Fig. 4's form) and
    polynomial, and how often 0, 1, 2 ... moves are rated as high as the book's.
    Without a book the run on record in traces/own is shown. Exit code 1: a
    run on the same book differs from the record, or a threshold is missed.
    Thresholds apply only to whole runs, as long as the paper's.

    Examples:
      samuel table 1
      samuel table 1 --steered
      samuel table 2 --book games.pdn --moves 20000
      samuel table 2 --book games.pdn --record
      samuel table 2 --departures
    """
    from samuel.cli.comparing import departures as departing
    from samuel.learning.run import whole_run
    from samuel.studies import thresholds
    from samuel.studies.books import tables_1_2

    if steered:
        if number != 1:
            raise MachineError("--steered is for Table 1.")
        return _steered(book, moves, record, as_json)
    if departures:
        if number == 1:
            raise MachineError("--departures is about Table 2: samuel table 2 --departures shows them.")
        given = {"--moves": moves, "--record": record}
        return departing.show(book, moves or whole_run(), given, as_json)
    differences: list[str] = []
    if book is None:
        found = recorded.on_record(tables_1_2, "run", {"--moves": moves, "--record": record})
    else:
        found = _run(book, moves or whole_run())
        differences = recorded.differences(
            tables_1_2, found, record, unlike="of another version of the program"
        )
    bars = (tables_1_2.bars_1 if number == 1 else tables_1_2.bars_2)(found)
    missed = thresholds.missed(bars)
    if as_json:
        rows = [asdict(row) for row in tables_1_2.table_2(found)]
        table = {"table_1": _table_1_record(found)} if number == 1 else {"table_2": rows}
        more = {
            "on_record": book is None,
            "bars": [asdict(each) for each in bars],
            "differences": differences,
        }
        print(json.dumps({"book": asdict(found)} | table | more, indent=2))
        return verdict([*differences, *missed])
    screen = console()
    if book is None:
        screen.print(recorded.origin(tables_1_2, "run", found.name, found))
    if number == 1:
        _show_print(found, screen)
    screen.print("", table_1(found, screen.width < BESIDE) if number == 1 else table_2(found), "", sep="\n")
    for line in (agreement_1 if number == 1 else agreement_2)(found):
        screen.print(line)
    for each in bars:
        screen.print(str(each))
    return verdict([*differences, *missed])


def _run(book: Path, moves: int) -> "Book":
    from samuel.studies.books.tables_1_2 import run, work

    with _learning(book, work(moves)) as (tape, identity, watch):
        return run(tape, identity, moves, watch)


@contextmanager
def _learning(book: Path, moves: int) -> "Iterator[tuple[Path, BookIdentity, Watcher]]":
    """The tape of a book, its identity, and a bar that shows how far runs of so many moves have come."""
    from samuel.learning.books import games_of, identify, lesson_tape

    with TemporaryDirectory(prefix="samuel-") as folder:
        tape = lesson_tape(book, Path(folder), lambda bad: say(str(bad)))
        identity = identify(games_of(tape), book.name)
        with bar("learning", moves, moves / MOVES_A_SECOND) as done:
            yield tape, identity, lambda progress: done(progress.moves)


def _steered(book: Path | None, moves: int | None, record: bool, as_json: bool) -> int:
    from samuel.studies.books import steered

    differences: list[str] = []
    if book is None:
        found = recorded.on_record(steered, "study", {"--moves": moves, "--record": record})
    else:
        with _learning(book, steered.work(moves)) as (tape, identity, watch):
            found = steered.run(tape, identity, moves, watch)
        differences = recorded.differences(steered, found, record, unlike="of another length or version")
    if as_json:
        print(json.dumps(asdict(found) | {"on_record": book is None, "differences": differences}, indent=2))
        return verdict(differences)
    screen = console()
    if book is None:
        screen.print(recorded.origin(steered, "study", found.name, found))
    table = columns("polynomial", "C, learnt from", "C, only rated", "book's first")
    for name, way in found.ways.items():
        table.add_row(name, *(f"{number:z.3f}" for number in (way.learnt, way.tested, way.first)))
    screen.print("", table, "", sep="\n")
    screen.print(
        f"{found.moves:,} book moves learnt from and {found.lot:,} others rated, by the polynomial alone."
    )
    return verdict(differences)


def _table_1_record(found: "Book") -> dict[str, Any]:
    from samuel.studies.books.table_1_in_print import in_print, shared_terms
    from samuel.studies.books.tables_1_2 import table_1 as compared

    lines = in_print(found.coefficients)
    return asdict(compared(found)) | {"printed": lines, "shared_terms": asdict(shared_terms(lines))}


def _show_print(found: "Book", screen: "Console") -> None:
    """What the program prints, and how many of its terms are the paper's."""
    from samuel.studies.books.table_1_in_print import COLUMNS, in_print, shared_terms

    lines = in_print(found.coefficients)
    screen.print()
    if screen.width < COLUMNS:
        screen.print(f"The program's own print needs a screen of {COLUMNS} columns.")
    for line in lines if screen.width >= COLUMNS else ():
        screen.print(line, highlight=False, markup=False)
    both = shared_terms(lines)
    by_phase = " ".join(map(str, both.shared))
    screen.print(
        f"Of the paper's {sum(both.of)} terms the program chose {sum(both.shared)}, by phase {by_phase};"
        f" at random it would be {both.by_chance:.0f}."
    )


def table_1(found: "Book", narrow: bool = False) -> "Table":
    """Both numbers in every cell that the paper prints; one below the other on a narrow screen."""
    from samuel.studies.books.tables_1_2 import table_1 as compared

    table = columns("term", *(f"phase {phase}" for phase in range(1, 7)))
    for name, cells in compared(found).rows.items():
        table.add_row(name, *(_cell(*cell, "\n" if narrow else " ") for cell in cells))
    return table


def _cell(theirs: float | None, ours: float, between: str) -> str:
    return f"{ours:z.2f}" if theirs is None else f"{ours:z.2f}{between}({theirs:.2f})"


def agreement_1(found: "Book") -> list[str]:
    """Signs and ranks, phase by phase."""
    from samuel.studies.books.tables_1_2 import table_1 as compared

    phases = compared(found).phases
    ranks = " ".join("-" if p.rank_correlation is None else f"{p.rank_correlation:z.2f}" for p in phases)
    return [
        f"Ours (the paper's), from {found.terms_moves:,} book moves of {found.name}, the polynomial alone.",
        f"The sign agrees in {sum(p.same_sign for p in phases)} of {sum(p.printed for p in phases)} printed "
        f"coefficients; rank correlation by phase {ranks}.",
    ]


def table_2(found: "Book") -> "Table":
    """The learning curves."""
    from samuel.studies.books.tables_1_2 import table_2 as compared

    heads = ("book\nmoves", "tables,\npaper", "polynomial,\npaper", "ours at", "tables", "polynomial")
    table = columns(*heads)
    table.columns[0].justify = "right"
    for row in compared(found):
        table.add_row(
            f"{row.moves:,}",
            f"{row.tables:.2f}",
            f"{row.polynomial:.2f}",
            f"{row.own_moves:,}",
            f"{row.own_tables:z.2f}",
            f"{row.own_polynomial:z.2f}",
        )
    return table


def agreement_2(found: "Book") -> list[str]:
    """The test lot, and the time."""
    from samuel import paper

    stated = " ".join(f"{row.hundredths / 100:.2f}" for row in paper.rated())
    ours = " ".join(f"{share:.2f}" for share in found.not_lower[: len(paper.rated())])
    least, most = found.a_minute
    return [
        f"{found.moves:,} book moves of {found.name}, {least:.0f} to {most:.0f} per minute of 7094 time.",
        f"Moves rated as high as the book's or higher, 0, 1, 2 ...: paper {stated}; ours {ours}.",
    ]
