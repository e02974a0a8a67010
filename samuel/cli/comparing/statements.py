"""`samuel statements`: what the papers state about the program, and whether it holds here."""

import json
from typing import Annotated

import typer

from ibm7094.errors import MachineError
from ibm7094.terminal.output import console
from samuel.cli import options


def command(
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="NUMBER", help="Only these statements, in full.")
    ] = None,
    verdict: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Only statements whose verdict contains this.")
    ] = None,
    section: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Only sections whose heading contains this.")
    ] = None,
    as_json: options.AsJson = False,
) -> int:
    """Show what the papers state about the program, and whether it holds.

    Each statement of Samuel's paper of 1967 and Griffith's memo, in our words,
    has a verdict, the routines that do it, and the tests or commands that show
    it. Without an option all are listed in short, with counts.

    Examples:
      samuel statements
      samuel statements 76 143
      samuel statements --verdict contradicted
      samuel statements --section pitch --json
    """
    from samuel.pages.statements import VERDICTS, statements
    from samuel.views.statements import in_full, in_short

    every = statements()
    if wrong := [number for number in numbers or () if not 1 <= number <= len(every)]:
        raise MachineError(f"There is no statement {wrong[0]}: they are numbered 1 to {len(every)}.")
    found = [
        each
        for each in every
        if (not numbers or each.number in numbers)
        and (verdict or "").casefold() in each.verdict
        and (section or "").casefold() in f"{each.paper}: {each.section}".casefold()
    ]
    if not found:
        known = f"verdicts are {', '.join(VERDICTS)}"
        raise MachineError(f"No statement fits: {known}; sections are headings of the papers.")
    if as_json:
        print(json.dumps([each.as_dict() for each in found], indent=2))
    else:
        for part in in_full(found) if numbers else in_short(found):
            console().print(part, soft_wrap=bool(numbers))
    return 0
