"""`samuel timing`: the times that the papers state, and those of the simulated machine."""

import json
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ibm7094.cli.options import Force
from ibm7094.errors import MachineError
from ibm7094.files.outputs import Output
from ibm7094.files.rules import check_own, remember_own
from ibm7094.models import MODELS
from ibm7094.models import model as model_named
from ibm7094.terminal.output import console
from samuel.cli import options

ALL = "all"
COMMAND = "samuel timing"
MISSED = 1
TOP = 15


class Order(StrEnum):
    """The order of a profile."""

    MERGED = "merged"
    TIME = "time"


def command(
    model: Annotated[
        str | None,
        typer.Option(metavar="MODEL|all", help="Also time the same work on this model, or on all five."),
    ] = None,
    profile: Annotated[
        bool, typer.Option("--profile", help="Show where the time of Fig. 3's move went.")
    ] = False,
    order: Annotated[
        Order | None,
        typer.Option(
            help="Order of the profile: merged adds up all time of a routine, the largest first; time "
            "keeps the order in which things ran. Default: merged."
        ),
    ] = None,
    top: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of routines, cards or stretches in the profile.")
    ] = TOP,
    speedscope: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the profile, with all calls, for speedscope.app; - is standard output.",
        ),
    ] = None,
    force: Force = False,
    record: Annotated[
        bool, typer.Option("--record", help="Save the speeds of evaluation and of moves as the new record.")
    ] = False,
    as_json: options.AsJson = False,
) -> int:
    """Show the times that the papers state beside those of the same work on the simulated machine.

    Each piece of work is run on the model it was timed on: 704 for 1959, 7094
    for 1967. A 7094's time is an interval, so ratios have two ends. Exit code
    1: a threshold is missed; the move of Fig. 3 must be within a factor of 2
    of 63 seconds. Work that is not built yet is listed. Computing is shown
    apart from reading the card and waiting for the printer; loading the
    program is in none of the times, and is shown by itself.

    Examples:
      samuel timing
      samuel timing --model all
      samuel timing --profile --top 30
      samuel timing --profile --order time
      samuel timing --speedscope fig3.json
      samuel timing --json
      samuel timing --record
    """
    from samuel.studies.timing.profile import profiled
    from samuel.studies.timing.speedscope import speedscope as flame_graph
    from samuel.studies.timing.stopwatch import fig_3_move
    from samuel.studies.timing.study import on_models, study

    models = [] if model is None else list(MODELS) if model == ALL else [model_named(model).name]
    if order is not None and not (profile or speedscope is not None):
        raise MachineError("--order applies only to a profile: add --profile or --speedscope.")
    in_time = order is Order.TIME
    if record:
        from samuel.studies.timing.speeds import RECORD, speeds

        RECORD.write(speeds())
    if speedscope is not None:
        check_own(speedscope, COMMAND, force)
    with Output(speedscope) if speedscope is not None else nullcontext() as file:
        found = study()
        others = on_models(models) if models else ()
        seen = profiled(fig_3_move()) if profile or file else None
        if seen and file:
            file.write(json.dumps(flame_graph(seen, "The move of Fig. 3", in_time)).encode())
    if speedscope is not None:
        remember_own(speedscope, COMMAND)
    if as_json:
        everything: dict[str, Any] = found.as_dict()
        if others:
            everything["models"] = [each.as_dict() for each in others]
        if seen and profile:
            everything["profile"] = seen.as_dict(top, in_time)
        print(json.dumps(everything, indent=2))
    else:
        from samuel.views import timing as view

        out = console()
        view.show(out, view.study_view(found))
        if others:
            view.show(out, view.models_view(others))
        if seen and profile:
            view.show(out, (view.timeline_view if in_time else view.profile_view)(seen, top))
    return 0 if found.holds else MISSED
