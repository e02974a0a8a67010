"""`samuel figure`: reproduce a published figure, paper beside machine."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ibm7094.errors import MachineError
from ibm7094.terminal.output import console, say
from samuel.cli import options
from samuel.cli.outputs import check_new_tape
from samuel.cli.progress import bar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from samuel.studies.fig3.agreement import Measured
    from samuel.studies.fig3.chance import Draw, Kind

DIFFERS = 1
DRAWS = 200
"""Draws of each kind of coefficients, for the record."""


def command(
    number: Annotated[
        int, typer.Argument(metavar="1|2|3", min=1, max=3, help="Number of the figure in the 1967 paper.")
    ],
    record: Annotated[bool, typer.Option("--record", help="Save the result as the new record.")] = False,
    chance: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Fig. 3: N new random draws of each kind; default: the record."
        ),
    ] = None,
    page: Annotated[
        bool, typer.Option("--page", help="Fig. 3: print only the machine's page of it, by ply.")
    ] = False,
    tree_tape: options.TreeTape = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
) -> int:
    """Reproduce a figure of the 1967 paper, and show it beside the paper's.

    Figs. 1 and 2, alpha-beta: the boards in the order they are visited, their
    alpha values and cut-offs, beside what the text says. Fig. 3, the tree of a
    move: an oracle run, which is given the figure's order of moves; the
    program's own search; and a forced replay, which is led along the figure
    board by board. Shuffled and random coefficients show what chance reaches,
    zero coefficients what material alone does. The machine lays the tree out
    by ply itself, on a tape for off-line printing: --page shows what the
    off-line printer makes of it, 131 columns wide, --tree-tape keeps the tape.
    Exit code 1: something differs from the text or from the record in
    traces/own, for better or worse, or a threshold is missed.

    Examples:
      samuel figure 1
      samuel figure 3
      samuel figure 3 --page
      samuel figure 3 --page --tree-tape fig3.tap
      samuel figure 3 --chance 100 --json
      samuel figure 3 --record
    """
    if number == 3:
        if tree_tape is not None:
            check_new_tape(tree_tape, force)
        if page:
            return show_page(tree_tape)
        return tree(record, chance, tree_tape, as_json)
    for option, given in (("--chance", chance is not None), ("--page", page), ("--tree-tape", tree_tape)):
        if given:
            raise MachineError(f"{option} applies only to Fig. 3: drop it.")
    return alpha_beta(number, record, as_json)


def alpha_beta(number: int, record: bool, as_json: bool) -> int:
    """Show Fig. 1 or 2; return the exit code."""
    from samuel.studies import records
    from samuel.studies.alpha_beta import figures
    from samuel.views import figures as figure_view

    printout = figures.look_at_figures()
    found = (figures.figure_1, figures.figure_2)[number - 1](printout)
    if record:
        records.FIGURES.write(printout.text)
    differences = records.FIGURES.differences(printout.text)
    if as_json:
        print(json.dumps(found.as_dict() | {"differences": differences}, indent=2))
    else:
        console().print(figure_view.study(found))
    return verdict(differences, found.agrees)


def show_page(tape: Path | None) -> int:
    """Print the machine's page of Fig. 3, and keep its tape if it has a name."""
    from samuel.studies.fig3.page import oracle_page

    print(oracle_page(tape), end="")
    return 0


def tree(record: bool, chance: int | None, tape: Path | None, as_json: bool) -> int:
    """Show Fig. 3; return the exit code."""
    from samuel.studies import records, thresholds
    from samuel.studies.fig3 import agreement
    from samuel.studies.fig3.chance import drawn, jobs, record_draws, recorded_draws
    from samuel.studies.fig3.forced import forced_replay
    from samuel.studies.fig3.free_run import free_run
    from samuel.studies.fig3.page import beside_figure, oracle_page
    from samuel.views import figures as figure_view
    from samuel.views.fig3_page import beside

    with bar("Fig. 3", 4) as done:
        oracle = agreement.oracle_run()
        done(1)
        page = oracle_page(tape)
        laid_out = beside_figure(page)
        done(2)
        free = free_run()
        done(3)
        found = agreement.measure(oracle, free, forced_replay())
    if record and chance is None:
        chance = DRAWS
    if chance is None:
        draws = recorded_draws()
    else:
        with bar("chance", len(jobs(chance))) as done:
            draws = drawn(chance, done)
    measures = found.measures.as_dict()
    if record:
        records.ORACLE.write(oracle.text)
        records.PAGE.write(page)
        records.PAGE_MEASURES.write(laid_out.as_dict())
        records.FREE_RUN.write(free.text)
        records.AGREEMENT.write(measures)
        record_draws(draws)
    differences = [
        *records.AGREEMENT.differences(measures),
        *records.ORACLE.differences(oracle.text),
        *records.PAGE.differences(page),
        *records.PAGE_MEASURES.differences(laid_out.as_dict()),
        *records.FREE_RUN.differences(free.text),
        *thresholds.missed(agreement.thresholds(found.measures)),
    ]
    if as_json:
        more = {"page": laid_out.as_dict(), "differences": differences}
        print(json.dumps(as_dict(found, draws) | more, indent=2))
    else:
        console().print(figure_view.figure_3(found, draws))
        console().print(beside(laid_out))
    if chance is None and draws and not records.CHANCE.is_current():
        say(
            "The draws on record were made with an earlier version of the program: "
            f"{records.CHANCE.command} makes new ones."
        )
    return verdict(differences)


def as_dict(found: "Measured", draws: "Mapping[Kind, Sequence[Draw]]") -> dict[str, Any]:
    """Fig. 3 for JSON output."""
    from samuel.studies.fig3.agreement import YARDSTICKS
    from samuel.studies.fig3.chance import spread
    from samuel.studies.fig3.forced import expected_at_random

    bars = [
        {"measure": stick.measure, "most": stick.most, "bar": stick.bar, "holds": stick.holds(found.measures)}
        for stick in YARDSTICKS
        if stick.holds
    ]
    chance = {
        kind: {"draws": len(of_kind)}
        | {
            stick.measure: asdict(spread([stick.by_chance(draw) for draw in of_kind]))
            for stick in YARDSTICKS
            if stick.by_chance and of_kind
        }
        for kind, of_kind in draws.items()
    }
    return {
        "measures": found.measures.as_dict(),
        "bars": bars,
        "chance": chance,
        "by_lot": dict(zip(("replay_first", "replay_saved"), expected_at_random(), strict=True)),
        "comparison": found.comparison.as_dict(),
        "replay": found.replay.as_dict(),
    }


def verdict(differences: "Sequence[str]", agrees: bool = True) -> int:
    """Print what differs from the record and which thresholds are missed; return the exit code."""
    for sentence in differences:
        say(sentence, "red")
    return 0 if agrees and not differences else DIFFERS
