"""A report written as a single HTML page, or as Markdown."""

import re
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

    made = Environment(
        loader=PackageLoader("samuel.report", "."),
        autoescape=escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["typeset"] = typeset
    return made


def typeset(text: str) -> str:
    """A text with the apostrophes and quotation marks of print."""
    return re.sub(r"(?<=\w)'|'(?=\s)", "\N{RIGHT SINGLE QUOTATION MARK}", text)
