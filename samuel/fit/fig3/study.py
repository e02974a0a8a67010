"""How much of Fig. 3 can be explained by fitting the program's numbers to the tree itself.

The native program searches Fig. 3's position many times, with slightly different coefficients and numbers,
and keeps those that come at least as near to the published tree. The result is **in sample**: it shows how
much of the tree a linear evaluation of these terms can explain at most, if climbs from several seeds end
alike. No default is set from it. For comparison with chance, meaningless coefficients are searched with too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from samuel.fit.fig3 import state as fig3_state
from samuel.fit.fig3.climb import (
    LARGEST,
    SEARCHED_PHASES,
    Climb,
    Point,
    begun,
    climb,
    drawn,
    point,
    searcher,
)
from samuel.fit.fig3.search import ALLOWED, NOTHING, Outcome, Setting
from samuel.player.game import DECK
from samuel.processes import holding_ctrl_c, pool
from samuel.studies import records
from samuel.studies.fig3.chance import KINDS, Kind, Spread, jobs, spread
from samuel.trees.transcription import figure

BATCH = 20
"""Trials between two progress reports of a climber."""
DRAWS = 40
"""Random draws of each kind."""
DIGITS = 4
"""Decimals of shares in JSON."""

RECORD = records.KeptMeasures("fit-fig3.json", (DECK,), "samuel fit fig3 --record")
"""What the climbs of the recorded run reached."""


@dataclass(frozen=True)
class Fared:
    """What meaningless coefficients reached: each measure over all draws."""

    draws: int
    nearness: Spread
    boards: Spread
    shared: Spread
    survey: Spread
    same_move: float
    """The share of draws that choose the program's own move."""


