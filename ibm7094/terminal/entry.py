"""Where both commands begin. Nothing is imported before Ctrl-C is handled."""

import sys

from ibm7094.terminal.exit_codes import INTERRUPTED

TYPE_CHECKING = False  # importing typing takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable


def enter(work: "Callable[[], int]", whole_process: bool) -> int:
    """Run a command and return its exit code. `whole_process`: nothing but this runs in the process."""
    try:
        from ibm7094.terminal.failures import guarded

        return guarded(work)
    except KeyboardInterrupt:  # before `guarded` could report it, or while it did
        if sys.stderr is not None:
            sys.stderr.write("Stopped by the operator.\n")
        return INTERRUPTED
    finally:
        if whole_process:  # the process ends now, and Python would print a traceback
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)
