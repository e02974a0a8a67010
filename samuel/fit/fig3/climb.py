"""A climb towards Fig. 3: coefficients and numbers are varied, and kept if the tree comes nearer.

climb(begun(seed=0), trials=200).best

The climb maximizes nearness: see `samuel.fit.fig3.search`. It runs in rounds; each begins with the best so
far. Early in a round a trial is kept even if it is slightly less near, at the end only if it is at least as
near: without this slack the climb would get stuck where nothing nearby is better.
"""

import random
from dataclasses import dataclass, replace
from functools import cache

from samuel.fit.fig3.search import ALLOWED, Outcome, Searcher, Setting
from samuel.processes import check_stopped
from samuel.studies.fig3.chance import MAKERS, Kind

SEARCHED_PHASES = (0, 1)
"""Fig. 3's boards have 24 to 17 pieces, so only the first two phases matter."""
LARGEST = 100
"""A coefficient is a correlation, so between -1.00 and 1.00, in hundredths."""

STEPS = (2, 32)
"""The range of a trial's typical step, in hundredths; small and large steps are equally likely."""
FURTHER = 0.55
"""The probability that a trial changes another coefficient, each time: a single change often leaves the tree
the same, and several at once escape from where single changes lead nowhere."""
NUMBER = 0.1
"""The probability that a trial also changes a number."""
ROUND = 600
"""Trials in a round."""
SLACK = 0.004
"""How much less near a trial may typically be at the beginning of a round."""


@dataclass(frozen=True)
class Point:
    """A setting, and how near it comes."""

    setting: Setting
    outcome: Outcome


@dataclass(frozen=True)
class Climb:
    """The progress of one climber."""

    seed: int
    trials: int
    best: Point
    at: Point
    """The point from which it continues."""


def varied(setting: Setting, chance: random.Random) -> Setting:
    """A random setting near this one."""
    sets = [list(phase) for phase in setting.coefficients]
    size = STEPS[0] * (STEPS[1] / STEPS[0]) ** chance.random()
    while True:
        phase = sets[chance.choice(SEARCHED_PHASES)]
        term = chance.randrange(len(phase))
        step = round(chance.gauss(0, size)) or chance.choice((-1, 1))
        phase[term] = max(-LARGEST, min(LARGEST, phase[term] + step))
        if chance.random() >= FURTHER:
            break
    numbers = dict(setting.numbers)
    if chance.random() < NUMBER:
        name = chance.choice(sorted(ALLOWED))
        numbers[name] = chance.choice(ALLOWED[name])
    return Setting(tuple(map(tuple, sets)), numbers)


@cache
def searcher() -> Searcher:
    """The searcher of this process."""
    return Searcher()


def begun(seed: int) -> Climb:
    """A climb that begins with the program as it is: Table 1's coefficients, nothing fitted."""
    printed = point(searcher().printed)
    return Climb(seed, 0, printed, printed)


def point(setting: Setting) -> Point:
    """Search with a setting."""
    return Point(setting, searcher().search(setting))


def climb(state: Climb, trials: int) -> Climb:
    """Continue a climb. A trial's random numbers depend only on seed and number, so it can be resumed."""
    best, at = state.best, state.at
    for number in range(state.trials, state.trials + trials):
        check_stopped()
        in_round, chance = number % ROUND, random.Random(f"{state.seed}:{number}")
        if in_round == 0:
            at = best
        found = point(varied(at.setting, chance))
        slack = chance.expovariate(1 / SLACK) * (1 - in_round / ROUND)
        if found.outcome.nearness >= at.outcome.nearness - slack:
            at = found
        if found.outcome.nearness >= best.outcome.nearness:
            best = found
    return Climb(state.seed, state.trials + trials, best, at)


def drawn(kind: Kind, number: int) -> Outcome:
    """Search with meaningless coefficients, those of samuel.studies.fig3.chance.draw(kind, number)."""
    printed = searcher().printed
    values = MAKERS[kind](printed.coefficients, f"{kind}:{number}")
    return searcher().search(replace(printed, coefficients=values))
