"""`samuel sizes`: the memory that the papers state, and what our program takes."""

import json
from typing import Annotated

import typer

from ibm7094.cli.output import console
from samuel.cli import options

TOP = 10


def command(
    top: Annotated[int, typer.Option(metavar="N", min=1, help="How many routines of each deck.")] = TOP,
    as_json: options.AsJson = False,
) -> int:
    """Set the memory sizes that the papers state beside what our program takes.

    Ours are measured on the assembled decks: instructions and data by part,
    file and routine. The parts of 1959 are another program's; each row says
    whether ours is the same thing, the nearest, or not here.

    Examples:
      samuel sizes
      samuel sizes --top 40
      samuel sizes --json
    """
    from samuel.size_study import size_study

    found = size_study()
    if as_json:
        print(json.dumps(found.as_dict(top), indent=2))
    else:
        from samuel.size_view import size_view
        from samuel.timing_view import show

        show(console(), size_view(found, top))
    return 0
