"""A progress bar on standard error, if that is a terminal, with the time spent and the time left.

Work that is expected to take long is announced in one line, on a terminal or not.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from ibm7094.terminal.output import console, say

LONG = 20.0
"""Seconds from which on the expected time is announced."""


class Done(Protocol):
    """Reports how much is done, with a note to show beside the bar."""

    def __call__(self, done: int, told: str = "") -> None: ...


def about(seconds: float) -> str:
    """A rough time in words."""
    if seconds < 50:
        return f"{max(10, round(seconds, -1)):.0f} seconds"
    minutes = round(seconds / 60)
    if minutes < 90:
        return "a minute" if minutes == 1 else f"{minutes} minutes"
    return f"{round(seconds / 3600)} hours"


@contextmanager
def bar(label: str, total: int, expected: float = 0.0) -> Iterator[Done]:
    """A progress bar, and a function that reports how much is done; `expected` is in seconds."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    if expected >= LONG:
        say(f"{label.capitalize()}: this takes about {about(expected)} on this computer; Ctrl-C stops it.")
    at_terminal = sys.stderr is not None and sys.stderr.isatty()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[told]}", markup=False),
    )
    with Progress(
        *columns, console=console(stderr=True), transient=True, disable=not at_terminal
    ) as progress:
        task = progress.add_task(label, total=total, told="")

        def update(done: int, told: str = "") -> None:
            progress.update(task, completed=done, told=told)

        yield update
