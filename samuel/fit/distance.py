"""How near measured coefficients come to a row of Table 1."""

import numpy as np
from numpy.typing import NDArray

from samuel.correlation import spearman
from samuel.definitions.measure import Coefficients, Row
from samuel.fit.table import smallest, table


def printed(name: str) -> Row:
    """The row of Table 1."""
    return np.array(table()[name], float)


def distance(measured: Coefficients, name: str) -> NDArray[np.float64]:
    """Root mean square over the phases, weighted by certainty.

    Where nothing is printed, only the excess over the smallest printed size counts.
    """
    row, value = printed(name), np.nan_to_num(measured.row)
    beyond = np.maximum(0, np.abs(value) - np.array(smallest()))
    off = np.where(np.isnan(row), beyond, value - row)
    square: NDArray[np.float64] = (measured.certainty * off**2).sum(axis=-1) / measured.certainty.sum(axis=-1)
    return np.sqrt(square)


def signs(row: Row, name: str) -> int:
    """How many printed coefficients have the sign of the measured ones."""
    return int(np.count_nonzero(np.sign(np.nan_to_num(row)) == np.sign(printed(name))))


def rank_correlation(one: Row, other: Row) -> float:
    """Spearman's rank correlation; 0 if all values of a row are the same."""
    return spearman(one.tolist(), other.tolist()) or 0.0
