"""How long the player works on a card: reading it, computing, waiting, and what the devices did meanwhile.

work = clocked(fig_3_move("7094", tree=True))
work.elapsed, work.reading, work.computing, work.waiting, work.overlap, work.boards

The clock runs from the start of the card reader, with the card in it, to the halt when there are no more
cards and everything is printed; so does that of `samuel.player.job.Job.read`. Loading the program and earlier
cards are not included; `loaded` times the loading.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from io import StringIO
from typing import Any

from ibm7094.engine.watch import INDEX, Watch
from ibm7094.isa.chapters.input_output import tco
from ibm7094.machine import Machine
from ibm7094.media.cards import Card
from ibm7094.media.decks import self_loading
from ibm7094.stop import Reason
from ibm7094.timing import Share, time_report
from ibm7094.words import ADDRESS
from samuel.paper.fig3 import OPENING
from samuel.player.game import DECK, END_OF_JOB, move_cards, opening
from samuel.player.job import Assembled, Job, Span, UnexpectedStop, check_refusals, check_stop
from samuel.player.settings import TREE_SWITCH
from samuel.player.store import stored

Ends = tuple[float, float]
"""Both ends of an interval, the shorter time first."""


@dataclass(frozen=True)
class Task:
    """A card to time, and the cards before it."""

    order: str
    """Where the program begins the order of the first card: the symbol in its table of orders."""
    cards: tuple[str, ...]
    before: tuple[str, ...]
    model: str
    tree: bool
    """Whether the tree is printed."""


def fig_3_move(model: str = "7094", tree: bool = True) -> Task:
    """The move of Fig. 3."""
    return Task("SMMOVE", ("MOVE",), _fig_3_position(), model, tree)


def moves_in_play(count: int, model: str = "7094") -> Task:
    """`count` moves from the position of Fig. 3; the machine plays both sides and prints no tree."""
    return Task("SMSELF", (f"SELF  {count}",), _fig_3_position(), model, False)


def _fig_3_position() -> tuple[str, ...]:
    return ("START", *move_cards("PLAY", opening(OPENING)[1]))


@dataclass(frozen=True)
class DeviceTime:
    """How long a device moved."""

    name: str
    seconds: float
    times: int
    """Cards or lines."""


@dataclass(frozen=True)
class Work:
    """The result of a task. Seconds are simulated; single numbers are on the machine's own clock, which
    runs at the slow end. Computing at the quick end would wait longer for the printer, so the quick end
    of `elapsed` is a bound, not a time that can be reached."""

    model: str
    tree: bool
    instructions: int
    """Without those that only waited."""
    boards: int
    """Boards scored by the evaluation."""
    elapsed: Ends
    """The whole: reading, computing and waiting."""
    reading: Ends
    """From the start of the card reader to the moment when the player begins the card's order."""
    computing: Ends
    waiting: float
    """For the printer, and for the card reader to say that it is empty."""
    devices: tuple[DeviceTime, ...]
    busy: float
    """How long some device moved."""
    overlap: float
    """How long the processor computed meanwhile."""
    evidence: tuple[Share, ...]
    """The evidence for the computing time."""
    text: str
    """What was printed."""

    @property
    def board_seconds(self) -> Ends:
        """Computing time per board scored, search included."""
        return self.computing[0] / self.boards, self.computing[1] / self.boards

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        found = asdict(self) | {"board_seconds": self.board_seconds if self.boards else None}
        del found["text"]
        return found


@dataclass(frozen=True)
class Loading:
    """The program's own cards, read by the card reader before any work."""

    model: str
    cards: int
    seconds: Ends


def loaded(model: str = "7094") -> Loading:
    """Let the card reader read the player's deck, as an operator would."""
    job, loading = booted(stored(DECK), model)
    job.close()
    return loading


def booted(assembled: Assembled, model: str = "7094") -> tuple[Job, Loading]:
    """A job whose program was read from cards, and how long that took."""
    job = Job(assembled, END_OF_JOB, Machine(model))
    try:
        seconds = job.read(()).seconds
    except BaseException:
        job.close()
        raise
    image, start = assembled.image, assembled.start
    return job, Loading(model, len(self_loading(image, min(image) if start is None else start)), seconds)


