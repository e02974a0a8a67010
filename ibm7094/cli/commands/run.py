"""`ibm7094 run`: load a program, run it, and show the results."""

from pathlib import Path
from typing import Annotated

import typer

from ibm7094.cli import arguments, loading, options
from ibm7094.cli.session import Session
from ibm7094.engine.watch import RING_SIZE
from ibm7094.errors import MachineError
from ibm7094.media.cards import read_cards
from ibm7094.words import ADDRESS, WORD

DEFAULT_TAPE = "A1"


def command(
    deck: options.Deck = None,
    model: options.AnyModel = "7094",
    cards: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Data cards, placed after the deck in the reader.")
    ] = None,
    print_: Annotated[
        Path | None,
        typer.Option(
            "--print", metavar="FILE", help="File for the printer's output; default: standard output."
        ),
    ] = None,
    punch: Annotated[Path | None, typer.Option(metavar="FILE", help="File for punched cards.")] = None,
    tape: Annotated[
        list[str] | None,
        typer.Option(metavar="A1=FILE", help="Mount a tape; add ,ro to write-protect it."),
    ] = None,
    load_tape: Annotated[
        bool, typer.Option("--load-tape", help="Boot from tape A1 instead of a deck.")
    ] = False,
    switches: Annotated[str, typer.Option(metavar="1,3", help="Sense switches to put down.")] = "",
    keys: Annotated[str, typer.Option(metavar="OCTAL", help="Word in the entry keys.")] = "0",
    start: Annotated[
        str | None, typer.Option(metavar="ADDR", help="Start address, overriding the deck's.")
    ] = None,
    symbols: options.SymbolMap = None,
    break_: Annotated[
        list[str] | None, typer.Option("--break", metavar="ADDR", help="Stop before this address or symbol.")
    ] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="Stop after N instructions.")] = None,
    time: Annotated[bool, typer.Option("--time", help="Show the simulated time and its evidence.")] = False,
    trace: Annotated[
        int, typer.Option(metavar="N", min=0, max=RING_SIZE, help="Show the last N instructions.")
    ] = 0,
    profile: Annotated[
        int, typer.Option(metavar="N", min=0, max=ADDRESS + 1, help="Show the N busiest addresses.")
    ] = 0,
    console: Annotated[
        bool, typer.Option("--console", help="Show the operator's console at the end.")
    ] = False,
    as_json: options.AsJson = False,
    reference: options.Reference = False,
) -> int:
    """Run a program until it stops.

    A binary deck is read by LOAD CARDS, after a loader if it is not
    self-loading. A core image is put into core and starts at --start or at
    its lowest address. FAP cards, or a deck list of them, are assembled and
    become a deck; their symbols can be used as addresses.

    Examples:
      ibm7094 run deck.cbn --cards data.txt --print out.txt
      ibm7094 run primes.fap --break LOOP --trace 20
      ibm7094 run program.oct --start 100 --limit 1000000 --time
      ibm7094 run --tape A1=system.tap,ro --tape A2=work.tap --load-tape
      ibm7094 run deck.cbn --symbols map.json --break LOOP --trace 20
    """
    if (deck is None) != load_tape:
        raise MachineError("Give a DECK to run, or --tape A1=FILE and --load-tape, but not both.")
    mounted = arguments.tapes(tape or [])
    if load_tape:
        booted = next((each.path for each in mounted if each.unit == DEFAULT_TAPE), None)
        if booted is None or not booted.exists():
            raise MachineError(
                f"There is no tape to load: mount an existing file with --tape {DEFAULT_TAPE}=FILE."
            )
    with Session(model, compiled=not reference) as session:
        machine = session.machine
        program = loading.read_program(deck) if deck else None
        loading.use_names(machine, program, symbols)
        marks = [arguments.address(place, machine.symbols) for place in break_ or []]
        begin = arguments.address(start, machine.symbols) if start is not None else None
        machine.keys = arguments.octal_number(keys, "--keys", WORD)
        for number in arguments.switches_down(switches):
            machine.switches[number] = 1
        # Read all input before any output file is overwritten.
        data = read_cards(cards) if cards else []
        if time or trace or profile or marks:
            session.observe()
        session.print_to(print_, kept=as_json)
        if punch:
            machine.attach("A", "punch", punch)
        for each in mounted:
            machine.attach(each.unit, "tape", each.path, write_protected=each.write_protected)
        if program:
            session.stop = loading.make_ready(machine, program, begin, data)
        else:
            if data:
                loading.fill_reader(machine, data)
            machine.load_tape(DEFAULT_TAPE)
        if session.stop is None or session.stop.ic not in marks:  # the start itself may be a breakpoint
            session.run(limit, marks)
        session.report(time=time, trace=trace, profile=profile, console=console, as_json=as_json)
        return session.exit_code
