"""Where both commands begin. Nothing is imported before Ctrl-C is handled."""

import os
import sys

from ibm7094.terminal.exit_codes import INTERRUPTED

TYPE_CHECKING = False  # importing typing takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[], int]

STOPPED = "Stopped by the operator.\n"


def enter(ready: "Callable[[], Work]", whole_process: bool) -> int:
    """Get a command ready, run it, and return its exit code.

    `whole_process`: nothing but this runs in the process. Then, until the command is ready, Ctrl-C ends it at
    once: nothing is open yet, and in the middle of an import an exception can be lost or wrapped in another.
    """
    import _signal as signals  # type: ignore[import-not-found]  # built in, so that it is there at once

    heard = signals.getsignal(signals.SIGINT)
    if whole_process and heard is signals.default_int_handler:
        signals.signal(signals.SIGINT, _end_at_once)

    def work() -> int:
        run = ready()
        if whole_process:
            signals.signal(signals.SIGINT, heard)
        return run()

    try:
        from ibm7094.terminal.failures import guarded

        return guarded(work)
    except KeyboardInterrupt:  # while `guarded` reported another
        if sys.stderr is not None:
            sys.stderr.write(STOPPED)
        return INTERRUPTED
    finally:
        if whole_process:  # the process ends now, and Python would print a traceback
            signals.signal(signals.SIGINT, signals.SIG_IGN)


def _end_at_once(number: int, frame: object) -> None:
    os.write(2, STOPPED.encode())
    os._exit(INTERRUPTED)
