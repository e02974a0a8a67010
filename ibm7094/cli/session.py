"""One machine, its files, and the report of a run."""

import json
import sys
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any

from ibm7094.cli.arguments import Clock, Disk, Tape
from ibm7094.engine.watch import Watch
from ibm7094.errors import MediaError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.outputs import discarding
from ibm7094.files.rules import remember_own
from ibm7094.machine import Machine
from ibm7094.stop import Reason, Stop
from ibm7094.terminal import listing
from ibm7094.terminal.exit_codes import INTERRUPTED, UNEXPECTED
from ibm7094.terminal.failures import finished, listed
from ibm7094.terminal.output import console, say
from ibm7094.words import octal

COMMAND = "ibm7094 run"


class Session:
    """A machine for one command. Its files are complete when the session ends, even if the machine fails.

    If the session ends before the machine has run, files are left as they were.
    """

    def __init__(
        self,
        model: str,
        *,
        compiled: bool = True,
        options: Iterable[str] = (),
        channels: Mapping[str, str] | None = None,
    ) -> None:
        self.machine = Machine(model, compiled=compiled, options=options, channels=channels)
        self.stop: Stop | None = None
        self.paper_and_cards: list[Path] = []
        """Files of printer and punch, which a later run of the same command may replace."""
        self.tapes: list[Path] = []
        """Files of the tapes and disks that the program may write."""
        self.ran = False
        """Whether the machine has run, so that what it wrote is a result."""
        self._kept = True
        self._noted = False

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with nullcontext() if self.ran or kind is None else discarding():
            self.close()

    def close(self) -> None:
        """Complete all files, and note which of them this command made."""
        try:
            self.machine.close()
        except (OSError, MediaError):
            self.machine.close()  # one file failed; close the others too
            raise
        if self.ran and not self._noted:
            self._noted = True
            for path in self.paper_and_cards:
                remember_own(path, COMMAND)

    # before

    def observe(self) -> Watch:
        """Trace, profile and time the next runs."""
        self.machine.watch = self.machine.watch or Watch()
        return self.machine.watch

    def print_to(self, path: Path | None, *, kept: bool) -> None:
        """Print to a file; without one, keep the output in the machine or send it to standard output."""
        self._kept = kept and path is None
        if path is not None and path != STANDARD:
            self.machine.attach("A", "printer", path)
            self.paper_and_cards.append(path)
        elif not self._kept and sys.stdout is not None:
            self.machine.attach("A", "printer", sys.stdout)

    def punch_to(self, path: Path) -> None:
        """Punch cards to a file."""
        self.machine.attach("A", "punch", path)
        self.paper_and_cards.append(path)

    def mount(self, tapes: Iterable[Tape]) -> None:
        """Put tapes on their units."""
        for tape in tapes:
            self.machine.attach(tape.unit, "tape", tape.path, write_protected=tape.write_protected)
            if not tape.write_protected:
                self.tapes.append(tape.path)

    def place(self, disks: Iterable[Disk]) -> None:
        """Give disk modules their files."""
        for disk in disks:
            self.machine.attach(
                disk.unit, "disk", disk.path, model=disk.model, write_protected=disk.write_protected
            )
            if not disk.write_protected:
                self.tapes.append(disk.path)

    def add_reels(self, reels: Iterable[Tape]) -> None:
        """Keep further reels ready for their units."""
        for reel in reels:
            self.machine.add_reel(reel.unit, reel.path, write_protected=reel.write_protected)
            if not reel.write_protected:
                self.tapes.append(reel.path)

    def set_clocks(self, clocks: Iterable[Clock]) -> None:
        """Attach calendar clocks."""
        for clock in clocks:
            self.machine.attach(clock.unit, "clock", clock.start)

    # the run

    def run(self, limit: int | None = None, breakpoints: Iterable[int] = ()) -> None:
        """Run to a stop."""
        self.ran = True
        self.stop = self.machine.run(limit, breakpoints)

    # after

    @property
    def exit_code(self) -> int:
        """The exit code of the run."""
        if self.stop and self.stop.reason is Reason.INTERRUPTED:
            return INTERRUPTED
        return 0 if self.stop is None or self.stop.reason.expected else UNEXPECTED

    @property
    def message(self) -> str:
        """How the run ended, as a sentence; after Ctrl-C also which files hold a part of the results."""
        text = finished(str(self.stop))
        begun = [str(path) for path in (*self.paper_and_cards, *self.tapes) if path.is_file()]
        if self.exit_code == INTERRUPTED and begun:
            holds = "holds" if len(begun) == 1 else "hold"
            return f"{text[:-1]}; {listed(begun)} {holds} what was written so far."
        return text

    def printed(self) -> str | None:
        """What the printer printed, if it was kept."""
        return self.machine.printed if self._kept else None

    def report(self, *, time: bool, trace: int, profile: int, console: bool, as_json: bool) -> None:
        """Report everything that was asked for. Files are closed first, so that they are complete."""
        self.close()
        if as_json:
            print(json.dumps(self.record(time=time, trace=trace, profile=profile), indent=2))
        else:
            self._show(time=time, trace=trace, profile=profile, console=console)
        for message in self.machine.messages:
            say(finished(message))
        say(self.message, "red" if self.exit_code == UNEXPECTED else None)
        card = self.stop and self.machine.source.cards.get(self.stop.ic)
        if card:
            say(f"{card.place}:\n    {card.text}")

    def _show(self, *, time: bool, trace: int, profile: int, console: bool) -> None:
        machine, watch = self.machine, self.machine.watch
        if watch and trace:
            for line in listing.trace_lines(machine, watch, trace):
                say(line)
        if watch and profile:
            for line in listing.profile_lines(machine, watch, profile):
                say(line)
        if watch and time:
            show_time(machine, watch)
        if console:
            show_console(machine, self.stop)

    def record(self, *, time: bool, trace: int, profile: int) -> dict[str, Any]:
        """The run, as a JSON record."""
        machine, watch, stop = self.machine, self.machine.watch, self.stop
        found: dict[str, Any] = {
            "model": machine.model.name,
            "stop": stop and stop_record(stop) | listing.source_record(machine, stop.ic),
            "registers": register_record(machine),
            "instructions": machine.instructions,
            "cycles": list(machine.cycles_interval),
            "seconds": list(machine.seconds),
            "printed": self.printed(),
            "messages": list(self.machine.messages),
        }
        if watch and time:
            from ibm7094.timing import time_report

            found["time"] = time_report(machine, watch).as_dict()
        if watch and trace:
            found["trace"] = listing.trace_records(machine, watch.trace(trace))
        if watch and profile:
            found["profile"] = [
                {"location": f"{place:05o}", "count": count, "share": share}
                | listing.source_record(machine, place)
                for place, count, share in listing.profile_rows(watch, profile)
            ]
        return found


