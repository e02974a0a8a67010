"""A trace of all instructions, written to a file as they are executed."""

from pathlib import Path

from ibm7094.engine.watch import Watch
from ibm7094.files import rules
from ibm7094.files.outputs import Output
from ibm7094.machine import Machine
from ibm7094.terminal import listing

COMMAND = "ibm7094 debug trace"


class TraceFile:
    """The file. It appears when it is closed, and then holds whole lines."""

    def __init__(self, path: Path, most: int | None, force: bool) -> None:
        rules.check_own(path, COMMAND, force)
        self.path = path
        self.lines = 0
        self._most = most
        self._output = Output(path)

    @property
    def is_open(self) -> bool:
        """Whether there is room for more lines."""
        return self._most is None or self.lines < self._most

    def add(self, machine: Machine, watch: Watch, count: int) -> bool:
        """Add the last instructions; return whether there is room for more."""
        wanted = count if self._most is None else min(count, self._most - self.lines)
        for number, line in enumerate(listing.trace_lines(machine, watch, count)):
            if number == wanted:
                break
            self._output.write(f"{line}\n".encode())
            self.lines += 1
        return self.is_open

    def close(self) -> None:
        """Put the file in its place."""
        self._output.commit()
        rules.remember_own(self.path, COMMAND)
