"""The base class of input-output devices, and their link to the channel that selects them.

A working device is an iterator of the microseconds to its next step: a `motion.Motion`, which can be saved,
or for a simple device a generator, which cannot. It exchanges words and signals through a `DeviceLink`.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Protocol

from ibm7094.errors import DeviceNotReady
from ibm7094.events import Event, Scheduler

Steps = Iterator[float]

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
        self.steps: Steps | None = None
        """What it does now, if anything."""
        self.began_us = 0.0
        self._event: Event | None = None
        self._scheduler: Scheduler | None = None
        self._finished: Callable[[], None] = lambda: None
        self.messages: list[str] = []
        """What the operator should know, a sentence each; attached devices share their system's list."""
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
        return iter(())

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """The steps of a WRS of `unit`, as long as the link is connected."""
        return iter(())

    def control(self, operation: Select, link: DeviceLink, unit: int) -> Steps:
        """The steps of a non-data select."""
        return iter(())

    def run(self, steps: Steps, scheduler: Scheduler, finished: Callable[[], None]) -> None:
        """Start the mechanism; `finished` is called when it comes to rest."""
        self.began_us = scheduler.now_us
        self.busy = True
        self.go_on(steps, scheduler, finished)
        self.step()

    def go_on(
        self,
        steps: Steps | None,
        scheduler: Scheduler,
        finished: Callable[[], None],
        next_step: Event | None = None,
    ) -> None:
        """Take up steps that are under way; `next_step` is the event that does the next one."""
        self.steps, self._scheduler, self._finished, self._event = steps, scheduler, finished, next_step

    def step(self) -> None:
        """Do the next step, and schedule the one after it."""
        assert self.steps is not None and self._scheduler is not None
        try:
            delay = next(self.steps)
        except StopIteration:
            self.busy = False
            if self.on_rest:
                self.on_rest(self.began_us, self._scheduler.now_us)
            self._finished()
            return
        self._event = self._scheduler.after(delay, self.step)

    def report_to(self, messages: list[str]) -> None:
        """Put messages into this list from now on."""
        self.messages = messages

    def stop(self) -> None:
        """Reset: the mechanism stops where it is."""
        if self._event is not None and self._scheduler is not None:
            self._scheduler.cancel(self._event)
        self.steps = None
        self.busy = False

    def run_out(self) -> None:
        """Finish the current cycle without waiting, so that a line begun is printed.

        The link must be dead, or the device would start another cycle.
        """
        for _ in self.steps or ():
            pass
        self.stop()

    def close(self) -> None:
        """Write everything to the file and close it."""
