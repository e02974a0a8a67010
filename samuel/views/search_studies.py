"""A study of the search as text: the paper's statements beside ours, the tables, and what it cannot show."""

from collections.abc import Iterable

from rich.console import RenderableType

from samuel.studies.search_studies.found import Found, Listed
from samuel.views.columns import columns
from samuel.views.narrow_table import below, narrow_table


def study_view(found: Found) -> Iterable[RenderableType]:
    """A study, for a terminal."""
    yield f"{found.title}: {found.sample}."
    table = narrow_table("The paper's statements, with ours below each", "")
    table.show_header = False
    for row in found.stated:
        table.add_row(f"[bold]{row.what}: {row.paper}[/bold]")
        table.add_row(below(f"{row.ours} ({row.verdict})"))
    yield table
    for each in found.tables:
        yield _table(each)
    yield from found.limits


def _table(listed: Listed) -> RenderableType:
    """A table under its caption."""
    table = columns(*listed.heads)
    table.title, table.title_justify, table.title_style = f"\n{listed.caption}", "left", "bold"
    for row in listed.rows:
        table.add_row(*row)
    return table
