"""The command `ibm7094`.

Exit codes: 0 success, 1 something differs (a diagnostic fails, a threshold is missed), 2 wrong usage or bad
input, 3 the machine stopped unexpectedly, 130 interrupted (Ctrl-C), 143 ended by SIGTERM. Every error is
reported as one sentence on standard error.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command line and return the exit code."""

    def ready() -> "Callable[[], int]":
        from ibm7094.cli.app import invoke

        return lambda: invoke(arguments)

    try:
        from ibm7094.terminal.entry import enter

        return enter(ready, whole_process=arguments is None)
    except KeyboardInterrupt:  # before `enter` could handle it
        return 130
