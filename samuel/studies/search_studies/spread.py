"""Means, spreads and their errors, for counts that differ much from position to position."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import exp, log, sqrt
from statistics import fmean, quantiles, stdev


@dataclass(frozen=True)
class Spread:
    """How numbers are spread."""

    count: int
    mean: float
    deviation: float
    """The standard deviation."""
    low: float
    """The lowest quarter is below this."""
    median: float
    high: float
    """The highest quarter is above this."""
    top: float
    """One in ten is above this."""
    most: float

    @property
    def variation(self) -> float:
        """The standard deviation in units of the mean."""
        return self.deviation / self.mean if self.mean else 0.0

    def as_dict(self) -> dict[str, float]:
        """As a JSON object."""
        return {**asdict(self), "variation": self.variation}


def spread(values: Sequence[float]) -> Spread:
    """How these are spread; at least two."""
    low, median, high = quantiles(values, n=4, method="inclusive")
    top = quantiles(values, n=10, method="inclusive")[-1]
    return Spread(len(values), fmean(values), stdev(values), low, median, high, top, max(values))


def geometric(values: Sequence[float]) -> tuple[float, float]:
    """The geometric mean of positive numbers, and its standard error."""
    logs = [log(value) for value in values]
    mean = exp(fmean(logs))
    return mean, mean * stdev(logs) / sqrt(len(logs)) if len(logs) > 1 else 0.0


def share(count: int, of: int) -> tuple[float, float]:
    """A share, and its standard error."""
    part = count / of
    return part, sqrt(part * (1 - part) / of)
