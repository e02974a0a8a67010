"""How long a run took on the simulated machine, and on what evidence."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ibm7094.engine.watch import Watch
from ibm7094.isa.record import EVIDENCE, OPERATIONS
from ibm7094.models import MODELS

if TYPE_CHECKING:
    from ibm7094.machine import Machine

KINDS = {
    "p": "cited page",
    "rule": "rule",
    "recalled": "recalled",
    "rate": "published rate",
    "guess": "guess",
}


@dataclass(frozen=True)
class Share:
    """The part of the time that rests on one kind of evidence."""

    evidence: str
    meaning: str
    instructions: int
    cycles_least: int
    cycles_most: int
    share: float
    """Share of the cycles at the upper end."""


@dataclass(frozen=True)
class TimeReport:
    """Instructions, cycles and seconds, lower and upper end, with their evidence."""

    model: str
    cycle_us: float
    instructions: int
    cycles: tuple[int, int]
    seconds: tuple[float, float]
    computing: tuple[int, int]
    """Cycles in which instructions were executed; the rest of the time the processor waited."""
    by_evidence: list[Share]

    @property
    def note(self) -> str:
        """Where this model's cycle counts come from."""
        return counts_on(self.model)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"middle": middle(self.seconds), "note": self.note}


def counts_on(model: str) -> str:
    """Where a model's cycle counts come from, in a sentence."""
    if model == "7090":
        return "Counts are the 7090's."
    if MODELS[model].has_tubes:
        return "Counts are the 7090's, except multiply, divide and floating point, which are recalled."
    return (
        "Most counts of a 7094 are not available: the upper end uses the 7090's, but for multiply and divide "
        "those of IBM's published rates; the lower end saves the fetch of an odd instruction after its even "
        "neighbour, and uses the shortest multiply and divide."
    )


def middle(ends: tuple[float, float]) -> float:
    """The best single guess for a time of a 7094: halfway between both ends.

    The 7094 was 1.20 times as fast as the 7090, and 1.09 times of that is its clock, so it took about 10 %
    fewer cycles (Siewiorek, Bell and Newell's relative speeds). The lower end of our programs is 20 to 25 %
    below the upper, so halfway agrees with that.
    """
    return sum(ends) / 2


def time_report(machine: "Machine", watch: Watch) -> TimeReport:
    """The time of everything that `watch` recorded on `machine`."""
    shares = []
    everything = int(watch.tally[:, 1].sum()) or 1
    for kind, name in KINDS.items():
        rows = [i for i, o in enumerate(OPERATIONS) if o.cycles_on(machine.model.name).evidence == kind]
        count, most, saved = (int(v) for v in watch.tally[rows].sum(axis=0))
        shares.append(Share(name, EVIDENCE[kind], count, most - saved, most, most / everything))
    most = int(watch.tally[:, 1].sum())
    return TimeReport(
        machine.model.name,
        machine.model.cycle_us,
        machine.instructions,
        machine.cycles_interval,
        machine.seconds,
        (most - int(watch.tally[:, 2].sum()), most),
        shares,
    )
