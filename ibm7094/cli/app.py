"""The commands, and how the command line is parsed."""

from collections.abc import Sequence

import typer

from ibm7094.cli.commands import asm, bench, debug, demo, diag, dis, docs, fmt, run, show
from ibm7094.terminal.failures import USAGE
from ibm7094.terminal.output import say
from ibm7094.terminal.program import Version, program

NAME = "ibm7094"

app = program()
for module in (run, asm, fmt, show, dis, debug, demo, diag, bench, docs):
    app.command(module.__name__.rpartition(".")[2], cls=getattr(module, "Parser", None))(module.command)

# Older versions of typer depend on click, newer ones include a copy: this finds the class in either.
UsageError: type[Exception] = next(
    base
    for base in typer.BadParameter.__mro__
    if issubclass(base, Exception) and base.__name__ == "ClickException"
)


@app.callback()
def about(version: Version = False) -> None:
    """Simulate an IBM 7094, exact to the word and timed; or a 704, 709, 7090 or 7094 II.

    Machine words and addresses are octal. Results go to standard output, messages to standard error.
    Exit codes: 0 success, 1 something differs, 2 wrong usage or bad input,
    3 the machine stopped unexpectedly, 130 interrupted, 143 ended by SIGTERM.
    NO_COLOR turns colours off.

    Examples:
      ibm7094 demo
      ibm7094 asm program.fap -o deck.cbn --listing program.lst
      ibm7094 run deck.cbn --cards data.txt --print out.txt
      ibm7094 debug deck.cbn
    """


def invoke(arguments: Sequence[str] | None, commands: typer.Typer = app, name: str = NAME) -> int:
    """Run the command that the arguments name, of this program or another, and return its exit code."""
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
