"""Scheduled events of the mechanical devices, on the processor's clock.

The clock is `State.cycles`. The processor runs until `next_cycle`, then calls `run_due`.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass

from ibm7094.state import State

Action = Callable[[], object]

# Rounding must not move a whole number of cycles to the next cycle.
ROUNDING = 1e-6

# Channels that steal cycles move the clock, so that more events are due. They may steal all there are; after
# this many events the processor executes an instruction all the same, and can be stopped.
MOST_AT_ONCE = 1000


@dataclass(slots=True)
class Event:
    """An action and its time."""

    due_us: float
    action: Action
    background: bool = False
    """Whether it comes whatever the machine does, so that nobody need wait for it."""
    cancelled: bool = False


class Scheduler:
    """The queue of device events, timed in microseconds since the machine was started."""

    def __init__(self, state: State, cycle_us: float) -> None:
        self.state = state
        self.cycle_us = cycle_us
        # A heap ordered by time, then by order of scheduling.
        self._queue: list[tuple[float, int, Event]] = []
        self._scheduled = 0
        self._running: Event | None = None

    @property
    def now_us(self) -> float:
        """The current time; during an action, the time it was due, so that delays do not add up."""
        if self._running is not None:
            return self._running.due_us
        return self.clock_us

    @property
    def clock_us(self) -> float:
        """The processor's time."""
        return self.state.cycles * self.cycle_us

    def after(self, microseconds: float, action: Action) -> Event:
        """Call `action` after this many microseconds."""
        return self.at(self.now_us + microseconds, action)

    def at(self, due_us: float, action: Action, *, background: bool = False) -> Event:
        """Call `action` at a time."""
        event = Event(due_us, action, background)
        self._scheduled += 1
        heapq.heappush(self._queue, (due_us, self._scheduled, event))
        return event

    @property
    def pending(self) -> list[Event]:
        """Everything scheduled, in the order in which it will happen."""
        return [event for _, _, event in sorted(self._queue, key=lambda e: e[:2]) if not event.cancelled]

    def cancel(self, event: Event) -> None:
        """Cancel an event."""
        event.cancelled = True

    def next_cycle(self, *, background: bool = True) -> int | None:
        """The cycle at which the next event is due, or None if nothing is scheduled.

        With `background=False`, the next one that is not in the background.
        """
        while self._queue and self._queue[0][2].cancelled:
            heapq.heappop(self._queue)
        if not self._queue:
            return None
        due_us = self._queue[0][0]
        if not background and self._queue[0][2].background:
            others = [e.due_us for _, _, e in self._queue if not (e.background or e.cancelled)]
            if not others:
                return None
            due_us = min(others)
        return math.ceil(due_us / self.cycle_us - ROUNDING)

    def run_due(self) -> None:
        """Run all events due by now, in order, including those they schedule."""
        for _ in range(MOST_AT_ONCE):
            if (cycle := self.next_cycle()) is None or cycle > self.state.cycles:
                break
            _, _, self._running = heapq.heappop(self._queue)
            try:
                self._running.action()
            finally:
                self._running = None

    def reset(self) -> None:
        """Forget everything scheduled."""
        self._queue.clear()
