"""`samuel evaluate`: how the program evaluates a position without looking ahead."""

import json
from dataclasses import asdict
from itertools import zip_longest
from typing import TYPE_CHECKING

from ibm7094.terminal.output import console
from samuel.checkers.rules import NAMES, OTHER, Position
from samuel.cli import options
from samuel.views import wording

if TYPE_CHECKING:
    from samuel.player.evaluation import Evaluation

COLUMNS = 3


def command(
    moves: options.Moves = None,
    fen: options.Fen = None,
    terms: options.Terms = None,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Show the 31 parameters of a position, its phase, and the score by the polynomial.

    Parameters, piece advantage and polynomial are from the view of the side
    that has just moved, as in the program; the score is from the view of the
    side to move.

    Examples:
      samuel evaluate 9-14 22-17 11-15 17-13
      samuel evaluate --fen W:W30,K14:B5,K22 --terms 5
      samuel evaluate 11-15 --json
    """
    from samuel.player.game import position_of
    from samuel.player.program import Program

    position = position_of(options.where(moves, fen))
    found = Program(model).evaluate(position, terms)
    if as_json:
        record = {"fen": position.to_fen(), "side": position.side} | asdict(found)
        print(json.dumps(record, indent=2))
    else:
        show(position, found)


def show(position: Position, found: "Evaluation") -> None:
    """Print the board, the parameters and the score."""
    from rich import box
    from rich.table import Table

    from samuel.checkers.boards import draw_rich

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for _ in range(COLUMNS):
        table.add_column("parameter")
        table.add_column("value", justify="right")
    cells = list(found.parameters.items())
    height = -(-len(cells) // COLUMNS)
    for row in zip_longest(*(cells[first : first + height] for first in range(0, len(cells), height))):
        table.add_row(*(text for cell in row for text in (_cell(*cell) if cell else ("", ""))))
    credited, active = NAMES[OTHER[position.side]], NAMES[position.side]
    out = console()
    out.print(draw_rich(position))
    out.print(table)
    out.print(f"Phase {found.phase} of 6. From the view of {credited}, in points:", soft_wrap=True)
    out.print(f"piece advantage {found.advantage}, polynomial {found.polynomial}.", soft_wrap=True)
    out.print(f"{active}, to move, scores it {wording.score(found.score)}.", soft_wrap=True)


def _cell(name: str, value: int) -> tuple[str, str]:
    """A parameter and its value; dim if it is zero."""
    return (name, str(value)) if value else (f"[dim]{name}[/dim]", "[dim]0[/dim]")
