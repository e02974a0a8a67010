"""How much of the agreement with Fig. 3 hangs on what the lost names are taken to mean.

found = weigh(1000)
found.names["EDGES"]        # the forced replay with each of its readings, all other names as they are
found.drawn                 # and with readings drawn by lot for all lost names at once

Nothing is chosen by this: the choice is made on book games (samuel.fit.scoring). It tells how sure the
agreement is, and whether the readings that were chosen do better than others that were thought up.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from samuel.agreement import bar_of
from samuel.chance import Spread, spread
from samuel.fit.replayed import COEFFICIENTS, PRESENT, Replayer
from samuel.fit.thought import KEPT, THOUGHT
from samuel.forced import Replay

SEED = 1967
LOST = tuple(name for name in COEFFICIENTS if name not in KEPT)
"""Names without a published definition that have a coefficient in the figure's phase, weighty ones first."""


@dataclass(frozen=True)
class Reached:
    """What a replay came to."""

    first: int
    saved: int
    exact: int

    @classmethod
    def by(cls, replay: Replay) -> Self:
        """The counts of a replay."""
        return cls(replay.first, replay.saved, replay.exact)

    @property
    def holds(self) -> bool:
        """Whether both bars of the replay hold."""
        return self.first >= bar_of("replay_first") and self.saved >= bar_of("replay_saved")


@dataclass(frozen=True)
class Weighed:
    """The replay with the program's readings, and with others."""

    present: Reached
    names: dict[str, dict[str, Reached]]
    """By lost name and reading, the program's own first; all other names are as in the program."""
    drawn: tuple[Reached, ...]
    """Readings of all lost names drawn by lot."""

    def spread(self, measure: str) -> Spread:
        """A measure of the draws."""
        return spread([getattr(each, measure) for each in self.drawn])

    def as_good(self, measure: str) -> float:
        """The share of draws that come as far as the program, or farther."""
        least = getattr(self.present, measure)
        return sum(bool(getattr(each, measure) >= least) for each in self.drawn) / len(self.drawn)

    @property
    def holding(self) -> float:
        """The share of draws for which both bars hold."""
        return sum(each.holds for each in self.drawn) / len(self.drawn)

    def told(self) -> list[str]:
        """What the draws say, in sentences."""
        first, saved = self.spread("first"), self.spread("saved")
        return [
            f"The program as it is: {self.present.first} first tries and {self.present.saved} saved moves.",
            f"Readings of all lost names drawn by lot, {len(self.drawn):,} times: "
            f"{first.mean:.1f} ± {first.deviation:.1f}, at most {first.most}, and "
            f"{saved.mean:.1f} ± {saved.deviation:.1f}, at most {saved.most}; as many first tries as the "
            f"program in {self.as_good('first'):.1%}, as many saved moves in {self.as_good('saved'):.1%}, "
            f"both bars in {self.holding:.1%}.",
        ]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def ends(readings: Mapping[str, Reached], measure: str) -> str:
    """The least and the most of a measure over some readings."""
    values = [getattr(each, measure) for each in readings.values()]
    return f"{min(values)} to {max(values)}"


def work(draws: int) -> int:
    """How many replays there are to be."""
    return draws + sum(len(THOUGHT[name]) for name in LOST)


def weigh(draws: int, seed: int = SEED, progress: Callable[[int], object] = lambda done: None) -> Weighed:
    """Replay the figure with every reading in turn, and with readings by lot; `progress` is told how many."""
    replayer, chance, done = Replayer(), random.Random(seed), 0

    def reached(readings: Mapping[str, str]) -> Reached:
        nonlocal done
        done += 1
        progress(done)
        return Reached.by(replayer.replay({**PRESENT, **readings}))

    return Weighed(
        Reached.by(replayer.replay(PRESENT)),
        {name: {reading: reached({name: reading}) for reading in THOUGHT[name]} for name in LOST},
        tuple(reached({name: chance.choice(list(THOUGHT[name])) for name in LOST}) for _ in range(draws)),
    )
