"""`samuel evaluate`: what the program makes of a position without looking ahead."""

import json
from dataclasses import asdict
from itertools import zip_longest
from typing import TYPE_CHECKING

from ibm7094.cli.output import console
from samuel.cli import options, shown
from samuel.rules import NAMES, OTHER, Position

if TYPE_CHECKING:
    from samuel.evaluation import Evaluation

COLUMNS = 3


def command(
    moves: options.Moves = None,
    fen: options.Fen = None,
    terms: options.Terms = None,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Show the 31 parameters of a position, its phase, and the score by the polynomial.

    Parameters, piece advantage and polynomial are for the credit of the side
    that has just moved, as the program has them; the score is as seen by the
    side to move.

    Examples:
      samuel evaluate 9-14 22-17 11-15 17-13
      samuel evaluate --fen W:W30,K14:B5,K22 --terms 5
      samuel evaluate 11-15 --json
    """
    from samuel.game import position_of
    from samuel.program import Program

    position = position_of(options.where(moves, fen))
    found = Program(model).evaluate(position, terms)
    if as_json:
        record = {"fen": position.to_fen(), "side": position.side} | asdict(found)
        print(json.dumps(record, indent=2))
    else:
        show(position, found)


def show(position: Position, found: "Evaluation") -> None:
    """The board, the parameters, and what they add up to."""
    from rich import box
    from rich.table import Table

    from samuel.boards import draw_rich

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
    out.print(f"Phase {found.phase} of 6. For the credit of {credited}, in points:", soft_wrap=True)
    out.print(f"piece advantage {found.advantage}, polynomial {found.polynomial}.", soft_wrap=True)
    out.print(f"{active}, to move, scores it {shown.score(found.score)}.", soft_wrap=True)


def _cell(name: str, value: int) -> tuple[str, str]:
    """What is zero steps back."""
    return (name, str(value)) if value else (f"[dim]{name}[/dim]", "[dim]0[/dim]")
