"""What all commands of the monitor share."""

from typing import IO

from ibm7094.cli import arguments
from ibm7094.cli.monitor.shell import Shell
from ibm7094.cli.session import Session
from ibm7094.errors import MachineError
from ibm7094.terminal import listing
from ibm7094.words import ADDRESS


class Base(Shell):
    """A machine, and how its words are named and shown."""

    def __init__(self, session: Session, stdin: IO[str] | None = None, stdout: IO[str] | None = None) -> None:
        super().__init__(session.machine.model.name, stdin, stdout)
        self.session = session
        self.machine = session.machine
        self.watch = session.observe()
        self.next_shown = 0

    def address(self, text: str) -> int:
        """An address, as the operator writes it."""
        return arguments.address(text, self.machine.symbols)

    def range(self, text: str) -> tuple[int, int]:
        """The first and last address of a range such as 100-117, or of one address."""
        first, minus, last = text.partition("-")
        ends = self.address(first), self.address(last if minus else first)
        if ends[1] < ends[0]:
            raise MachineError(f"The range {text} ends before it begins: give the lower address first.")
        return ends

    def show_core(self, first: int, last: int) -> None:
        """Show words of core."""
        for line in listing.core_lines(self.machine, range(first, last + 1)):
            self.say(line)
        self.next_shown = (last + 1) & ADDRESS

    def count(self, text: str, default: int, what: str) -> int:
        """A decimal number of something, 1 or more."""
        text = text.strip()
        if text and not (text.isascii() and text.isdecimal() and 0 < len(text) < 16 and int(text)):
            raise MachineError(f"{text!r} is not a number of {what}: give a decimal number, 1 or more.")
        return int(text) if text else default
