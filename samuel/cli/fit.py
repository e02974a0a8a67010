"""`samuel fit`: how much of the papers' figures the program's numbers and definitions could explain."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from samuel.cli import options, progress
from samuel.cli.columns import columns

if TYPE_CHECKING:
    from rich.table import Table

    from samuel.chance import Spread
    from samuel.fit.fig3 import Fit
    from samuel.fit.fig3_search import Outcome
    from samuel.fit.readings import Weighed

app = typer.Typer(no_args_is_help=True, help=__doc__)


@app.command("fig3")
def fig3(
    trials: Annotated[int, typer.Option(min=0, help="Searches of each climber.")] = 500,
    climbers: Annotated[int, typer.Option(min=1, help="Climbs that begin from the printed numbers.")] = 2,
    state: Annotated[
        Path, typer.Option(metavar="FILE", help="Keeps how far it has come; a stopped run goes on from it.")
    ] = Path("fit-fig3.json"),
    record: Annotated[bool, typer.Option("--record", help="Keep this as the record in traces/own.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Vary the program's numbers on Fig. 3 itself, and see how near its tree can come.

    Coefficients of the first two phases are varied, and the numbers that
    the papers leave open: points for 1.00, moves put in order, the favour
    for trading, moves saved at plies 2 and 4 and beyond 11. What brings
    the native program's tree no less near to the published one is kept:
    nearness is twice the shared boards over the boards of both trees.
    That is in sample: it says how much of the tree such an evaluation can
    be made to explain, and nothing is set by it. Shuffled and random
    coefficients, and none, show what chance reaches.

    A search takes a core 0.05 to 0.1 seconds: the defaults take about a
    minute on two cores, the climbs on record took twenty. Climbers
    end at different heights, so several are better than one.

    Examples:
      samuel fit fig3
      samuel fit fig3 --trials 2000 --climbers 6 --state climb.json
      samuel fit fig3 --trials 50 --json
    """
    from ibm7094.cli.failures import INTERRUPTED
    from ibm7094.cli.output import say
    from samuel.cli.outputs import check_writable
    from samuel.cores import cores
    from samuel.fit.fig3 import fit, keep, searches

    check_writable(state)
    try:
        with progress.bar("Searching", searches(trials, climbers)) as done:
            found = fit(
                trials, climbers, state, cores(), lambda count, best: done(count, f"nearness {best:.3f}")
            )
    except KeyboardInterrupt:
        kept = f": {state} keeps how far it has come, and the same command goes on from there"
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
    mode: Annotated[str, typer.Option(help="Alternatives that count: all, same material or calm.")] = "all",
    every: Annotated[int, typer.Option(min=1, help="Measure one generated definition in so many.")] = 4,
    any_view: Annotated[
        bool, typer.Option("--any-view", help="Choose among ratings of one side alone too.")
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Measure candidate definitions of the lost parameters against the rows of Table 1.

    A printed row over six phases is a fingerprint: a definition, measured
    on book games as the paper measured, should give that row. One half of
    the games chooses, the other half is held out. Both sides are compared
    on one board; where nothing is published, a definition gives way to the
    nearest one thought up, if that is nearer by .04 and by a quarter, and
    nearer on the half held out too.

    Examples:
      samuel fit definitions games.pdn
      samuel fit definitions games.pdn --every 1 --json
      samuel fit definitions games.pdn --mode same --any-view
    """
    from ibm7094.cli.output import console
    from ibm7094.errors import MediaError
    from samuel import pdn
    from samuel.fit.definitions_text import report_text
    from samuel.fit.measure import MODES
    from samuel.fit.scoring import definitions_report

    if mode not in MODES:
        raise typer.BadParameter(f"{mode!r} is none of {', '.join(MODES)}", param_hint="--mode")
    with console(stderr=True).status("Reading the games") as status:
        found = list(pdn.read(games))
        if not any(game.moves for game in found):
            raise MediaError(f"{games} holds no game with moves.")
        report = definitions_report(
            found, mode, every, any_view, lambda what, done: status.update(f"{done} {what}")
        )
    print(json.dumps(report.as_dict(), indent=1) if as_json else report_text(report))


@app.command("readings")
def readings(
    draws: Annotated[int, typer.Option(min=1, help="Sets of readings drawn by lot.")] = 1000,
    name: Annotated[str, typer.Option(metavar="NAME", help="Every reading of this name, as EDGES.")] = "",
    as_json: options.AsJson = False,
) -> None:
    """See how much of the agreement with Fig. 3 hangs on what the lost names are taken to mean.

    The forced replay of Fig. 3 is made again with every reading that was
    thought up for a lost name, all other names as they are in the program,
    and with readings drawn by lot for all lost names at once. Nothing is
    chosen by this: samuel fit definitions chooses, on book games.

    Examples:
      samuel fit readings
      samuel fit readings --name EDGES
      samuel fit readings --draws 5000 --json
    """
    from samuel.fit.readings import LOST, weigh, work

    if name and name not in LOST:
        raise typer.BadParameter(f"{name!r} is none of {', '.join(LOST)}", param_hint="--name")
    with progress.bar("Replaying", work(draws)) as done:
        found = weigh(draws, progress=done)
    if as_json:
        print(json.dumps(found.as_dict(), indent=2))
    else:
        show_readings(found, name)


def show_readings(found: "Weighed", name: str = "") -> None:
    """What other readings come to: every one of a name, or how far those of each name go apart."""
    from ibm7094.cli.output import console
    from samuel.fit.readings import ends

    if name:
        table = columns(f"{name} as", "first tries", "saved moves", "whole lists")
        for reading, each in found.names[name].items():
            table.add_row(reading, str(each.first), str(each.saved), str(each.exact))
    else:
        table = columns("name", "readings", "first tries", "saved moves", "both bars hold")
        for lost, of in found.names.items():
            holding = sum(each.holds for each in of.values())
            table.add_row(lost, str(len(of)), ends(of, "first"), ends(of, "saved"), f"with {holding}")
    screen = console()
    screen.print(table, "")
    for line in found.told():
        screen.print(line, highlight=False)


def show(found: "Fit") -> None:
    """The table."""

    from ibm7094.cli.output import console

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
        f"Shared: boards that are among the {found.figure} of Fig. 3. Nearness: twice the shared boards over "
        "the boards of both trees, which is what is climbed. Draws of chance: mean ± standard deviation.",
        "Rows with a seed have climbed: in sample, fitted on the tree they are judged by. They say how much "
        "can be explained, and are no prediction. No default of the program comes from them.",
        f"The nearest has, besides its coefficients, {numbers}.",
    ):
        screen.print(line, highlight=False)


def _row(table: "Table", label: str, outcome: "Outcome") -> None:
    counts = map(str, (outcome.boards, outcome.shared, outcome.survey))
    table.add_row(label, f"{outcome.nearness:.3f}", *counts, outcome.move)


def _mean(found: "Spread", digits: int, draws: int) -> str:
    around = f" ± {found.deviation:.{digits}f}" if draws > 1 else ""
    return f"{found.mean:.{digits}f}{around}"
