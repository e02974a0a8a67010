"""Report every failure as one sentence and an exit code."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files.problems import file_problem
from ibm7094.terminal.output import say

USAGE = 2
UNEXPECTED = 3
INTERRUPTED = 130
TRACEBACK_VARIABLE = "IBM7094_TRACEBACK"
"""Set this environment variable to see the traceback of a bug in the simulator itself."""


def guarded(work: Callable[[], int]) -> int:
    """Run a function and return its exit code. Report a failure in one sentence."""
    try:
        _replace_what_cannot_be_shown()
        code = work()
        if sys.stdout is not None:
            sys.stdout.flush()  # here a full disk can still be reported
        return code
    except BrokenPipeError:
        _let_go_of_output()  # the reader has closed the pipe
        return 0
    except KeyboardInterrupt:
        say("Stopped by the operator.")
        return INTERRUPTED
    except Exception as problem:
        if os.environ.get(TRACEBACK_VARIABLE) and not isinstance(problem, MachineError | OSError):
            raise
        say(sentence(problem), "red")
        _let_go_of_output()
        return exit_code(problem)


def sentence(problem: BaseException) -> str:
    """A failure as one sentence on one line, with a full stop."""
    match problem:
        case MachineError() | ValueError() if str(problem):
            text = str(problem)
        case MemoryError():
            text = "There is not enough memory for this: close other programs, or use a smaller file."
        case OSError(filename=str(name)):
            text = str(file_problem(Path(name), problem))
        case OSError():
            text = f"Reading or writing failed: {problem.strerror or problem}"
        case _:
            what = f"{type(problem).__name__}: {problem}".rstrip(": ")
            text = f"The simulator has a bug ({what}): set {TRACEBACK_VARIABLE}=1 and report the traceback"
    return finished(text)


def finished(text: str) -> str:
    """A sentence on one line, with a full stop."""
    line = " ".join(text.split())
    return line if line.endswith((".", "!", "?")) else line + "."


def exit_code(problem: BaseException) -> int:
    """The exit code for a failure."""
    if isinstance(problem, MachineError):
        return problem.exit_code
    return USAGE if isinstance(problem, OSError | MemoryError | ValueError) else UNEXPECTED


def _replace_what_cannot_be_shown() -> None:
    """Show a question mark for a character that the terminal lacks, instead of raising an exception."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def _let_go_of_output() -> None:
    """Discard standard output if it fails, so that Python's flush at exit does not fail again."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):  # it may not be a real file
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
