"""Messages on standard error. Standard output is only for results."""

import os
import sys
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = {"red": "\033[31m", "green": "\033[32m", "dim": "\033[2m"}
PLAIN = "\033[0m"


def coloured(stream: TextIO | None = None) -> bool:
    """Whether to use colours on a stream (default: standard error): a terminal, and no NO_COLOR."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and (stream or sys.stderr).isatty()


def say(text: str, colour: str | None = None) -> None:
    """Print one line, without rich: importing it takes longer than running a small program."""
    if sys.stderr is None:  # closed before the program started
        return
    if colour and coloured():
        text = f"{COLOURS[colour]}{text}{PLAIN}"
    with suppress(OSError):  # standard error is closed
        print(text, file=sys.stderr, flush=True)


@cache
def _console_class() -> "type[Console]":
    from rich.console import Console

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # as print does; rich would exit with code 1

    return OurConsole


def console(*, stderr: bool = False) -> "Console":
    """A rich console that adds no colours of its own to numbers and paths."""
    return _console_class()(stderr=stderr, highlight=False)
