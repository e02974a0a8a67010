"""listings/RECONSTRUCTION.md from its source: the same text, with names of facts in place of numbers."""

from jinja2 import Environment, StrictUndefined

from samuel.pages.facts import facts
from samuel.pages.prose import decimals, filled, grouped, spread_cells
from samuel.resources import LISTINGS

SOURCE = LISTINGS / "pages" / "RECONSTRUCTION.md.in"
PAGE = LISTINGS / "RECONSTRUCTION.md"


def page() -> str:
    """The page as its source, the records and the decks give it now."""
    environment = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    environment.filters |= {"decimals": decimals, "grouped": grouped, "spread": spread_cells}
    return filled(environment.from_string(SOURCE.read_text(encoding="utf-8")).render(facts()))
