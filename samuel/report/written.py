"""A report written as a single HTML page, or as Markdown."""

from functools import cache
from typing import TYPE_CHECKING

from samuel.report.blocks import Page

if TYPE_CHECKING:
    from jinja2 import Environment


def html(page: Page) -> str:
    """One HTML file: styles and drawings are in it."""
    return _templates(escaped=True).get_template("page.html").render(page=page)


def markdown(page: Page) -> str:
    """The same without the drawings."""
    return _templates(escaped=False).get_template("page.md").render(page=page)


@cache
def _templates(escaped: bool) -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("samuel.report", "."),
        autoescape=escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
