"""The commands, and how the command line is taken apart."""

from collections.abc import Sequence

import typer

from ibm7094.cli import asm, bench, debug, demo, diag, dis, docs, fmt, run, show
from ibm7094.cli.failures import USAGE
from ibm7094.cli.output import say

NAME = "ibm7094"

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
for module in (run, asm, fmt, show, dis, debug, demo, diag, bench, docs):
    app.command(module.__name__.rpartition(".")[2])(module.command)

# typer depended on click before it carried a copy inside: this finds the class in either.
UsageError: type[Exception] = next(
    base
    for base in typer.BadParameter.__mro__
    if issubclass(base, Exception) and base.__name__ == "ClickException"
)


@app.callback()
def about() -> None:
    """A word-exact, time-keeping IBM 7094; the 704, 709, 7090 and 7094 II are models of the same machine.

    Numbers of the machine are octal. What is printed goes to standard output, remarks to standard error.
    Exit codes: 0 all is well, 1 something differs, 2 wrong usage or bad input,
    3 the machine stopped unexpectedly. NO_COLOR switches colours off.

    Examples:
      ibm7094 demo
      ibm7094 asm program.fap -o deck.cbn --listing program.lst
      ibm7094 run deck.cbn --cards data.txt --print out.txt
      ibm7094 debug deck.cbn
    """


def invoke(arguments: Sequence[str] | None, commands: typer.Typer = app, name: str = NAME) -> int:
    """Run the command that the arguments name, of this program or another; its exit code."""
    import sys

    given = list(sys.argv[1:] if arguments is None else arguments)
    command = typer.main.get_command(commands)
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
    """What is wrong with the command line; nothing if the answer was the help."""
    context = getattr(problem, "ctx", None)
    path = context.command_path if context else name
    if type(problem).__name__ == "NoArgsIsHelpError":
        return ""
    message = str(getattr(problem, "format_message", lambda: problem)())
    return f"{' '.join(message.split()).rstrip('.')}: {path} --help shows what can be given."
