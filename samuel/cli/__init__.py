"""The command `samuel`.

Exit codes: 0 all is well, 1 something differs (the program refuses a move that the rules allow), 2 wrong
usage or bad input, 3 the machine stopped unexpectedly, 130 interrupted (Ctrl-C), 143 ended by SIGTERM. An
error is one sentence on standard error.
"""

from ibm7094.terminal.entry import enter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command line; return the exit code."""

    def work() -> int:
        from samuel.cli.app import invoke

        return invoke(arguments)

    return enter(work, whole_process=arguments is None)
