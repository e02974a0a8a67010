"""Runs long work on all cores, and stops it soon when it is interrupted.

for game in on_cores(play_game, tasks, workers):
    ...

The work is a module-level function, so that other processes can import it; it often calls `check_stopped`.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from typing import TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD = 4
"""Tasks submitted per worker before the first result is read."""

_stop: Event | None = None


def cores() -> int:
    """The number of cores."""
    return os.cpu_count() or 1


def check_stopped() -> None:
    """Raise KeyboardInterrupt if the work should stop."""
    if _stop is not None and _stop.is_set():
        raise KeyboardInterrupt


def on_cores(
    work: Callable[[Task], Done], tasks: Iterable[Task], workers: int
) -> Generator[Done, None, None]:
    """The results of tasks, in order; the tasks may be endless. One worker means this process itself.

    Close the generator to stop the work early.
    """
    if workers == 1:
        yield from map(work, tasks)
        return
    waiting = iter(tasks)
    given: deque[Future[Done]] = deque()
    with pool(workers) as working:
        with holding_ctrl_c():
            given.extend(working.submit(work, task) for task in islice(waiting, AHEAD * workers))
        while given:
            done = given.popleft().result()
            given.extend(working.submit(work, task) for task in islice(waiting, 1))
            yield done


@contextmanager
def pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes. When the block ends, for whatever reason, work that has not begun is dropped."""
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(workers, context, _begin, (stop,)) as working:
        try:
            yield working
        finally:
            stop.set()
            working.shutdown(cancel_futures=True)


def _begin(stop: Event) -> None:
    """Ignore Ctrl-C in a worker, as the process that started it handles it; end when that process ends."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextmanager
def holding_ctrl_c() -> Iterator[None]:
    """Hold Ctrl-C back in this block: processes started in it never see it, this one sees it afterwards."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
