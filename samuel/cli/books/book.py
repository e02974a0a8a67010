"""`samuel book`: book tapes for the learning program, and games for them."""

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.cli.options import Force
from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD
from ibm7094.terminal.output import say
from samuel.cli import options
from samuel.cli.outputs import INTERRUPTED, claimed, place, spoken
from samuel.cli.playing.match import GAME_SECONDS, Workers
from samuel.cli.progress import bar
from samuel.views import wording

if TYPE_CHECKING:
    from samuel.checkers.pdn import BadGame
    from samuel.learning.own_book import GameCounts

GAMES = 4
"""A small default: about a minute."""
PLAYED_A_GAME = 2.5
"""Games played for each one that is not dropped, about."""

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
    force: Force = False,
    as_json: options.AsJson = False,
) -> None:
    """Make a book tape from an archive of games.

    A drawn game teaches the moves of both sides, a won game the winner's.
    Damaged games are reported, games without a result are counted; both are
    skipped.

    Examples:
      samuel book make games.pdn -o ordered.tap
      samuel book make games.pdn -o shuffled.tap --shuffle 1967
    """
    from samuel.checkers import pdn
    from samuel.learning import book_tape, books

    left_out: list[BadGame] = []
    with (
        claimed(output, [archive], force, as_json) as written,
        TemporaryDirectory(prefix="samuel-") as folder,
    ):
        found = pdn.archive(archive)
        tape = Path(folder) / "book.tap"
        with bar("reading", found.size) as done:
            made = book_tape.write(tape, found.games(left_out.append), left_out.append, done, shuffle)
        if not made.games:
            why = f" ({str(left_out[0]).rstrip('.')})" if left_out else ""
            raise MachineError(f"{archive} has no finished game{why}: check the file.")
        for bad in left_out:
            say(str(bad))
        identity = books.identify(book_tape.read(tape), place(output))
        written.write(tape.read_bytes())
    if as_json:
        counts = {"games": made.games, "moves": made.moves, "unfinished": made.unfinished}
        more = {"left_out": [str(bad) for bad in left_out], "sha256": identity.sha256}
        print(json.dumps(counts | more, indent=2))
        return
    games_told, moves_told = wording.counted(made.games, "game"), wording.counted(made.moves, "move")
    with spoken(output):
        print(
            f"{place(output)}: {games_told}, {moves_told}; {made.unfinished} without a result,"
            f" {len(left_out)} bad."
        )
        print(f"SHA-256 of the games: {identity.sha256}")


@app.command()
def info(
    book: Annotated[Path, typer.Argument(metavar="BOOK", help="A book tape, or an archive (.pdn, .pdn.gz).")],
    as_json: options.AsJson = False,
) -> None:
    """Show what is in a book, and the SHA-256 of its games.

    The hash goes by starting positions, results and moves, in order. It is
    the same for an archive and a tape made from it, whatever their names.
    Games without a result teach nothing and do not count.

    Examples:
      samuel book info book.tap
      samuel book info games.pdn.gz --json
    """
    from samuel.learning import book_tape, books

    damaged: list[str] = []
    with TemporaryDirectory(prefix="samuel-") as folder:
        tape = books.as_tape(book, Path(folder), lambda bad: damaged.append(str(bad)))
        games = list(book_tape.read(tape, damaged.append, named=book))
    identity = books.identify(games, place(book))
    counts = Counter({book_tape.BOTH: "both", 1: "black", 2: "white"}[game.sides] for game in games)
    found: dict[str, Any] = {"games": identity.games, "moves": identity.moves}
    found |= {sides: counts[sides] for sides in ("both", "black", "white")}
    for each in damaged:
        say(each)
    if not games:
        raise MachineError(f"{book} has no game: make another tape with `samuel book make`.")
    known = known_book(identity.sha256)
    if as_json:
        more = {"damaged": damaged, "sha256": identity.sha256, "known_as": known}
        print(json.dumps(found | more, indent=2))
        return
    games_told, moves_told = wording.counted(found["games"], "game"), wording.counted(found["moves"], "move")
    print(f"{book}: {games_told}, {moves_told}.")
    print(
        f"Drawn, so both sides count: {found['both']:,}. Won by Black: {found['black']:,},"
        f" by White: {found['white']:,}. Damaged: {len(damaged)}."
    )
    print(f"SHA-256 of the games: {identity.sha256}")
    if known:
        print(f"The records have results of these games: {known}.")


def known_book(sha256: str) -> str:
    """Where the games of a book come from, if a study on record used it; else empty."""
    from samuel.studies.books import griffith, tables_1_2

    for study in (tables_1_2.kept(), griffith.kept()):
        if study is not None and study.sha256 == sha256:
            return study.source
    return ""


@app.command()
def play(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="GAMES.pdn", help="The games, as PDN.")],
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games in the file, including earlier runs.")
    ] = GAMES,
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
    another after as many moves. A game takes about ten seconds on one core, and
    more than half are dropped. If the command is stopped, run it again to
    continue: games are added to the file, and it is never replaced.

    Examples:
      samuel book play -o book.pdn
      samuel book play -o book.pdn --games 20
      samuel book play -o long.pdn --games 500 --steer COUNT=8 --workers 1
      samuel book make book.pdn -o own-book.tap --shuffle 1967
    """
    from samuel.learning import own_book
    from samuel.processes import cores

    if output.suffix.lower() == ".gz":
        raise MachineError(f"{output}: games are added one by one: write .pdn, and compress it when done.")
    if as_json and output == STANDARD:
        raise MachineError(
            "--json and the output file - both mean standard output: name a file, or drop --json."
        )
    plan = own_book.Plan(dict(map(options.steering, steer or ())), seed, most)
    made = own_book.GameCounts()

    def keep(so_far: "GameCounts") -> None:
        nonlocal made
        made = so_far
        done(made.games)

    try:
        with own_book.adding_to(output, plan) as (played, add):
            made = own_book.GameCounts(len(played), len(played))
            wanted = max(0, games - len(played))
            expected = 0.0 if steer else wanted * PLAYED_A_GAME * GAME_SECONDS / (workers or cores())
            with bar(f"playing {wording.counted(wanted, 'game')}", games, expected) as done:
                made = own_book.add_games(played, add, games, plan, workers, keep)
    except KeyboardInterrupt:
        more = "" if output == STANDARD else ": run the command again to continue"
        say(
            f"Stopped by the operator. {place(output)} has {wording.counted(made.games, 'game')} of"
            f" {games:,}{more}."
        )
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print(json.dumps(asdict(made), indent=2))
        return
    with spoken(output):
        print(
            f"{place(output)}: {wording.counted(made.games, 'game')}, {made.before:,} of them from earlier"
            f" runs. Dropped: {made.unequal:,} cut off with pieces not level, {made.alike:,} that end as"
            " another does."
        )
        if made.games < games:
            print("This seed has no more starting positions: use another seed with another file.")
