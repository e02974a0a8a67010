"""`samuel compare`: compare two look-ahead trees from files."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ibm7094.terminal.output import console
from samuel.cli import options

DIFFER = 1


def command(
    a: Annotated[
        Path, typer.Argument(metavar="A", help="A tree: a printout or tape, Fig. 3's page, or fig3.tsv.")
    ],
    b: Annotated[Path, typer.Argument(metavar="B", help="Another tree of the same position.")],
    moves: Annotated[
        str | None, typer.Option(metavar="MOVES", help="Moves that lead to the position; default: Fig. 3's.")
    ] = None,
    as_json: options.AsJson = False,
) -> int:
    """Compare two trees: surveys, boards, tries, counts, scores, choice, time, and where they first differ.

    A tree is what `samuel move` prints or writes on tape, Fig. 3 as printed,
    or its transcription. Every move is checked against the rules. Exit code 0: all
    that both print is the same; 1: they differ; 2: a file has no tree.

    Examples:
      samuel compare traces/paper/fig3.tsv traces/own/fig3.txt
      samuel compare traces/paper/fig3.tsv traces/own/fig3-page.txt
      samuel compare before.txt after.txt --moves "11-15 23-19" --json
    """
    from samuel.paper.fig3 import FIGURE_3_BOARD
    from samuel.player.game import position_of
    from samuel.trees.compare import compare
    from samuel.trees.treefile import read_any
    from samuel.views.comparison import render

    start = FIGURE_3_BOARD if moves is None else position_of(moves)
    found = compare(read_any(a, start), read_any(b, start), start)
    if as_json:
        print(json.dumps(found.as_dict(), indent=2))
    else:
        console().print(render(found))
    return 0 if found.is_equal else DIFFER
