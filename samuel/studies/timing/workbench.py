"""The pieces that were timed in 1959, called one at a time, and the evaluation of 1967, on any model.

work = timed_pieces(positions, "704")
work[MAKE].spans, work[MAKE].evidence
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean

from ibm7094.engine.watch import Watch
from ibm7094.machine import Machine
from ibm7094.stop import Reason
from ibm7094.timing import Share, time_report
from ibm7094.words import SIGN
from samuel.checkers.boards import to_words, word
from samuel.checkers.rules import START, Position, legal_moves, play
from samuel.judges import terms
from samuel.player.evaluation import pace
from samuel.player.job import Span, UnexpectedStop
from samuel.player.store import stored

PIECES_DECK = "pieces59.deck"
QUIET = "moves, no jump"
JUMPING = "moves, a jump"
MAKE = "make a move"
COUNT = "bit count"
EVALUATE = "four terms"
PAPER_NAMES = {
    QUIET: "704, all moves of a board",
    MAKE: "704, one move made",
    COUNT: "704, bit count",
    EVALUATE: "704, a board evaluated, 4 terms",
}
"""Their names in samuel.paper.times. It gives one time for finding all moves, which must be for a board
without a jump, since jumps are looked for first."""
WITHIN = 1.5
"""The factor by which a piece's time may differ from the paper's, either way."""
PHASES = range(1, 7)
POSITIONS = 20
"""Positions taken from each phase."""

CALL = 0o77
"""Where the call of a routine is put; the programs begin after it."""
TSX_4 = 0o007400400000
LIMIT = 20_000
"""More instructions than any routine here takes."""


@dataclass(frozen=True)
class Timed:
    """The same work done many times."""

    spans: tuple[Span, ...]
    evidence: tuple[Share, ...]

    @property
    def seconds(self) -> tuple[float, float]:
        """The average, as an interval."""
        return fmean(span.seconds[0] for span in self.spans), fmean(span.seconds[1] for span in self.spans)

    @property
    def cycles(self) -> tuple[float, float]:
        """The average, as an interval."""
        return fmean(span.cycles[0] for span in self.spans), fmean(span.cycles[1] for span in self.spans)


class Workbench:
    """The pieces of 1959 in a machine's core, called one at a time."""

    def __init__(self, model: str) -> None:
        self.machine = Machine(model)
        self.machine.load(stored(PIECES_DECK))
        self._watches: defaultdict[str, Watch] = defaultdict(Watch)  # by routine
        self.call("BTBLD")
        self.call("BTBLDF")

    def call(self, name: str, level: int = 1, ac: int = 0) -> tuple[int, Span]:
        """Call a routine; returns which return it took, and how long it ran."""
        m = self.machine
        m.core[CALL] = TSX_4 | m.address(name)
        m.ic, m.ac, m.xr[1], m.watch = CALL, ac, level, None
        m.step()
        m.watch = self._watches[name]
        before = Span.since_power_on(m)
        stop = m.run(LIMIT, breakpoints=[CALL + 1, CALL + 2])
        if stop.reason is not Reason.BREAKPOINT:
            raise UnexpectedStop(f"{name} did not return: {stop.message}")
        return m.ic - CALL, Span.since_power_on(m) - before

    def evidence(self, name: str) -> tuple[Share, ...]:
        """The evidence for the time of a routine, over all calls so far."""
        return tuple(time_report(self.machine, self._watches[name]).by_evidence)

    def put(self, position: Position) -> None:
        """Make a position the board of level 1, with none before it."""
        for name, value in zip(("FA", "BA", "FP", "BP"), to_words(position), strict=True):
            self.store(name, 1, value)
        for name, value in (("MVSGN", 1), ("MVNUL", 0), ("MVON", 0)):
            self.store(name, 1, value)
        self.store("FERAT", 0, 0)

    def store(self, name: str, level: int, value: int) -> None:
        """Set a word of a level."""
        self.machine.core[self.machine.address(name) - level] = value

    def word(self, name: str, level: int = 0) -> int:
        """A word, or that of a level."""
        return int(self.machine.core[self.machine.address(name) - level])

    def boards(self) -> Iterator[tuple[Span, Span]]:
        """Make every move from the board of level 1, after MVALL: the time of making it, and of evaluating
        the new board, which is on level 2 until the next move."""
        while True:
            returned, made = self.call("MKMOVE")
            if returned == 1:
                return
            self.call("MVALL", 2)
            yield made, self.call("FEEVAL", 2)[1]


def spread(each: int = POSITIONS) -> dict[int, list[Position]]:
    """Positions of random games, `each` from every phase, by phase; the same every time."""
    chance = random.Random(1959)
    found: dict[int, list[Position]] = {phase: [] for phase in PHASES}
    while any(len(positions) < each for positions in found.values()):
        position = START
        while moves := legal_moves(position):
            positions = found[terms.phase(position)]
            if len(positions) < each and chance.random() < 0.1:
                positions.append(position)
            position = play(position, chance.choice(moves))
            if terms.phase(position) == PHASES[-1] and len(found[PHASES[-1]]) == each:
                break
    return found


def timed_pieces(positions: Iterable[Position], model: str) -> dict[str, Timed]:
    """Time the pieces on these positions and the boards one move later."""
    bench = Workbench(model)
    routines = {QUIET: "MVALL", JUMPING: "MVALL", MAKE: "MKMOVE", COUNT: "BTCNT", EVALUATE: "FEEVAL"}
    spans: dict[str, list[Span]] = {what: [] for what in routines}
    for position in positions:
        bench.put(position)
        _, found = bench.call("MVALL")
        spans[JUMPING if bench.word("MVSGN", 1) & SIGN else QUIET].append(found)
        spans[COUNT].append(bench.call("BTCNT", ac=word(position.pieces(position.side)))[1])
        bench.call("FEEVAL")
        for made, evaluated in bench.boards():
            spans[MAKE].append(made)
            spans[EVALUATE].append(evaluated)
    return {what: Timed(tuple(spans[what]), bench.evidence(name)) for what, name in routines.items()}


def timed_evaluations(positions: Iterable[Position], model: str = "7094") -> Timed:
    """Time the evaluation of 1967 alone, with twenty terms, on these positions."""
    watch = Watch()
    spans = tuple(pace(position, model=model, watch=watch) for position in positions)
    return Timed(spans, tuple(time_report(Machine(model), watch).by_evidence))
