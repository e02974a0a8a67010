"""What ratings of one side alone do to a score: the side that has just moved is credited for its turn.

A parameter that compares both sides changes its sign with the turn. One that rates a side alone does not, so
that a board is worth more to the side that has just moved, or less, whichever side that is. Boards of the
same turn are compared alike; a look-ahead also compares ends of different turns.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samuel import paper
from samuel.checkers.rules import START
from samuel.definitions.boards import Boards
from samuel.definitions.measure import SPLIT
from samuel.definitions.proposed import THOUGHT
from samuel.definitions.sides import Side
from samuel.fit.replayed import Readings
from samuel.player.game import DECK
from samuel.player.store import stored


@dataclass(frozen=True)
class TurnBias:
    """Points that a board is worth to the side that has just moved, whichever that is."""

    start: float
    means: tuple[float, ...]  # over boards of each phase
    deviations: tuple[float, ...]


def turn_bias(readings: Readings, boards: Boards) -> TurnBias:
    """The bias of Table 1's polynomial with these readings, on the start position and on other boards."""
    (start,) = _points(readings, Boards.of([(START, START.side)]))
    points, phases = _points(readings, boards), _phases(boards)
    of = [points[phases == phase] for phase in range(1, len(SPLIT) + 1)]
    return TurnBias(
        float(start),
        tuple(float(each.mean()) if len(each) else 0.0 for each in of),
        tuple(float(each.std()) if len(each) else 0.0 for each in of),
    )


def _points(readings: Readings, boards: Boards) -> NDArray[np.float64]:
    """The mean of what each board is worth to either side if that side has just moved."""
    cells = stored(DECK)
    unit = cells.image[cells.symbols["PNUNIT"]]
    side, phases = Side(boards), _phases(boards)
    weights: Mapping[tuple[str, int], int] = {(t.name, t.phase): t.hundredths for t in paper.table_1()}
    points = np.zeros(len(boards))
    for name, (definition, view) in readings.items():
        if view != "difference":
            rating = THOUGHT[name][definition]
            by_phase = np.array([0, *(weights.get((name, p), 0) for p in range(1, len(SPLIT) + 1))])
            both = rating(side).astype(int) + rating(side.foe)
            points += unit * by_phase[phases] * both / 200
    return points


def _phases(boards: Boards) -> NDArray[np.int64]:
    """The phase of each board, 1 to 6."""
    phases: NDArray[np.int64] = 1 + (boards.pieces()[:, None] < np.array(SPLIT)).sum(axis=1)
    return phases
