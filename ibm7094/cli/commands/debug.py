"""`ibm7094 debug`: the monitor."""

from pathlib import Path
from typing import Annotated

import typer

from ibm7094.cli import loading, options
from ibm7094.cli.session import Session


def command(
    deck: options.Deck = None,
    model: options.AnyModel = "7094",
    symbols: options.SymbolMap = None,
    reference: options.Reference = False,
    commands: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Do the commands of a file first; may be given several times."),
    ] = None,
) -> None:
    """Start the monitor: examine, deposit, assemble, break, watch, step, trace, save, restore, console keys.

    Type help, or help and a command. Commands can also be piped in, or come from a file; an error in a file
    ends the monitor with exit code 2, unless it is at a terminal.
    FAP cards are assembled and loaded, ready to start.

    Examples:
      ibm7094 debug primes.fap
      ibm7094 debug deck.cbn --symbols map.json
      ibm7094 debug primes.fap --commands setup.txt
      echo "step 5; registers" | ibm7094 debug program.oct
    """
    import sys

    from ibm7094.cli.monitor import Monitor
    from ibm7094.errors import MachineError

    with Session(model, compiled=not reference) as session:
        monitor = Monitor(session)
        if deck:
            monitor.load_program(deck, symbols)
        else:
            loading.use_names(session.machine, None, symbols)
        try:
            for path in commands or ():
                try:
                    if monitor.do_file(path):
                        return
                except MachineError as problem:
                    if sys.stdin is None or not sys.stdin.isatty():
                        raise
                    monitor.say(str(problem))
                    break
            monitor.cmdloop()
        finally:
            monitor.end_trace()
