"""A bar on standard error, where that is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from ibm7094.cli.output import console


class Done(Protocol):
    """Says how much is done, and what there is to tell of it."""

    def __call__(self, done: int, told: str = "") -> None: ...


@contextmanager
def bar(label: str, total: int) -> Iterator[Done]:
    """A bar, and a function that says how much is done."""
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
