"""What every input-output device is to the channel that selects it.

A device at work is a generator that yields the microseconds to its next step, so that a card cycle or a
tape record reads top to bottom. In its steps it speaks to the channel through a `Line`.
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
    """Core storage, or any row of words."""

    def __getitem__(self, address: int, /) -> int: ...

    def __setitem__(self, address: int, word: int, /) -> None: ...


class Line(Protocol):
    """What a selected device sees of its channel."""

    @property
    def connected(self) -> bool:
        """Whether the channel still holds the select that started the device."""

    @property
    def now_us(self) -> float:
        """The time."""

    def put(self, word: int, good: bool = True) -> None:
        """Deliver a word; `good` is false when its parity was not."""

    def take(self) -> int | None:
        """The next word to write; None when the channel has ended the record or disconnected."""

    def end_of_record(self) -> None:
        """The device has come to the end of a record (reading), or of its card or line (writing)."""

    def end_of_file(self) -> None:
        """There is a tape mark, or no card."""

    def release(self) -> None:
        """A non-data select needs the channel no more, though the unit may still be moving."""

    def load_point(self) -> None:
        """A backspace found the tape at its load point."""

    def end_of_tape(self) -> None:
        """Writing has passed the reflective spot near the end of the tape."""


class Device:
    """A device attached to a channel. What it cannot do `check` refuses, so by default nothing moves."""

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
        """Raise DeviceNotReady when it cannot do `operation`."""
        raise DeviceNotReady(f"The {self.name} has no use for {operation}: correct the program's select.")

    def read(self, line: Line, unit: int) -> Steps:
        """Go through what an RDS of `unit` asks, as long as the line is connected."""
        yield from ()

    def write(self, line: Line, unit: int) -> Steps:
        """Go through what a WRS of `unit` asks, as long as the line is connected."""
        yield from ()

    def control(self, operation: Select, line: Line, unit: int) -> Steps:
        """Go through a non-data select."""
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
        """Go to the end of the cycle under way without waiting for it: the line begun is printed.

        The line must be dead by now, or the device would start another cycle.
        """
        for _ in self._steps or ():
            pass
        self.stop()

    def close(self) -> None:
        """Bring everything into the file."""
