"""`samuel play`: play against the program at the terminal."""

import json
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ibm7094.terminal.output import console
from samuel.checkers.rules import Side
from samuel.cli import options
from samuel.cli.outputs import opened


class Colour(StrEnum):
    """The person's colour."""

    BLACK = "black"
    WHITE = "white"

    @property
    def side(self) -> Side:
        """The side."""
        return "B" if self is Colour.BLACK else "W"


def command(
    moves: options.Moves = None,
    fen: options.Fen = None,
    colour: Annotated[Colour, typer.Option(help="Your colour; Black moves first.")] = Colour.BLACK,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the game to this file, as PDN.")
    ] = None,
    terms: options.Terms = None,
    steer: options.Steer = None,
    tables: options.Tables = None,
    emphasis: options.Emphasis = False,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Play against the program. Your moves go in as cards; it prints why it refuses one.

    Type help for a list of commands. Moves can also be piped in.
    With --json the board and all messages go to standard error, and the game
    is printed as one JSON object at its end.

    Examples:
      samuel play
      samuel play --colour white --record mine.pdn
      samuel play 9-14 22-17 11-15 --colour white --terms 5
      printf '11-15\\n8-11\\n' | samuel play
    """
    from samuel.cli.playing.board_screen import Table
    from samuel.player.program import Program

    program = Program(model, **options.playing(terms, steer, tables, emphasis))
    with ExitStack() as open_things:
        sheet = open_things.enter_context(opened(record)) if record else None
        game = open_things.enter_context(program.game(options.where(moves, fen)))
        table = Table(game, program, colour.side, console(stderr=as_json))
        try:
            table.play()
        finally:  # an unfinished game is saved too
            if sheet and game.moves:
                sheet.write(table.as_pdn())
    if as_json:
        print(json.dumps(table.as_dict(), indent=2))
