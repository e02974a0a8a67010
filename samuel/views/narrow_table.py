"""Tables for terminals that may be narrow."""

from rich import box
from rich.padding import Padding
from rich.table import Table

WRAPPED = frozenset({"time", "verdict"})
"""Headings of columns that may take several lines, besides the first."""


def narrow_table(title: str, *headings: str) -> Table:
    """A table whose first column and intervals of time wrap on a narrow screen; numbers never do."""
    table = Table(
        box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), title=title, title_justify="left", title_style="bold"
    )
    table.add_column(headings[0], overflow="fold")
    for heading in headings[1:]:
        wrapped = heading in WRAPPED
        table.add_column(heading, justify="left" if heading == "verdict" else "right", no_wrap=not wrapped)
    return table


def below(text: str) -> Padding:
    """Words that belong to the row above."""
    return Padding(text, (0, 0, 0, 2))
