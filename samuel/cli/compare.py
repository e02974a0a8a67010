"""`samuel compare`: two look-ahead trees from files."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ibm7094.cli.output import console
from samuel.cli import options

DIFFER = 1


def command(
    a: Annotated[Path, typer.Argument(metavar="A", help="A tree: a printout, Fig. 3's page, or fig3.tsv.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="Another of the same position.")],
    moves: Annotated[
        str | None, typer.Option(metavar="MOVES", help="Moves that lead there; else Fig. 3's.")
    ] = None,
    as_json: options.AsJson = False,
) -> int:
    """Compare two trees: surveys, boards, tries, counts, scores, choice, time, and where they first part.

    A tree is what `samuel move` prints, Fig. 3 as it stands on the page, or
    its transcription. Every move is checked by the rules. Exit code 0: all
    that both print is the same; 1: they differ; 2: a file holds no tree.

    Examples:
      samuel compare traces/paper/fig3.tsv traces/own/fig3.txt
      samuel compare before.txt after.txt --moves "11-15 23-19" --json
    """
    from samuel.compare import compare
    from samuel.compare_view import render
    from samuel.game import position_of
    from samuel.treefile import FIGURE_3_BOARD, read_any

    start = FIGURE_3_BOARD if moves is None else position_of(moves)
    found = compare(read_any(a, start), read_any(b, start), start)
    if as_json:
        print(json.dumps(found.as_dict(), indent=2))
    else:
        console().print(render(found))
    return 0 if found.is_equal else DIFFER
