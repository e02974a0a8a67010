"""`samuel timing`: the times that the papers state, and those of the simulated machine."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ibm7094.cli.output import console
from ibm7094.models import MODELS
from ibm7094.models import model as model_named
from samuel.cli import options
from samuel.cli.outputs import check_writable

ALL = "all"
MISSED = 1
TOP = 15


def command(
    model: Annotated[
        str | None,
        typer.Option(metavar="MODEL|all", help="Time the same work on this model too, or on all five."),
    ] = None,
    profile: Annotated[
        bool, typer.Option("--profile", help="Show where the time of Fig. 3's move went.")
    ] = False,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="How many routines and cards of it.")] = TOP,
    speedscope: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write that profile for speedscope.app, with all calls."),
    ] = None,
    as_json: options.AsJson = False,
) -> int:
    """Set the times that the papers state beside the same work on the simulated machine.

    Each is run on the model it was timed on: 704 for 1959, 7094 for 1967. A
    7094's time is an interval, and ratios have both ends. Exit code 1: a bar
    is missed; the move of Fig. 3 must lie within a factor of 2 of 63 seconds.
    What is not built yet is named.

    Examples:
      samuel timing
      samuel timing --model all
      samuel timing --profile --top 30
      samuel timing --speedscope fig3.json
      samuel timing --json
    """
    from samuel.profile import profiled
    from samuel.speedscope import speedscope as flame_graph
    from samuel.stopwatch import fig_3_move
    from samuel.timing_study import on_models, study

    models = [] if model is None else list(MODELS) if model == ALL else [model_named(model).name]
    if speedscope is not None:
        check_writable(speedscope)
    found = study()
    others = on_models(models) if models else ()
    seen = profiled(fig_3_move()) if profile or speedscope is not None else None
    if seen and speedscope is not None:
        speedscope.write_text(json.dumps(flame_graph(seen, "The move of Fig. 3")), encoding="utf-8")
    if as_json:
        record: dict[str, Any] = found.as_dict()
        if others:
            record["models"] = [each.as_dict() for each in others]
        if seen and profile:
            record["profile"] = seen.as_dict(top)
        print(json.dumps(record, indent=2))
    else:
        from samuel import timing_view as view

        out = console()
        view.show(out, view.study_view(found))
        if others:
            view.show(out, view.models_view(others))
        if seen and profile:
            view.show(out, view.profile_view(seen, top))
    return 0 if found.holds else MISSED