def stop_record(stop: Stop) -> dict[str, Any]:
    """A stop, as a JSON record."""
    return {
        "reason": str(stop.reason),
        "expected": stop.reason.expected,
        "ic": f"{stop.ic:05o}",
        "message": finished(stop.message),
    }


def register_record(machine: Machine) -> dict[str, Any]:
    """The registers, as a JSON record: octal text as the console shows it, rows of lights as 0s and 1s."""
    return {
        "ac": listing.ac_octal(machine.ac),
        "mq": octal(machine.mq),
        "si": octal(machine.si),
        "ic": f"{machine.ic:05o}",
        "xr": {str(number): f"{machine.xr[number]:05o}" for number in range(1, 8)},
        "keys": octal(machine.keys),
        "sense_switches": repr(machine.switches),
        "sense_lights": repr(machine.lights),
        "ac_overflow": machine.ac_overflow,
        "mq_overflow": machine.mq_overflow,
        "divide_check": machine.divide_check,
        "io_check": machine.io_check,
        "fp_trap": machine.fp_trap,
        "transfer_trap": machine.transfer_trap,
        "multiple_tag": machine.multiple_tag,
    }


def show_time(machine: Machine, watch: Watch) -> None:
    """Show the simulated time and its evidence, on standard error."""
    from rich import box
    from rich.table import Table

    from ibm7094.timing import time_report

    report = time_report(machine, watch)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("evidence", "instructions", "least cycles", "most cycles", "share"):
        table.add_column(heading, justify="left" if heading == "evidence" else "right")
    for row in report.by_evidence:
        table.add_row(
            row.evidence,
            f"{row.instructions:,}",
            f"{row.cycles_least:,}",
            f"{row.cycles_most:,}",
            f"{row.share:.1%}",
        )
    out = console(stderr=True)
    out.print(table)
    out.print(
        f"{report.instructions:,} instructions, {listing.between(*report.cycles)} cycles, "
        f"{listing.seconds_with_middle(report.seconds)} on a {machine.model.name}.",
        soft_wrap=True,
    )


def show_console(machine: Machine, stop: Stop | None) -> None:
    """Show the operator's console, on standard error."""
    from ibm7094.cli.console import render

    out = console(stderr=True)
    out.print(render(machine, stop=stop, ascii_only=out.options.ascii_only))
