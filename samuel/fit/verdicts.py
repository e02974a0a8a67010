"""The results of the fit of definitions."""

from dataclasses import asdict, dataclass

import numpy as np

from samuel.fit.readings import Reached
from samuel.fit.turn import TurnBias
from samuel.studies.fig3.chance import Spread


@dataclass(frozen=True)
class Fit:
    """A definition in one view against a name's row, on the choosing half and on the half held out."""

    definition: str
    view: str
    train: tuple[float, ...]
    held_out: tuple[float, ...]
    train_distance: float
    held_out_distance: float
    train_signs: int  # printed coefficients whose sign it has
    held_out_signs: int


@dataclass(frozen=True)
class Verdict:
    """What the measurement says about one name."""

    name: str
    printed: tuple[float, ...]
    present: Fit
    former: Fit | None  # that of earlier listings, if the present one was chosen by its fit
    both: Fit  # the nearest of those proposed that compares both sides
    alone: Fit  # the nearest that rates one side alone
    timed: Fit | None  # the nearest published one by 1959's timing, if the name has one
    chosen: Fit  # what the rule puts in the place of the present one
    ruled: Fit  # what the rule alone chooses, starting from the former one, or the present if none
    generated: list[Fit]  # the nearest of those made by rule, in the view of the present one
    tried: int  # how many definitions may be chosen for this name, in all their views
    chance: float  # share of generated definitions that are as near to the row as the present one
    chosen_chance: float  # the same for the chosen one
    nearer_rows: int  # other rows of the table to which the chosen one is nearer
    earned: bool  # whether the rule replaces the former one by the present one; true if there is no former
    views: dict[str, dict[str, tuple[float, ...]]]  # C of the present definition by view and mode, all games

    @property
    def luck(self) -> float:
        """The probability that at least one of `tried` generated definitions is as near."""
        return 1 - (1 - self.chance) ** self.tried

    @property
    def change(self) -> bool:
        """Whether the present definition should be replaced."""
        return self.chosen != self.present


@dataclass(frozen=True)
class Agreement:
    """A set of definitions against the whole table, on the half held out."""

    signs: int
    of: int
    published_signs: int
    published_of: int
    rank_correlation: tuple[float, ...]  # over all 31 names; not printed counts as 0
    printed_rank_correlation: tuple[float, ...]  # over the 19 that are printed in a phase


@dataclass(frozen=True)
class Phases:
    """How the split into phases compares with all others."""

    split: tuple[int, ...]
    better: int
    of: int
    best: tuple[int, ...]


@dataclass(frozen=True)
class Report:
    """The whole result."""

    situations: int
    alternatives: int
    choosing: int  # situations of the choosing half
    held_out: int
    thought: int
    generated: int
    mode: str
    rule: str
    forms: dict[str, dict[str, float]]  # mean distance of published definitions, by form and mode
    phases: Phases
    held_out_phases: Phases  # the same on the half held out
    verdicts: list[Verdict]
    agreement: dict[str, dict[str, Agreement]]  # by set of definitions and mode
    signs_by_chance: Spread  # agreeing signs of the names chosen by their fit, if generated ones are drawn
    signs_chosen: int  # agreeing signs of these names on the choosing half
    replays: dict[str, dict[str, Reached]]  # of Fig. 3, by procedure and set
    bias: dict[str, TurnBias]  # what a board is worth to the side that has just moved, by set

    def as_dict(self) -> dict[str, object]:
        """As a JSON object; a missing coefficient is null."""
        verdicts = [
            asdict(verdict) | {"luck": verdict.luck, "change": verdict.change} for verdict in self.verdicts
        ]
        return {key: _plain(value) for key, value in (asdict(self) | {"verdicts": verdicts}).items()}


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and np.isnan(value) else value
