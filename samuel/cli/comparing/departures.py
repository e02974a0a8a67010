"""`samuel table 2 --departures`: Table 2 as the paper prints it, and our departures one at a time."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ibm7094.terminal.output import console, say
from samuel.cli import recorded
from samuel.cli.books.learn import MOVES_A_SECOND
from samuel.cli.comparing.figure import verdict
from samuel.cli.progress import bar
from samuel.views.columns import columns

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from samuel.studies.books.departures import Case, Departures


def show(book: Path | None, moves: int, given: Mapping[str, object], as_json: bool) -> int:
    """Show the runs on record, or new ones of a book."""
    from samuel.studies.books import departures as study

    differences: list[str] = []
    if book is None:
        found = recorded.on_record(study, "study", given)
    else:
        found = _run(book, moves)
        differences = recorded.differences(study, found, bool(given["--record"]), unlike="of another size")
    if as_json:
        more = {"on_record": book is None, "differences": differences}
        print(json.dumps({"departures": asdict(found)} | more, indent=2))
    else:
        screen = console()
        if book is None:
            screen.print(recorded.origin(study, "study", found.book, found), "", sep="\n")
        for each in shown(found):
            screen.print(each)
    return verdict(differences)


def shown(found: "Departures") -> "Iterator[RenderableType]":
    """The runs as tables."""
    from samuel import paper

    stated = {row.moves: row for row in paper.table_2()}
    last = paper.table_2()[-1]
    rows = [336, 826, 1_272]
    head = (f"{last.tables / 100:.2f}", f"{last.polynomial / 100:.2f}")
    yield f"C of tables and polynomial after {found.moves:,} book moves, and a test lot"
    yield _ends(found, head)
    yield ""
    yield "The first rows: C of tables and polynomial"
    table = columns("run", *(f"{moves:,}" for moves in rows))
    printed = (f"{stated[moves].tables / 100:z.2f} {stated[moves].polynomial / 100:z.2f}" for moves in rows)
    table.add_row("paper", *printed)
    for name, case in found.beginnings.items():
        table.add_row(name, *(_at(case, moves) for moves in rows))
    yield table
    yield ""
    yield "Ways of smoothing, with changes and groups of equal data: C of tables and polynomial"
    ends = [336, 2_705, 8_933, 17_527]
    table = columns("smoothing", *(f"{moves:,}" for moves in ends), "tables lead from")
    for name, case in found.smoothings.items():
        leads = case.leads_from
        table.add_row(
            name, *(_at(case, moves) for moves in ends), "not yet" if leads is None else f"{leads:,}"
        )
    yield table


def _ends(found: "Departures", stated: tuple[str, str]) -> "Table":
    from samuel import paper

    table = columns("run", "tables", "polynomial", "tables\nlead from", "first", "first or\nsecond")
    shares = [row.hundredths / 100 for row in paper.rated()]
    table.add_row("paper", *stated, "always", f"{shares[0]:.2f}", f"{sum(shares[:2]):.2f}")
    for name, case in found.cases.items():
        _, tables, polynomial = case.lines[-1]
        leads = case.leads_from
        two = (case.shares[0], sum(case.shares[:2])) if case.shares else (0.0, 0.0)
        table.add_row(
            name,
            f"{tables:z.2f}",
            f"{polynomial:z.2f}",
            "never" if leads is None else f"{leads:,}",
            *(f"{share:.2f}" for share in two),
        )
    return table


def _at(case: "Case", moves: int) -> str:
    return next((f"{tables:z.2f} {poly:z.2f}" for at, tables, poly in case.lines if at == moves), "-")


def _run(book: Path, moves: int) -> "Departures":
    from samuel.learning.books import games_of, identify, lesson_tape
    from samuel.studies.books import departures as study

    with TemporaryDirectory(prefix="samuel-") as folder:
        tape = lesson_tape(book, Path(folder), lambda bad: say(str(bad)))
        identity = identify(games_of(tape), book.name)
        work = study.work(moves)
        with bar("learning", work, work / MOVES_A_SECOND) as done:
            return study.run(tape, identity, moves, done)
