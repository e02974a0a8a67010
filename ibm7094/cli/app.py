"""The commands, and how the command line is parsed."""

from collections.abc import Sequence

from ibm7094.cli.commands import asm, bench, debug, demo, diag, dis, docs, fmt, print_, run, show
from ibm7094.terminal.invoke import invoked
from ibm7094.terminal.program import Version, program

NAME = "ibm7094"

app = program()
for module in (run, asm, fmt, show, dis, print_, debug, demo, diag, bench, docs):
    name = module.__name__.rpartition(".")[2].rstrip("_")
    app.command(name, cls=getattr(module, "Parser", None))(module.command)


@app.callback()
def about(version: Version = False) -> None:
    """Simulate an IBM 7094, exact to the word and timed; or a 704, 709, 7090 or 7094 II.

    Machine words and addresses are octal. Results go to standard output, messages to standard error.
    Exit codes: 0 success, 1 something differs, 2 wrong usage or bad input,
    3 the machine stopped unexpectedly, 130 interrupted, 143 ended by SIGTERM.
    NO_COLOR turns colours off.

    Examples:
      ibm7094 demo
      ibm7094 asm program.fap -o program.cbn --listing program.lst
      ibm7094 run deck.cbn --cards data.txt --print out.txt
      ibm7094 debug deck.cbn
    """


def invoke(arguments: Sequence[str] | None) -> int:
    """Run the command that the arguments name, and return its exit code."""
    return invoked(arguments, app, NAME)
