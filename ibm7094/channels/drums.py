"""What a 709 selects without a channel: its drums, which the program copies word by word as on a 704."""

from collections.abc import Mapping
from typing import Any

from ibm7094.devices import saving
from ibm7094.devices.device import Select
from ibm7094.devices.direct import DELAY, DRUMS, FIRST_DRUM, DirectIO
from ibm7094.errors import DeviceNotReady
from ibm7094.events import Event


class DrumIO(DirectIO):
    """The copy logic of a 709. It is there without drums too: a CPY, CAD or LDA that finds nothing selected
    turns the input-output check on, and IOD (WRS 333) does not stop [D 9COMB 00732-01020]."""

    _is_missing = False  # a drum is selected that the machine does not have

    def answers_to(self, operation: str, unit: int) -> bool:
        """Whether a select without a channel is for the copy logic."""
        return FIRST_DRUM <= unit < FIRST_DRUM + DRUMS or (operation == Select.WRS and unit == DELAY)

    def select(self, operation: str, y: int) -> bool:
        """RDS and WRS of a drum, and IOD."""
        self._is_missing = False
        if y in self.drums or y == DELAY:
            return super().select(operation, y)
        # A guess from 9COMB (01170), which reads a drum on any 709: a drum that is not there selects nothing.
        self.disconnect()
        self._is_missing = True
        return True

    def locate(self, address: int) -> None:
        """LDA. Only a program that needs the drum gives it, so here the missing drum stops the machine."""
        if self._is_missing:
            raise DeviceNotReady("This 709 has no drums: give it the option drum.")
        super().locate(address)

    def pending(self) -> list[Event]:
        """The events that are due for the drums; the channels share the scheduler."""
        drums = list(self.drums.values())
        return [event for event in self.scheduler.pending if getattr(event.action, "__self__", None) in drums]

    def as_saved(self) -> dict[str, Any]:
        """The select and the drums, in the middle of whatever they do."""
        return {**super().as_saved(), "is_missing": self._is_missing}

    def take_up(self, saved: Mapping[str, Any], opened: saving.Opener) -> None:
        """Go on where saved drums were."""
        super().take_up(saved, opened)
        self._is_missing = bool(saved["is_missing"])
