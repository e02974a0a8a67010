"""`samuel perft`: count the sequences of moves."""

import json
from time import perf_counter
from typing import Annotated

import typer

from ibm7094.errors import MachineError
from samuel.cli import options


def command(
    given: Annotated[
        list[str],
        typer.Argument(
            metavar="[MOVES|FEN] DEPTH", help="A position (default: the start) and a depth of 1 to 20 moves."
        ),
    ],
    fen: options.Fen = None,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Count the sequences of DEPTH moves; a multiple jump is one move.

    Examples:
      samuel perft 6
      samuel perft 9-14 22-17 5
      samuel perft --fen B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29 4
    """
    from samuel.player.game import position_of
    from samuel.player.program import Program

    *moves, last = given
    if not (last.isascii() and last.isdecimal()):
        raise MachineError(f"The depth {last!r} is not a number: give the depth as the last argument.")
    position, depth = position_of(options.where(moves, fen)), int(last)
    began = perf_counter()
    count = Program(model).perft(position, depth)
    spent = perf_counter() - began
    if as_json:
        record = {"fen": position.to_fen(), "depth": depth, "count": count, "real_seconds": spent}
        print(json.dumps(record, indent=2))
    else:
        print(f"{count:,}")
