"""The native evaluation: makes the cards for listings/evaluate.deck, runs the machine, reads what it printed.

from samuel.player.evaluation import evaluate
from samuel.checkers.rules import START
found = evaluate(START)
found.parameters["GUARD"], found.phase, found.score
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from ibm7094.engine.watch import Watch
from ibm7094.errors import MachineError
from ibm7094.machine import Machine
from ibm7094.stop import Reason
from samuel.checkers.boards import word
from samuel.checkers.rules import Position
from samuel.player.job import Span, UnexpectedStop, check_refusals, run_job
from samuel.player.moves import position_cards
from samuel.player.settings import check_terms
from samuel.player.store import stored

DECK = "evaluate.deck"
END_OF_JOB = "EVEND"
"""Where the program halts when there are no more cards."""

PARAMETERS = 31
TERMS = 20
"""Number of terms, as in the games with Hellman; piece advantage is one of them."""

_TITLE = re.compile(r"PHASE +(\d)  ADVANTAGE +(-?\d+)  POLYNOMIAL +(-?\d+)  SCORE +(-?\d+)")
_VALUE = re.compile(r"([A-Z]+) +(-?\d+)")


@dataclass(frozen=True)
class Evaluation:
    """The program's evaluation of a position."""

    parameters: dict[str, int]
    """Credited to the side that is not to move, in the order in which the program lists them."""
    phase: int
    advantage: int
    """Piece advantage in points, credited to the side that is not to move."""
    polynomial: int
    """The other terms in points, credited to the same side."""
    score: int
    """In points, as seen by the side to move: minus the sum of advantage and polynomial."""

    def __repr__(self) -> str:
        active = sum(1 for value in self.parameters.values() if value)
        what = f"{active} of {len(self.parameters)} parameters not zero"
        return f"<Evaluation: score {self.score}, phase {self.phase}, {what}>"

    def _repr_html_(self) -> str:
        """The parameters that are not zero, and the score, as a notebook shows them."""
        rows = [("phase", self.phase), ("piece advantage", self.advantage), ("polynomial", self.polynomial)]
        rows += [("score, side to move", self.score)]
        rows += [(name, value) for name, value in self.parameters.items() if value]
        cells = "".join(f"<tr><td>{escape(name)}</td><td>{value}</td></tr>" for name, value in rows)
        return f"<table>{cells}</table>"


def evaluate(position: Position, terms: int = TERMS, model: str = "7094") -> Evaluation:
    """Evaluate a position with `terms` terms: piece advantage and those with the largest coefficients."""
    return evaluate_each([position], terms, model)[0]


def evaluate_each(positions: Sequence[Position], terms: int = TERMS, model: str = "7094") -> list[Evaluation]:
    """Evaluate many positions in one job."""
    check_terms(terms)
    cards = [f"TERMS {terms}"]
    for position in positions:
        cards += [*position_cards(position), "EVAL"]
    printed = run_job(stored(DECK), cards, END_OF_JOB, Machine(model)).printed
    check_refusals(printed)
    found = list(_read(printed))
    if len(found) != len(positions):
        raise MachineError(f"The program evaluated {len(found)} of {len(positions)} positions.")
    return found


def pace(position: Position, terms: int = TERMS, model: str = "7094", watch: Watch | None = None) -> Span:
    """Time one evaluation without cards and printing, from the call of PNEVAL to its return, with `watch`
    observing. The position is put straight into core. UnexpectedStop on a model that cannot run it."""
    machine = Machine(model)
    machine.load(stored(DECK))
    _run_to(machine, "EVCARD")
    words = {
        "BDBLK": word(position.pieces("B")),
        "BDBKNG": word(position.kings("B")),
        "BDWHT": word(position.pieces("W")),
        "BDWKNG": word(position.kings("W")),
        "BDTURN": int(position.side == "W"),
        "PNTERM": terms,
    }
    for name, value in words.items():
        machine.core[machine.address(name)] = value
    for looking_on in (None, watch):  # the first evaluation also builds tables; the second is typical
        machine.ic = machine.address("EVEVAL")
        _run_to(machine, "EVCALL")
        before = Span.since_power_on(machine)
        machine.watch = looking_on
        _run_to(machine, "EVDONE")
    return Span.since_power_on(machine) - before


def _run_to(machine: Machine, place: str) -> None:
    stop = machine.run(breakpoints=[place])
    if stop.reason is not Reason.BREAKPOINT:
        raise UnexpectedStop(f"{stop.message} The program should have reached {place}.")


def _read(printed: Sequence[str]) -> Iterator[Evaluation]:
    """The evaluations that were printed."""
    lines = iter(printed)
    for line in lines:
        title = _TITLE.fullmatch(line)
        if not title:
            raise MachineError(f"The program printed an unexpected line: {line!r}.")
        parameters: dict[str, int] = {}
        while len(parameters) < PARAMETERS:
            values = _VALUE.findall(next(lines, ""))
            if not values:
                raise MachineError(f"The program printed {len(parameters)} of {PARAMETERS} parameters.")
            parameters.update((name, int(value)) for name, value in values)
        phase, advantage, polynomial, score = map(int, title.groups())
        yield Evaluation(parameters, phase, advantage, polynomial, score)
