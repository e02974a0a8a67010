"""Long work on all cores, which stops soon when it is told to.

for game in on_cores(play_game, tasks, workers):
    ...

The work is a function of a module, for other processes have to find it; now and then it calls `go_on`.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD = 4
"""Tasks that are given out for each core before the first of them is asked for."""

_stop: Event | None = None


def cores() -> int:
    """How many there are."""
    return os.cpu_count() or 1


def go_on() -> None:
    """KeyboardInterrupt if the work is to stop."""
    if _stop is not None and _stop.is_set():
        raise KeyboardInterrupt


def on_cores(
    work: Callable[[Task], Done], tasks: Iterable[Task], workers: int
) -> Generator[Done, None, None]:
    """What becomes of tasks, which may be without end, in their order. One worker is this process itself.

    Whoever leaves off asking closes it, so that the work stops.
    """
    if workers == 1:
        yield from map(work, tasks)
        return
    waiting = iter(tasks)
    given: deque[Future[Done]] = deque()
    with pool(workers) as working:
        with deaf():
            given.extend(working.submit(work, task) for task in islice(waiting, AHEAD * workers))
        while given:
            done = given.popleft().result()
            given.extend(working.submit(work, task) for task in islice(waiting, 1))
            yield done


@contextmanager
def pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes to give work to. When the block ends, for whatever reason, work not yet begun is dropped."""
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(workers, context, _begin, (stop,)) as working:
        try:
            yield working
        finally:
            stop.set()
            working.shutdown(cancel_futures=True)


def _begin(stop: Event) -> None:
    """A process leaves Ctrl-C to the one that started it."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def deaf() -> Iterator[None]:
    """Not listening to Ctrl-C, so that processes that are started here do not from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
