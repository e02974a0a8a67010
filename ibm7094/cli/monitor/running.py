"""Running: step, go, continue, history, profile, time."""

from ibm7094.cli.monitor.breakpoints import BreakpointCommands
from ibm7094.cli.monitor.tracing import TraceFile
from ibm7094.engine.watch import RING_SIZE
from ibm7094.stop import Reason, Stop
from ibm7094.terminal import listing
from ibm7094.terminal.failures import finished

SHOWN_STEPS = 24
SHOWN_LINES = 20
TRACED_AT_ONCE = 250
"""Instructions between two looks at the ring: with all their XECs they fit into it."""


class RunningCommands(BreakpointCommands):
    """Commands that run the machine, and say what it did."""

    trace: TraceFile | None

    def do_step(self, arg: str) -> None:
        """Execute one instruction, or N (decimal), and show them.

        step 5
        """
        count = self.count(arg, 1, "steps")
        before = self.machine.instructions
        stop = self.run(count)
        done = min(self.machine.instructions - before, SHOWN_STEPS)
        for line in listing.trace_lines(self.machine, self.watch, done):
            self.say(line)
        self._report(stop)

    def do_go(self, arg: str) -> None:
        """START: run from an address, or from the instruction counter.

        go START
        """
        if arg:
            self.machine.ic = self.address(arg.strip())
        self._report(self.run(None))

    def do_continue(self, arg: str) -> None:
        """CONTINUE: run to the next stop, or for N instructions (decimal).

        continue 1000000
        """
        self._report(self.run(self.count(arg, 0, "instructions") or None))

    def do_history(self, arg: str) -> None:
        """Show the last instructions executed, with AC and MQ before each.

        history 50
        """
        last = min(self.count(arg, SHOWN_LINES, "instructions"), RING_SIZE)
        for line in listing.trace_lines(self.machine, self.watch, last):
            self.say(line)

    def do_profile(self, arg: str) -> None:
        """Show the addresses executed most often.

        profile 10
        """
        count = self.count(arg, SHOWN_LINES, "addresses")
        for line in listing.profile_lines(self.machine, self.watch, count):
            self.say(line)

    def do_time(self, arg: str) -> None:
        """Show instructions, cycles and simulated time so far.

        time
        """
        least, most = self.machine.cycles_interval
        spent = listing.seconds(self.machine.seconds)
        self.say(
            f"{self.machine.instructions:,} instructions, {listing.between(least, most)} cycles, {spent}"
        )

    def run(self, limit: int | None) -> Stop:
        """Run to a stop that counts: breakpoints whose condition does not hold are passed by."""
        self.watch.breakpoints = sorted(self.breakpoints)
        self.watch.watch_words(self.watched)
        end = None if limit is None else self.machine.instructions + limit
        while True:
            remaining = None if end is None else end - self.machine.instructions
            tracing = self.trace is not None and self.trace.is_open
            part = (
                TRACED_AT_ONCE if tracing and (remaining is None or remaining > TRACED_AT_ONCE) else remaining
            )
            before = self.watch.block.ring_next
            stop = self.machine.run(part, sorted(self.breakpoints))
            if (
                self.trace is not None
                and tracing
                and not self.trace.add(self.machine, self.watch, self.watch.block.ring_next - before)
            ):
                self.say(f"The trace has {self.trace.lines:,} lines, its limit: the run goes on without it.")
            if stop.reason is Reason.LIMIT and part != remaining:
                continue
            if stop.reason is Reason.BREAKPOINT and not self.stops_here():
                continue
            return stop

    def _report(self, stop: Stop) -> None:
        if stop.reason is not Reason.WATCHPOINT:
            for sentence in self.machine.writes(self.watch):  # while a halt waited for a channel
                self.say(sentence)
        while self.machine.messages:
            self.say(self.machine.messages.pop(0))
        if stop.reason is not Reason.LIMIT:
            self.say(finished(stop.message))
        self.show_core(self.machine.ic, self.machine.ic)
