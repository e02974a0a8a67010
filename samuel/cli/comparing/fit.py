"""`samuel fit`: how much of the papers' figures the program's numbers and definitions could explain."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibm7094.files.rules import check_outputs
from samuel.cli import options, progress
from samuel.views.columns import columns

if TYPE_CHECKING:
    from rich.table import Table

    from samuel.fit.fig3.search import Outcome
    from samuel.fit.fig3.study import Fit
    from samuel.fit.readings import Weighed
    from samuel.studies.fig3.chance import Spread

SEARCH_SECONDS = 0.08
"""What a search takes on one core of a computer of today, about."""

app = typer.Typer(
    no_args_is_help=True,
    help="Measure how much of the papers' figures the program's numbers and definitions could explain.",
)


@app.command("fig3")
def fig3(
    trials: Annotated[int, typer.Option(min=0, help="Searches per climb.")] = 500,
    climbers: Annotated[int, typer.Option(min=1, help="Climbs, each from the printed numbers.")] = 2,
    state: Annotated[
        Path, typer.Option(metavar="FILE", help="State of the run; a stopped run resumes from it.")
    ] = Path("fit-fig3.json"),
    record: Annotated[bool, typer.Option("--record", help="Save the result as the new record.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Fit the program's numbers to Fig. 3 itself, and see how near its tree can come.

    This varies the coefficients of the first two phases and the numbers
    that the papers leave open: points for 1.00, moves put in order, the
    preference for trading, moves saved at plies 2 and 4 and beyond 11. A
    change is kept if the native program's tree is then at least as near to
    the published one; nearness is twice the shared boards over the boards
    of both trees. The result is in sample: it shows how much of the tree
    such an evaluation can explain, and no default comes from it. Shuffled,
    random and zero coefficients show what chance reaches.

    A search takes 0.05 to 0.1 seconds on one core: the defaults take about
    a minute on two cores, the climbs on record took two. Climbs end at
    different heights, so several are better than one.

    Examples:
      samuel fit fig3
      samuel fit fig3 --trials 2000 --climbers 6 --state climb.json
      samuel fit fig3 --trials 50 --json
    """
    from ibm7094.terminal.failures import INTERRUPTED
    from ibm7094.terminal.output import say
    from samuel.fit.fig3.climb import searcher
    from samuel.fit.fig3.state import held, read
    from samuel.fit.fig3.study import RECORD, fit, keep, searches
    from samuel.processes import cores

    if record:
        check_outputs([state, RECORD.path], [])
    expected = searches(trials, climbers) * SEARCH_SECONDS / cores()
    try:
        with held(state):
            read(state, searcher().printed)  # a file that is not a state is reported before the work
            with progress.bar("searching", searches(trials, climbers), expected) as done:
                found = fit(
                    trials, climbers, state, cores(), lambda count, best: done(count, f"nearness {best:.3f}")
                )
    except KeyboardInterrupt:
        kept = f": {state} holds its state, and the same command resumes from there"
        say(f"Stopped by the operator{kept if state.exists() else ''}.")
        raise typer.Exit(INTERRUPTED) from None
    if record:
        keep(found)
    if as_json:
        print(json.dumps(found.as_dict(), indent=2))
    else:
        show(found)


