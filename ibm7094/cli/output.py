"""Lines on standard error. The printer's paper and JSON have standard output to themselves."""

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
    """Whether a stream (else standard error) shows colours and the user does not mind them (NO_COLOR)."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and (stream or sys.stderr).isatty()


def say(text: str, colour: str | None = None) -> None:
    """One line. By hand: rich takes longer to import than a small program takes to run."""
    if sys.stderr is None:  # closed before we began
        return
    if colour and coloured():
        text = f"{COLOURS[colour]}{text}{PLAIN}"
    with suppress(OSError):  # nobody listens
        print(text, file=sys.stderr, flush=True)


@cache
def _console_class() -> "type[Console]":
    from rich.console import Console

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # as print does; rich would end the program with exit code 1

    return OurConsole


def console(*, stderr: bool = False) -> "Console":
    """A rich console that adds no colours of its own to numbers and paths."""
    return _console_class()(stderr=stderr, highlight=False)
