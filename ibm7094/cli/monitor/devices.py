"""Devices: attach, load, print."""

from pathlib import Path

from ibm7094.cli import arguments, loading
from ibm7094.cli.monitor.base import Base
from ibm7094.cli.monitor.shell import parts
from ibm7094.errors import MachineError
from ibm7094.files.outputs import so_far
from ibm7094.media.images import read_image
from ibm7094.source_map import SourceMap

SHOWN_LINES = 20


class DeviceCommands(Base):
    """Commands for card machines, printer and tapes."""

    print_file: Path | None

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

    def do_reel(self, arg: str) -> None:
        """Keep one more reel ready for a tape unit, for when the program unloads it (ro: write-protected).

        reel A1 second.tap ro
        """
        words = parts(arg)
        if not 2 <= len(words) <= 3 or (len(words) == 3 and words[2] != "ro"):
            raise MachineError("Give a tape unit and a file, as in: reel A1 second.tap ro.")
        reel = arguments.tape(f"{words[0]}={words[1]}{',ro' if len(words) == 3 else ''}")
        self.machine.add_reel(reel.unit, reel.path, write_protected=reel.write_protected)

    def do_load(self, arg: str) -> None:
        """LOAD CARDS or LOAD TAPE, or load a deck or a core image from a file.

        load cards and load tape [A1] read what is attached; load deck FILE puts a deck into the reader first.
        These replace the symbols. load core FILE puts the octal words of a file into core, and that is all.
        load deck program.cbn
        """
        match parts(arg):
            case ["cards"]:
                self.machine.load_cards()
                self.machine.use_source(SourceMap())
            case ["tape"]:
                self.machine.load_tape()
                self.machine.use_source(SourceMap())
            case ["tape", unit]:
                self.machine.load_tape(unit)
                self.machine.use_source(SourceMap())
            case ["deck", name]:
                self.load_program(Path(name))
            case ["core", name]:
                self.machine.load(read_image(Path(name)))
                return
            case _:
                raise MachineError("Type load cards, load tape A1, load deck FILE or load core FILE.")
        self.show_core(self.machine.ic, self.machine.ic)

    def load_program(self, path: Path, symbols: Path | None = None) -> None:
        """Load a deck, core image or FAP cards, as `ibm7094 run` does. Symbols of an earlier program go."""
        program = loading.read_program(path)
        self.machine.use_source(SourceMap())
        loading.use_names(self.machine, program, symbols)
        loading.make_ready(self.machine, program)

    def do_print(self, arg: str) -> None:
        """Show the last lines printed.

        print 5
        """
        last = self.count(arg, SHOWN_LINES, "lines")
        file = self.print_file
        text = self.machine.printed if file is None else so_far(file).decode("utf-8", "replace")
        for line in text.splitlines()[-last:]:
            self.say(line)
