"""How well a parameter predicts the book, as Samuel counted it: C = (L - H) / (L + H), by phase."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from samuel.definitions.sides import Side
from samuel.definitions.situations import CALM, KINDS, SAME, Situations

Values = NDArray[np.int8]
Rating = Callable[[Side], Values]
"""A definition: the values it gives one side of many boards."""
Counts = NDArray[np.int64]
"""L and H by the number of pieces on the board and the kind of alternative: 2 x 25 x 4."""
Row = NDArray[np.float64]
"""A coefficient for each phase; NaN where there is none."""

PIECES = 25
SPLIT = (21, 17, 13, 9, 5, 0)
"""The fewest pieces that make each phase, 1 to 6, as in listings/evaluation/worths.fap."""
FEWEST = 30
"""How many alternatives must differ from the book move for a coefficient to be given."""
OTHER_BOOK = 0.05
"""Expected error of C because our book is not Samuel's; chance adds 1 / (L + H) to its square."""

MODES = {
    "all": tuple(range(KINDS)),
    "same": tuple(kind for kind in range(KINDS) if kind & SAME),
    "calm": tuple(kind for kind in range(KINDS) if kind & CALM),
}
"""Which alternatives count: all; those with the book move's material; those not followed by a jump."""

VIEWS = ("difference", "own", "enemy")
"""Which of the two ratings on the quiet board is the parameter of the side that moved."""
TIMED = {"own": "passive, as in 1959", "enemy": "active, as in 1959"}
"""1959's timing: the passive (or active) side's rating, less that of the other side one move earlier, when
that was passive (or active). No definition is chosen by it: the program rates one board."""


def viewed(rating: Rating, side: Side, view: str) -> Values:
    """The values of a definition in a view, for the side that moved."""
    if view == "difference":
        return rating(side) - rating(side.foe)
    return rating(side if view == "own" else side.foe)


class Measure:
    """Counts L and H over situations."""

    def __init__(self, situations: Situations) -> None:
        self.situations = situations

    @cached_property
    def side(self) -> Side:
        """The side that moved."""
        return Side(self.situations.boards)

    @cached_property
    def _before(self) -> Side:
        return Side(self.situations.before)

    def timed(self, rating: Rating, view: str) -> Counts:
        """The counts of a definition by 1959's timing, if it rates the passive side ("own") or the active."""
        now, then = self.side, self._before
        if view == "enemy":
            now, then = now.foe, then.foe
        moved_last, enemy_did = rating(now) - rating(then.foe), rating(then) - rating(now.foe)
        return self.counts(np.where(self.situations.own_turn, enemy_did, moved_last))

    @cached_property
    def _groups(self) -> list[tuple[int, int, slice]]:
        """Groups of rows with the same number of pieces and the same kind."""
        key = -self.situations.pieces.astype(int) * KINDS + self.situations.kind
        starts = np.flatnonzero(np.diff(key, prepend=key[:1] - 1))
        return [
            (int(self.situations.pieces[start]), int(self.situations.kind[start]), slice(start, end))
            for start, end in zip(starts, [*starts[1:], len(key)], strict=True)
        ]

    def counts(self, values: Values) -> Counts:
        """Alternatives with a smaller value than the book move (L), and with a larger one (H)."""
        book = values[self.situations.book]
        smaller, larger = values < book, values > book
        counted = np.zeros((2, PIECES, KINDS), np.int64)
        for pieces, kind, rows in self._groups:
            counted[:, pieces, kind] = np.count_nonzero(smaller[rows]), np.count_nonzero(larger[rows])
        return counted

    def views(self, rating: Rating, wanted: Sequence[str] = VIEWS) -> Iterator[tuple[str, Counts]]:
        """The counts of a definition in some views."""
        own, enemy = rating(self.side), rating(self.side.foe)
        values = {"difference": own - enemy, "own": own, "enemy": enemy}
        for view in wanted:
            yield view, self.counts(values[view])


@dataclass(frozen=True)
class Coefficients:
    """C in each phase, and how certain it is."""

    row: Row
    certainty: Row


def coefficients(counts: Counts, mode: str, splits: ArrayLike = SPLIT) -> Coefficients:
    """C in each phase of a split, or of many splits; NaN where too few alternatives differ."""
    by_pieces = counts[..., MODES[mode]].sum(axis=-1)
    below = np.concatenate([np.zeros((2, 1), np.int64), by_pieces.cumsum(axis=1)], axis=1)
    bottoms = np.asarray(splits)
    tops = np.concatenate([np.full((*bottoms.shape[:-1], 1), PIECES), bottoms[..., :-1]], axis=-1)
    low, high = below[:, tops] - below[:, bottoms]
    number = low + high
    enough = number >= FEWEST
    return Coefficients(
        np.where(enough, (low - high) / np.maximum(number, 1), np.nan),
        np.where(enough, number / (number + 1 / OTHER_BOOK**2), 1.0),
    )
