"""What the machine asks of its input-output system: data channels, or the direct input-output of a 704."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from ibm7094.devices.device import Core, Device
from ibm7094.devices.saving import Opener
from ibm7094.devices.units import Media


class InputOutput(Protocol):
    """What both systems have in common. Instructions of only one of them call its other methods too."""

    messages: list[str]
    """What the operator should know, a sentence each."""

    def select(self, operation: str, y: int) -> bool:
        """Select a unit; false while the processor has to wait for it."""

    def sense(self, y: int) -> bool:
        """Sense a unit; whether the processor skips."""

    def attached(self) -> Iterable[Device]:
        """Every device with a file attached."""

    def attach(self, where: str, kind: str, path: Media, **options: object) -> None:
        """Attach a file to a device, or cards to a reader."""

    def add_reel(self, where: str, path: Path | str, **options: object) -> None:
        """Keep a tape ready for when the program unloads the unit."""

    def detach(self, where: str, kind: str) -> None:
        """Detach a device's file, after writing everything to it."""

    def boot(self, kind: str, where: str) -> None:
        """Do what a LOAD key does: read the first words from this device."""

    def active(self) -> bool:
        """Whether a channel or a device is still working."""

    def awaits_timer(self) -> bool:
        """Whether a halt will be ended by the interval timer."""

    def trap_pending(self) -> bool:
        """Whether a channel trap is pending."""

    def delays_trap(self) -> bool:
        """Whether the instruction that has just been executed delays a trap until after the next one."""

    def take_trap(self) -> tuple[int, int]:
        """Take the pending trap: its cell and its code."""

    def as_saved(self) -> dict[str, Any]:
        """Everything about channels and devices, as plain data."""

    def take_up(self, saved: Mapping[str, Any], opened: Opener) -> None:
        """Go on where a saved system was."""

    def files(self) -> list[tuple[str, str, Path]]:
        """Where each attached file is: the place and kind for `detach`, and the path."""

    def use_core(self, core_for: Callable[[str], Core]) -> None:
        """Store through these views of core, one for each name of a writer."""

    def reset(self) -> None:
        """Stop everything where it is."""

    def close(self) -> None:
        """Write everything to the attached files and close them."""
