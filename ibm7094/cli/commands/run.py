"""`ibm7094 run`: load a program, run it, and show the results."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ibm7094.cli import arguments, loading, options
from ibm7094.cli.session import COMMAND, Session
from ibm7094.engine.watch import RING_SIZE
from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD
from ibm7094.files.rules import check_outputs, check_own
from ibm7094.media.cards import read_cards
from ibm7094.words import ADDRESS, WORD

DEFAULT_TAPE = "A1"
LOAD_TAPE = "--load-tape"


class Parser(TyperCommand):
    """Parses the command line. The unit after --load-tape may be missing, which typer does not know."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, with a unit after each --load-tape."""
        return super().parse_args(ctx, with_unit(args))


def with_unit(args: list[str]) -> list[str]:
    """The same arguments, with --load-tape as one word."""
    if LOAD_TAPE not in args:
        return args
    at = args.index(LOAD_TAPE)
    named = args[at + 1 : at + 2] if not args[at + 1 : at + 2] or args[at + 1][:1] != "-" else []
    rest = args[at + 1 + len(named) :]
    return [*args[:at], f"{LOAD_TAPE}={named[0] if named else DEFAULT_TAPE}", *with_unit(rest)]


def command(
    deck: options.Deck = None,
    model: options.AnyModel = "7094",
    option: options.Fitted = None,
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
    disk: Annotated[
        list[str] | None,
        typer.Option(metavar="C0=FILE", help="Attach a disk; add ,2302 or another model, ,ro to protect it."),
    ] = None,
    channel: Annotated[
        list[str] | None,
        typer.Option(metavar="C=7909", help="Kind of a channel, 7607 or 7909; with a disk it is a 7909."),
    ] = None,
    reel: Annotated[
        list[str] | None,
        typer.Option(metavar="A1=FILE", help="The next reel of a unit, mounted when the program unloads it."),
    ] = None,
    clock: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A7[=TIME]",
            help="A Chronolog clock at a tape address; TIME at power-on, as in 1963-05-01T09:30.",
        ),
    ] = None,
    load_tape: Annotated[
        str | None,
        typer.Option(
            LOAD_TAPE,
            metavar="[UNIT]",
            help=f"Boot from a tape instead of a deck; default: {DEFAULT_TAPE}.",
        ),
    ] = None,
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
    force: options.Force = False,
) -> int:
    """Run a program until it stops.

    A binary deck is read by LOAD CARDS, after a loader if it is not
    self-loading. A core image is put into core and starts at --start or at
    its lowest address. FAP cards, or a deck list of them, are assembled and
    become a deck; their symbols can be used as addresses. DECK may be a pipe,
    or - for standard input. Tapes are SIMH's (.tap) or P7B (.p7b) files, and
    keep what the program writes, as do disks (SIMH's form, a file for each
    module; a new file is a blank disk); printer and punch files of an earlier run
    are replaced, and other files only with --force. Ctrl-C stops the machine,
    and the files hold what was written so far.

    Examples:
      ibm7094 run deck.cbn --cards data.txt --print out.txt
      ibm7094 run primes.fap --break LOOP --trace 20
      ibm7094 run program.oct --start 100 --limit 1000000 --time
      ibm7094 run --tape A1=system.tap,ro --tape A2=work.tap --load-tape
      ibm7094 run --tape B1=diagnostic.p7b,ro --load-tape B1
      ibm7094 run update.fap --disk C0=master.dsk --disk C1=log.dsk,2302
      ibm7094 run deck.cbn --symbols map.json --break LOOP --trace 20
    """
    mounted, disks = arguments.tapes(tape or []), arguments.disks(disk or [])
    clocks = [arguments.clock(text) for text in clock or []]
    check_units(mounted, clocks)
    reels = arguments.reels(reel or [], mounted)
    unit = boot_unit(deck, load_tape, mounted)
    media: list[arguments.Tape | arguments.Disk] = [*mounted, *reels, *disks]
    check_files(deck, [cards, symbols], {"--print": print_, "--punch": punch}, media, as_json)
    for path in (print_, punch):
        if path is not None:
            check_own(path, COMMAND, force)
    kinds = arguments.channel_kinds(channel or [], disks)
    with Session(model, compiled=not reference, options=option or (), channels=kinds) as session:
        machine = session.machine
        program = loading.read_program(deck) if deck else None
        loading.use_names(machine, program, symbols)
        marks = [arguments.address(place, machine.symbols) for place in break_ or []]
        begin = arguments.address(start, machine.symbols) if start is not None else None
        machine.keys = arguments.octal_number(keys, "--keys", WORD)
        for number in arguments.switches_down(switches):
            machine.switches[number] = 1
        # Read all input before any output file is begun.
        data = read_cards(cards) if cards else []
        if time or trace or profile or marks:
            session.observe()
        session.print_to(print_, kept=as_json)
        if punch:
            session.punch_to(punch)
        session.mount(mounted)
        session.place(disks)
        session.add_reels(reels)
        session.set_clocks(clocks)
        if program:
            session.stop = loading.make_ready(machine, program, begin, data)
        else:
            if data:
                loading.fill_reader(machine, data)
            machine.load_tape(unit)
        if session.stop is None or session.stop.ic not in marks:  # the start itself may be a breakpoint
            session.run(limit, marks)
        session.report(time=time, trace=trace, profile=profile, console=console, as_json=as_json)
        return session.exit_code


def check_units(mounted: list[arguments.Tape], clocks: list[arguments.Clock]) -> None:
    """Check that no clock is where a tape or another clock is."""
    units = [tape.unit for tape in mounted] + [clock.unit for clock in clocks]
    for unit in units:
        if units.count(unit) > 1:
            raise MachineError(f"Unit {unit} cannot be a clock and something else: choose another address.")


def boot_unit(deck: Path | None, load_tape: str | None, mounted: list[arguments.Tape]) -> str:
    """The tape unit to boot from, if there is no deck."""
    if (deck is None) != (load_tape is not None):
        raise MachineError(
            f"Give a DECK to run, or --tape {DEFAULT_TAPE}=FILE and {LOAD_TAPE}, but not both."
        )
    unit = arguments.tape_unit(load_tape or DEFAULT_TAPE)
    if load_tape and not any(tape.unit == unit and tape.path.exists() for tape in mounted):
        raise MachineError(f"There is no tape to load: mount an existing file with --tape {unit}=FILE.")
    return unit


def check_files(
    deck: Path | None,
    others: list[Path | None],
    outputs: dict[str, Path | None],
    mounted: Sequence[arguments.Tape | arguments.Disk],
    as_json: bool,
) -> None:
    """Check that no output is an input or another output. A tape with its ring in is an output too, and so is
    a disk."""
    inputs = [path for path in others if path is not None]
    if [deck, *inputs].count(STANDARD) > 1:
        raise MachineError("Only one input can come from standard input: name files for the others.")
    shown = [as_json, *(outputs[option] == STANDARD for option in outputs)]
    if outputs["--print"] is None and not as_json:
        shown.append(True)  # the default of the printer
    if sum(shown) > 1:
        raise MachineError("Only one output can go to standard output: name files with --print and --punch.")
    inputs += loading.files_read(deck) if deck else []
    inputs += [tape.path for tape in mounted if tape.write_protected]
    written = [path for path in outputs.values() if path is not None]
    check_outputs([*written, *(tape.path for tape in mounted if not tape.write_protected)], inputs)
