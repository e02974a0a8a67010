"""The command `ibm7094`.

Exit codes: 0 success, 1 something differs (a diagnostic fails, a threshold is missed), 2 wrong usage or bad
input, 3 the machine stopped unexpectedly, 130 interrupted while no program ran. Every error is reported as
one sentence on standard error.
"""

from collections.abc import Sequence

from ibm7094.terminal.failures import guarded


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""

    def work() -> int:
        from ibm7094.cli.app import invoke

        return invoke(arguments)

    return guarded(work)
