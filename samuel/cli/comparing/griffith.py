"""`samuel griffith`: repeat Griffith's test of signature tables, of 1966."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.errors import MachineError
from ibm7094.terminal.output import console, say
from samuel.cli import options, recorded
from samuel.cli.books import griffith_tables as views
from samuel.cli.books.learn import MOVES_A_SECOND
from samuel.cli.comparing.figure import verdict
from samuel.cli.progress import bar
from samuel.views import wording

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from samuel.studies.books.griffith import Trial


def command(
    book: recorded.Book = None,
    moves: Annotated[
        int | None,
        typer.Option(metavar="N", min=6, help="Sets of positions to learn from; default: as in the memo."),
    ] = None,
    rated: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Sets of positions in a lot; default: as in the memo."),
    ] = None,
    written: Annotated[
        bool,
        typer.Option("--written", help="His scheme as the memo writes it: griffith.deck, two kinds of sets."),
    ] = False,
    record: Annotated[bool, typer.Option("--record", help="Save the result as the new record.")] = False,
    as_json: options.AsJson = False,
) -> int:
    """Show Griffith's figures of 1966 beside the results of the learning program on a book.

    His tables and Samuel's polynomial learn from the same positions. After a
    sixth, a third, a half and all of them, as in his Fig. 1, they rate the
    moves of three lots: the next positions of further games, which share
    openings with those before; new positions, none of which was learnt from;
    and the first positions that were learnt from. Moves are rated by the
    parameters alone, as in his memo, and again with piece advantage. A move
    rated equal to the book's counts as rated higher. These tables are folded
    and split by phases, as Samuel tells of them. --written is the memo to the
    letter: full tables, no phases, boards right after a move, the lots cut by
    the program; with argument sets of related parameters, and with sets that
    the program chose. Without a book the tests on record are shown. Exit code
    1: a new test differs from the record, or misses a threshold; thresholds
    apply only to the memo's way of rating and its sizes.

    Examples:
      samuel griffith
      samuel griffith --book games.pdn
      samuel griffith --book games.pdn --moves 3000 --rated 500
      samuel griffith --book games.pdn --record
      samuel griffith --written
      samuel griffith --book games.pdn --written --record
    """
    from samuel.cli.comparing import griffith_written
    from samuel.studies import thresholds
    from samuel.studies.books import griffith

    sizes = moves or griffith.whole_lesson(), rated or griffith.whole_test()
    if record and sizes != (griffith.whole_lesson(), griffith.whole_test()):
        raise MachineError("--record needs a test of the memo's sizes: drop --moves and --rated.")
    if written:
        given = {"--moves": moves, "--rated": rated, "--record": record}
        return griffith_written.show(book, sizes, given, as_json)
    differences: list[str] = []
    if book is None:
        given = {"--moves": moves, "--rated": rated, "--record": record}
        found = recorded.on_record(griffith, "test", given)
    else:
        found = _run(book, *sizes)
        differences = recorded.differences(griffith, found, record, unlike="of another size")
    if as_json:
        more = {"on_record": book is None, "differences": differences}
        print(json.dumps(as_dict(found) | more, indent=2))
    else:
        screen = console()
        if book is None:
            screen.print(recorded.origin(griffith, "test", found.book, found), "", sep="\n")
        for each in shown_trial(found):
            screen.print(each)
        if book is None:
            griffith_written.show_record(screen)
    return verdict([*differences, *thresholds.missed(griffith.thresholds(found))])


def _run(book: Path, moves: int, rated: int) -> "Trial":
    from samuel.learning import book_tape
    from samuel.learning.books import lesson_tape
    from samuel.studies.books import griffith

    with TemporaryDirectory(prefix="samuel-") as folder:
        tape = lesson_tape(book, Path(folder), lambda bad: say(str(bad)))
        games = list(book_tape.read(tape, say, named=book))
    work = griffith.work(moves, rated)
    with bar("learning and rating", work, work / MOVES_A_SECOND) as done:
        return griffith.run(games, book.name, moves, rated, done)


def as_dict(found: "Trial") -> dict[str, Any]:
    """A test for JSON output: what was counted, and what follows from it."""
    from samuel.studies.books.griffith import LOTS, METHODS, UNSEEN, rows, told

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
    """A test as tables and sentences."""
    from rich.text import Text

    from samuel.studies.books.griffith import ASKED, WAYS

    for way, curve in found.curves.items():
        yield Text(f"Rated {WAYS[way]}", style="bold")
        yield ""
        yield views.beside(curve)
        yield ""
        yield from bars(found) if way == ASKED else ("An addition to the memo: it has no thresholds.",)
        yield ""
        yield views.lines(curve)
        yield ""
        yield from views.said(curve)
        yield ""
    yield (
        f"{found.learnt:,} sets of positions from {found.book}, lots of {found.rated:,}; an IBM 7094 would"
        f" have taken {wording.duration(found.seconds)} for the whole test."
    )


def bars(found: "Trial") -> "Iterator[Text]":
    """Which thresholds apply and are met."""
    from rich.text import Text

    from samuel.studies.books.griffith import thresholds

    for each in thresholds(found):
        yield Text(str(each), style="" if each.unasked else "green" if each.holds else "red")
