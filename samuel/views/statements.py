"""Statements of the papers as text."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from samuel.pages.statements import Statement, tally
from samuel.views.narrow_table import narrow_table


def in_short(found: Sequence[Statement]) -> Iterable[RenderableType]:
    """A line or two for each statement, by section; then the counts."""
    for (paper, section), rows in groupby(found, key=lambda each: (each.paper, each.section)):
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(justify="right", no_wrap=True)
        table.add_column(overflow="fold")
        for each in rows:
            note = f": {each.note}" if each.note and each.verdict != "holds natively" else ""
            table.add_row(str(each.number), f"{escape(each.says)} [bold]{each.verdict}[/bold]{escape(note)}")
        yield f"\n[bold]{paper}: {escape(section)}[/bold]"
        yield table
    counts = narrow_table("\nVerdicts", "verdict", "statements")
    for verdict, count in tally(found).items():
        if count:
            counts.add_row(verdict, str(count))
    counts.add_row("all", str(len(found)))
    yield counts


def in_full(found: Iterable[Statement]) -> Iterable[RenderableType]:
    """Each statement with its routines, and what shows it."""
    for each in found:
        yield f"\n[bold]{each.number}. {escape(each.says)}[/bold]"
        yield f"{each.paper}: {escape(each.section)}"
        yield f"Verdict: {each.verdict}" + (f": {escape(each.note)}" if each.note else "") + "."
        for what, named in (("Routine", each.routines), ("Shown by", each.shown_by)):
            for name in named:
                yield f"{what}: {escape(name)}"
