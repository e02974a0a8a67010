"""`ibm7094 debug`: the monitor."""

from ibm7094.cli import loading, options
from ibm7094.cli.session import Session


def command(
    deck: options.Deck = None,
    model: options.AnyModel = "7094",
    symbols: options.SymbolMap = None,
    reference: options.Reference = False,
) -> None:
    """Start the monitor: examine, deposit, break, step, list, history, symbols, console keys.

    Type help, or help and a command. Commands can also be piped in.
    FAP cards are assembled and loaded, ready to start.

    Examples:
      ibm7094 debug primes.fap
      ibm7094 debug deck.cbn --symbols map.json
      echo "step 5; registers" | ibm7094 debug program.oct
    """
    from ibm7094.cli.debugger import Monitor

    with Session(model, compiled=not reference) as session:
        monitor = Monitor(session)
        if deck:
            monitor.load_program(deck, symbols)
        else:
            loading.use_names(session.machine, None, symbols)
        monitor.cmdloop()
