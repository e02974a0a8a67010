"""The monitor: all its commands together."""

from typing import IO

from ibm7094.cli.monitor.core import CoreCommands
from ibm7094.cli.monitor.files import FileCommands
from ibm7094.cli.monitor.panel import PanelCommands
from ibm7094.cli.session import Session


class Monitor(CoreCommands, PanelCommands, FileCommands):
    """The commands of the monitor."""

    # The most used first, so that one letter is enough for them.
    order = (
        *("examine", "deposit", "registers", "break", "step", "go", "continue", "history", "unbreak", "list"),
        *(
            "assemble",
            "watch",
            "unwatch",
            "profile",
            "time",
            "trace",
            "symbols",
            "switches",
            "lights",
            "keys",
        ),
        *("reset", "clear", "attach", "load", "save", "restore", "do", "print", "quit"),
    )

    def __init__(self, session: Session, stdin: IO[str] | None = None, stdout: IO[str] | None = None) -> None:
        super().__init__(session, stdin, stdout)
        self.breakpoints = {}
        self.watched = set()
        self.trace = None
        self.print_file = None
        self._doing = []

    def do_quit(self, arg: str) -> bool:
        """End the monitor.

        quit
        """
        return True
