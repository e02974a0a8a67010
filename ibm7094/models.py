"""The five models of the machine."""

from dataclasses import dataclass

from ibm7094.errors import MachineError


@dataclass(frozen=True)
class Model:
    """What sets one model apart; which operations it has stands in the instruction set."""

    name: str
    cycle_us: float
    level: int


MODELS = {
    name: Model(name, cycle_us, level)
    for level, (name, cycle_us) in enumerate(
        (("704", 12.0), ("709", 12.0), ("7090", 2.18), ("7094", 2.0), ("7094-II", 1.4))
    )
}


def model(name: str) -> Model:
    """A model by its name."""
    if name not in MODELS:
        raise MachineError(f"There is no model {name!r}: choose one of {', '.join(MODELS)}.")
    return MODELS[name]
