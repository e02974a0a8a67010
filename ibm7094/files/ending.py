"""How a run is ended from outside: SIGTERM and Ctrl-C. Files that are not complete are discarded."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

EXIT_CODE = 128 + signal.SIGTERM
AGAIN_SECONDS = 0.02

_ended = False
_interrupted = False


class Terminated(BaseException):
    """The process was asked to end."""


def terminated() -> bool:
    """Whether the process was asked to end."""
    return _ended


def note_interrupt(heard: bool = True) -> None:
    """Note that Ctrl-C stopped a machine, which raises no exception; or, before a run, that it did not."""
    global _interrupted
    _interrupted = heard


def interrupted() -> bool:
    """Whether Ctrl-C stopped the last run of a machine."""
    return _interrupted


def _end(number: int, frame: FrameType | None) -> None:
    global _ended
    _ended = True
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a second one ends the process at once
    raise Terminated


def unwind_on_sigterm() -> None:
    """Let SIGTERM raise Terminated in this process. Only the main thread can set that up."""
    with suppress(ValueError):
        signal.signal(signal.SIGTERM, _end)


@contextmanager
def unwinding() -> Iterator[None]:
    """In this block SIGTERM raises Terminated, and neither it nor Ctrl-C is lost."""
    before, hook = signal.getsignal(signal.SIGTERM), sys.unraisablehook
    note_interrupt(False)
    unwind_on_sigterm()
    sys.unraisablehook = _heard_too_early
    try:
        yield
    finally:
        sys.unraisablehook = hook
        with suppress(ValueError, TypeError):  # another thread, or a handler that is not Python's
            signal.signal(signal.SIGTERM, before)


def _heard_too_early(problem: "sys.UnraisableHookArgs") -> None:
    """Python prints and forgets an exception in a finalizer or in the lock of an import. If it was a signal,
    raise it again a moment later, when other code runs."""
    if not issubclass(problem.exc_type, KeyboardInterrupt | Terminated):
        sys.__unraisablehook__(problem)
        return
    kind = problem.exc_type

    def again(number: int, frame: FrameType | None) -> None:
        raise kind

    if hasattr(signal, "setitimer"):
        with suppress(ValueError):
            signal.signal(signal.SIGALRM, again)
            signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)
