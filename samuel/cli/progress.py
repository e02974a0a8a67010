"""A progress bar on standard error, if that is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from ibm7094.terminal.output import console


class Done(Protocol):
    """Reports how much is done, with a note to show beside the bar."""

    def __call__(self, done: int, told: str = "") -> None: ...


@contextmanager
def bar(label: str, total: int) -> Iterator[Done]:
    """A progress bar, and a function that reports how much is done."""
    from rich.progress import Progress, TextColumn

    at_terminal = sys.stderr is not None and sys.stderr.isatty()
    columns = (*Progress.get_default_columns(), TextColumn("{task.fields[told]}", markup=False))
    with Progress(
        *columns, console=console(stderr=True), transient=True, disable=not at_terminal
    ) as progress:
        task = progress.add_task(label, total=total, told="")

        def update(done: int, told: str = "") -> None:
            progress.update(task, completed=done, told=told)

        yield update
