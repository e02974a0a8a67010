"""A bar on standard error, where that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ibm7094.cli.output import console


@contextmanager
def bar(label: str, total: int) -> Iterator[Callable[[int], object]]:
    """A bar, and a function that says how much is done."""
    from rich.progress import Progress

    at_terminal = sys.stderr is not None and sys.stderr.isatty()
    with Progress(console=console(stderr=True), transient=True, disable=not at_terminal) as progress:
        task = progress.add_task(label, total=total)
        yield lambda done: progress.update(task, completed=done)
