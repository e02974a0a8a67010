"""`samuel report`: every figure, table and time on one page, paper beside machine."""

from pathlib import Path
from typing import Annotated

import typer

from ibm7094.cli.output import console, say
from ibm7094.media import file_problem


def command(
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="Where the page goes.")
    ] = Path("report.html"),
    markdown: Annotated[bool, typer.Option("--markdown", help="Write Markdown, without drawings.")] = False,
) -> None:
    """Run every study, and write a page with the papers' figures beside the machine's.

    The page stands alone: open it in any browser, on a phone too.

    Examples:
      samuel report
      samuel report -o samuel.html
      samuel report --markdown -o samuel.md
    """
    from samuel.report import written
    from samuel.report.study import page

    with console(stderr=True).status("Making the report") as status:
        made = page(lambda what: status.update(f"Making the report: {what}"))
    text = written.markdown(made) if markdown else written.html(made)
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise file_problem(output, error) from None
    say(f"{output}: {len(made.sections)} sections.")
