"""What the machine asks of its input-output system: data channels, or the direct input-output of a 704."""

from collections.abc import Iterable
from typing import Protocol

from ibm7094.devices.device import Device
from ibm7094.devices.units import Media


class InputOutput(Protocol):
    """The part that both have. What only one has, the instructions for it ask of it by name."""

    def select(self, operation: str, y: int) -> bool:
        """Select a unit; false while the processor has to wait for it."""

    def sense(self, y: int) -> bool:
        """Sense a unit; whether the processor skips."""

    def attached(self) -> Iterable[Device]:
        """Every device with a file attached."""

    def attach(self, where: str, kind: str, path: Media, **options: object) -> None:
        """Give a device its file, or a reader its cards."""

    def detach(self, where: str, kind: str) -> None:
        """Take a device's file away; what was written to it is complete."""

    def boot(self, kind: str, where: str) -> None:
        """Set up the load button: the first words come from this device."""

    def active(self) -> bool:
        """Whether something is under way that could still change the machine."""

    def trap_pending(self) -> bool:
        """Whether a trap of a channel waits to be taken."""

    def take_trap(self) -> tuple[int, int]:
        """The cell and the code of the trap that is taken now."""

    def reset(self) -> None:
        """Stop everything where it is."""

    def close(self) -> None:
        """Bring everything printed, punched and written to tape into its file."""
