"""`ibm7094 debug`: the monitor."""

from pathlib import Path
from typing import Annotated

import typer

from ibm7094.cli import loading
from ibm7094.cli.session import Session


def command(
    deck: Annotated[
        Path | None,
        typer.Argument(
            metavar="DECK",
            help="A binary deck, a core image of octal lines (.oct), or FAP cards (.fap, .deck).",
        ),
    ] = None,
    model: Annotated[str, typer.Option(metavar="MODEL", help="704, 709, 7090, 7094 or 7094-II.")] = "7094",
    symbols: Annotated[
        Path | None, typer.Option(metavar="MAP.json", help='From asm --map, or {"LOOP": "00300"}.')
    ] = None,
    reference: Annotated[
        bool, typer.Option("--reference", help="Run the definitions in plain Python, not compiled.")
    ] = False,
) -> None:
    """The monitor: examine, deposit, break, step, list, history, symbols, and the keys of the console.

    Type help in it, or help and a command. Commands can also be piped in.
    FAP cards are assembled and loaded, and stand ready at their start.

    Examples:
      ibm7094 debug primes.fap
      ibm7094 debug deck.cbn --symbols map.json
      echo "step 5; registers" | ibm7094 debug program.oct
    """
    from ibm7094.debugger import Monitor

    with Session(model, compiled=not reference) as session:
        monitor = Monitor(session)
        if deck:
            monitor.load_program(deck, symbols)
        else:
            loading.use_names(session.machine, None, symbols)
        monitor.cmdloop()
