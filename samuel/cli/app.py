"""The commands, and how the command line is parsed."""

from collections.abc import Sequence

from ibm7094.terminal.invoke import invoked
from ibm7094.terminal.program import Version, program
from samuel.cli.books import book, learn
from samuel.cli.comparing import (
    compare,
    demo,
    figure,
    fit,
    games,
    griffith,
    report,
    sizes,
    statements,
    study,
    timing,
)
from samuel.cli.comparing import table as tables
from samuel.cli.playing import evaluate, follow, legal, match, move, perft, play, selfplay

NAME = "samuel"

app = program()
for module in (
    play,
    move,
    selfplay,
    match,
    evaluate,
    legal,
    perft,
    follow,
    games,
    figure,
    compare,
    timing,
    sizes,
    statements,
    report,
    demo,
    learn,
    griffith,
):
    app.command(module.__name__.rpartition(".")[2])(module.command)
app.command("table")(tables.command)
app.add_typer(fit.app, name="fit")
app.add_typer(study.app, name="study")
app.add_typer(book.app, name="book")


@app.callback()
def about(version: Version = False) -> None:
    """Arthur Samuel's checker player of 1967, on a simulated IBM 7094.

    A position is given by the moves that lead to it from the start, or as
    FEN. Black has squares 1 to 12 and moves first. Exit codes: 0 all is well,
    1 something differs, 2 wrong usage or bad input, 3 the machine stopped
    unexpectedly, 130 interrupted. NO_COLOR switches colours off.

    Examples:
      samuel play
      samuel move 9-14 22-17 11-15 17-13
      samuel evaluate B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29
      samuel follow games.pdn
      samuel figure 3
      samuel report
    """


def invoke(arguments: Sequence[str] | None) -> int:
    """Run the command that the arguments name; its exit code."""
    return invoked(arguments, app, NAME)