@dataclass(frozen=True)
class TakenUp:
    """The player at the moment when it begins the order of a card that it has read; watched from there on."""

    machine: Machine
    reading: Ends
    """How long it took to read the card."""
    paper: StringIO

    @property
    def text(self) -> str:
        """What has been printed."""
        return self.paper.getvalue().removeprefix("\n") + "\n"


@contextmanager
def taken_up(task: Task, job: Job | None = None) -> Iterator[TakenUp]:
    """Let the player read the first card of a task. A `job` has its program loaded already."""
    with job or _loaded(task.model) as working:
        machine = working.machine
        machine.switches[TREE_SWITCH] = int(task.tree)
        check_refusals(working.read(task.before).printed)
        before = Span.since_power_on(machine)
        paper = StringIO()
        machine.attach("A", "reader", [Card.from_text(card) for card in task.cards])
        machine.attach("A", "printer", paper)
        stop = machine.run(breakpoints=[task.order])
        if stop.reason is not Reason.BREAKPOINT:
            raise UnexpectedStop(f"{stop.message} The card should have reached {task.order}.")
        machine.watch = Watch()
        yield TakenUp(machine, (Span.since_power_on(machine) - before).seconds, paper)


def _loaded(model: str) -> Job:
    """The player, put straight into core."""
    job = Job(stored(DECK), END_OF_JOB, Machine(model))
    job.load()
    return job


def clocked(task: Task, job: Job | None = None) -> Work:
    """Do a task and time it. A `job` has its program loaded already."""
    with taken_up(task, job) as begun:
        machine = begun.machine
        log = BusyLog(machine)
        before, boards = Span.since_power_on(machine), boards_scored(machine)
        check_stop(machine, machine.run(), END_OF_JOB)
        span = Span.since_power_on(machine) - before
        assert machine.watch is not None
        computing = without_waiting(machine, machine.watch)
        report = time_report(machine, computing)
        cycle = machine.model.cycle_us / 1e6
        least, most = (cycle * cycles for cycles in report.computing)
        waiting = span.seconds[1] - most
        return Work(
            model=task.model,
            tree=task.tree,
            instructions=int(computing.tally[:, 0].sum()),
            boards=boards_scored(machine) - boards,
            elapsed=(begun.reading[0] + span.seconds[0], begun.reading[1] + span.seconds[1]),
            reading=begun.reading,
            computing=(least, most),
            waiting=waiting,
            devices=log.by_device(),
            busy=log.busy,
            overlap=log.busy - waiting,
            evidence=tuple(report.by_evidence),
            text=begun.text,
        )


def boards_scored(machine: Machine) -> int:
    """The program's own count, since it was loaded."""
    return int(machine.core[machine.address("PLBRDS")])


def waiting_places(machine: Machine) -> list[int]:
    """Where the program waits for a channel: a transfer on channel in operation, to itself."""
    found = []
    for place in machine.source.cards:
        word = int(machine.core[place])
        operation = machine.table.codes[word >> 24]
        if operation and operation.semantics is tco and word & ADDRESS == place:
            found.append(place)
    return found


def without_waiting(machine: Machine, watch: Watch) -> Watch:
    """The same tally, less the instructions that only waited."""
    found = Watch()
    found.tally[:] = watch.tally
    for place in waiting_places(machine):
        operation = machine.table.codes[int(machine.core[place]) >> 24]
        assert operation is not None
        times = int(watch.profile[place])
        found.tally[INDEX[id(operation)]] -= (times, times * operation.cycles_on(machine.model.name).most, 0)
    return found


class BusyLog:
    """When the devices moved, from now on."""

    def __init__(self, machine: Machine) -> None:
        self._moved: list[tuple[str, float, float]] = []
        for device in machine.io.attached():
            device.on_rest = partial(self._note, device.name)

    def _note(self, name: str, began: float, ended: float) -> None:
        self._moved.append((name, began, ended))

    def by_device(self) -> tuple[DeviceTime, ...]:
        """How long each moved, and how often."""
        names = sorted({name for name, _, _ in self._moved})
        found = []
        for each in names:
            spells = [end - began for name, began, end in self._moved if name == each]
            found.append(DeviceTime(each, sum(spells) / 1e6, len(spells)))
        return tuple(found)

    @property
    def busy(self) -> float:
        """Seconds in which some device moved."""
        total = last = 0.0
        for _, began, end in sorted(self._moved, key=lambda spell: spell[1]):
            total += max(0.0, end - max(began, last))
            last = max(last, end)
        return total / 1e6
