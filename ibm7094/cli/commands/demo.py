"""`ibm7094 demo`: a small program that shows the whole machine."""

from typing import Annotated

import typer

from ibm7094.terminal.failures import UNEXPECTED
from ibm7094.terminal.output import console


def command(
    model: Annotated[str, typer.Option(metavar="MODEL", help="709, 7090, 7094 or 7094-II.")] = "7094",
) -> int:
    """Read a small deck, run it, and show its printout, the console and the simulated time.

    Examples:
      ibm7094 demo
      ibm7094 demo --model 7090
    """
    from ibm7094.cli import demo_program as demo
    from ibm7094.errors import MachineError
    from ibm7094.stop import Reason

    if model == "704":
        raise MachineError("The demonstration prints through a data channel: choose a 709 or a later model.")
    shown = demo.perform(model)
    demo.show(shown, console())
    return 0 if shown.stop.reason is Reason.HALT else UNEXPECTED
