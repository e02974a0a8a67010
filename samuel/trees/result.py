"""What follows a tree in print: the move that was chosen, its score, and how long the machine took.

print(line_of(Chosen("15-19", 0o22), (69.8, 89.5)))    # MOVE 15-19  SCORE 00022  SECONDS 69.800 89.500
result = below(rows)
result.chosen, result.seconds

The player and the search each print such a line in their own form, without the time. `samuel move` prints the
line that is made here.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from samuel.trees.tree import Chosen, octal

_MOVE = r"(\d+)-(?:\d+-)* *(\d+)"
_CHOSEN = re.compile(
    rf"(?:GAME \d  MOVE +\d+  (?:BLACK|WHITE)|MOVE) +{_MOVE} +SCORE +(-?[0-7]+)\b.*", re.ASCII
)
_SECONDS = re.compile(r"MOVE .*  SECONDS (\d+\.\d+) (\d+\.\d+)", re.ASCII)


@dataclass(frozen=True)
class Result:
    """What the lines say; None for anything they lack."""

    chosen: Chosen | None
    seconds: tuple[float, float] | None
    """Simulated time, both ends of the interval."""


def line_of(chosen: Chosen, seconds: tuple[float, float]) -> str:
    """A result as a line of print, which `below` reads again."""
    score = octal(chosen.score).strip()
    return f"MOVE {chosen.move}  SCORE {score}  SECONDS {seconds[0]:.3f} {seconds[1]:.3f}"


def below(rows: Iterable[str]) -> Result:
    """The first move and the first time in the lines."""
    rows = [row.rstrip() for row in rows]
    move = next((found for row in rows if (found := _CHOSEN.fullmatch(row))), None)
    time = next((found for row in rows if (found := _SECONDS.fullmatch(row))), None)
    return Result(
        Chosen(f"{move[1]}-{move[2]}", int(move[3], 8)) if move else None,
        (float(time[1]), float(time[2])) if time else None,
    )
