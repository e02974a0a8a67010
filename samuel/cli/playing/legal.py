"""`samuel legal`: the legal moves, in the order in which the program makes them."""

import json

from samuel.cli import options


def command(
    moves: options.Moves = None,
    fen: options.Fen = None,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """List the legal moves, in the order in which the program makes them.

    Examples:
      samuel legal
      samuel legal 9-14 22-17 11-15
      samuel legal --fen W:W30,K14:B5,K22 --json
    """
    from samuel.player.game import position_of
    from samuel.player.program import Program

    position = position_of(options.where(moves, fen))
    found = Program(model).legal(position)
    if as_json:
        print(json.dumps({"fen": position.to_fen(), "side": position.side, "moves": found}, indent=2))
    else:
        print("\n".join(found) or "There is no move.")
