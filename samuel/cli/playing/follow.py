"""`samuel follow`: play the games of an archive on the machine."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.errors import MachineError
from ibm7094.terminal.output import say
from samuel.cli import options
from samuel.cli.progress import bar
from samuel.views import wording

if TYPE_CHECKING:
    from samuel.checkers.pdn import BadGame
    from samuel.player.following import Followed

DIFFERS = 1


def command(
    archive: Annotated[Path, typer.Argument(metavar="GAMES.pdn", help="The games, or GAMES.pdn.gz.")],
    book: Annotated[bool, typer.Option("--book", help="Also let the program choose its own moves.")] = False,
    games: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the first N games.")] = None,
    terms: options.Terms = None,
    steer: options.Steer = None,
    tables: options.Tables = None,
    emphasis: options.Emphasis = False,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> int:
    """Play the games of an archive on the machine, move by move.

    A move that the program refuses is reported, with its game. Exit code 1: a
    move was refused. Damaged games in the archive are reported and skipped.
    With --book the program chooses a move in each position, and counts the
    moves that it rates higher and lower than the one played.

    Examples:
      samuel follow games.pdn
      samuel follow games.pdn --games 10 --book
      samuel follow games.pdn --json
    """
    from samuel.checkers import pdn
    from samuel.player.following import follow

    left_out: list[BadGame] = []
    played = islice(pdn.read(archive, left_out.append), games)
    began = perf_counter()
    followed: list[Followed] = []
    for each in watched(
        follow(played, model, book, **options.playing(terms, steer, tables, emphasis)), archive
    ):
        followed.append(each)
        if each.trouble:
            say(f"Game {each.game.number}, move {each.moves + 1}, {each.refused}: {each.trouble}.", "red")
    for bad in left_out:
        say(str(bad))
    if not followed:
        raise MachineError(f"{archive} has no game that can be played: check the file.")
    summary = summed(followed, book) | {"left_out": [str(bad) for bad in left_out]}
    if as_json:
        print(json.dumps(summary | {"model": model, "real_seconds": perf_counter() - began}, indent=2))
    else:
        show(summary, book)
        print(wording.time(model, summary["seconds"], perf_counter() - began))
    return DIFFERS if summary["refused"] else 0


def watched(followed: "Iterator[Followed]", archive: Path) -> "Iterator[Followed]":
    """The same, with a progress bar over the lines of the archive."""
    from samuel.checkers import pdn

    lines = sum(1 for _ in pdn.lines_of(archive))
    with bar("following", lines) as done:
        for each in followed:
            done(each.game.line)
            yield each


def summed(followed: "list[Followed]", book: bool) -> dict[str, Any]:
    """All games for JSON output."""
    found: dict[str, Any] = {
        "games": len(followed),
        "moves": sum(each.moves for each in followed),
        "refused": [
            {
                "game": each.game.number,
                "number": each.moves + 1,
                "move": str(each.refused),
                "why": each.trouble,
            }
            for each in followed
            if each.trouble
        ],
        "seconds": [sum(each.span.seconds[end] for each in followed) for end in (0, 1)],
    }
    if book:
        from samuel.player.printout import BookTotal

        total: Counter[str] = Counter()
        for each in followed:
            total.update(asdict(each.total))
        found["book"] = asdict(sums := BookTotal(**total)) | {"coefficient": sums.coefficient}
        found["choices"] = [
            {"game": each.game.number} | asdict(line) for each in followed for line in each.book
        ]
    return found


def show(summary: dict[str, Any], book: bool) -> None:
    """Print a summary of all games."""
    games, moves = wording.counted(summary["games"], "game"), wording.counted(summary["moves"], "move")
    print(f"{games}, {moves}, {len(summary['refused'])} refused.")
    if book:
        total = summary["book"]
        print(
            f"The book's move came first {total['first']:,} times out of {total['moves']:,}. Of all others"
            f" the program rated {total['higher']:,} higher, {total['equal']:,} equal and {total['lower']:,}"
            f" lower: (L - H) / (L + H) is {total['coefficient']:.2f}."
        )
