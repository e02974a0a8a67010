"""Definitions made by rule, measured: how near to a row chance comes."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from samuel.definitions.generated import generated
from samuel.definitions.measure import MODES, VIEWS, Coefficients, Measure, Rating, Row, coefficients
from samuel.definitions.situations import Progress
from samuel.fit.distance import distance, printed, signs
from samuel.studies.fig3.chance import Spread, spread

DRAWS, SEED = 200, 1967


@dataclass(frozen=True)
class Made:
    """Generated definitions and, by mode and view, their coefficients."""

    names: list[str]
    ratings: list[Rating]
    measured: dict[str, dict[str, Coefficients]]

    def off(self, mode: str, view: str, name: str) -> NDArray[np.float64]:
        """How far they are from a row; infinite if they lack what is printed there."""
        measured = self.measured[mode][view]
        return np.where(covers(measured.row, name), distance(measured, name), np.inf)

    def signs_by_chance(self, mode: str, tried: Mapping[str, int]) -> Spread:
        """Signs of Table 1 that agree if for each name the nearest of so many, drawn at random, is taken."""
        chance = random.Random(SEED)
        rows = self.measured[mode]["difference"].row
        off = {name: self.off(mode, "difference", name) for name in tried}

        def nearest(name: str) -> int:
            some = chance.sample(range(len(self.names)), min(tried[name], len(self.names)))
            return min(some, key=lambda at: off[name][at])

        return spread([sum(signs(rows[nearest(name)], name) for name in tried) for _ in range(DRAWS)])


def make(measure: Measure, every: int, progress: Progress) -> Made:
    """Measure one generated definition in so many."""
    names, ratings = zip(*islice(generated(), 0, None, every), strict=True)
    found: dict[str, dict[str, list[Coefficients]]] = {m: {view: [] for view in VIEWS} for m in MODES}
    for number, rating in enumerate(ratings):
        for view, counts in measure.views(rating):
            for mode, by_view in found.items():
                by_view[view].append(coefficients(counts, mode))
        if number % 200 == 0:
            progress("definitions generated", number)
    measured = {
        mode: {view: _stacked(each) for view, each in by_view.items()} for mode, by_view in found.items()
    }
    return Made(list(names), list(ratings), measured)


def _stacked(each: list[Coefficients]) -> Coefficients:
    return Coefficients(np.array([e.row for e in each]), np.array([e.certainty for e in each]))


def covers(row: Row, name: str) -> NDArray[np.bool_]:
    """Whether there is a coefficient in every phase that has a printed one, and in at least one phase."""
    there = ~np.isnan(row)
    return np.asarray(there.any(axis=-1) & (there | np.isnan(printed(name))).all(axis=-1))
