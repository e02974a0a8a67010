"""`samuel sizes`: the memory sizes that the papers state, and those of our program."""

import json
from typing import Annotated

import typer

from ibm7094.terminal.output import console
from samuel.cli import options

TOP = 10


def command(
    top: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of routines to show for each deck.")
    ] = TOP,
    as_json: options.AsJson = False,
) -> int:
    """Show the memory sizes that the papers state beside those of our program.

    Ours are measured on the assembled decks: instructions and data by part,
    file and routine. The sizes of 1959 are of another program; each row says
    whether ours is the same thing, the nearest to it, or missing.

    Examples:
      samuel sizes
      samuel sizes --top 40
      samuel sizes --json
    """
    from samuel.studies.sizes.study import size_study

    found = size_study()
    if as_json:
        print(json.dumps(found.as_dict(top), indent=2))
    else:
        from samuel.views.sizes import size_view
        from samuel.views.timing import show

        show(console(), size_view(found, top))
    return 0
