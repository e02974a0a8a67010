"""Correlation of values and of ranks; None where there are too few values."""

from collections.abc import Sequence
from statistics import StatisticsError, correlation


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 1; equal values share their mean rank."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def linear(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Pearson's correlation; None if there are too few values, or all are the same."""
    try:
        return correlation(xs, ys)
    except StatisticsError:
        return None


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """The correlation of ranks."""
    return linear(ranks(xs), ranks(ys))
