"""`samuel book`: the tape of master games that the learning program reads."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli.output import say
from ibm7094.errors import MachineError
from samuel.cli import options, shown
from samuel.cli.progress import bar

if TYPE_CHECKING:
    from samuel.pdn import BadGame

app = typer.Typer(no_args_is_help=True)


@app.callback()
def about() -> None:
    """Make a book tape for the learning program, or show what is on one."""


@app.command()
def make(
    archive: Annotated[Path, typer.Argument(metavar="GAMES.pdn", help="The games.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="BOOK.tap", help="The tape.")],
    shuffle: Annotated[
        int | None, typer.Option(metavar="SEED", help="Put the games in a random order.")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Make a book tape from an archive of games.

    Of a drawn game the moves of both sides count, of a won one the winner's.
    Games that are damaged or have no result are told or counted, and left
    out.

    Examples:
      samuel book make games.pdn -o book.tap
      samuel book make games.pdn -o book.tap --shuffle 1967
    """
    from samuel import booktape, pdn

    left_out: list[BadGame] = []
    games = pdn.read(archive, left_out.append)
    lines = _lines(archive)
    with bar("reading", lines) as done:
        made = booktape.write(output, games, left_out.append, done, shuffle)
    for bad in left_out:
        say(str(bad))
    if not made.games:
        raise MachineError(f"{archive}: there is no finished game in it: check the file.")
    if as_json:
        found = {"games": made.games, "moves": made.moves, "unfinished": made.unfinished}
        print(json.dumps(found | {"left_out": [str(bad) for bad in left_out]}, indent=2))
    else:
        games_told, moves_told = shown.counted(made.games, "game"), shown.counted(made.moves, "move")
        print(
            f"{output}: {games_told}, {moves_told}; {made.unfinished} without a result, {len(left_out)} bad."
        )


@app.command()
def info(
    tape: Annotated[Path, typer.Argument(metavar="BOOK.tap", help="The tape.")],
    as_json: options.AsJson = False,
) -> None:
    """Show what is on a book tape.

    Examples:
      samuel book info book.tap
    """
    from samuel import booktape

    damaged: list[str] = []
    found: dict[str, Any] = {"games": 0, "moves": 0, "both": 0, "black": 0, "white": 0}
    for game in booktape.read(tape, damaged.append):
        found["games"] += 1
        found["moves"] += len(game.paths)
        found[{booktape.BOTH: "both", 1: "black", 2: "white"}[game.sides]] += 1
    for each in damaged:
        say(each)
    if as_json:
        print(json.dumps(found | {"damaged": damaged}, indent=2))
        return
    games_told, moves_told = shown.counted(found["games"], "game"), shown.counted(found["moves"], "move")
    print(f"{tape}: {games_told}, {moves_told}.")
    print(
        f"Drawn, so both sides count: {found['both']:,}. Won by Black: {found['black']:,},"
        f" by White: {found['white']:,}. Damaged records: {len(damaged)}."
    )


def _lines(archive: Path) -> int:
    try:
        with archive.open("rb") as file:
            return sum(1 for _ in file)
    except OSError as error:
        raise MachineError(f"{archive} cannot be read: {error.strerror}.") from None
