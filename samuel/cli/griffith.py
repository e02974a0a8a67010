"""`samuel griffith`: Griffith's test of signature tables, of 1966, made again."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli.output import console, say
from ibm7094.errors import MachineError
from samuel.cli import options, recorded, shown
from samuel.cli.columns import columns
from samuel.cli.figure import verdict
from samuel.cli.progress import bar

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from samuel.griffith import Curve, Trial


def command(
    book: recorded.Book = None,
    moves: Annotated[
        int | None,
        typer.Option(metavar="N", min=6, help="Sets of positions to learn from; else as many as the memo's."),
    ] = None,
    rated: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Sets of positions in a lot; else as many as in the memo."),
    ] = None,
    record: Annotated[bool, typer.Option("--record", help="Keep this as the record in traces/own.")] = False,
    as_json: options.AsJson = False,
) -> int:
    """Set Griffith's figures of 1966 beside what the learning program makes of a book.

    His tables and Samuel's polynomial learn from the same positions. At a
    sixth, a third, a half and all of them, as in his Fig. 1, they rate the
    moves of three lots: the next of further games, which share openings with
    those before; new positions, none of which was learnt from; and the first
    that were learnt from. All is done by the parameters alone, as in his memo,
    and with piece advantage. A move rated equal to the book's counts as rated
    higher. Without a book the test on record is shown. Exit code 1: a new one
    differs from the record in traces/own, or misses a bar; bars are asked of
    the memo's way of rating and sizes.

    Examples:
      samuel griffith
      samuel griffith --book games.pdn
      samuel griffith --book games.pdn --moves 3000 --rated 500
      samuel griffith --book games.pdn --record
    """
    from samuel import griffith

    differences: list[str] = []
    if book is None:
        given = {"--moves": moves, "--rated": rated, "--record": record}
        found = recorded.on_record(griffith, "test", given)
    else:
        sizes = moves or griffith.LEARNT, rated or griffith.RATED
        if record and sizes != (griffith.LEARNT, griffith.RATED):
            raise MachineError("--record keeps a test of the memo's sizes: leave out --moves and --rated.")
        found = _run(book, *sizes)
        differences = recorded.differences(griffith, found, record, unlike="of another size")
    if as_json:
        more = {"on_record": book is None, "differences": differences}
        print(json.dumps(as_dict(found) | more, indent=2))
    else:
        screen = console()
        if book is None:
            screen.print(recorded.origin(griffith, "test", found.book), "", sep="\n")
        for each in shown_trial(found):
            screen.print(each)
    return verdict([*differences, *griffith.missed(found)])


def _run(book: Path, moves: int, rated: int) -> "Trial":
    from samuel import booktape, griffith
    from samuel.cli.learn import tape_of

    with TemporaryDirectory(prefix="samuel-") as folder:
        games = list(booktape.read(tape_of(book, Path(folder)), say))
    with bar("learning and rating", griffith.work(moves, rated)) as done:
        return griffith.run(games, book.name, moves, rated, done)


def as_dict(found: "Trial") -> dict[str, Any]:
    """A test for programs: what was counted, and what follows from it."""
    from samuel.griffith import LOTS, METHODS, UNSEEN, rows, told

    return {
        "trial": asdict(found),
        "ways": {
            way: {
                "rows": [
                    asdict(row) | {"difference": {lot: row.difference(lot) for lot in UNSEEN}}
                    for row in rows(curve, way)
                ],
                "index": [
                    {"learnt": point.learnt}
                    | {lot: {method: point.index(lot, method) for method in METHODS} for lot in LOTS}
                    for point in curve
                ],
                "told": {lot: [asdict(each) for each in told(curve, lot)] for lot in UNSEEN},
            }
            for way, curve in found.curves.items()
        },
    }


def shown_trial(found: "Trial") -> "Iterator[RenderableType]":
    """A test for people."""
    from rich.text import Text

    from samuel.griffith import ASKED, WAYS

    for way, curve in found.curves.items():
        yield Text(f"Rated {WAYS[way]}", style="bold")
        yield ""
        yield beside(curve)
        yield ""
        yield from bars(found) if way == ASKED else ("An addition to the memo: nothing is asked of it.",)
        yield ""
        yield lines(curve)
        yield ""
        yield from said(curve)
        yield ""
    yield (
        f"{found.learnt:,} sets of positions of {found.book}, lots of {found.rated:,}; an IBM 7094 would"
        f" have taken {shown.duration(found.seconds)} for both."
    )


def beside(curve: "Curve") -> "Table":
    """His numbers and ours."""
    from samuel.griffith import UNSEEN, rows

    heads = (head for name in UNSEEN.values() for head in (name, "+ -"))
    table = columns("per cent", "Griffith", *heads)
    for row in rows(curve):
        cells = (cell for lot in UNSEEN for cell in (f"{row.ours[lot]:z.1f}", f"{row.difference(lot):+z.1f}"))
        table.add_row(row.what, f"{row.paper:g}", *cells)
    return table


def bars(found: "Trial") -> "Iterator[Text]":
    """Which hold."""
    from rich.text import Text

    from samuel.griffith import ASKED, LEARNT, RATED, UNSEEN, is_whole, rows

    if not is_whole(found):
        yield Text(f"Bars are not asked of less than {LEARNT:,} sets of positions and lots of {RATED:,}.")
        return
    for row in rows(found.curves[ASKED]):
        for lot, holds in row.holds.items():
            verdict_on = "holds" if holds else "MISSED"
            text = f"{row.what} {row.bar}, {UNSEEN[lot]}: {verdict_on}"
            yield Text(text, style="green" if holds else "red")


def lines(curve: "Curve") -> "Table":
    """His Fig. 1."""
    from samuel.griffith import LOTS, METHODS, UNSEEN

    table = columns("index after", *(f"{point.learnt:,}" for point in curve))
    for method in METHODS:
        for lot in LOTS:
            cells = (f"{point.index(lot, method):z.1f}" for point in curve)
            table.add_row(f"{method}, {UNSEEN.get(lot, 'learnt from')}", *cells)
    return table


def said(curve: "Curve") -> Iterator[str]:
    """What the memo tells of its Fig. 1."""
    from samuel.griffith import HIS_LOT, UNSEEN, told

    lots = (HIS_LOT, *(lot for lot in UNSEEN if lot != HIS_LOT))
    for each in zip(*(told(curve, lot) for lot in lots), strict=True):
        his, here = each[0], [one.here for one in each]
        if len(set(here)) > 1:
            here = [f"{UNSEEN[lot]}: {one}" for lot, one in zip(lots, here, strict=True)]
        else:
            here = here[:1]
        so = "So" if his.agrees else "Partly so" if his.partly else "NOT so"
        yield f"Fig. 1: {his.what}. {so} here; {'; '.join(here)}."
