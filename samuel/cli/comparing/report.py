"""`samuel report`: every figure, table and time on one page, paper beside machine."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ibm7094.cli.options import Force
from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import Output
from ibm7094.files.rules import check_own, remember_own
from ibm7094.terminal.output import console, say
from samuel.cli import options

COMMAND = "samuel report"
MISSED = 1


def command(
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="The page, or - for standard output; default: report.html or report.md.",
        ),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write Markdown, without drawings.")] = False,
    force: Force = False,
    as_json: options.AsJson = False,
) -> int:
    """Run every study, and write a page with the papers' figures beside the machine's.

    The page is a single file: open it in any browser, on a phone too, or print
    it. It takes about half a minute to make; studies that take longer are shown
    from the records, and the page says so. A page that this command made is
    replaced; any other file is not, without --force. Exit code 1: a threshold
    is missed.

    Examples:
      samuel report
      samuel report -o samuel.html
      samuel report --markdown -o samuel.md
      samuel report -o - > page.html
      samuel report --json
    """
    place = output or Path("report.md" if markdown else "report.html")
    if as_json and place == STANDARD:
        raise MachineError("-o - and --json both write to standard output: name a file for the page.")
    if place.is_dir():
        raise MachineError(f"{place} is a folder: name a file in it.")
    check_own(place, COMMAND, force)
    from samuel.report import written
    from samuel.report.study import page

    # The file is opened first, so that one that cannot be written is reported before the work begins.
    with Output(place) as file, console(stderr=True).status("Making the report") as status:
        made = page(lambda what: status.update(f"Making the report: {what}"))
        file.write((written.markdown(made) if markdown else written.html(made)).encode())
    remember_own(place, COMMAND)
    if as_json:
        print(json.dumps({"path": str(place)} | made.as_dict(), indent=2))
    if place != STANDARD:
        say(f"{place}: {len(made.sections)} sections.")
    return 0 if made.holds else MISSED
