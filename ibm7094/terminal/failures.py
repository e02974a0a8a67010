"""Report every failure as one sentence and an exit code."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files import ending, outputs
from ibm7094.files.problems import file_problem
from ibm7094.terminal.exit_codes import INTERRUPTED as INTERRUPTED
from ibm7094.terminal.exit_codes import UNEXPECTED as UNEXPECTED
from ibm7094.terminal.exit_codes import USAGE as USAGE
from ibm7094.terminal.output import say

TRACEBACK_VARIABLE = "IBM7094_TRACEBACK"
"""Set this environment variable to see the traceback of a bug in the simulator itself."""


def guarded(work: Callable[[], int]) -> int:
    """Run a function and return its exit code. Report a failure in one sentence."""
    outputs.lost.clear()
    try:
        with ending.unwinding():
            _replace_what_cannot_be_shown()
            code = work()
            if sys.stdout is not None:
                sys.stdout.flush()  # here a full disk can still be reported
            return code
    except BrokenPipeError:
        _let_go_of_output()  # the reader has closed the pipe
        return 0
    except ending.Terminated:
        return _ended("Ended by SIGTERM", ending.EXIT_CODE)
    except KeyboardInterrupt:
        return _ended("Stopped by the operator", INTERRUPTED)
    except Exception as problem:
        if _came_from_ctrl_c(problem):
            return _ended("Stopped by the operator", INTERRUPTED)
        if os.environ.get(TRACEBACK_VARIABLE) and not isinstance(problem, MachineError | OSError):
            raise
        say(sentence(problem), "red")
        _let_go_of_output()
        return exit_code(problem)


def _ended(what: str, code: int) -> int:
    """Report a run that was ended from outside, with the files that it was writing."""
    unwritten = list(dict.fromkeys(map(str, outputs.lost)))
    if unwritten:
        what += f": {listed(unwritten)} {'was' if len(unwritten) == 1 else 'were'} not written"
    say(finished(what))
    _let_go_of_output()
    return code


def _came_from_ctrl_c(problem: BaseException | None) -> bool:
    """Whether a failure follows from Ctrl-C: a library caught it and failed, or a machine was stopped."""
    if ending.interrupted():
        return True
    while problem is not None and not isinstance(problem, KeyboardInterrupt):
        problem = problem.__cause__ or problem.__context__
    return problem is not None


def listed(names: list[str]) -> str:
    """Names as a sentence has them: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


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
