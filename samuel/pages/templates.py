"""Text with names of facts in place of numbers, as `{{ agreement.boards }}`, made with today's facts."""

from functools import cache

from jinja2 import Environment, StrictUndefined

from samuel.pages.facts import facts
from samuel.pages.prose import decimals, grouped, spread_cells


@cache
def _environment() -> Environment:
    made = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    made.filters |= {"decimals": decimals, "grouped": grouped, "spread": spread_cells}
    return made


def rendered(text: str) -> str:
    """The text with its facts put in; an unknown name raises `jinja2.UndefinedError`."""
    return _environment().from_string(text).render(facts()) if "{{" in text or "{%" in text else text
