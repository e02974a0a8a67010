"""Lines from standard input, as they are. `typed_lines` has the ones that a person edits at a terminal."""

import sys
from collections.abc import Callable
from typing import Protocol

from ibm7094.errors import MachineError

MOST_CHARACTERS = 1000
"""In a line. A file that is not text, or a device, has longer ones."""


class Lines(Protocol):
    """Where lines come from."""

    def ask(self, prompt: str) -> str:
        """The next line; EOFError at the end."""


class PipedLines:
    """Standard input, line by line. A line is shown as if it had been typed."""

    def __init__(self, show: Callable[[str, str], None]) -> None:
        self._show = show
        if reconfigure := getattr(sys.stdin, "reconfigure", None):
            reconfigure(errors="replace")  # bytes that are not text are refused as a move, in a sentence

    def ask(self, prompt: str) -> str:
        typed = sys.stdin is not None and sys.stdin.isatty()
        self._show(prompt, "")
        try:
            line = sys.stdin.readline(MOST_CHARACTERS + 1) if sys.stdin is not None else ""
        except KeyboardInterrupt:
            self._show("", "\n")
            raise
        if len(line) > MOST_CHARACTERS:
            self._show("", "\n")
            raise MachineError(
                f"A line of the input has more than {MOST_CHARACTERS:,} characters: shorten it."
            )
        if not line:
            self._show("", "\n")
            raise EOFError
        if not typed:
            self._show(line.strip(), "\n")
        return line.strip()
