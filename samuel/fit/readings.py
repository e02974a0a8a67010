"""How much the agreement with Fig. 3 depends on the readings of the lost names.

found = weigh(1000)
found.names["EDGES"]        # the forced replay with each of its readings, all other names unchanged
found.drawn                 # and with random readings of all lost names at once

This chooses nothing: the choice is made on book games (samuel.fit.scoring). It shows how sure the
agreement is, and whether the chosen readings do better than the other proposed ones.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Self

from samuel.definitions.proposed import KEPT, THOUGHT, view_of
from samuel.fit.replayed import PRESENT, Readings, Replayer, coefficients
from samuel.studies import records
from samuel.studies.fig3.agreement import threshold_of
from samuel.studies.fig3.chance import Spread, spread
from samuel.studies.fig3.forced import Replay

SEED = 1967
RECORD = records.KeptMeasures("readings.json", (records.PLAYER,), "samuel fit readings --record")


@cache
def lost() -> tuple[str, ...]:
    """Names whose definition is lost and that have a coefficient in the first board's phase."""
    return tuple(name for name in coefficients() if name not in KEPT)


@dataclass(frozen=True)
class Reached:
    """The result of a replay."""

    first: int
    saved: int
    exact: int

    @classmethod
    def by(cls, replay: Replay) -> Self:
        """The counts of a replay."""
        return cls(replay.first, replay.saved, replay.exact)

    @property
    def holds(self) -> bool:
        """Whether both thresholds of the replay hold."""
        return self.first >= threshold_of("replay_first") and self.saved >= threshold_of("replay_saved")


@dataclass(frozen=True)
class Weighed:
    """The replay with the program's readings, and with others."""

    present: Reached
    names: dict[str, dict[str, Reached]]
    """By lost name and reading, the program's own first; all other names are as in the program."""
    drawn: tuple[Reached, ...]
    """With random readings of all lost names."""

    def spread(self, measure: str) -> Spread:
        """The spread of a measure over the draws."""
        return spread([getattr(each, measure) for each in self.drawn])

    def as_good(self, measure: str) -> float:
        """The share of draws that reach at least as much as the program."""
        least = getattr(self.present, measure)
        return sum(bool(getattr(each, measure) >= least) for each in self.drawn) / len(self.drawn)

    @property
    def holding(self) -> float:
        """The share of draws for which both thresholds hold."""
        return sum(each.holds for each in self.drawn) / len(self.drawn)

    def told(self) -> list[str]:
        """The result of the draws, in sentences."""
        first, saved = self.spread("first"), self.spread("saved")
        return [
            f"The program as it is: {self.present.first} first tries and {self.present.saved} saved moves.",
            f"Readings of all lost names drawn at random, {len(self.drawn):,} times: "
            f"{first.mean:.1f} ± {first.deviation:.1f} first tries, at most {first.most}, and "
            f"{saved.mean:.1f} ± {saved.deviation:.1f} saved moves, at most {saved.most}. At least as many "
            f"first tries as the program in {self.as_good('first'):.1%} of the draws, at least as many saved "
            f"moves in {self.as_good('saved'):.1%}, both thresholds met in {self.holding:.1%}.",
        ]

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)


def keep(found: Weighed) -> None:
    """Record what the readings reach, without every single draw."""

    def span(of: Mapping[str, Reached], measure: str) -> list[int]:
        values = [getattr(each, measure) for each in of.values()]
        return [min(values), max(values)]

    RECORD.write(
        {
            "present": asdict(found.present),
            "names": {
                name: {"readings": len(of), "first": span(of, "first"), "saved": span(of, "saved")}
                for name, of in found.names.items()
            },
            "draws": len(found.drawn),
            "drawn": {
                measure: asdict(found.spread(measure)) | {"as_good": found.as_good(measure)}
                for measure in ("first", "saved", "exact")
            },
            "holding": found.holding,
        }
    )


def ends(readings: Mapping[str, Reached], measure: str) -> str:
    """The least and the most of a measure over some readings."""
    values = [getattr(each, measure) for each in readings.values()]
    return f"{min(values)} to {max(values)}"


def work(draws: int) -> int:
    """How many replays `weigh` makes."""
    return draws + sum(len(THOUGHT[name]) for name in lost())


def weigh(draws: int, seed: int = SEED, progress: Callable[[int], object] = lambda done: None) -> Weighed:
    """Replay the figure with every reading in turn, then with random ones; `progress` gets the count."""
    replayer, chance, done = Replayer(), random.Random(seed), 0

    def reached(definitions: Mapping[str, str]) -> Reached:
        nonlocal done
        done += 1
        progress(done)
        readings: Readings = {name: (definition, view_of(name)) for name, definition in definitions.items()}
        return Reached.by(replayer.replay({**PRESENT, **readings}))

    return Weighed(
        Reached.by(replayer.replay(PRESENT)),
        {name: {reading: reached({name: reading}) for reading in THOUGHT[name]} for name in lost()},
        tuple(reached({name: chance.choice(list(THOUGHT[name])) for name in lost()}) for _ in range(draws)),
    )
