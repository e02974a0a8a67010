"""Where the time of a move went: by part of the program, by routine and by card.

found = profiled(fig_3_move())
found.parts, found.routines[:10], found.cards[:10]     # merged: all time of a routine together
found.stretches                                        # in order of time

The clock starts when the program has read the card. Nothing is estimated: every instruction is counted with
its cycles, under the calls that led to it (samuel.studies.timing.call_trace). Waiting for a device is not
computing, and is counted separately.
"""

from bisect import bisect
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ibm7094.machine import Machine
from ibm7094.source_map import SourceCard
from samuel.player.game import END_OF_JOB
from samuel.player.job import Span
from samuel.studies.timing.call_trace import CallTrace, Spot
from samuel.studies.timing.stopwatch import Ends, Task, taken_up, waiting_places

PARTS = {
    "boards and moves": ("levels", "lnlevl", "board", "bittab", "moves", "make", "ways"),
    "parameters": ("paset", "paking", "pamen", "paform", "pamob", "pathrt", "paall"),
    "polynomial": (
        *("polyn", "phase", "worths", "table1", "score"),
        *("names", "power", "connec", "coconn", "choose", "cotape", "coprnt"),
    ),
    "signature tables": ("sigfrm", "sigbas", "sigval", "sigcom", "sigtap"),
    "plausibility analysis": ("plaus",),
    "alpha-beta": ("alphab", "vector"),
    "paths and limits": ("search", "forward", "steer", "control"),
    "the tree in print": ("lister",),
    "cards and printer": ("cards", "printer", "offlin", "orders"),
    "the game": ("player", "games", "verify", "book"),
    "book learning": (
        *("learn", "lnbook", "lngame", "lnkept", "lnline", "lnlist", "lnmake", "lnmove"),
        *("lnpar", "lnpoly", "lnquie", "lnshow", "lnsmoo", "lntape", "lntot", "lnconn", "costor"),
    ),
}
"""The files of the player and of the learning program, by what they do."""
OTHER = "other"
STRETCHES, FINE = 600, 10_000
"""The most stretches of time to show, and to draw: calls are followed as deep as this allows."""


@dataclass(frozen=True)
class Cycles:
    """Computing time, as an interval in cycles and in seconds."""

    cycles: tuple[int, int]
    seconds: Ends
    share: float
    """The share of all computing, at the slow end."""


@dataclass(frozen=True)
class PartTime:
    """A part of the program."""

    name: str
    own: Cycles


@dataclass(frozen=True)
class RoutineTime:
    """A routine, named by the symbol where it begins."""

    name: str
    file: str
    calls: int
    own: Cycles
    whole: Cycles
    """Including all that it called."""


@dataclass(frozen=True)
class CardTime:
    """An instruction card."""

    file: str
    number: int
    text: str
    times: int
    own: Cycles


@dataclass(frozen=True)
class StackTime:
    """Time under one stack of calls: the routines, outermost first, and the card."""

    routines: tuple[SourceCard, ...]
    """The card where each begins, with the symbol as its text."""
    card: SourceCard | None
    """None for waiting."""
    seconds: Ends


@dataclass(frozen=True)
class StretchTime:
    """An uninterrupted stretch of time in one routine and what it called."""

    begins: float
    """Seconds of the processor since the beginning, at the slow end; waiting that executes no instructions
    is not in them."""
    routines: tuple[SourceCard, ...]
    seconds: Ends


@dataclass(frozen=True)
class Profile:
    """Where the time went."""

    model: str
    tree: bool
    elapsed: Ends
    """Since the program had read the card."""
    computing: Ends
    waiting: float
    parts: tuple[PartTime, ...]
    """These and the routines and cards are sorted, the largest first."""
    routines: tuple[RoutineTime, ...]
    cards: tuple[CardTime, ...]
    lines: tuple[StackTime, ...]
    stretches: tuple[StretchTime, ...]
    """In order of time, few enough to read; then as many as can be drawn."""
    fine: tuple[StretchTime, ...]

    def longest(self, most: int) -> tuple[StretchTime, ...]:
        """The `most` longest stretches, in order of time."""
        found = sorted(self.stretches, key=lambda each: -each.seconds[1])[:most]
        return tuple(sorted(found, key=lambda each: each.begins))

    def as_dict(self, most: int, in_time: bool = False) -> dict[str, Any]:
        """As a JSON object: at most `most` routines and cards, or stretches in order of time."""
        whole: dict[str, Any] = {
            "model": self.model,
            "tree": self.tree,
            "elapsed": self.elapsed,
            "computing": self.computing,
            "waiting": self.waiting,
        }
        if in_time:
            return whole | {"order": "time", "stretches": [_named(each) for each in self.longest(most)]}
        return whole | {
            "order": "merged",
            "parts": [asdict(each) for each in self.parts],
            "routines": [asdict(each) for each in self.routines[:most]],
            "cards": [asdict(each) for each in self.cards[:most]],
        }


def _named(stretch: StretchTime) -> dict[str, Any]:
    routines = [routine.text for routine in stretch.routines]
    return {"begins": stretch.begins, "seconds": stretch.seconds, "routines": routines}


