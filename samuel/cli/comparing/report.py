"""`samuel report`: every figure, table and time on one page, paper beside machine."""

import json
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated

import typer

from ibm7094.errors import MachineError
from ibm7094.files.outputs import write_together
from ibm7094.files.problems import file_problem
from ibm7094.terminal.output import console, say
from samuel.cli import options

MISSED = 1


def command(
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="The page; default: report.html or report.md."),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write Markdown, without drawings.")] = False,
    as_json: options.AsJson = False,
) -> int:
    """Run every study, and write a page with the papers' figures beside the machine's.

    The page is a single file: open it in any browser, on a phone too. Studies
    that take minutes are shown from the records, and the page
    says so. Exit code 1: a threshold is missed.

    Examples:
      samuel report
      samuel report -o samuel.html
      samuel report --markdown -o samuel.md
      samuel report --json
    """
    place = output or Path("report.md" if markdown else "report.html")
    check_place(place)
    from samuel.report import written
    from samuel.report.study import page

    with console(stderr=True).status("Making the report") as status:
        made = page(lambda what: status.update(f"Making the report: {what}"))
    text = written.markdown(made) if markdown else written.html(made)
    write_together({place: text.encode()})
    if as_json:
        print(json.dumps({"path": str(place)} | made.as_dict(), indent=2))
    say(f"{place}: {len(made.sections)} sections.")
    return 0 if made.holds else MISSED


def check_place(place: Path) -> None:
    """Check, before the work begins, that the file can be written."""
    folder = place.parent
    if place.is_dir():
        raise MachineError(f"{place} is a folder: name a file in it.")
    if not folder.is_dir():
        raise MachineError(f"{place}: there is no folder {folder}: make it, or name another.")
    try:
        if place.exists():
            place.open("ab").close()
    except OSError as error:
        raise file_problem(place, error) from None
    try:
        if place.is_file() or not place.exists():  # a temporary file in the folder is written first
            TemporaryFile(dir=folder).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise MachineError(
            f"{place}: the folder {folder} is not writable ({reason}): name another."
        ) from None
