"""Breakpoints, with conditions and counts, and watched words."""

import re
from dataclasses import dataclass

from ibm7094.cli.monitor.base import Base
from ibm7094.cli.monitor.conditions import Condition
from ibm7094.errors import MachineError

SPLIT = re.compile(r"\b(if|after)\b", re.IGNORECASE)


@dataclass
class Breakpoint:
    """When to stop before an address."""

    condition: Condition | None = None
    after: int = 0
    """How often to pass by first."""
    passed: int = 0

    def text(self) -> str:
        """As the operator wrote it."""
        condition = f" if {self.condition.text}" if self.condition else ""
        return condition + (f" after {self.after} ({self.passed} so far)" if self.after else "")


class BreakpointCommands(Base):
    """Commands that say where a run stops."""

    breakpoints: dict[int, Breakpoint]
    watched: set[int]

    def do_break(self, arg: str) -> None:
        """Set breakpoints: stop before these addresses. Without an address, show the breakpoints.

        break LOOP if ac < 0 and c(ALPHA) = 5 stops only if that holds; values are octal numbers, registers,
        c(address) and symbols, with = # < <= > >= and or not. break LOOP after 10 passes by ten times.
        break LOOP 300
        """
        places, *rest = SPLIT.split(arg)
        found = Breakpoint()
        for word, text in zip(rest[::2], rest[1::2], strict=True):
            if word.lower() == "after":
                found.after = self.count(text, 0, "passes")
                if not found.after:
                    raise MachineError("Say how often to pass by, as in: break LOOP after 10.")
            else:
                found.condition = Condition(text, self.machine.symbols)
        if rest and not places.split():
            raise MachineError("Give an address first, as in: break LOOP if ac < 0.")
        for place in [self.address(text) for text in places.split()]:
            self.breakpoints[place] = Breakpoint(found.condition, found.after)
        self._show_breakpoints()

    def do_unbreak(self, arg: str) -> None:
        """Remove breakpoints; `all` removes all of them.

        unbreak LOOP
        """
        if arg.strip() == "all":
            self.breakpoints.clear()
        for place in [] if arg.strip() == "all" else [self.address(text) for text in arg.split()]:
            self.breakpoints.pop(place, None)
        self._show_breakpoints()

    def do_watch(self, arg: str) -> None:
        """Watch words: stop after an instruction or a channel writes one. Without an address, show them.

        watch ALPHA 100-117
        """
        for first, last in [self.range(text) for text in arg.split()]:
            self.watched |= set(range(first, last + 1))
        self._show_watched()

    def do_unwatch(self, arg: str) -> None:
        """Watch these words no more; `all` means all of them.

        unwatch ALPHA
        """
        if arg.strip() == "all":
            self.watched.clear()
        else:
            for first, last in [self.range(text) for text in arg.split()]:
                self.watched -= set(range(first, last + 1))
        self._show_watched()

    def stops_here(self) -> bool:
        """Whether the breakpoint at the instruction counter stops the run; note that it was passed."""
        found = self.breakpoints.get(self.machine.ic)
        if found is None:
            return True
        if found.condition is not None and not found.condition.holds(self.machine):
            return False
        found.passed += 1
        return found.passed > found.after

    def _show_breakpoints(self) -> None:
        places = [
            self.machine.where(place) + found.text() for place, found in sorted(self.breakpoints.items())
        ]
        separator = ", " if any(found.text() for found in self.breakpoints.values()) else " "
        self.say(f"Breakpoints: {separator.join(places) or 'none'}")

    def _show_watched(self) -> None:
        ranges: list[list[int]] = []
        for place in sorted(self.watched):
            if ranges and place == ranges[-1][1] + 1:
                ranges[-1][1] = place
            else:
                ranges.append([place, place])
        shown = [self.machine.where(a) + (f" to {self.machine.where(b)}" if b > a else "") for a, b in ranges]
        self.say(f"Watched: {', '.join(shown) or 'nothing'}")
