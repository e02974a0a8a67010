"""Core and registers: examine, deposit, assemble, list, registers."""

from ibm7094.cli import arguments
from ibm7094.cli.monitor import assembling
from ibm7094.cli.monitor.base import Base
from ibm7094.errors import MachineError
from ibm7094.terminal import listing
from ibm7094.words import AC, ADDRESS, SIGN, WORD, to_ac

REGISTERS = {"ac": 13, "mq": 12, "si": 12, "keys": 12, "ic": 5}
"""Registers and their octal digits; xr1 to xr7 are in INDEX_REGISTERS."""
INDEX_REGISTERS = {f"xr{number}": number for number in range(1, 8)}
LISTED_BEFORE, LISTED_AFTER = 5, 10


class CoreCommands(Base):
    """Commands that show and change words."""

    def do_examine(self, arg: str) -> None:
        """Show words of core, or registers.

        A range is two addresses joined by a minus. Without an address, show the next word.
        Registers are ac, mq, si, keys, ic and xr1 to xr7.
        examine 100-117 LOOP ac xr4
        """
        for place in arg.split() or [f"{self.next_shown:o}"]:
            name = place.lower()
            if name in REGISTERS or name in INDEX_REGISTERS:
                self.say(f"{name.upper():<5} {self._register(name)}")
            else:
                self.show_core(*self.range(place))

    def do_deposit(self, arg: str) -> None:
        """Put words, an instruction, or an address into core, or a value into a register.

        Words are octal, or FAP's literals: =10 is decimal, =1.5 floating, =HABC characters. A symbol is its
        address. An instruction of FAP is assembled: deposit LOOP CLA ALPHA,1.
        deposit 100 050000000200 =10 LOOP+2
        """
        place, *values = arg.split() or [""]
        if not values:
            raise MachineError("Give an address and a word, as in: deposit 100 050000000200.")
        name = place.lower()
        if name in REGISTERS or name in INDEX_REGISTERS:
            self._set_register(name, values)
            return
        first = self.address(place)
        if not arguments.OCTAL.fullmatch(values[0]) and self._is_instruction(values):
            self._assemble(first, values)
            return
        if first + len(values) - 1 > ADDRESS:
            raise MachineError("Some of these words are past the end of core: addresses go to 77777 octal.")
        words = [assembling.value(value, self.machine.symbols) for value in values]
        self.machine.load(dict(enumerate(words, first)))

    def _is_instruction(self, values: list[str]) -> bool:
        """Whether to assemble: an operation comes first, unless that is also a symbol and stands alone."""
        if values[0].partition("+")[0].upper() in self.machine.symbols and len(values) == 1:
            return False
        return assembling.is_card(values)

    def do_assemble(self, arg: str) -> None:
        """Assemble a card of FAP at an address. A symbol before the operation becomes known.

        The symbols of the program can be used. The next address is shown, for the next card.
        assemble 300 NEXT CLA ALPHA,1
        """
        place, *card = arg.split() or [""]
        if not card:
            raise MachineError("Give an address and a card, as in: assemble 300 NEXT CLA ALPHA,1.")
        self._assemble(self.address(place), card)

    def _assemble(self, place: int, card: list[str]) -> None:
        words, symbols = assembling.assemble_at(place, card, self.machine.symbols)
        self.machine.load(words)
        self.machine.symbols.update(symbols)
        for at in words:
            self.machine.source.cards.pop(at, None)  # it is not the word of that card any more
        self.show_core(min(words), max(words))

    def do_list(self, arg: str) -> None:
        """Show words and their cards around an address, or around the instruction counter.

        The line of the address itself is marked with >.
        list LOOP+2
        """
        middle = self.address(arg.strip()) if arg.strip() else self.machine.ic
        places = range(max(0, middle - LISTED_BEFORE), min(middle + LISTED_AFTER, ADDRESS) + 1)
        file = ""
        for place, line in zip(places, listing.core_lines(self.machine, places), strict=True):
            card = self.machine.source.cards.get(place)
            if card and card.file != file:
                file = card.file
                self.say(f"{file}:")
            self.say(f"{'>' if place == middle else ' '}{card.number if card else '':>6}  {line}")

    def do_registers(self, arg: str) -> None:
        """Show the operator's console: registers, lights, switches and the clock.

        registers
        """
        from rich.console import Console

        from ibm7094.cli.console import render

        out = Console(file=self.stdout, highlight=False)
        out.print(render(self.machine, ascii_only=out.options.ascii_only))

    def _register(self, name: str) -> str:
        if name in INDEX_REGISTERS:
            return f"{self.machine.xr[INDEX_REGISTERS[name]]:05o}"
        return f"{getattr(self.machine, name):0{REGISTERS[name]}o}"

    def _set_register(self, name: str, values: list[str]) -> None:
        if len(values) > 1:
            raise MachineError(f"Register {name.upper()} takes one value: give only one.")
        text, what = values[0], f"The value for {name.upper()}"
        if name in INDEX_REGISTERS or name == "ic":
            number = self._number(text, what, ADDRESS)
            if name == "ic":
                self.machine.ic = number
            else:
                self.machine.xr[INDEX_REGISTERS[name]] = number
            return
        number = self._number(text, what, AC if name == "ac" else WORD)
        if name == "ac" and text.startswith("="):
            number = to_ac(number)  # as CLA brings a literal in
        setattr(self.machine, name, number)

    def _number(self, text: str, what: str, most: int) -> int:
        if text.startswith("=") or text[:1].isalpha():
            number = assembling.value(text, self.machine.symbols)
            if most == ADDRESS and number & SIGN:
                number = -(number ^ SIGN) & ADDRESS
            if number > most:
                raise MachineError(f"{what} {text} is too large: the maximum is {most:o} octal.")
            return number
        return arguments.octal_number(text, what, most)
