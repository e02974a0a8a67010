"""Symbols, and the console's keys and switches."""

from collections.abc import Iterable
from pathlib import Path

from ibm7094.cli import arguments
from ibm7094.cli.monitor.base import Base
from ibm7094.cli.monitor.shell import parts
from ibm7094.errors import MachineError
from ibm7094.words import octal


class PanelCommands(Base):
    """Commands for symbols, switches, lights and keys."""

    def do_symbols(self, arg: str) -> None:
        """Show symbols, load a symbol map, or name an address.

        symbols load MAP.json adds a map; symbols LOOP 300 names an address; symbols lists all.
        Loading another program replaces all symbols.
        symbols load map.json
        """
        words = parts(arg)
        if words[:1] == ["load"] and len(words) == 2:
            self._load_map(Path(words[1]))
        elif len(words) == 2:
            self.machine.symbols[words[0]] = self.address(words[1])
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
