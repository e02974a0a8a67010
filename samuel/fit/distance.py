"""How near measured coefficients come to a row of Table 1."""

import numpy as np
from numpy.typing import NDArray

from samuel.correlation import spearman
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
    """Spearman's; 0 where one of the rows is all the same."""
    return spearman(one.tolist(), other.tolist()) or 0.0
