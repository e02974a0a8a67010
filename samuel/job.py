"""A job on the machine: a program of the listings and its data cards go in, what was printed comes out."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from ibm7094.asm import Program, assemble
from ibm7094.errors import MachineError
from ibm7094.machine import Machine
from ibm7094.media.cards import Card, write_cards
from ibm7094.stop import Reason, Stop

LISTINGS = Path(__file__).parents[1] / "listings"


class UnexpectedStop(MachineError):
    """The machine stopped, and not because the cards were done."""

    exit_code = 3


class Refused(MachineError):
    """The program refused a card, in print."""


_REFUSED = re.compile(r"CARD +(\d+)  REFUSED - (.+)")
"""What every program of the listings prints of a card it cannot take; the card itself follows."""


def check_refusals(printed: Sequence[str]) -> None:
    """Refused if the program printed that it refused a card."""
    for line, card in zip(printed, (*printed[1:], ""), strict=True):
        if refused := _REFUSED.fullmatch(line):
            raise Refused(f"The program refused card {refused[1]}, {card!r}: {refused[2].lower()}.")


@dataclass(frozen=True)
class Run:
    """One job: what it printed, and how long it took."""

    text: str
    instructions: int
    seconds: tuple[float, float]
    """Simulated time, both ends; reading cards and printing included."""

    @property
    def printed(self) -> tuple[str, ...]:
        """Lines, without the blanks at their ends."""
        return tuple(line.rstrip() for line in self.text.splitlines())


@cache
def program(deck: str) -> Program:
    """An assembled program of the listings; kept, since it is wanted for every run."""
    path = LISTINGS / deck
    assembled = assemble(path)
    if assembled.problems:
        first = str(assembled.problems[0]).splitlines()[0]
        raise MachineError(f"{path} has {len(assembled.problems)} flagged cards, the first: {first}")
    return assembled


def run_job(
    assembled: Program,
    cards: Iterable[str | Card],
    end: str,
    machine: Machine | None = None,
    limit: int | None = None,
) -> Run:
    """Boot the program from cards, let it read these behind it, and bring back what it printed.

    UnexpectedStop if it halts anywhere but at the symbol `end`.
    """
    machine = machine or Machine()
    data = [Card.from_text(card) if isinstance(card, str) else card for card in cards]
    with TemporaryDirectory(prefix="samuel-") as folder:
        file = Path(folder) / "deck.cbn"
        write_cards(file, [*assembled.deck("self-loading"), *data])
        machine.attach("A", "reader", file)
        machine.use_source(assembled.source)
        machine.load_cards()
        stop = machine.run(limit)
        machine.close()
    check_stop(machine, stop, end)
    return Run(machine.printed, machine.instructions, machine.seconds)


def check_stop(machine: Machine, stop: Stop, expected: str) -> None:
    """See that a program halted where it should; if not, say where it stopped, by symbol and card."""
    if stop.reason is Reason.HALT and stop.ic == machine.address(expected):
        return
    card = machine.source.cards.get(stop.ic)
    where = f" The card there is {card.place}: {card.text.strip()}." if card else ""
    raise UnexpectedStop(f"{stop.message}{where} The program should have ended at {expected}.")