@dataclass(frozen=True)
class Fit:
    """What was reached in sample, unfitted, and by chance."""

    figure: int
    """How many boards the figure has."""
    printed: Outcome
    chance: Mapping[Kind, Fared]
    climbs: tuple[Climb, ...]

    @property
    def nearest(self) -> Climb:
        """The climb that came nearest."""
        return max(self.climbs, key=lambda state: state.best.outcome.nearness)

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object, also for the record."""
        return {
            "in_sample": True,
            "climbed": "nearness: twice the shared boards over the boards of both trees",
            "varied": {
                "phases": [phase + 1 for phase in SEARCHED_PHASES],
                "largest": LARGEST / 100,
                "numbers": {name: [min(values), max(values)] for name, values in ALLOWED.items()},
            },
            "figure": self.figure,
            "printed": _outcome(self.printed),
            "chance": {kind: asdict(fared) for kind, fared in self.chance.items()},
            "climbs": [
                {"seed": c.seed, "trials": c.trials, **_outcome(c.best.outcome), **asdict(c.best.setting)}
                for c in self.climbs
            ],
            "best_seed": self.nearest.seed,
        }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return asdict(outcome) | {"nearness": round(outcome.nearness, DIGITS)}


Progress = Callable[[int, float], object]
"""Searches done, and the best nearness so far."""


def searches(trials: int, climbers: int) -> int:
    """How many searches a study makes."""
    return len(jobs(DRAWS)) + climbers * trials


def fit(trials: int, climbers: int, state: Path, workers: int, progress: Progress) -> Fit:
    """Climb until every climber has made `trials` trials in all. The file `state` keeps their progress: a run
    that was stopped continues from there."""
    climbs = _begin(state, searcher().printed, climbers)
    fig3_state.write(state, climbs.values())  # if it cannot be written, that is reported before the work
    asked, wanted, draws = range(climbers), jobs(DRAWS), list[Outcome]()

    def report() -> None:
        done = sum(min(climbs[seed].trials, trials) for seed in asked)
        progress(len(draws) + done, max(climbs[seed].best.outcome.nearness for seed in asked))

    with pool(workers) as working:
        with holding_ctrl_c():
            drawing = [working.submit(drawn, *job) for job in wanted]
        for each in drawing:
            draws.append(each.result())
            report()
        for further in _climbing(working, [climbs[seed] for seed in asked], trials):
            climbs[further.seed] = further
            fig3_state.write(state, climbs.values())
            report()
    unfitted = begun(0).best.outcome
    of_kind = {
        kind: [draw for (of, _), draw in zip(wanted, draws, strict=True) if of == kind] for kind in KINDS
    }
    chance = {kind: _fared(of_kind[kind], unfitted.move) for kind in KINDS}
    return Fit(len(figure().boards), unfitted, chance, tuple(climbs[seed] for seed in asked))


def _begin(state: Path, printed: Setting, climbers: int) -> dict[int, Climb]:
    """The climbs of the file, and new ones; climbs that are not needed now stay in the file."""
    kept = fig3_state.read(state, printed)
    climbs = {seed: begun(seed) for seed in range(climbers) if seed not in kept}
    climbs |= {seed: Climb(seed, c.trials, point(c.best), point(c.at)) for seed, c in kept.items()}
    endless = next((seed for seed, c in climbs.items() if NOTHING in (c.best.outcome, c.at.outcome)), None)
    if endless is not None:
        raise fig3_state.BadState(state, f"a search with the numbers of seed {endless} does not end")
    return climbs


def _climbing(working: ProcessPoolExecutor, climbs: Sequence[Climb], trials: int) -> Iterator[Climb]:
    """Batches of all climbers, as they are completed."""

    def batch(state: Climb) -> Future[Climb]:
        return working.submit(climb, state, min(BATCH, trials - state.trials))

    running = {batch(state) for state in climbs if state.trials < trials}
    while running:
        future = next(as_completed(running))
        running.remove(future)
        state = future.result()
        if state.trials < trials:
            running.add(batch(state))
        yield state


def _fared(draws: Sequence[Outcome], move: str) -> Fared:
    return Fared(
        len(draws),
        _spread([each.nearness for each in draws]),
        _spread([each.boards for each in draws]),
        _spread([each.shared for each in draws]),
        _spread([each.survey for each in draws]),
        fmean(each.move == move for each in draws),
    )


def _spread(values: Sequence[float]) -> Spread:
    found = spread(values)
    return Spread(*(round(value, DIGITS) for value in (found.mean, found.deviation, found.most)))


# The record


def keep(found: Fit) -> None:
    """Record a study."""
    RECORD.write(found.as_dict())


def kept() -> Fit | None:
    """The study on record, if there is one."""
    found = RECORD.kept()
    if found is None:
        return None
    try:
        climbs = tuple(map(_climb_from, found["climbs"]))
        if not climbs:
            raise ValueError
        chance = {kind: _fared_from(found["chance"][kind]) for kind in KINDS}
        return Fit(int(found["figure"]), _from(found["printed"]), chance, climbs)
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError):
        raise records.BadRecord(f"{RECORD.path} is not a study: record one with {RECORD.command}.") from None


def _climb_from(item: Mapping[str, Any]) -> Climb:
    setting = Setting(
        tuple(tuple(map(int, phase)) for phase in item["coefficients"]),
        {str(name): int(number) for name, number in item["numbers"].items()},
    )
    best = Point(setting, _from(item))
    return Climb(int(item["seed"]), int(item["trials"]), best, at=best)


def _from(item: Mapping[str, Any]) -> Outcome:
    found = Outcome(int(item["boards"]), int(item["shared"]), int(item["survey"]), str(item["move"]))
    if not 0 <= found.shared <= found.boards:
        raise ValueError
    return found


def _fared_from(item: Mapping[str, Any]) -> Fared:
    near, boards, shared, survey = (
        Spread(*(float(item[name][part]) for part in ("mean", "deviation", "most")))
        for name in ("nearness", "boards", "shared", "survey")
    )
    return Fared(int(item["draws"]), near, boards, shared, survey, float(item["same_move"]))
