"""`samuel book`: book tapes for the learning program, and games for them."""

import json
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.errors import MachineError
from ibm7094.files.outputs import write_together
from ibm7094.terminal.output import say
from samuel.cli import options
from samuel.cli.outputs import check_writable
from samuel.cli.playing.match import Workers
from samuel.cli.progress import bar
from samuel.views import wording

if TYPE_CHECKING:
    from samuel.checkers.pdn import BadGame

app = typer.Typer(no_args_is_help=True)


@app.callback()
def about() -> None:
    """Make book tapes for the learning program, show their contents, or play games for them."""


@app.command()
def make(
    archive: Annotated[Path, typer.Argument(metavar="GAMES.pdn", help="The games, or GAMES.pdn.gz.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="BOOK.tap", help="The tape to write.")],
    shuffle: Annotated[
        int | None, typer.Option(metavar="SEED", help="Put the games in a random order.")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Make a book tape from an archive of games.

    A drawn game teaches the moves of both sides, a won game the winner's.
    Damaged games are reported, games without a result are counted; both are
    skipped.

    Examples:
      samuel book make games.pdn -o book.tap
      samuel book make games.pdn -o book.tap --shuffle 1967
    """
    from samuel.checkers import pdn
    from samuel.learning import book_tape

    check_writable(output)
    left_out: list[BadGame] = []
    games = pdn.read(archive, left_out.append)
    lines = sum(1 for _ in pdn.lines_of(archive))
    with TemporaryDirectory(prefix="samuel-") as folder:
        tape = Path(folder) / "book.tap"
        with bar("reading", lines) as done:
            made = book_tape.write(tape, games, left_out.append, done, shuffle)
        for bad in left_out:
            say(str(bad))
        if not made.games:
            raise MachineError(f"{archive} has no finished game: check the file.")
        write_together({output: tape.read_bytes()})
    if as_json:
        found = {"games": made.games, "moves": made.moves, "unfinished": made.unfinished}
        print(json.dumps(found | {"left_out": [str(bad) for bad in left_out]}, indent=2))
    else:
        games_told, moves_told = wording.counted(made.games, "game"), wording.counted(made.moves, "move")
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
    from samuel.learning import book_tape

    damaged: list[str] = []
    found: dict[str, Any] = {"games": 0, "moves": 0, "both": 0, "black": 0, "white": 0}
    for game in book_tape.read(tape, damaged.append):
        found["games"] += 1
        found["moves"] += len(game.paths)
        found[{book_tape.BOTH: "both", 1: "black", 2: "white"}[game.sides]] += 1
    for each in damaged:
        say(each)
    if not found["games"]:
        raise MachineError(f"{tape} has no game: make another tape with `samuel book make`.")
    if as_json:
        print(json.dumps(found | {"damaged": damaged}, indent=2))
        return
    games_told, moves_told = wording.counted(found["games"], "game"), wording.counted(found["moves"], "move")
    print(f"{tape}: {games_told}, {moves_told}.")
    print(
        f"Drawn, so both sides count: {found['both']:,}. Won by Black: {found['black']:,},"
        f" by White: {found['white']:,}. Damaged records: {len(damaged)}."
    )


@app.command()
def play(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="GAMES.pdn", help="The games, as PDN.")],
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games in the file, including earlier runs.")
    ] = 100,
    steer: options.Steer = None,
    most: Annotated[int, typer.Option("--moves", metavar="N", min=1, help="Maximum moves per game.")] = 120,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for the random moves.")] = 1967,
    workers: Workers = None,
    as_json: options.AsJson = False,
) -> None:
    """Let the program play itself, for a book of its own.

    Games begin with each three-move opening in turn, then two to four random
    moves that lose no man; these are not part of the game, which teaches only
    the program's own choices. Games end by the program's own rules. A game
    that reaches the maximum is a draw if pieces are level, and is dropped if
    they are not. A game is also dropped if it ends in the same position as
    another after as many moves. If the command is stopped, run it again to
    continue.

    Examples:
      samuel book play -o games.pdn --games 20
      samuel book play -o games.pdn --games 500 --steer COUNT=8 --workers 1
      samuel book make games.pdn -o book.tap --shuffle 1967
    """
    from samuel.learning import own_book

    if output.suffix.lower() == ".gz":
        raise MachineError(f"{output}: games are added one by one: write .pdn, and compress it when done.")
    check_writable(output)
    plan = own_book.Plan(dict(map(options.steering, steer or ())), seed, most)
    with bar("playing", games) as done:
        made = own_book.make(output, games, plan, workers, lambda made: done(made.games))
    if as_json:
        print(json.dumps(asdict(made), indent=2))
        return
    print(
        f"{output}: {wording.counted(made.games, 'game')}, {made.before:,} of them from earlier runs."
        f" Dropped: {made.unequal:,} cut off with pieces not level, {made.alike:,} that end as another does."
    )
    if made.games < games:
        print("This seed has no more starting positions: use another seed with another file.")
