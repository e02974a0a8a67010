"""What the fit of definitions finds, as records."""

from dataclasses import asdict, dataclass

import numpy as np


@dataclass(frozen=True)
class Fit:
    """A definition in one view beside a name's row, on the half that chooses and on the half held out."""

    definition: str
    view: str
    train: tuple[float, ...]
    held_out: tuple[float, ...]
    train_distance: float
    held_out_distance: float


@dataclass(frozen=True)
class Verdict:
    """What the measurement says about one name."""

    name: str
    printed: tuple[float, ...]
    present: Fit
    best: Fit
    tried: int  # definitions thought up for this name, in all views
    chance: float  # share of generated definitions, in all views, that come as near to the row
    nearer_rows: int  # other rows of the table to which the best one is nearer
    change: bool  # whether the best should replace the present one

    @property
    def chosen(self) -> Fit:
        """The definition to use."""
        return self.best if self.change else self.present


@dataclass(frozen=True)
class Agreement:
    """A set of definitions against the whole table, on the half held out."""

    signs: int
    of: int
    published_signs: int
    published_of: int
    rank_correlation: tuple[float, ...]


@dataclass(frozen=True)
class Phases:
    """How the split into phases fares among all others."""

    split: tuple[int, ...]
    better: int
    of: int
    best: tuple[int, ...]


@dataclass(frozen=True)
class Report:
    """The whole result."""

    situations: int
    alternatives: int
    thought: int
    generated: int
    mode: str
    modes: dict[str, float]  # mean distance of the published definitions, each in its best view
    phases: Phases
    verdicts: list[Verdict]
    before: dict[str, Agreement]  # by mode, of the present definitions
    after: dict[str, Agreement]  # of the chosen ones

    def as_dict(self) -> dict[str, object]:
        """For JSON; a coefficient that is not there is null."""
        return {key: _plain(value) for key, value in asdict(self).items()}


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and np.isnan(value) else value
