"""What stands below a tree in print: the move that was chosen, its score, and how long the machine took.

result = below(rows)
result.chosen, result.seconds

The player prints a line of the game, the search alone a line of its own, and `samuel move` two sentences.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from samuel.paper import Chosen

_MOVE = r"(\d+)-(?:\d+-)* *(\d+)"
_CHOSEN = (
    re.compile(rf"(?:GAME \d  MOVE +\d+  (?:BLACK|WHITE)|MOVE) +{_MOVE} +SCORE +(-?[0-7]+)\b.*", re.ASCII),
    re.compile(rf"(?:.*\. )?(?:Black|White) plays {_MOVE}, and scores it (-?[0-7]+) octal\b.*", re.ASCII),
)
_NUMBER = r"\d[\d,]*(?:\.\d+)?(?:e[+-]\d+)?"
_TOOK = re.compile(
    rf"An IBM .+ would have taken (?:({_NUMBER}) to )?({_NUMBER}) (us|ms|s|minutes);.*", re.ASCII
)
_UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "minutes": 60.0}


@dataclass(frozen=True)
class Result:
    """What is said; None of what is not."""

    chosen: Chosen | None
    seconds: tuple[float, float] | None
    """Simulated, both ends."""


def below(rows: Iterable[str]) -> Result:
    """The first move and the first time that the rows tell of."""
    rows = [row.rstrip() for row in rows]
    moves = (found for row in rows for form in _CHOSEN if (found := form.fullmatch(row)))
    times = (found for row in rows if (found := _TOOK.fullmatch(row)))
    move, time = next(moves, None), next(times, None)
    chosen = Chosen(f"{move[1]}-{move[2]}", int(move[3], 8)) if move else None
    seconds = (_seconds(time[1] or time[2], time[3]), _seconds(time[2], time[3])) if time else None
    return Result(chosen, seconds)


def _seconds(number: str, unit: str) -> float:
    return float(number.replace(",", "")) * _UNITS[unit]