def profiled(task: Task) -> Profile:
    """Run a task on the machine, and find where its time went."""
    with taken_up(task) as begun:
        machine = begun.machine
        before = Span.since_power_on(machine)
        trace = CallTrace(machine, END_OF_JOB, ordered=True)
        elapsed = (Span.since_power_on(machine) - before).seconds
        return _Account(machine, trace).profile(task, elapsed)


class _Account:
    """Adds up a trace."""

    def __init__(self, machine: Machine, trace: CallTrace) -> None:
        self.machine = machine
        self.trace = trace
        self.labels = sorted(machine.labels.items())
        self.cycle = machine.model.cycle_us / 1e6
        waits = set(waiting_places(machine))
        self.spots = [spot for spot in trace.spots if spot.place not in waits]
        self.waits = [spot for spot in trace.spots if spot.place in waits]
        self.total = sum(spot.cycles[1] for spot in self.spots)
        self.stacks = [trace.stack(node) for node in range(len(trace.nodes))]

    def profile(self, task: Task, elapsed: Ends) -> Profile:
        """The whole profile."""
        computing = self.sum(self.spots).seconds
        return Profile(
            task.model,
            task.tree,
            elapsed,
            computing,
            elapsed[1] - computing[1],
            self.parts(),
            self.routines(),
            self.cards(),
            self.lines(elapsed),
            self.stretches(STRETCHES),
            self.stretches(FINE),
        )

    def sum(self, spots: Iterable[Spot]) -> Cycles:
        """The total of some spots."""
        least = most = 0
        for spot in spots:
            least += spot.cycles[0]
            most += spot.cycles[1]
        return Cycles((least, most), (least * self.cycle, most * self.cycle), most / (self.total or 1))

    def parts(self) -> tuple[PartTime, ...]:
        """By part of the program."""
        by_file = {file: part for part, files in PARTS.items() for file in files}
        found: dict[str, list[Spot]] = {}
        for spot in self.spots:
            part = by_file.get(Path(self.card(spot.place).file).stem, OTHER)
            found.setdefault(part, []).append(spot)
        times = [PartTime(part, self.sum(spots)) for part, spots in found.items()]
        return tuple(sorted(times, key=lambda each: -each.own.cycles[1]))

    def routines(self) -> tuple[RoutineTime, ...]:
        """By routine; one that is twice on a stack counts once."""
        own: dict[int, list[Spot]] = {}
        whole: dict[int, list[Spot]] = {}
        for spot in self.spots:
            stack = self.stacks[spot.node]
            own.setdefault(stack[-1], []).append(spot)
            for entry in set(stack):
                whole.setdefault(entry, []).append(spot)
        times = [
            RoutineTime(
                self.name(entry),
                Path(self.card(entry).file).name,
                int(self.trace.calls[entry]),
                self.sum(own.get(entry, ())),
                self.sum(spots),
            )
            for entry, spots in whole.items()
        ]
        return tuple(sorted(times, key=lambda each: -each.own.cycles[1]))

    def cards(self) -> tuple[CardTime, ...]:
        """By card."""
        found: dict[int, list[Spot]] = {}
        for spot in self.spots:
            found.setdefault(spot.place, []).append(spot)
        times = [
            CardTime(
                Path(self.card(place).file).name,
                self.card(place).number,
                self.card(place).text.rstrip(),
                sum(spot.times for spot in spots),
                self.sum(spots),
            )
            for place, spots in found.items()
        ]
        return tuple(sorted(times, key=lambda each: -each.own.cycles[1]))

    def lines(self, elapsed: Ends) -> tuple[StackTime, ...]:
        """All stacks; their times add up to all the time that elapsed."""
        routines = [tuple(self.routine(entry) for entry in stack) for stack in self.stacks]
        found = [
            StackTime(routines[spot.node], self.card(spot.place), self.sum([spot]).seconds)
            for spot in self.spots
        ]
        found += [StackTime(routines[spot.node], None, self.sum([spot]).seconds) for spot in self.waits]
        # The rest: a select or the halt waited for a device, which executes no instructions.
        rest = elapsed[1] - sum(line.seconds[1] for line in found)
        return (*found, StackTime(routines[0], None, (rest, rest)))

    def stretches(self, at_most: int) -> tuple[StretchTime, ...]:
        """What ran, in order of time."""
        routines = [tuple(self.routine(entry) for entry in stack) for stack in self.stacks]
        found, begins = [], 0
        for stretch in self.trace.stretches(at_most):
            least, most = stretch.cycles
            seconds = least * self.cycle, most * self.cycle
            found.append(StretchTime(begins * self.cycle, routines[stretch.node], seconds))
            begins += most
        return tuple(found)

    def routine(self, entry: int) -> SourceCard:
        """The card where a routine begins, with the routine's name as its text."""
        card = self.card(entry)
        return SourceCard(card.file, card.number, self.name(entry))

    def card(self, place: int) -> SourceCard:
        """The card of a place."""
        return self.machine.source.cards.get(place) or SourceCard("", 0, f"{place:05o}")

    def name(self, place: int) -> str:
        """The symbol of a place, or the nearest one before it with the distance in octal."""
        address, name = self.labels[max(bisect(self.labels, (place, "\x7f")) - 1, 0)]
        return name if address == place else f"{name}+{place - address:o}"
