"""`samuel play`: a person at the terminal against the program."""

import json
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ibm7094.cli.output import console
from samuel.cli import options
from samuel.cli.outputs import opened
from samuel.rules import Side


class Colour(StrEnum):
    """Whose men the person has."""

    BLACK = "black"
    WHITE = "white"

    @property
    def side(self) -> Side:
        """The side."""
        return "B" if self is Colour.BLACK else "W"


def command(
    moves: options.Moves = None,
    fen: options.Fen = None,
    colour: Annotated[Colour, typer.Option(help="Your men; Black moves first.")] = Colour.BLACK,
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
    """Play against the program. Your moves go in as cards; what it refuses, it says in print.

    Type help for what can be typed. Moves can also be piped in.
    With --json the board and all talk go to standard error, and the game
    comes as one JSON object at its end.

    Examples:
      samuel play
      samuel play --colour white --record mine.pdn
      samuel play 9-14 22-17 11-15 --colour white --terms 5
      printf '11-15\\n8-11\\n' | samuel play
    """
    from samuel.cli.table import Table
    from samuel.program import Program

    program = Program(model, **options.playing(terms, steer, tables, emphasis))
    with ExitStack() as open_things:
        sheet = open_things.enter_context(opened(record)) if record else None
        game = open_things.enter_context(program.game(options.where(moves, fen)))
        table = Table(game, program, colour.side, console(stderr=as_json))
        try:
            table.play()
        finally:  # a game broken off is kept too
            if sheet and game.moves:
                sheet.write(table.as_pdn())
    if as_json:
        print(json.dumps(table.as_dict(), indent=2))
