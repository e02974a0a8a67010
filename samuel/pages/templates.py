"""Text with names of facts in place of numbers, as `{{ agreement.boards }}`, made with today's facts."""

from functools import cache

from jinja2 import Environment, StrictUndefined, meta

from samuel.pages.facts import fact, names
from samuel.pages.prose import decimals, grouped, row, spread_cells


@cache
def _environment() -> Environment:
    made = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    made.filters |= {"decimals": decimals, "grouped": grouped, "row": row, "spread": spread_cells}
    return made


def rendered(text: str) -> str:
    """The text with its facts put in; an unknown name raises `jinja2.UndefinedError`."""
    asked = meta.find_undeclared_variables(_environment().parse(text)) & names()
    return _environment().from_string(text).render({name: fact(name) for name in asked})
