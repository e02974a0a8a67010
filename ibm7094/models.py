"""The five models of the machine, and how they differ."""

from collections.abc import Iterable
from dataclasses import dataclass

from ibm7094.errors import BadType, BadValue

TUBE_CYCLE_US = 12.0
CHANNELS = "ABCDEFGH"
"""The letters of the data channels."""

CYCLE_STEALING, INTERVAL_TIMER = "cycle-stealing", "interval-timer"
OPTIONS = {
    "drum": "733 drums, on a 709",
    CYCLE_STEALING: "channels take storage cycles from the processor, from a 709 on",
    INTERVAL_TIMER: "RPQ F89349, a count in core cell 5, from a 709 on",
}
"""Features that a customer could order, and the machine has only if they are named. Cycle stealing is not
one: every 7607 shares core with the processor. It is off because no page of IBM's that states how many cycles
it takes is available, and the papers' times do not speak for it."""


@dataclass(frozen=True)
class Model:
    """What distinguishes one model; the instruction set says which operations it has."""

    name: str
    cycle_us: float
    level: int
    """Its position in the series: later models have what earlier ones have."""

    @property
    def has_channels(self) -> bool:
        """Whether input-output goes through data channels; on a 704 the processor moves every word."""
        return self.level > 0

    @property
    def has_tubes(self) -> bool:
        """Whether it is built of vacuum tubes: the 704 and the 709."""
        return self.cycle_us == TUBE_CYCLE_US


MODELS = {
    name: Model(name, cycle_us, level)
    for level, (name, cycle_us) in enumerate(
        (("704", TUBE_CYCLE_US), ("709", TUBE_CYCLE_US), ("7090", 2.18), ("7094", 2.0), ("7094-II", 1.4))
    )
}
LEVEL_709 = MODELS["709"].level
LEVEL_7090 = MODELS["7090"].level
LEVEL_7094 = MODELS["7094"].level


def model(name: str) -> Model:
    """A model by its name."""
    if not isinstance(name, str):
        raise BadType(f"A model is named by a text: {name!r} is not one; choose one of {', '.join(MODELS)}.")
    if name not in MODELS:
        raise BadValue(f"There is no model {name!r}: choose one of {', '.join(MODELS)}.")
    return MODELS[name]


def options(names: Iterable[str], fitted_to: Model) -> tuple[str, ...]:
    """The names of optional features, if a model can have them."""
    if isinstance(names, str):
        raise BadType(f"Options are a list: write [{names!r}], not {names!r}.")
    chosen = tuple(sorted(set(names)))
    for name in chosen:
        if name not in OPTIONS:
            raise BadValue(f"There is no option {name!r}: choose from {', '.join(OPTIONS)}.")
    if "drum" in chosen and fitted_to.level > LEVEL_709:
        raise BadValue(
            f"A {fitted_to.name} cannot have drums: choose a 704, which always has them, or a 709."
        )
    if CYCLE_STEALING in chosen and not fitted_to.has_channels:
        raise BadValue(
            f"A {fitted_to.name} has no channels that could steal cycles: its processor moves every word."
        )
    if INTERVAL_TIMER in chosen and not fitted_to.has_channels:
        raise BadValue(f"A {fitted_to.name} cannot have the interval timer: it has no traps to enable.")
    return chosen
