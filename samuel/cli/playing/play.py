"""`samuel play`: play against the program at the terminal."""

import json
import sys
from contextlib import ExitStack, closing
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import Appended
from ibm7094.files.rules import check_outputs
from ibm7094.terminal.output import console, say
from samuel.checkers.rules import Side
from samuel.cli import options

if TYPE_CHECKING:
    from samuel.cli.playing.table.kept_game import Keeper, Snapshot

OF_THE_SESSION = {"continue_", "new", "record", "ponder", "as_json"}
"""Parameters that a continued game can be given. All others are the game's own."""


class Colour(StrEnum):
    """The person's colour."""

    BLACK = "black"
    WHITE = "white"

    @property
    def side(self) -> Side:
        """The side."""
        return "B" if self is Colour.BLACK else "W"


def command(
    context: typer.Context,
    moves: options.Moves = None,
    fen: options.Fen = None,
    colour: Annotated[Colour, typer.Option(help="Your colour; Black moves first.")] = Colour.BLACK,
    level: Annotated[
        str, typer.Option(metavar="NAME", help="novice, beginner, club, samuel, expert or master.")
    ] = "samuel",
    continue_: Annotated[
        bool, typer.Option("--continue", help="Continue the game that was left unfinished.")
    ] = False,
    new: Annotated[
        bool, typer.Option("--new", help="Begin a new game, and save it after each move.")
    ] = False,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the game to this file, as PDN.")
    ] = None,
    ponder: Annotated[
        bool | None,
        typer.Option(
            "--ponder/--no-ponder",
            help="Let it print its look-ahead, which takes the machine some seconds a move; "
            "default: at a terminal.",
        ),
    ] = None,
    terms: options.Terms = None,
    steer: options.Steer = None,
    tables: options.Tables = None,
    coefficients: options.Coefficients = None,
    emphasis: options.Emphasis = False,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Play against the program. Your moves go in as cards; it prints why it refuses one.

    Type help for the commands: undo, hint, level, save and more. Tab completes
    moves and commands. At a terminal the game is saved after every move, and
    offered again at the next samuel play. Moves can also be piped in; such a
    game is saved only with --new or --continue. With --json the board and all
    messages go to standard error, and the game is printed as one JSON object
    at its end. The level command lists what each level means.

    Examples:
      samuel play
      samuel play --colour white --level club --record mine.pdn
      samuel play 9-14 22-17 11-15 --colour white --terms 5
      printf '11-15\\n8-11\\n' | samuel play
    """
    from samuel.cli.playing.table.commands import Commands
    from samuel.cli.playing.table.levels import level_named
    from samuel.cli.playing.table.line_input import Lines, PipedLines
    from samuel.cli.playing.table.session import Session
    from samuel.cli.playing.table.table import Table
    from samuel.player.game import opening

    if continue_ and new:
        raise MachineError("--continue and --new are mutually exclusive: give one of them.")
    if record == STANDARD and as_json:
        raise MachineError("--record - and --json both print to standard output: name a file for one.")
    given = options.playing(terms, steer, tables, emphasis, coefficients)
    check_outputs([record] if record else [], options.tapes(given))
    own = _game_options(context)
    if continue_ and own:
        raise MachineError(f"--continue keeps the settings of the saved game: leave out {', '.join(own)}.")
    chosen = level_named(level)
    start, then = opening(options.where(moves, fen))
    at_terminal = not as_json and _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
    tree = at_terminal if ponder is None else ponder
    out = console(stderr=as_json or record == STANDARD)

    with ExitStack() as open_things:
        sheet = open_things.enter_context(Appended(record)) if record and record != STANDARD else None

        def add(game: str) -> None:
            if sheet:
                sheet.add(game.encode())
            elif record:
                print(game, end="")

        keeper = _keeper(continue_) if at_terminal or continue_ or new else None
        if keeper:
            open_things.enter_context(closing(keeper))
        kept = _kept(keeper, continue_, ask=at_terminal and not new and not own) if keeper else None
        table = Table.continued(kept, tree) if kept else Table(colour.side, model, chosen, given, tree)
        open_things.enter_context(closing(table))
        if not kept:
            table.set_up(start, then)
        session = Session(table, out, keeper, at_terminal, add if record else None)
        commands = Commands(session)
        lines: Lines = PipedLines(
            lambda text, end: out.print(text, end=end, markup=False, emoji=False, soft_wrap=True)
        )
        if at_terminal:
            from samuel.cli.playing.table.typed_lines import TypedLines

            lines = TypedLines(commands.completions)
        try:
            session.run(lines, commands.obey)
        finally:  # an unfinished game is saved too
            if record and table.game.moves:
                add(table.as_pdn())
    if as_json:
        print(json.dumps(table.as_dict(), indent=2))


def _is_terminal(stream: object) -> bool:
    return bool(stream is not None and getattr(stream, "isatty", bool)())


def _game_options(context: typer.Context) -> list[str]:
    """The arguments on the command line that describe a game."""
    return [
        max(parameter.opts, key=len) if parameter.param_type_name == "option" else "the moves"
        for parameter in context.command.params
        if parameter.name not in OF_THE_SESSION
        and context.get_parameter_source(parameter.name or "") is not None
        and context.get_parameter_source(parameter.name or "").name == "COMMANDLINE"  # type: ignore[union-attr]
    ]


def _keeper(needed: bool) -> "Keeper | None":
    """Where the game is kept; None if it cannot be, which is reported."""
    from samuel.cli.playing.table.kept_game import Keeper

    try:
        return Keeper.opened()
    except MachineError as problem:
        if needed:
            raise
        say(f"This game will not be saved. {problem}")
        return None


def _kept(keeper: "Keeper", wanted: bool, ask: bool) -> "Snapshot | None":
    """The kept game, if it is to be continued. Otherwise it is put away, and nothing is lost."""
    from samuel.cli.playing.table.kept_game import Damaged

    try:
        kept = keeper.found()
    except Damaged as problem:
        if wanted:
            raise
        say(str(problem))
        return None
    if kept is None:
        if wanted:
            raise MachineError("There is no game to continue: begin one with samuel play.")
        return None
    if wanted or (ask and _yes(f"Continue {kept.about}? [Y/n] ")):
        return kept
    say(f"The unfinished game is now in {keeper.put_away(kept.game)}.")
    keeper.clear()
    return None


def _yes(question: str) -> bool:
    """Ask the person at the terminal. The end of input means yes: it changes nothing."""
    while True:
        try:
            answer = input(question).strip().lower()
        except EOFError:
            print()
            return True
        if answer in ("", "y", "yes", "n", "no"):
            return not answer.startswith("n")
        print("Type y to continue it, or n for a new game.")
