"""The pieces timed in 1959 on a simulated 704, the evaluation of 1967 on a 7094, beside the papers' times.

python -m samuel.bench [--json]

Times are simulated, so they are the same on every computer. Exit code 0: every bar holds; 1: one is missed.

Finding all moves is timed apart on boards with a jump, where our routine stops early; the paper has one time,
which must be that of a board without one, since jumps are looked for first.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from rich import box
from rich.table import Table

from ibm7094.cli.failures import guarded
from ibm7094.cli.output import console
from ibm7094.machine import Machine
from ibm7094.stop import Reason
from samuel import terms
from samuel.boards import to_words, word
from samuel.evaluation import TERMS, pace
from samuel.job import Span, UnexpectedStop
from samuel.rules import START, Position, legal_moves, play
from samuel.store import stored

PIECES_DECK = "pieces59.deck"

WITHIN = 1.5
"""A piece may take so many times the paper's time, or that part of it."""
LEAST_BOARDS = 300
"""A second. The paper's 220 have the look-ahead in them; the evaluation alone must be quicker."""
PAPER_BOARDS = 220
PHASES = range(1, 7)
POSITIONS = 20
"""Of each phase."""

TITLES = {
    "704": "Pieces of 1959 on a 704, milliseconds",
    "7094": "Evaluations on a 7094 at its slowest, boards a second",
}

CALL = 0o77
"""Where the call of a routine is put: the programs begin behind it."""
TSX_4 = 0o007400400000
MINUS = 1 << 35
LIMIT = 20_000
"""More instructions than any routine here takes."""


@dataclass(frozen=True)
class Measure:
    """One thing timed: milliseconds, or boards a second."""

    what: str
    model: str
    unit: str
    paper: float | None
    """None where the paper does not tell."""
    average: float
    least: float
    most: float
    bar: str
    holds: bool

    @property
    def ratio(self) -> float | None:
        """Ours to the paper's."""
        return self.average / self.paper if self.paper else None


class Workbench:
    """The pieces of 1959 in a machine's core, called one at a time."""

    def __init__(self, model: str) -> None:
        self.machine = Machine(model)
        self.machine.load(stored(PIECES_DECK))
        self.call("BTBLD")
        self.call("BTBLDF")

    def call(self, name: str, level: int = 1, ac: int = 0) -> tuple[int, Span]:
        """Call a routine: which return it took, and how long."""
        m = self.machine
        m.core[CALL] = TSX_4 | m.address(name)
        m.ic, m.ac, m.xr[1] = CALL, ac, level
        m.step()
        before = Span.since_power_on(m)
        stop = m.run(LIMIT, breakpoints=[CALL + 1, CALL + 2])
        if stop.reason is not Reason.BREAKPOINT:
            raise UnexpectedStop(f"{name} did not return: {stop.message}")
        return m.ic - CALL, Span.since_power_on(m) - before

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
        """A word, by levels if it is of one."""
        return int(self.machine.core[self.machine.address(name) - level])

    def boards(self) -> Iterator[tuple[Span, Span]]:
        """Make every move from the board of level 1, where MVALL has been: how long that took and how long
        the evaluation of the board it leads to, which is on level 2 while this is asked for."""
        while True:
            returned, made = self.call("MKMOVE")
            if returned == 1:
                return
            self.call("MVALL", 2)
            yield made, self.call("FEEVAL", 2)[1]


def spread(each: int = POSITIONS) -> dict[int, list[Position]]:
    """Positions of random games, so many of each phase, by phases; the same ones every time."""
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


def pieces_of_1959(positions: Iterable[Position]) -> list[Measure]:
    """The four pieces that the paper times, on a 704."""
    bench = Workbench("704")
    quiet: list[Span] = []
    jumping: list[Span] = []
    counting: list[Span] = []
    making: list[Span] = []
    evaluating: list[Span] = []
    for position in positions:
        bench.put(position)
        _, found = bench.call("MVALL")
        (jumping if bench.word("MVSGN", 1) & MINUS else quiet).append(found)
        counting.append(bench.call("BTCNT", ac=word(position.pieces(position.side)))[1])
        bench.call("FEEVAL")
        for made, evaluated in bench.boards():
            making.append(made)
            evaluating.append(evaluated)
    cycle_ms = bench.machine.model.cycle_us / 1e3
    return [
        _piece(what, paper, [cycle_ms * span.cycles[1] for span in spans])
        for what, paper, spans in (
            ("moves, no jump", 2.6, quiet),
            ("moves, a jump", None, jumping),
            ("make a move", 1.5, making),
            ("bit count", 0.408, counting),
            ("four terms", 2.4, evaluating),
        )
    ]


def evaluation_of_1967(positions: dict[int, list[Position]]) -> list[Measure]:
    """Boards a second of the evaluation by twenty terms on a 7094, at the slow end of its interval."""
    found = []
    for phase, boards in positions.items():
        seconds = [pace(position).seconds[1] for position in boards]
        average = 1 / fmean(seconds)
        found.append(
            Measure(
                what=f"{TERMS} terms, phase {phase}",
                model="7094",
                unit="boards/s",
                paper=PAPER_BOARDS,
                average=average,
                least=1 / max(seconds),
                most=1 / min(seconds),
                bar=f">= {LEAST_BOARDS}",
                holds=average >= LEAST_BOARDS,
            )
        )
    return found


def _piece(what: str, paper: float | None, times: Sequence[float]) -> Measure:
    average = fmean(times)
    return Measure(
        what=what,
        model="704",
        unit="ms",
        paper=paper,
        average=average,
        least=min(times),
        most=max(times),
        bar=f"{WITHIN:g} times" if paper else "",
        holds=paper is None or paper / WITHIN <= average <= paper * WITHIN,
    )


def measure() -> list[Measure]:
    """Everything."""
    positions = spread()
    every = [position for boards in positions.values() for position in boards]
    return [*pieces_of_1959(every), *evaluation_of_1967(positions)]


def main(as_json: bool = False) -> int:
    """Measure and print; 0 if every bar holds, 1 if not."""
    measures = measure()
    holds = all(each.holds for each in measures)
    if as_json:
        rows = [asdict(each) | {"ratio": each.ratio} for each in measures]
        print(json.dumps({"measures": rows, "holds": holds}, indent=2))
    else:
        for model, title in TITLES.items():
            console().print(_table(title, [m for m in measures if m.model == model]), highlight=False)
    return 0 if holds else 1


def _table(title: str, measures: Iterable[Measure]) -> Table:
    table = Table(box=box.MARKDOWN, title=title)
    for heading in ("what", "paper", "ours", "from", "to", "ratio", "bar", "verdict"):
        table.add_column(heading, justify="left" if heading in ("what", "bar", "verdict") else "right")
    for each in measures:
        figures = [_shown(value, each.unit) for value in (each.paper, each.average, each.least, each.most)]
        ratio = f"{each.ratio:.2f}" if each.ratio else ""
        verdict = ("holds" if each.holds else "MISSED") if each.bar else ""
        table.add_row(each.what, *figures, ratio, each.bar, verdict)
    return table


def _shown(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if unit == "ms" else f"{value:.0f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="samuel.bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
    given = parser.parse_args()
    sys.exit(guarded(lambda: main(given.json)))
