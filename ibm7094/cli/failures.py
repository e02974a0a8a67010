"""Whatever goes wrong, as one sentence and an exit code."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ibm7094.cli.output import say
from ibm7094.errors import MachineError
from ibm7094.media import file_problem

USAGE = 2
UNEXPECTED = 3
INTERRUPTED = 130
TRACEBACK_VARIABLE = "IBM7094_TRACEBACK"
"""Set in the environment, it lets a fault of the simulator itself through, for whoever mends it."""


def guarded(work: Callable[[], int]) -> int:
    """Do some work; if it fails, say so in a sentence."""
    try:
        _replace_what_cannot_be_shown()
        code = work()
        if sys.stdout is not None:
            sys.stdout.flush()  # here a full disk can still be told
        return code
    except BrokenPipeError:
        _let_go_of_output()  # whoever read it has seen enough
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
    """A failure for people: one line, with a full stop."""
    match problem:
        case MachineError() | ValueError() if str(problem):
            text = str(problem)
        case MemoryError():
            text = "There is not enough memory for this: close other programs, or give a smaller file."
        case OSError(filename=str(name)):
            text = str(file_problem(Path(name), problem))
        case OSError():
            text = f"The system refused to read or write: {problem.strerror or problem}"
        case _:
            what = f"{type(problem).__name__}: {problem}".rstrip(": ")
            text = f"The simulator itself is at fault ({what}): report it, with {TRACEBACK_VARIABLE}=1 set"
    return finished(text)


def finished(text: str) -> str:
    """A sentence in one line, with its full stop."""
    line = " ".join(text.split())
    return line if line.endswith((".", "!", "?")) else line + "."


def exit_code(problem: BaseException) -> int:
    """What a failure means to the shell."""
    if isinstance(problem, MachineError):
        return problem.exit_code
    return USAGE if isinstance(problem, OSError | MemoryError | ValueError) else UNEXPECTED


def _replace_what_cannot_be_shown() -> None:
    """A terminal without some character gets a question mark, not an exception."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def _let_go_of_output() -> None:
    """Python flushes standard output at its end; if that would fail again, it goes nowhere instead."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):  # there may be no real file behind it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
