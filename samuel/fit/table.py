"""Table 1 of Samuel 1967 as rows, one for each name: what definitions are fitted to."""

import math
from functools import cache

from samuel.paper import Term, table_1

PHASES = 6
MISREAD = {("FRONT", 6): -23}
"""Hundredths that fit the place in the order of size; our copy reads -32 there."""


def _row(name: str, terms: tuple[Term, ...]) -> tuple[float, ...]:
    found = {
        term.phase: MISREAD.get((name, term.phase), term.hundredths) for term in terms if term.name == name
    }
    return tuple(found[phase] / 100 if phase in found else math.nan for phase in range(1, PHASES + 1))


@cache
def table() -> dict[str, tuple[float, ...]]:
    """Coefficients in phases 1 to 6, by name; not a number where none is printed."""
    terms = table_1()
    names = dict.fromkeys([*(term.name for term in terms), "OREO"])  # named in the text, the 31st parameter
    return {name: _row(name, terms) for name in names}


@cache
def smallest() -> tuple[float, ...]:
    """The smallest coefficient printed in each phase: only the 19 largest are, so a blank is not larger."""
    rows = table().values()
    return tuple(min(abs(row[p]) for row in rows if not math.isnan(row[p])) for p in range(PHASES))
