"""`ibm7094 bench`: our speed compared with SIMH's."""

from typing import Annotated

import typer

from ibm7094.cli import options


def command(
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many rounds, at least 5, alternating with SIMH.")
    ] = 5,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.01, help="How long SIMH runs in each round.")
    ] = 1.0,
    as_json: options.AsJson = False,
) -> int:
    """Measure speed against SIMH, and start-up time; exit code 1 if a threshold is missed.

    Examples:
      ibm7094 bench
      ibm7094 bench --rounds 9 --seconds 0.5 --json
    """
    from ibm7094.lab.bench import compare

    return compare.main(rounds, seconds, as_json)
