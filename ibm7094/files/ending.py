"""SIGTERM: the run unwinds, and files that are not complete are discarded."""

import signal
from contextlib import suppress
from types import FrameType

EXIT_CODE = 128 + signal.SIGTERM

_ended = False


class Terminated(BaseException):
    """The process was asked to end."""


def terminated() -> bool:
    """Whether the process was asked to end."""
    return _ended


def _end(number: int, frame: FrameType | None) -> None:
    global _ended
    _ended = True
    raise Terminated


def unwind_on_sigterm() -> None:
    """Let SIGTERM raise Terminated in this process. Only the main thread can set that up."""
    with suppress(ValueError):
        signal.signal(signal.SIGTERM, _end)
