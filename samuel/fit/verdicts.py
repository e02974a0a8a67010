"""What the fit of definitions finds, as records."""

from dataclasses import asdict, dataclass

import numpy as np

from samuel.fit.readings import Reached


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
    former: Fit | None  # what the listings had, if the present one was chosen by its fit
    best: Fit  # of those thought up, in the views that may be chosen
    elsewhere: Fit | None  # the best in a view that may not be chosen, if it is nearer
    generated: list[Fit]  # the nearest of those made by rule, in the views that may be chosen
    tried: int  # definitions thought up for this name
    chance: float  # share of generated definitions that come as near to the row as the present one
    best_chance: float  # the same of the best
    nearer_rows: int  # other rows of the table to which the best one is nearer
    earned: bool  # whether the present one takes the former's place by the rule; true where there is none
    nearer: bool  # whether the best is so much nearer than the present one as the rule asks
    change: bool  # whether the best should replace the present one: nearer, and nothing published
    ruled: Fit  # what the rule alone makes of the former one, or of the present one where there is none

    @property
    def luck(self) -> float:
        """How probable it is that, of as many generated definitions as were thought up, one comes as near."""
        return 1 - (1 - self.chance) ** self.tried

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
    rank_correlation: tuple[float, ...]  # over all 31 names, what is not printed as 0
    printed_rank_correlation: tuple[float, ...]  # over the 19 that are printed in a phase


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
    choosing: int  # situations of the half that chooses
    held_out: int
    thought: int
    generated: int
    mode: str
    views: str
    rule: str
    forms: dict[str, dict[str, float]]  # of published definitions, mean distance held out, by form and mode
    phases: Phases
    verdicts: list[Verdict]
    agreement: dict[str, dict[str, Agreement]]  # of each set of definitions, by mode
    replays: dict[str, Reached]  # of Fig. 3 with each set; none where sides alone may be rated

    def as_dict(self) -> dict[str, object]:
        """For JSON; a coefficient that is not there is null."""
        verdicts = [asdict(verdict) | {"luck": verdict.luck} for verdict in self.verdicts]
        return {key: _plain(value) for key, value in (asdict(self) | {"verdicts": verdicts}).items()}


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and np.isnan(value) else value
