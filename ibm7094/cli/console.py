"""The operator's console, after the 7151: registers bit by bit, lights, switches, and the clock.

It is readable without colour and 80 columns wide: a light that is on is a full circle.
"""

from collections.abc import Iterable

from rich.box import ROUNDED
from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from ibm7094.machine import Machine
from ibm7094.models import CHANNELS, LEVEL_7094
from ibm7094.stop import Stop
from ibm7094.terminal.failures import finished
from ibm7094.terminal.listing import ac_octal, between, seconds
from ibm7094.words import WORD, octal

WIDTH = 80
WORD_BITS, INDEX_BITS = 36, 15
LABEL = 8
ALL_INDEX_REGISTERS = (1, 2, 3, 4, 5, 6, 7)
EARLY_INDEX_REGISTERS = (1, 2, 4)

ON, OFF, LETTERING, FIGURES = "bold yellow", "bright_black", "cyan", "bold"


class Lamps:
    """How lights look: circles, or stars and points on an ASCII terminal."""

    def __init__(self, ascii_only: bool) -> None:
        self._on, self._off = ("*", ".") if ascii_only else ("●", "○")

    def light(self, on: object) -> Text:
        """One light."""
        return Text(self._on, ON) if on else Text(self._off, OFF)

    def bits(self, value: int, count: int) -> Text:
        """A row of lights in groups of three, one group for each octal digit."""
        threes = []
        for first in range(count, 0, -3):
            threes.append(
                Text.assemble(*(self.light(value >> place & 1) for place in range(first - 1, first - 4, -1)))
            )
        return Text(" ").join(threes)

    def named(self, names: Iterable[tuple[str, object]]) -> Text:
        """Labelled lights, in one line."""
        return Text("  ").join(Text.assemble((f"{name} ", LETTERING), self.light(on)) for name, on in names)


def render(machine: Machine, title: str = "", stop: Stop | None = None, *, ascii_only: bool = False) -> Panel:
    """The console of a machine in its current state."""
    lamps = Lamps(ascii_only)
    lines = [
        *_registers(machine, lamps),
        Text(),
        *_index_registers(machine, lamps),
        Text(),
        *_lights(machine, lamps),
        Text(),
        *_clock(machine, stop),
    ]
    heading = title or f"IBM {machine.model.name} operator's console"
    return Panel(
        Group(*lines), title=Text(heading), title_align="left", box=ROUNDED, width=WIDTH, padding=(0, 1)
    )


def _registers(machine: Machine, lamps: Lamps) -> list[Text]:
    rest, sign_and_q = machine.ac & WORD, machine.ac >> WORD_BITS
    spread = [lamps.light(sign_and_q & 2), lamps.light(sign_and_q & 1)]
    lines = [
        Text.assemble((f"{'':<{LABEL}}SQ P,1-35", LETTERING)),
        Text.assemble(
            _label("AC"), *spread, " ", lamps.bits(rest, WORD_BITS), "  ", (ac_octal(machine.ac), FIGURES)
        ),
        Text.assemble((f"{'':<{LABEL + 3}}S,1-35", LETTERING)),
    ]
    for name, value in (("MQ", machine.mq), ("SI", machine.si), ("KEYS", machine.keys)):
        lines.append(
            Text.assemble(_label(name), "   ", lamps.bits(value, WORD_BITS), "   ", (octal(value), FIGURES))
        )
    return lines


def _index_registers(machine: Machine, lamps: Lamps) -> list[Text]:
    """The instruction counter and the index registers, two to a line."""
    numbers = ALL_INDEX_REGISTERS if machine.model.level >= LEVEL_7094 else EARLY_INDEX_REGISTERS
    shown = [("IC", machine.ic), *((f"XR{number}", machine.xr[number]) for number in numbers)]
    cells = [
        Text.assemble(_label(name), lamps.bits(value, INDEX_BITS), "  ", (f"{value:05o}", FIGURES))
        for name, value in shown
    ]
    return [Text("     ").join(cells[first : first + 2]) for first in range(0, len(cells), 2)]


def _lights(machine: Machine, lamps: Lamps) -> list[Text]:
    state = machine.state
    sense = ((str(number), machine.lights[number]) for number in range(1, 5))
    switches = ((str(number), machine.switches[number]) for number in range(1, 7))
    checks = (
        ("AC OVERFLOW", machine.ac_overflow),
        ("MQ OVERFLOW", machine.mq_overflow),
        ("DIVIDE CHECK", machine.divide_check),
        ("I-O CHECK", machine.io_check),
    )
    modes = (
        ("TRANSFER TRAP", machine.transfer_trap),
        ("FLOATING TRAP", machine.fp_trap),
        ("MULTIPLE TAG", machine.multiple_tag),
    )
    channels = ((letter, state.in_operation[number]) for number, letter in enumerate(CHANNELS, 1))
    return [
        Text.assemble(
            ("SENSE LIGHTS  ", LETTERING),
            lamps.named(sense),
            ("      SWITCHES  ", LETTERING),
            lamps.named(switches),
        ),
        lamps.named(checks),
        lamps.named(modes),
        Text.assemble(("CHANNELS IN OPERATION  ", LETTERING), lamps.named(channels)),
    ]


def _clock(machine: Machine, stop: Stop | None) -> list[Text]:
    lines = [Text(finished(str(stop)), FIGURES)] if stop else []
    least, most = machine.cycles_interval
    return [
        *lines,
        Text(f"{machine.instructions:,} instructions, {between(least, most)} cycles"),
        Text(f"{seconds(machine.seconds)} simulated"),
    ]


def _label(name: str) -> Text:
    return Text(f"{name:<{LABEL}}", LETTERING)