@app.command("definitions")
def definitions(
    games: Annotated[Path, typer.Argument(metavar="GAMES.pdn", help="Book games.")],
    mode: Annotated[
        str, typer.Option(help="Other moves that count: all, same (material) or calm (no jump).")
    ] = "all",
    every: Annotated[
        int, typer.Option(metavar="N", min=1, help="Measure one generated definition in N.")
    ] = 4,
    record: Annotated[bool, typer.Option("--record", help="Save the result as the new record.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Measure candidate definitions of the lost parameters against the rows of Table 1.

    A printed row over six phases is a fingerprint: a definition, measured
    on book games as in the paper, should give that row. One half of the
    games chooses, the other half is held out. A candidate replaces a
    definition if it is nearer by .04 and by a quarter, nearer on the
    held-out half too, and loses no sign. Published definitions give way
    only to published ones. A rating of one side alone must beat every
    comparison of both sides by the same margin. Fig. 3 takes no part.

    Examples:
      samuel fit definitions games.pdn
      samuel fit definitions games.pdn --every 10 --json
      samuel fit definitions games.pdn --mode same
      samuel fit definitions games.pdn --every 1 --record
    """
    from ibm7094.errors import MediaError
    from ibm7094.terminal.output import console
    from samuel.checkers import pdn
    from samuel.definitions.measure import MODES
    from samuel.fit.definitions_record import RECORD, keep
    from samuel.fit.definitions_text import report_text
    from samuel.fit.scoring import definitions_report
    from samuel.learning.book_tape import BookGame
    from samuel.learning.books import identify

    if mode not in MODES:
        raise typer.BadParameter(f"{mode!r} is not one of {', '.join(MODES)}", param_hint="--mode")
    if record:
        check_outputs([RECORD.path], [games])
    with console(stderr=True).status("Reading the games") as status:
        bad: list[pdn.BadGame] = []
        found = list(pdn.read(games, bad.append))
        if not any(game.moves for game in found):
            raise MediaError(f"{games} has no game with moves: check the file.")
        for each in bad:
            pdn.tell(each)
        report = definitions_report(found, mode, every, lambda what, done: status.update(f"{done} {what}"))
    if record:
        keep(report, identify(map(BookGame.of, found), games.name))
    print(json.dumps(report.as_dict(), indent=1) if as_json else report_text(report))


@app.command("readings")
def readings(
    draws: Annotated[int, typer.Option(min=1, help="Number of random sets of readings.")] = 1000,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Show every reading of one name, such as EDGES.")
    ] = "",
    record: Annotated[bool, typer.Option("--record", help="Save the result as the new record.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Show how much the agreement with Fig. 3 depends on the readings of the lost names.

    A lost name is a parameter whose definition is not published. The forced
    replay of Fig. 3 is repeated with every candidate reading of each lost
    name, all other names as in the program, and with random readings of all
    lost names at once. Nothing is chosen by this: samuel fit definitions
    chooses, on book games.

    Examples:
      samuel fit readings
      samuel fit readings --name EDGES
      samuel fit readings --draws 5000 --json
      samuel fit readings --record
    """
    from samuel.fit.readings import keep, lost, weigh, work

    if name and name not in lost():
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(lost())}", param_hint="--name")
    with progress.bar("Replaying", work(draws)) as done:
        found = weigh(draws, progress=done)
    if record:
        keep(found)
    if as_json:
        print(json.dumps(found.as_dict(), indent=2))
    else:
        show_readings(found, name)


@app.command("procedure")
def procedure(
    draws: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Try again, N draws in each control; default: the record."),
    ] = None,
    record: Annotated[bool, typer.Option("--record", help="Save the result as the new record.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Show which places of the search procedure Fig. 3 tells, and which it does not.

    Each trial changes one thing by a card: whose phase boards are rated by,
    whether the plausibility analysis starts from the alpha of its board,
    what ends the flitting, ties, the analysis of the first board, and what
    the paper says was tried. Every trial is listed, with the same search by
    shuffled coefficients as its control. All of it is in sample.

    A trial takes about a second for each draw on two cores; those on record
    have 200 draws.

    Examples:
      samuel fit procedure
      samuel fit procedure --draws 20
      samuel fit procedure --record
    """
    from ibm7094.errors import MachineError
    from ibm7094.terminal.output import console, say
    from samuel.fit import procedure as study
    from samuel.views.procedure import HEADINGS, rows, sentences

    if record and draws is None:
        draws = study.DRAWS
    if draws is None:
        found = study.kept()
        if found is None:
            raise MachineError("No trials are on record: samuel fit procedure --record makes them.")
        if not study.RECORD.is_current():
            say("The trials on record were made with an earlier version of the program.")
    else:
        with progress.bar("Trials", study.work(draws)) as done:
            found = study.tried(draws, done)
    if record:
        study.keep(found)
    if as_json:
        print(json.dumps(found.as_dict(), indent=2))
        return
    table, screen = columns(*HEADINGS), console()
    for row in rows(found):
        table.add_row(*row)
    screen.print(table, "")
    for line in sentences(found):
        screen.print(line, highlight=False)


def show_readings(found: "Weighed", name: str = "") -> None:
    """Print what other readings reach: each reading of one name, or the range for every name."""
    from ibm7094.terminal.output import console
    from samuel.fit.readings import ends

    if name:
        table = columns(f"{name} as", "first tries", "saved moves", "whole lists")
        for reading, each in found.names[name].items():
            table.add_row(reading, str(each.first), str(each.saved), str(each.exact))
    else:
        table = columns("name", "readings", "first tries", "saved moves", "meet both\nthresholds")
        for lost, of in found.names.items():
            holding = sum(each.holds for each in of.values())
            table.add_row(lost, str(len(of)), ends(of, "first"), ends(of, "saved"), str(holding))
    screen = console()
    screen.print(table, "")
    for line in found.told():
        screen.print(line, highlight=False)


def show(found: "Fit") -> None:
    """Print the table and what it means."""
    from ibm7094.terminal.output import console

    table = columns("numbers", "nearness", "boards", "shared", "survey", "move")
    _row(table, "Table 1, unfitted", found.printed)
    for kind, fared in found.chance.items():
        measures = ((fared.nearness, 3), (fared.boards, 0), (fared.shared, 0), (fared.survey, 1))
        means = (_mean(each, digits, fared.draws) for each, digits in measures)
        label = f"{kind}, {fared.draws} x" if fared.draws > 1 else f"all {kind}"
        table.add_row(label, *means, f"{fared.same_move:.0%} same")
        if fared.draws > 1:
            most = (f"{each.most:.{3 if digits == 3 else 0}f}" for each, digits in measures)
            table.add_row("  at most", *most, "")
    for climbed in found.climbs:
        _row(table, f"seed {climbed.seed}, {climbed.trials} x", climbed.best.outcome)
    numbers = ", ".join(f"{name} {number}" for name, number in found.nearest.best.setting.numbers.items())
    screen = console()
    screen.print(table, "")
    for line in (
        f"Shared: boards that are among the {found.figure} of Fig. 3. Nearness, which climbs raise: twice "
        "the shared boards over the boards of both trees. Random draws: mean ± standard deviation.",
        "Rows with a seed are climbs: in sample, fitted to the tree they are judged by. They show how much "
        "can be explained, and predict nothing. No default of the program comes from them.",
        f"Numbers of the nearest climb, besides its coefficients: {numbers}.",
    ):
        screen.print(line, highlight=False)


def _row(table: "Table", label: str, outcome: "Outcome") -> None:
    counts = map(str, (outcome.boards, outcome.shared, outcome.survey))
    table.add_row(label, f"{outcome.nearness:.3f}", *counts, outcome.move)


def _mean(found: "Spread", digits: int, draws: int) -> str:
    around = f" ± {found.deviation:.{digits}f}" if draws > 1 else ""
    return f"{found.mean:.{digits}f}{around}"
