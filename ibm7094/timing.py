"""How long a run took on the simulated machine, and how sure that is."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ibm7094.engine.watch import Watch
from ibm7094.isa.record import EVIDENCE, OPERATIONS

if TYPE_CHECKING:
    from ibm7094.machine import Machine

KINDS = {"p": "cited page", "rule": "rule", "recalled": "recalled", "guess": "guess"}


@dataclass(frozen=True)
class Share:
    """The part of the time that rests on one kind of evidence."""

    evidence: str
    meaning: str
    instructions: int
    cycles_least: int
    cycles_most: int
    share: float
    """Of the cycles at the upper end."""


@dataclass(frozen=True)
class TimeReport:
    """Instructions, cycles and seconds, both ends, with the evidence they rest on."""

    model: str
    cycle_us: float
    instructions: int
    cycles: tuple[int, int]
    seconds: tuple[float, float]
    computing: tuple[int, int]
    """Cycles in which instructions were done; the rest of the time the processor waited."""
    by_evidence: list[Share]

    @property
    def note(self) -> str:
        """What the counts are, on this model."""
        return counts_on(self.model)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"note": self.note}


def counts_on(model: str) -> str:
    """Whose counts of cycles a model has, in a sentence."""
    if model == "7090":
        return "Counts are the 7090's."
    if model in ("704", "709"):
        return "Counts are the 7090's, but multiply, divide and floating point as recalled."
    return (
        "Counts of a 7094 are not at hand: the upper end takes the 7090's, the lower end saves the fetch "
        "of an odd instruction after its even neighbour and takes the shortest multiply and divide."
    )


def time_report(machine: "Machine", watch: Watch) -> TimeReport:
    """The time of all that `watch` has seen on `machine`."""
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
