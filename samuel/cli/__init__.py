"""The command `samuel`.

Exit codes: 0 all is well, 1 something differs (the program refuses a move that the rules allow), 2 wrong
usage or bad input, 3 the machine stopped unexpectedly, 130 interrupted. An error is one sentence on
standard error.
"""

from collections.abc import Sequence

from ibm7094.terminal.failures import guarded


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""

    def work() -> int:
        from samuel.cli.app import invoke

        return invoke(arguments)

    return guarded(work)
