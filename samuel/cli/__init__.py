"""The command `samuel`.

Exit codes: 0 all is well, 1 something differs (the program refuses a move that the rules allow), 2 wrong
usage or bad input, 3 the machine stopped unexpectedly, 130 interrupted (Ctrl-C), 143 ended by SIGTERM. An
error is one sentence on standard error.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command line; return the exit code."""

    def ready() -> "Callable[[], int]":
        from samuel.cli.app import invoke

        return lambda: invoke(arguments)

    try:
        from ibm7094.terminal.entry import enter

        return enter(ready, whole_process=arguments is None)
    except KeyboardInterrupt:  # before `enter` could handle it
        return 130
