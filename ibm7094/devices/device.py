"""The base class of input-output devices, and their link to the channel that selects them.

A working device is a generator that yields the microseconds to its next step, so that the code of a card
cycle or a tape record reads top to bottom. It exchanges words and signals through a `DeviceLink`.
"""

from collections.abc import Callable, Generator
from enum import StrEnum
from typing import Protocol

from ibm7094.errors import DeviceNotReady
from ibm7094.events import Scheduler

Steps = Generator[float, None, None]

MILLISECOND = 1000.0


class Select(StrEnum):
    """The instructions that select a device. RDS and WRS are data selects, the rest are not."""

    RDS = "RDS"
    WRS = "WRS"
    BSR = "BSR"
    BSF = "BSF"
    WEF = "WEF"
    REW = "REW"
    RUN = "RUN"
    SDN = "SDN"

    @property
    def is_data(self) -> bool:
        """Whether words move, so that a channel needs a command for it."""
        return self in (Select.RDS, Select.WRS)


class Core(Protocol):
    """Core storage, or any sequence of words."""

    def __getitem__(self, address: int, /) -> int: ...

    def __setitem__(self, address: int, word: int, /) -> None: ...


class DeviceLink(Protocol):
    """The link between a selected device and its channel, as the device sees it."""

    @property
    def connected(self) -> bool:
        """Whether the channel still holds the select that started the device."""

    @property
    def now_us(self) -> float:
        """The time."""

    def put(self, word: int, good: bool = True) -> None:
        """Deliver a word; `good` is false after a parity error."""

    def take(self) -> int | None:
        """The next word to write; None when the channel has ended the record or disconnected."""

    def end_of_record(self) -> None:
        """The device has reached the end of a record (reading), or of its card or line (writing)."""

    def end_of_file(self) -> None:
        """The device found a tape mark, or no card."""

    def release(self) -> None:
        """A non-data select no longer needs the channel, though the unit may still be moving."""

    def load_point(self) -> None:
        """A backspace found the tape at its load point."""

    def end_of_tape(self) -> None:
        """Writing has passed the reflective spot near the end of the tape."""


class Device:
    """A device attached to a channel. By default `check` refuses every operation, and nothing moves."""

    name = "device"
    is_tape = False

    def __init__(self) -> None:
        self.busy = False  # the mechanism is moving: a select of it waits
        self._steps: Steps | None = None
        self._cancel: Callable[[], None] = lambda: None
        self.on_rest: Callable[[float, float], None] | None = None
        """Called when the mechanism comes to rest, with the microseconds when it began and ended."""

    @property
    def holds_control(self) -> bool:
        """Whether it keeps the channel's one tape control from other units."""
        return False

    def check(self, operation: Select) -> None:
        """Raise DeviceNotReady if it cannot do `operation`."""
        raise DeviceNotReady(f"The {self.name} cannot do {operation}: correct the program's select.")

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """The steps of an RDS of `unit`, as long as the link is connected."""
        yield from ()

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """The steps of a WRS of `unit`, as long as the link is connected."""
        yield from ()

    def control(self, operation: Select, link: DeviceLink, unit: int) -> Steps:
        """The steps of a non-data select."""
        yield from ()

    def run(self, steps: Steps, scheduler: Scheduler, finished: Callable[[], None]) -> None:
        """Start the mechanism; `finished` is called when it comes to rest."""

        began = scheduler.now_us

        def step() -> None:
            try:
                delay = next(steps)
            except StopIteration:
                self.busy = False
                if self.on_rest:
                    self.on_rest(began, scheduler.now_us)
                finished()
                return
            event = scheduler.after(delay, step)
            self._cancel = lambda: scheduler.cancel(event)

        self.busy = True
        self._steps = steps
        step()

    def stop(self) -> None:
        """Reset: the mechanism stops where it is."""
        self._cancel()
        self._steps = None
        self.busy = False

    def run_out(self) -> None:
        """Finish the current cycle without waiting, so that a line begun is printed.

        The link must be dead, or the device would start another cycle.
        """
        for _ in self._steps or ():
            pass
        self.stop()

    def close(self) -> None:
        """Write everything to the file and close it."""
