"""A job on the machine: a program of the listings and its data cards go in, what was printed comes out.

with Job(stored("perft.deck"), "PFEND") as job:
    job.read(["START", "MOVES"]).printed
    job.read(["COUNT 3"]).printed  # the machine halted when it ran out of cards; now it resumes
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from ibm7094.errors import BadValue, MachineError
from ibm7094.machine import Machine
from ibm7094.media.cards import Card
from ibm7094.media.decks import self_loading
from ibm7094.models import model as model_named
from ibm7094.source_map import SourceMap
from ibm7094.stop import Reason, Stop
from samuel import resources

if TYPE_CHECKING:
    from ibm7094.asm import Program


class UnexpectedStop(MachineError):
    """The machine stopped, and not because it ran out of cards."""

    exit_code = 3


class Refused(MachineError):
    """The program printed that it refused a card."""

    def __init__(self, number: int, card: str, reason: str) -> None:
        super().__init__(f"The program refused card {number}, {card!r}: {reason.lower()}.")
        self.number = number
        self.card = card
        self.reason = reason


REFUSED = re.compile(r"CARD +(\d+)  REFUSED - (.+)")
"""What every program of the listings prints about a card it refuses; the card is on the next line."""

_TAPE_REFUSED = re.compile(r"TAPE (\w+)  RECORD +(.+?)  REFUSED - (.+)")


def check_refusals(printed: Sequence[str]) -> None:
    """Raise Refused if the program refused a card, MachineError if it refused a tape."""
    for line, card in pairwise((*printed, "")):
        if refused := REFUSED.fullmatch(line):
            raise Refused(int(refused[1]), card, refused[2])
        if refused := _TAPE_REFUSED.fullmatch(line):
            unit, record, reason = refused.groups()
            raise MachineError(f"The program refused the tape on {unit}, record {record}: {reason.lower()}.")


@dataclass(frozen=True)
class Span:
    """How much the machine worked: instructions, cycles and time."""

    instructions: int
    cycles: tuple[int, int]
    """Both ends of the interval."""
    seconds: tuple[float, float]
    """Simulated time, both ends."""

    @classmethod
    def since_power_on(cls, machine: Machine) -> Self:
        """All work since the machine was switched on."""
        return cls(machine.instructions, machine.cycles_interval, machine.seconds)

    def __sub__(self, earlier: "Span") -> "Span":
        return Span(
            self.instructions - earlier.instructions,
            (self.cycles[0] - earlier.cycles[0], self.cycles[1] - earlier.cycles[1]),
            (self.seconds[0] - earlier.seconds[0], self.seconds[1] - earlier.seconds[1]),
        )


@dataclass(frozen=True)
class Run:
    """The result of reading cards: what was printed, and how long it took."""

    text: str
    span: Span = field(compare=False)
    """Includes reading the cards and printing."""

    @property
    def printed(self) -> tuple[str, ...]:
        """The lines, without trailing blanks."""
        return tuple(line.rstrip() for line in self.text.splitlines())

    @property
    def instructions(self) -> int:
        """Instructions executed."""
        return self.span.instructions

    @property
    def seconds(self) -> tuple[float, float]:
        """Simulated time, both ends."""
        return self.span.seconds


@cache
def program(deck: str, folder: Path | None = None) -> "Program":
    """Assemble a program of the listings, or of another folder of listings."""
    from ibm7094.asm import assemble  # slow to import, and not needed for a stored program

    path = (folder or resources.LISTINGS) / deck
    assembled = assemble(path)
    if assembled.problems:
        first = str(assembled.problems[0]).splitlines()[0]
        raise MachineError(f"{path} has {len(assembled.problems)} flagged cards; the first is: {first}")
    return assembled


class Assembled(Protocol):
    """What a machine needs of a program: `ibm7094.asm.Program` or `samuel.player.store.Stored`."""

    @property
    def image(self) -> dict[int, int]: ...
    @property
    def symbols(self) -> dict[str, int]: ...
    @property
    def start(self) -> int | None: ...
    @property
    def source(self) -> SourceMap: ...


def check_model(name: str) -> None:
    """BadValue if there is no such model, or if it cannot read cards through a channel."""
    if not model_named(name).has_channels:
        raise BadValue(f"A {name} has no data channel to read cards with: choose a 709 or later.")


class Job:
    """A program in the machine. It halts when it runs out of cards, and resumes when there are more."""

    def __init__(
        self, assembled: Assembled, end: str, machine: Machine | None = None, limit: int | None = None
    ) -> None:
        """Prepare the machine; the first `read` boots the program from cards, unless `load` came before.

        The program halts at the symbol `end`. A run of more than `limit` instructions fails.
        """
        self.machine = machine or Machine()
        check_model(self.machine.model.name)
        self.end = end
        self.limit = limit
        self._assembled = assembled
        self._booted = False
        self._paper = StringIO()
        self.machine.attach("A", "printer", self._paper)

    def __repr__(self) -> str:
        return f"<Job on {self.machine!r}>"

    def load(self) -> None:
        """Put the program straight into core, which saves the time of reading its cards."""
        self.machine.load(self._assembled)
        self._booted = True

    def read(self, cards: Iterable[str | Card]) -> Run:
        """Put cards into the reader, and run until the program has read them all.

        UnexpectedStop if it stops anywhere but at its end.
        """
        data = [Card.from_text(card) if isinstance(card, str) else card for card in cards]
        machine, before = self.machine, Span.since_power_on(self.machine)
        machine.attach("A", "reader", data if self._booted else [*self._deck(), *data])
        if not self._booted:
            machine.use_source(self._assembled.source)
            machine.load_cards()
            self._booted = True
        stop = machine.run(self.limit)
        check_stop(machine, stop, self.end)
        return Run(self._torn_off(), Span.since_power_on(machine) - before)

    @property
    def printing(self) -> str:
        """What has been printed since the last `read` ended; another thread may watch it grow."""
        return self._paper.getvalue().removeprefix("\n")

    def _deck(self) -> list[Card]:
        """The program as cards that load themselves."""
        image, start = self._assembled.image, self._assembled.start
        return self_loading(image, min(image) if start is None else start)

    def _torn_off(self) -> str:
        """What was printed since the last call. The printer ends a line only when the next one begins."""
        text = self.printing
        self._paper.seek(0)
        self._paper.truncate()
        return text + "\n" if text else text

    def close(self) -> None:
        """Close the machine and detach its files."""
        self.machine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def run_job(
    assembled: Assembled,
    cards: Iterable[str | Card],
    end: str,
    machine: Machine | None = None,
    limit: int | None = None,
) -> Run:
    """Boot the program from cards, let it read these after it, and return what it printed."""
    with Job(assembled, end, machine, limit) as job:
        return job.read(cards)


def check_stop(machine: Machine, stop: Stop, expected: str) -> None:
    """Check that a program halted where it should; UnexpectedStop names the symbol and the card."""
    if stop.reason is Reason.HALT and stop.ic == machine.address(expected):
        return
    if stop.reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    card = machine.source.cards.get(stop.ic)
    where = f" The card there is {card.place}: {card.text.strip()}." if card else ""
    raise UnexpectedStop(f"{stop.message}{where} The program should have ended at {expected}.")
