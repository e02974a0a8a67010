"""`samuel griffith --written`: Griffith's scheme as his memo writes it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ibm7094.terminal.output import console, say
from samuel.cli import recorded
from samuel.cli.books import griffith_tables as views
from samuel.cli.books.learn import MOVES_A_SECOND
from samuel.cli.comparing.figure import verdict
from samuel.cli.progress import bar
from samuel.views import wording
from samuel.views.columns import columns

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from samuel.studies.books.griffith_written import Trial


def show(book: Path | None, sizes: tuple[int, int], given: Mapping[str, object], as_json: bool) -> int:
    """Show the test on record, or a new one of a book."""
    from samuel.studies.books import griffith_written as study

    differences: list[str] = []
    if book is None:
        found = recorded.on_record(study, "test", given)
    else:
        found = _run(book, *sizes)
        differences = recorded.differences(study, found, bool(given["--record"]), unlike="of another size")
    if as_json:
        print(
            json.dumps(
                {"trial": asdict(found), "on_record": book is None, "differences": differences}, indent=2
            )
        )
    else:
        screen = console()
        if book is None:
            screen.print(recorded.origin(study, "test", found.book, found), "", sep="\n")
        _show(screen, found)
    return verdict(differences)


def show_record(screen: "Console") -> None:
    """Show the test on record, if there is one."""
    from samuel.studies.books import griffith_written as study

    found = study.kept()
    if found:
        screen.print(
            "", recorded.origin(study, "test as the memo writes it", found.book, found), "", sep="\n"
        )
        _show(screen, found)


def _show(screen: "Console", found: "Trial") -> None:
    for each in shown(found):
        screen.print(each)


def shown(found: "Trial") -> "Iterator[RenderableType]":
    """A test as tables and sentences."""
    from rich.text import Text

    from samuel.studies.books.griffith import UNSEEN
    from samuel.studies.books.griffith_written import SETS

    for way, curve in found.curves.items():
        yield Text(f"As the memo writes it, {SETS[way]}", style="bold")
        yield ""
        yield _sets(found, way)
        yield ""
        yield views.beside(curve)
        yield ""
        yield views.lines(curve)
        yield ""
        yield from views.said(curve)
        yield ""
    gains = ", ".join(f"{found.gain(lot):+.1f} on {name}" for lot, name in UNSEEN.items())
    yield f"What the chosen sets add to the index of the tables: {gains}."
    yield (
        f"{found.learnt:,} sets of positions from {found.book}, {found.positions:,} of them different; lots"
        f" of {found.rated:,}; an IBM 7094 would have taken {wording.duration(found.seconds)}."
    )


def _sets(found: "Trial", way: str) -> "Table":
    table = columns("function", "arguments")
    table.columns[1].justify = "left"
    for number, each in enumerate(found.sets[way], 1):
        table.add_row(str(number), " ".join(each))
    return table


def _run(book: Path, moves: int, rated: int) -> "Trial":
    from samuel.learning.books import games_of, identify, lesson_tape
    from samuel.studies.books import griffith_written as study

    with TemporaryDirectory(prefix="samuel-") as folder:
        tape = lesson_tape(book, Path(folder), lambda bad: say(str(bad)))
        identity = identify(games_of(tape), book.name)
        work = study.work(moves, rated)
        with bar("learning and rating", work, work / MOVES_A_SECOND) as done:
            return study.run(tape, identity, moves, rated, done)
