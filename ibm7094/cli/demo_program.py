"""A small program that uses the whole machine: it is punched, read by the card reader, run, and prints."""

import time
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.box import ROUNDED
from rich.console import Console, Group
from rich.panel import Panel
from rich.text import Text

from ibm7094.cli.console import WIDTH, render
from ibm7094.machine import Machine
from ibm7094.media.cards import Card, write_cards
from ibm7094.media.decks import self_loading
from ibm7094.media.images import parse_image
from ibm7094.stop import Reason, Stop
from ibm7094.terminal.listing import seconds

DECK = "tables.oct"
START = 0o200
LIMIT = 50_000_000
"""Instruction limit. The program takes a few million, nearly all of them waiting for the printer."""

GREEN_BAR = "black on #d7f5d7"
WHITE_BAR = "black on #f7f7f0"
BAR_LINES = 2


@dataclass(frozen=True)
class Shown:
    """The results of the demonstration."""

    machine: Machine
    stop: Stop
    cards: int
    printed: str
    wall_seconds: float


def words() -> dict[int, int]:
    """The words of the program, by address."""
    return parse_image((files("ibm7094") / "decks" / DECK).read_bytes())


def deck() -> list[Card]:
    """The program as cards that load themselves."""
    return self_loading(words(), START)


def perform(model: str = "7094", *, compiled: bool = True) -> Shown:
    """Punch the deck, put it into the reader, press LOAD CARDS, and wait for the halt."""
    cards = deck()
    with TemporaryDirectory(prefix="ibm7094-") as folder:
        punched = Path(folder) / "tables.cbn"
        write_cards(punched, cards)
        machine = Machine(model, compiled=compiled)
        machine.attach("A", "reader", punched)
        began = time.perf_counter()
        machine.load_cards()
        stop = machine.run(limit=LIMIT)
        spent = time.perf_counter() - began
        machine.close()
        if stop.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt
        return Shown(machine, stop, len(cards), machine.printed, spent)


def show(shown: Shown, console: Console) -> None:
    """Show the printout, the console, and how long it took."""
    lines = len(shown.printed.splitlines())
    console.print(f"{shown.cards} cards read by the 711, {lines} lines printed by the 716:", highlight=False)
    console.print(paper(shown.printed))
    console.print(render(shown.machine, stop=shown.stop, ascii_only=console.options.ascii_only))
    console.print(
        f"An IBM {shown.machine.model.name} would have taken {seconds(shown.machine.seconds)}; the simulator"
        f" took {seconds((shown.wall_seconds, shown.wall_seconds), digits=2)}.",
        highlight=False,
        soft_wrap=True,
    )


def paper(printed: str) -> Panel:
    """Lines on the printer's paper, with green bars where the terminal has colours."""
    rows = []
    for number, line in enumerate(printed.splitlines()):
        bar = GREEN_BAR if number // BAR_LINES % 2 else WHITE_BAR
        rows.append(Text(line.ljust(WIDTH - 6), style=bar, no_wrap=True))
    return Panel(
        Group(*rows), box=ROUNDED, width=WIDTH, padding=(0, 2), title="716 printer", title_align="left"
    )
