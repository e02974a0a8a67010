"""`samuel move`: the move that the program chooses, and its look-ahead tree."""

import json
import re
from dataclasses import asdict, replace
from time import perf_counter
from typing import Annotated

import typer

from ibm7094.errors import MachineError
from samuel.cli import options
from samuel.cli.outputs import check_new_tape
from samuel.views import wording


def command(
    moves: options.Moves = None,
    fen: options.Fen = None,
    tree: Annotated[bool, typer.Option(help="Print the tree, in the form of Fig. 3.")] = True,
    terms: options.Terms = None,
    steer: options.Steer = None,
    tables: options.Tables = None,
    coefficients: options.Coefficients = None,
    emphasis: options.Emphasis = False,
    tree_tape: options.TreeTape = None,
    all_bounds: Annotated[
        bool, typer.Option("--all-bounds", help="On the tape, print alpha and beta even where infinite.")
    ] = False,
    force: options.Force = False,
    model: options.Model = "7094",
    as_json: options.AsJson = False,
) -> None:
    """Let the program choose a move, and show its look-ahead tree.

    Scores are in points, octal in the tree, as seen by the side that moves.
    The time covers reading the card, choosing, and printing; a tree that goes
    to tape takes less time than one on the printer. --tree-tape shows the page
    as the off-line printer prints it, each move in the column of its ply.

    Examples:
      samuel move 9-14 22-17 11-15 17-13
      samuel move --fen W:W30,K14:B5,K22 --no-tree
      samuel move 11-15 --terms 5 --steer COUNT=8 --steer LIMIT=7
      samuel move 9-14 22-17 11-15 17-13 --tree-tape tree.tap
      samuel move 11-15 --coefficients learnt.tap --terms 15
      samuel move 11-15 --json
    """
    from ibm7094.devices.offline_printer import text_of_tape
    from samuel.player.game import position_of
    from samuel.player.program import Program
    from samuel.trees.result import line_of
    from samuel.trees.tree import Chosen

    if all_bounds and tree_tape is None:
        raise MachineError("--all-bounds is for the tree on tape: name a tape with --tree-tape.")
    if tree_tape is not None:
        check_new_tape(tree_tape, force)
    where = options.where(moves, fen)
    position = position_of(where)
    chosen = options.playing(terms, steer, tables, emphasis, coefficients)
    if tree_tape is not None:
        chosen |= {"tree_tape": tree_tape, "all_bounds": all_bounds}
    program = Program(model, **chosen)
    with program.game(where, tree) as game:
        began = perf_counter()
        choice = game.move()
        spent = perf_counter() - began
    if tree_tape is not None:
        choice = replace(choice, tree=text_of_tape(tree_tape).rstrip("\n") if tree else "")
    if as_json:
        record = {"fen": position.to_fen(), "side": position.side, "model": model} | asdict(choice)
        print(json.dumps(record | {"real_seconds": spent}, indent=2))
        return
    if choice.tree:
        print(choice.tree, end="\n\n")
        if choice.move is not None:
            start, *_, end = re.split("[-x]", choice.move)
            print(line_of(Chosen(f"{start}-{end}", choice.score or 0), choice.seconds), end="\n\n")
    print(wording.chosen(choice, position.side))
    print(wording.time(model, choice.seconds, spent))
