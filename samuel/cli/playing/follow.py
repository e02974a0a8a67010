"""`samuel follow`: play the games of an archive on the machine."""

import json
from collections import Counter
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from textwrap import shorten
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.errors import MachineError
from ibm7094.terminal.output import say
from samuel.cli import options
from samuel.cli.outputs import INTERRUPTED
from samuel.cli.progress import bar
from samuel.views import wording

if TYPE_CHECKING:
    from samuel.checkers.pdn import BadGame
    from samuel.player.following import Followed

DIFFERS = 1
WIDTH = 60


def command(
    archive: Annotated[Path, typer.Argument(metavar="GAMES.pdn", help="The games, or GAMES.pdn.gz.")],
    book: Annotated[bool, typer.Option("--book", help="Also let the program choose its own moves.")] = False,
    games: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the first N games.")] = None,
    terms: options.Terms = None,
    steer: options.Steer = None,
    tables: options.Tables = None,
    coefficients: options.Coefficients = None,
    emphasis: options.Emphasis = False,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> int:
    """Play the games of an archive on the machine, move by move.

    A move that the program refuses is reported, with its game. Exit code 1: a
    move was refused. Damaged games in the archive are reported and skipped.
    With --book the program also chooses a move in each position: a table shows
    the game's moves beside its own choices, and how many moves it rates higher,
    equal and lower than the one played. An archive may be compressed; - and
    pipes are read too.

    Examples:
      samuel follow games.pdn
      samuel follow games.pdn --games 10 --book
      samuel follow games.pdn --json
      zcat games.pdn.gz | samuel follow -
    """
    from samuel.checkers import pdn
    from samuel.player.following import follow

    left_out: list[BadGame] = []
    found = pdn.archive(archive)
    played = islice(found.games(left_out.append), games)
    began = perf_counter()
    followed: list[Followed] = []
    settings = options.playing(terms, steer, tables, emphasis, coefficients)
    try:
        with bar("following", found.size) as done:
            for each in follow(played, model, book, **settings):
                followed.append(each)
                done(each.game.line)
                if book and not as_json:
                    show_choices(each)
                if each.trouble:
                    say(
                        f"Game {each.game.number}, move {each.moves + 1}, {each.refused}: {each.trouble}.",
                        "red",
                    )
    except KeyboardInterrupt:
        say(f"Stopped by the operator after {wording.counted(len(followed), 'game')}.")
        raise typer.Exit(INTERRUPTED) from None
    if not followed:
        why = f" ({str(left_out[0]).rstrip('.')})" if left_out else ""
        raise MachineError(f"{archive} has no game that can be played{why}: check the file.")
    for bad in left_out:
        say(str(bad))
    summary = summed(followed, book) | {"left_out": [str(bad) for bad in left_out]}
    if as_json:
        print(json.dumps(summary | {"model": model, "real_seconds": perf_counter() - began}, indent=2))
    else:
        show(summary, book)
        print(wording.time(model, summary["seconds"], perf_counter() - began))
    return DIFFERS if summary["refused"] else 0


def show_choices(followed: "Followed") -> None:
    """Print each move of a game beside the program's own choice, in at most 60 columns."""
    from samuel.checkers.rules import NAMES

    tags = followed.game.tags
    names = " - ".join(tags[side] for side in NAMES.values() if tags.get(side))
    title = f"Game {followed.game.number}" + (f", {names}" if names else "")
    print(shorten(title, WIDTH, placeholder=" ..."))
    print(f"{'':>4}  {'':5}  {'game':8}  {'program':8}  {'higher':>6} {'equal':>6} {'lower':>6}")
    for line in followed.book:
        own = "same" if line.own == line.book else line.own
        rated = f"{line.higher:6} {line.equal:6} {line.lower:6}"
        print(f"{line.number:4}  {NAMES[line.side]:5}  {line.book:8}  {own:8}  {rated}")
    same = sum(line.own == line.book for line in followed.book)
    print(f"It chose the same move {same} times out of {len(followed.book)}.\n")


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
