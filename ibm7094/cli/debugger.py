"""The monitor: operate a machine with typed commands.

Commands may be abbreviated, and a line may hold several, separated by ;.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import IO

from ibm7094.cli import arguments, loading
from ibm7094.cli.session import Session
from ibm7094.cli.shell import Shell, parts
from ibm7094.engine.watch import RING_SIZE
from ibm7094.errors import MachineError
from ibm7094.files.outputs import so_far
from ibm7094.media.images import read_image, write_image
from ibm7094.stop import Reason, Stop
from ibm7094.terminal import listing
from ibm7094.terminal.failures import finished
from ibm7094.words import AC, ADDRESS, WORD, octal

REGISTERS = {"ac": 13, "mq": 12, "si": 12, "keys": 12, "ic": 5}
"""Registers and their octal digits; xr1 to xr7 are in INDEX_REGISTERS."""
INDEX_REGISTERS = {f"xr{number}": number for number in range(1, 8)}
SHOWN_STEPS = 24
SHOWN_LINES = 20
LISTED_BEFORE, LISTED_AFTER = 5, 10


class Monitor(Shell):
    """The commands of the monitor."""

    def __init__(self, session: Session, stdin: IO[str] | None = None, stdout: IO[str] | None = None) -> None:
        super().__init__(session.machine.model.name, stdin, stdout)
        self.session = session
        self.machine = session.machine
        self.watch = session.observe()
        self.breakpoints: set[int] = set()
        self.print_file: Path | None = None  # if the operator attached one to the printer
        self._next_shown = 0

    # core and registers

    def do_examine(self, arg: str) -> None:
        """Show words of core, or registers.

        A range is two addresses joined by a minus. Without an address, show the next word.
        Registers are ac, mq, si, keys, ic and xr1 to xr7.
        examine 100-117 LOOP ac xr4
        """
        for place in arg.split() or [f"{self._next_shown:o}"]:
            name = place.lower()
            if name in REGISTERS or name in INDEX_REGISTERS:
                self.say(f"{name.upper():<5} {self._register(name)}")
            else:
                self._show_core(*self._range(place))

    def do_deposit(self, arg: str) -> None:
        """Put words into core, starting at an address, or a value into a register.

        deposit 100 050000000200 000000000000
        """
        place, *values = arg.split() or [""]
        if not values:
            raise MachineError("Give an address and a word, as in: deposit 100 050000000200.")
        name = place.lower()
        if name in REGISTERS or name in INDEX_REGISTERS:
            self._set_register(name, values)
            return
        first = self._address(place)
        if first + len(values) - 1 > ADDRESS:
            raise MachineError("Some of these words are past the end of core: addresses go to 77777 octal.")
        self.machine.load(dict(enumerate([arguments.word(value) for value in values], first)))

    def do_registers(self, arg: str) -> None:
        """Show the operator's console: registers, lights, switches and the clock.

        registers
        """
        from rich.console import Console

        from ibm7094.cli.console import render

        out = Console(file=self.stdout, highlight=False)
        out.print(render(self.machine, ascii_only=out.options.ascii_only))

    def _address(self, text: str) -> int:
        return arguments.address(text, self.machine.symbols)

    def _range(self, text: str) -> tuple[int, int]:
        first, minus, last = text.partition("-")
        ends = self._address(first), self._address(last if minus else first)
        if ends[1] < ends[0]:
            raise MachineError(f"The range {text} ends before it begins: give the lower address first.")
        return ends

    def _show_core(self, first: int, last: int) -> None:
        for line in listing.core_lines(self.machine, range(first, last + 1)):
            self.say(line)
        self._next_shown = (last + 1) & ADDRESS

    def _register(self, name: str) -> str:
        if name in INDEX_REGISTERS:
            return f"{self.machine.xr[INDEX_REGISTERS[name]]:05o}"
        return f"{getattr(self.machine, name):0{REGISTERS[name]}o}"

    def _set_register(self, name: str, values: list[str]) -> None:
        if len(values) > 1:
            raise MachineError(f"Register {name.upper()} takes one value: give only one.")
        if name in INDEX_REGISTERS:
            value = arguments.octal_number(values[0], f"The value for {name.upper()}", ADDRESS)
            self.machine.xr[INDEX_REGISTERS[name]] = value
        elif name == "ic":
            self.machine.ic = self._address(values[0])
        else:
            most = AC if name == "ac" else WORD
            value = arguments.octal_number(values[0], f"The value for {name.upper()}", most)
            setattr(self.machine, name, value)

    # running

    def do_break(self, arg: str) -> None:
        """Set breakpoints: stop before these addresses. Without an address, show the breakpoints.

        break LOOP 300
        """
        self.breakpoints |= {self._address(place) for place in arg.split()}
        self._show_breakpoints()

    def do_step(self, arg: str) -> None:
        """Execute one instruction, or N (decimal), and show them.

        step 5
        """
        count = self._count(arg, 1, "steps")
        before = self.machine.instructions
        stop = self._run(count)
        done = min(self.machine.instructions - before, SHOWN_STEPS)
        for line in listing.trace_lines(self.machine, self.watch, done):
            self.say(line)
        self._report(stop)

    def do_go(self, arg: str) -> None:
        """START: run from an address, or from the instruction counter.

        go START
        """
        if arg:
            self.machine.ic = self._address(arg.strip())
        self._report(self._run(None))

    def do_continue(self, arg: str) -> None:
        """CONTINUE: run to the next stop, or for N instructions (decimal).

        continue 1000000
        """
        self._report(self._run(self._count(arg, 0, "instructions") or None))

    def do_history(self, arg: str) -> None:
        """Show the last instructions executed, with AC and MQ before each.

        history 50
        """
        last = min(self._count(arg, SHOWN_LINES, "instructions"), RING_SIZE)
        for line in listing.trace_lines(self.machine, self.watch, last):
            self.say(line)

    def do_unbreak(self, arg: str) -> None:
        """Remove breakpoints; `all` removes all of them.

        unbreak LOOP
        """
        if arg.strip() == "all":
            self.breakpoints.clear()
        else:
            self.breakpoints -= {self._address(place) for place in arg.split()}
        self._show_breakpoints()

    def do_list(self, arg: str) -> None:
        """Show words and their cards around an address, or around the instruction counter.

        The line of the address itself is marked with >.
        list LOOP+2
        """
        middle = self._address(arg.strip()) if arg.strip() else self.machine.ic
        places = range(max(0, middle - LISTED_BEFORE), min(middle + LISTED_AFTER, ADDRESS) + 1)
        file = ""
        for place, line in zip(places, listing.core_lines(self.machine, places), strict=True):
            card = self.machine.source.cards.get(place)
            if card and card.file != file:
                file = card.file
                self.say(f"{file}:")
            self.say(f"{'>' if place == middle else ' '}{card.number if card else '':>6}  {line}")

    def _show_breakpoints(self) -> None:
        places = " ".join(self.machine.where(place) for place in sorted(self.breakpoints))
        self.say(f"Breakpoints: {places or 'none'}")

    def do_profile(self, arg: str) -> None:
        """Show the addresses executed most often.

        profile 10
        """
        for line in listing.profile_lines(
            self.machine, self.watch, self._count(arg, SHOWN_LINES, "addresses")
        ):
            self.say(line)

    def do_time(self, arg: str) -> None:
        """Show instructions, cycles and simulated time so far.

        time
        """
        least, most = self.machine.cycles_interval
        spent = listing.seconds(self.machine.seconds)
        self.say(
            f"{self.machine.instructions:,} instructions, {listing.between(least, most)} cycles, {spent}"
        )

    def _run(self, limit: int | None) -> Stop:
        self.watch.breakpoints = sorted(self.breakpoints)
        return self.machine.run(limit, sorted(self.breakpoints))

    def _report(self, stop: Stop) -> None:
        if stop.reason is not Reason.LIMIT:
            self.say(finished(stop.message))
        self._show_core(self.machine.ic, self.machine.ic)

    def _count(self, text: str, default: int, what: str) -> int:
        text = text.strip()
        if text and not (text.isascii() and text.isdecimal() and 0 < len(text) < 16 and int(text)):
            raise MachineError(f"{text!r} is not a number of {what}: give a decimal number, 1 or more.")
        return int(text) if text else default

    # symbols

    def do_symbols(self, arg: str) -> None:
        """Show symbols, load a symbol map, or name an address.

        symbols load MAP.json reads a map; symbols LOOP 300 names an address; symbols lists all.
        symbols load map.json
        """
        words = parts(arg)
        if words[:1] == ["load"] and len(words) == 2:
            self._load_map(Path(words[1]))
        elif len(words) == 2:
            self.machine.symbols[words[0]] = self._address(words[1])
        elif words:
            raise MachineError("Type symbols, symbols load MAP.json, or symbols NAME ADDRESS.")
        for name, place in sorted(self.machine.symbols.items(), key=lambda entry: (entry[1], entry[0])):
            self.say(f"{place:05o} {name}")

    def _load_map(self, path: Path) -> None:
        """Add the symbols of a map. Its cards, if it has any, replace the earlier ones."""
        found = arguments.read_map(path)
        self.machine.symbols |= found.symbols
        if found.cards:
            self.machine.source = found

    # the console's keys

    def do_switches(self, arg: str) -> None:
        """Show the sense switches, or put the named ones down and all others up; 0 puts all up.

        switches 1,3
        """
        if arg.strip():
            down = arguments.switches_down("" if arg.strip() == "0" else arg)
            self.machine.switches = [number in down for number in range(1, 7)]
        self.say(f"Sense switches down: {self._numbers(self.machine.switches.on)}")

    def do_lights(self, arg: str) -> None:
        """Show the sense lights.

        lights
        """
        self.say(f"Sense lights on: {self._numbers(self.machine.lights.on)}")

    def do_keys(self, arg: str) -> None:
        """Show the entry keys, or set them.

        keys 000000000777
        """
        if arg.strip():
            self.machine.keys = arguments.word(arg.strip())
        self.say(f"Entry keys: {octal(self.machine.keys)}")

    def do_reset(self, arg: str) -> None:
        """RESET: set registers and channels as after power-on; core is kept.

        reset
        """
        self.machine.reset()

    def do_clear(self, arg: str) -> None:
        """CLEAR: reset, and set core to zeros.

        clear
        """
        self.machine.clear()

    def _numbers(self, on: Iterable[int]) -> str:
        return ", ".join(map(str, on)) or "none"

    # files

    def do_attach(self, arg: str) -> None:
        """Attach a file to a device: reader, punch, printer, or a tape unit (ro: write-protected).

        attach A1 work.tap ro
        """
        where, *rest = parts(arg) or [""]
        if not rest or len(rest) > 2 or (len(rest) == 2 and rest[1] != "ro"):
            raise MachineError(
                "Give a device and a file, as in: attach reader deck.cbn, or attach A1 work.tap ro."
            )
        path = Path(rest[0])
        if where in ("reader", "punch", "printer"):
            self.machine.attach("A", where, path)
            if where == "printer":
                self.print_file = path
            return
        tape = arguments.tape(f"{where}={path}{',ro' if len(rest) == 2 else ''}")
        self.machine.attach(tape.unit, "tape", tape.path, write_protected=tape.write_protected)

    def do_load(self, arg: str) -> None:
        """LOAD CARDS or LOAD TAPE, or load a deck or a core image from a file.

        load cards and load tape [A1] read what is attached; load deck FILE puts a deck into the reader first;
        load core FILE puts the octal words of a file into core, and changes nothing else.
        load deck program.cbn
        """
        match parts(arg):
            case ["cards"]:
                self.machine.load_cards()
            case ["tape"]:
                self.machine.load_tape()
            case ["tape", unit]:
                self.machine.load_tape(unit)
            case ["deck", name]:
                self.load_program(Path(name))
            case ["core", name]:
                self.machine.load(read_image(Path(name)))
                return
            case _:
                raise MachineError("Type load cards, load tape A1, load deck FILE or load core FILE.")
        self._show_core(self.machine.ic, self.machine.ic)

    def do_save(self, arg: str) -> None:
        """Write core to a file as octal lines: all words that are not zero, or a range.

        save core.oct 100-777
        """
        match parts(arg):
            case [name]:
                words = listing.used_words(self.machine)
            case [name, places]:
                first, last = self._range(places)
                words = {place: int(self.machine.core[place]) for place in range(first, last + 1)}
            case _:
                raise MachineError("Type save FILE, or save FILE 100-777.")
        write_image(Path(name), words)
        self.say(f"{len(words)} words written to {name}.")

    def do_print(self, arg: str) -> None:
        """Show the last lines printed.

        print 5
        """
        last = self._count(arg, SHOWN_LINES, "lines")
        file = self.print_file
        text = self.machine.printed if file is None else so_far(file).decode("utf-8", "replace")
        for line in text.splitlines()[-last:]:
            self.say(line)

    def do_quit(self, arg: str) -> bool:
        """End the monitor.

        quit
        """
        return True

    def load_program(self, path: Path, symbols: Path | None = None) -> None:
        """Load a deck, core image or FAP cards, as `ibm7094 run` does."""
        program = loading.read_program(path)
        loading.use_names(self.machine, program, symbols)
        loading.make_ready(self.machine, program)
