"""`samuel fit`: how much of the papers' figures the program's numbers and definitions could explain."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from samuel.cli import options, progress

if TYPE_CHECKING:
    from rich.table import Table

    from samuel.fit.fig3 import Fit, Outcome
    from samuel.fit.readings import Weighed

app = typer.Typer(no_args_is_help=True, help=__doc__)


@app.command("fig3")
def fig3(
    trials: Annotated[int, typer.Option(min=0, help="Searches of each climber.")] = 200,
    climbers: Annotated[int, typer.Option(min=1, help="Climbs that begin from the printed numbers.")] = 2,
    state: Annotated[
        Path, typer.Option(metavar="FILE", help="Keeps how far it has come; a stopped run goes on from it.")
    ] = Path("fit-fig3.json"),
    record: Annotated[bool, typer.Option("--record", help="Keep this as the record in traces/own.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Vary the program's numbers on Fig. 3 itself, and see how near its tree can come.

    Coefficients of the first two phases, points for 1.00, moves put in
    order and the favour for trading are varied, within what the papers
    allow; what brings the native program's tree nearer to the published
    one is kept. That is in sample: it says how much such an evaluation
    could explain at most, and nothing is set by it. Shuffled and random
    coefficients on record (samuel figure 3) show what chance reaches.

    Examples:
      samuel fit fig3
      samuel fit fig3 --trials 2000 --climbers 4 --state climb.json
      samuel fit fig3 --trials 50 --json
    """
    from samuel.fit.fig3 import RECORD, fit

    with progress.bar("Searching", 1 + climbers * trials) as done:
        found = fit(trials, climbers, state, os.cpu_count() or 1, lambda count, _: done(count))
    if record:
        RECORD.write(found.summary())
    if as_json:
        print(json.dumps(found.as_dict(), indent=2))
        return
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
    from rich import box
    from rich.table import Table

    from ibm7094.cli.output import console
    from samuel.fit.readings import ends

    if name:
        table = Table(f"{name} as", "first tries", "saved moves", "whole lists", box=box.SIMPLE_HEAD)
        for reading, each in found.names[name].items():
            table.add_row(reading, str(each.first), str(each.saved), str(each.exact))
    else:
        table = Table("name", "readings", "first tries", "saved moves", "both bars hold", box=box.SIMPLE_HEAD)
        for lost, of in found.names.items():
            holding = sum(each.holds for each in of.values())
            table.add_row(lost, str(len(of)), ends(of, "first"), ends(of, "saved"), f"with {holding}")
    for column in table.columns[1:]:
        column.justify = "right"
    screen = console()
    screen.print(table)
    for line in found.told():
        screen.print(line, highlight=False)


def show(found: "Fit") -> None:
    """The table."""
    from rich import box
    from rich.table import Table

    from ibm7094.cli.output import console
    from samuel import own
    from samuel.chance import spread

    table = Table("numbers", "boards", "shared with the figure", "survey lines", "move", box=box.SIMPLE_HEAD)
    _row(table, "Table 1 as printed, nothing fitted", found.printed, found.figure)
    for kind, draws in own.kept_chance().items():
        shared, survey = (spread([getattr(d, name) for d in draws]) for name in ("shared", "survey"))
        table.add_row(
            f"{kind} coefficients, {len(draws)} searches",
            "",
            f"{shared.mean:.0f} ± {shared.deviation:.0f}, at most {shared.most}",
            f"{survey.mean:.1f} ± {survey.deviation:.1f}, at most {survey.most}",
            f"the same in {sum(draw.move == found.printed.move for draw in draws) / len(draws):.0%}",
        )
    for climbed in found.climbs:
        label = f"climbed on the tree, seed {climbed.seed}, {climbed.trials} trials (in sample)"
        _row(table, label, climbed.outcome, found.figure)
    screen = console()
    screen.print(table)
    screen.print(
        "Rows that climbed are fitted on the tree they are judged by: a ceiling, not a prediction. "
        "No default of the program comes from them.",
        highlight=False,
    )


def _row(table: "Table", label: str, outcome: "Outcome", figure: int) -> None:
    shared = f"{outcome.shared} of {figure} ({outcome.shared / figure:.0%})"
    table.add_row(label, str(outcome.boards), shared, f"{outcome.survey} of 9", outcome.move)
