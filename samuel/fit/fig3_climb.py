"""A climb towards Fig. 3: coefficients and numbers are varied, and kept where the tree comes nearer.

climb(begun(seed=0), trials=200).best

Nearness is what is climbed: see `samuel.fit.fig3_search`. A climb goes in rounds. Each begins with the best
so far; at first a trial is kept that comes a little less near too, in the end only one that does not: where
nothing nearby is better, mere climbing would stay for ever.
"""

import random
from dataclasses import dataclass, replace
from functools import cache

from samuel.chance import MAKERS, Kind
from samuel.fit.fig3_search import ALLOWED, Outcome, Searcher, Setting

SEARCHED_PHASES = (0, 1)
"""Fig. 3's boards have 24 to 17 pieces, so that only the first two phases matter."""
LARGEST = 100
"""A coefficient is a correlation, so between -1.00 and 1.00, in hundredths."""

STEPS = (2, 32)
"""Hundredths: a trial's typical step lies between these, small and large ones equally often."""
FURTHER = 0.55
"""How likely a trial is to change one more coefficient, and one more: a tree is often the same again after
a single change, and several at once lead out of where single ones lead nowhere."""
NUMBER = 0.1
"""How likely it is to change a number too."""
ROUND = 600
"""Trials of a round."""
SLACK = 0.004
"""How much less near a trial may typically come at the beginning of a round."""


@dataclass(frozen=True)
class Point:
    """A setting, and how near it comes."""

    setting: Setting
    outcome: Outcome


@dataclass(frozen=True)
class Climb:
    """How far one climber has come."""

    seed: int
    trials: int
    best: Point
    at: Point
    """From where it goes on."""


def varied(setting: Setting, chance: random.Random) -> Setting:
    """A setting nearby."""
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
    """One a process."""
    return Searcher()


def begun(seed: int) -> Climb:
    """A climb that begins with the program as it is: Table 1's coefficients, nothing fitted."""
    printed = point(searcher().printed)
    return Climb(seed, 0, printed, printed)


def point(setting: Setting) -> Point:
    """Search with a setting."""
    return Point(setting, searcher().search(setting))


def climb(state: Climb, trials: int) -> Climb:
    """Go on with a climb. A trial's chance depends on seed and number alone, so that it can be resumed."""
    best, at = state.best, state.at
    for number in range(state.trials, state.trials + trials):
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
    """Coefficients without meaning, those of samuel.chance.draw(kind, number)."""
    printed = searcher().printed
    values = MAKERS[kind](printed.coefficients, f"{kind}:{number}")
    return searcher().search(replace(printed, coefficients=values))
