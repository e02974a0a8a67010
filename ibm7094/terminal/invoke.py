"""Run a command of either program, and report wrong usage in a sentence."""

from collections.abc import Sequence

import typer

from ibm7094.terminal.exit_codes import USAGE
from ibm7094.terminal.output import say

# Older versions of typer depend on click, newer ones include a copy: this finds the class in either.
UsageError: type[Exception] = next(
    base
    for base in typer.BadParameter.__mro__
    if issubclass(base, Exception) and base.__name__ == "ClickException"
)


def invoked(arguments: Sequence[str] | None, commands: typer.Typer, name: str) -> int:
    """Run the command of a program that the arguments name, and return its exit code."""
    import sys

    given = list(sys.argv[1:] if arguments is None else arguments)
    command = typer.main.get_command(commands)
    command._main_shell_completion({}, name)  # exits here if a shell asks for completions
    try:
        with command.make_context(name, given) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as done:
        return done.exit_code
    except UsageError as problem:
        if text := usage_sentence(problem, name):
            say(text, "red")
        return USAGE


def usage_sentence(problem: BaseException, name: str) -> str:
    """What is wrong with the command line; empty if the help was shown instead."""
    context = getattr(problem, "ctx", None)
    path = context.command_path if context else name
    if type(problem).__name__ == "NoArgsIsHelpError":
        return ""
    message = str(getattr(problem, "format_message", lambda: problem)())
    return f"{' '.join(message.split()).rstrip('.')}: {path} --help shows the usage."
