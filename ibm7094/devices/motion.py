"""What a device does for one select, as plain data that can be saved in the middle.

A motion is an iterator of the microseconds to its next step. A generator would read more easily, but its
position cannot be written to a file. So a motion keeps its position in fields: `phase` says which step is
next, and a subclass adds what it needs between two steps. Whatever `step` does, the fields alone decide what
it does next; that is why a machine restored from a file goes on exactly as the one that was saved.
"""

from dataclasses import dataclass
from typing import Any

from ibm7094.devices.device import DeviceLink


@dataclass(eq=False)
class Motion:
    """The steps of one select. All fields but the device and the link are numbers, texts, bytes or lists."""

    device: Any
    link: DeviceLink
    unit: int
    phase: int = 0
    is_over: bool = False

    def __iter__(self) -> "Motion":
        return self

    def __next__(self) -> float:
        if self.is_over:
            raise StopIteration
        try:
            delay = self.step()
        except BaseException:
            self.is_over = True  # as a generator that raised an exception
            raise
        if delay is None:
            self.is_over = True
            raise StopIteration
        return delay

    def step(self) -> float | None:
        """Do the next step; return the microseconds to the one after it, or None to come to rest."""
        raise NotImplementedError
