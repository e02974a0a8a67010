"""How near measured coefficients come to a row of Table 1."""

import numpy as np
from numpy.typing import NDArray

from samuel.fit.measure import Coefficients, Row
from samuel.fit.table import SMALLEST, TABLE


def printed(name: str) -> Row:
    """The row of Table 1."""
    return np.array(TABLE[name], float)


def distance(measured: Coefficients, name: str) -> NDArray[np.float64]:
    """Root mean square over the phases, the surer ones counting for more.

    Where nothing is printed only what exceeds the smallest printed size counts.
    """
    row, value = printed(name), np.nan_to_num(measured.row)
    beyond = np.maximum(0, np.abs(value) - np.array(SMALLEST))
    off = np.where(np.isnan(row), beyond, value - row)
    square: NDArray[np.float64] = (measured.certainty * off**2).sum(axis=-1) / measured.certainty.sum(axis=-1)
    return np.sqrt(square)


def rank_correlation(one: Row, other: Row) -> float:
    """Spearman's; equal values share their rank."""
    first, second = _ranks(one), _ranks(other)
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def _ranks(values: Row) -> Row:
    _, place, number = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Row = (np.cumsum(number) - (number - 1) / 2)[place]
    return ranks
