"""Compact tables of numbers, for narrow screens too."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def columns(first: str, *others: str) -> "Table":
    """A table with these headings: a column of words, then columns of numbers, aligned right."""
    from rich import box
    from rich.table import Table

    table = Table(first, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for head in others:
        table.add_column(head, justify="right")
    return table
