"""The interval timer, IBM's RPQ F89349: a count in core that asks for a trap when it has run out.

[2]: SIMH and Cornwell's simulator agree, except where a line says otherwise.
"""

from collections.abc import Mapping
from typing import Any

from ibm7094.devices.device import Core
from ibm7094.events import Event, Scheduler
from ibm7094.words import MAGNITUDE

COUNTER = 5
TRAP_CELL = 6
ENABLE_BIT = 0o400000  # bit 18 of ENB's word
TICK_US = 1e6 / 60
LONGEST_HALT = 60 * 600
"""A halt waits for the trap if it comes within this many ticks, ten minutes; else the machine stays halted,
or its clock would run for years."""


class IntervalTimer:
    """Cell 5 counts up 60 times a second, whatever the processor does. At zero it requests a trap."""

    def __init__(self, core: Core, scheduler: Scheduler) -> None:
        self.core = core
        self.enabled = False
        self._scheduler = scheduler
        self._requested = False
        self._ticks = 0  # since power-on
        self._next = self._schedule()

    def _schedule(self) -> Event:
        return self._scheduler.at((self._ticks + 1) * TICK_US, self.tick, background=True)

    def tick(self) -> None:
        """Count one."""
        self._ticks += 1
        self._next = self._schedule()
        count = (int(self.core[COUNTER]) & MAGNITUDE) + 1 & MAGNITUDE
        self.core[COUNTER] = count  # a plus sign, as SIMH has it
        if not count:
            self._requested = True

    @property
    def pending(self) -> bool:
        """Whether its trap is requested and enabled."""
        return self._requested and self.enabled

    def take_trap(self) -> tuple[int, int]:
        """Take the trap: its cell, and no code."""
        self._requested = False
        return TRAP_CELL, 0

    def ends_halt(self) -> bool:
        """Whether a trap will come soon."""
        count = int(self.core[COUNTER]) & MAGNITUDE
        return self.enabled and (self._requested or MAGNITUDE - count < LONGEST_HALT)

    def reset(self) -> None:
        """The reset key clears the count and the request (the RPQ, as SIMH's author read it)."""
        self.core[COUNTER] = 0
        self._requested = self.enabled = False

    def as_saved(self) -> dict[str, Any]:
        """The timer as plain data; its count is in core."""
        return {"enabled": self.enabled, "requested": self._requested, "ticks": self._ticks}

    def take_up(self, saved: Mapping[str, Any]) -> None:
        """Go on where a saved timer was."""
        self.enabled, self._requested = bool(saved["enabled"]), bool(saved["requested"])
        self._ticks = int(saved["ticks"])
        self._scheduler.cancel(self._next)
        self._next = self._schedule()
