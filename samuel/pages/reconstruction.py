"""listings/RECONSTRUCTION.md from its source: the same text, with names of facts in place of numbers."""

from samuel.pages.prose import filled
from samuel.pages.templates import rendered
from samuel.resources import LISTINGS

SOURCE = LISTINGS / "pages" / "RECONSTRUCTION.md.in"
PAGE = LISTINGS / "RECONSTRUCTION.md"


def page() -> str:
    """The page as its source, the records and the decks give it now."""
    return filled(rendered(SOURCE.read_text(encoding="utf-8")))
