"""Every time that the papers state, beside the time of the same work on the simulated machine.

found = study()
found.rows, found.moves, found.holds
on_models(["704", "7090"])

Times are simulated, so they are the same on every computer.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from ibm7094.errors import MachineError
from ibm7094.isa import OPERATIONS
from ibm7094.models import MODELS
from ibm7094.timing import Share, counts_on
from samuel.checkers.rules import Position
from samuel.paper import Quantity, counts, games, times
from samuel.player.evaluation import DECK as EVALUATION_DECK
from samuel.player.game import DECK as PLAYER_DECK
from samuel.player.game import move_cards
from samuel.player.store import stored
from samuel.studies.books.tables_1_2 import RECORD, Book, kept
from samuel.studies.timing.book_learning import MOVES as TALLIED
from samuel.studies.timing.book_learning import learning_evidence
from samuel.studies.timing.stopwatch import (
    Ends,
    Loading,
    Task,
    Work,
    clocked,
    fig_3_move,
    loaded,
    moves_in_play,
)
from samuel.studies.timing.workbench import (
    COUNT,
    EVALUATE,
    JUMPING,
    MAKE,
    PAPER_NAMES,
    QUIET,
    WITHIN,
    Timed,
    spread,
    timed_evaluations,
    timed_pieces,
)

FIG_3_WITHIN = 2.0
"""The factor by which the move's time may differ from the paper's, at both ends of its interval."""

SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
"""Seconds in each unit of the papers' times."""

EACH = 4
"""Positions from each phase on which pieces and evaluations are timed."""
LEARNING_WITHIN = 1.5
"""The factor by which book moves per minute may lie outside the paper's range."""
PLAYED = 6
"""Moves of self-play from which the time of a move in play is taken."""
BOOK_GAME = "G-30"
"""The game that is followed as a book game: complete, and short."""
NOT_BUILT = {
    "704, a board evaluated, 16 terms": "not built: we have the terms of 1967, but not for a 704",
    "704, a saved board looked up": "not built: we do not have the rote learning of 1959",
    "704, a move": "not built: of the player of 1959 we have only the pieces that were timed",
}
REMARKS = {
    "704, bit count in cycles": (
        "the ends differ by PAX and PDX, of which it has four, at one cycle or two: their count is not "
        "available. The routine of 1959 is lost; ours executes as many instructions. Where the original took "
        "one more cycle is unknown: the call itself, a TSX of one or two, is not counted here."
    ),
    "7094, book moves": (
        "the run on record has no tally, so the evidence is that of the first "
        f"{TALLIED} book moves; a long run makes tables less often."
    ),
}
"""What is known about a difference, or about how a time was measured."""
LEARNING = ("7094, book moves", "7094, a learning run")


@dataclass(frozen=True)
class TimeRow:
    """A time of the papers, and ours."""

    paper: Quantity
    how: str
    """What was timed, or why nothing was."""
    model: str
    simulated: Ends | None = None
    """In the paper's unit, the smaller number first."""
    evidence: tuple[Share, ...] = ()
    """The evidence for the cycles."""
    within: float | None = None
    """The factor by which ours may differ from the paper's; None if there is no threshold."""

    @property
    def ratio(self) -> Ends | None:
        """Ours divided by the paper's; the extremes where both are intervals."""
        if self.simulated is None:
            return None
        low, high = self.paper.low, self.paper.high or self.paper.low
        return self.simulated[0] / high, self.simulated[1] / low

    @property
    def holds(self) -> bool:
        """Whether the threshold holds; true where there is none."""
        if self.within is None or self.simulated is None:
            return True
        low, high = self.paper.low, self.paper.high or self.paper.low
        return low / self.within <= self.simulated[0] and self.simulated[1] <= high * self.within

    @property
    def counts(self) -> str:
        """Where the counts of cycles come from: a page about the 7090 says less about a 704."""
        return counts_on(self.model)

    @property
    def remark(self) -> str:
        """What is known about a difference, or about how the time was measured."""
        return REMARKS.get(self.paper.name, "")

    @property
    def verdict(self) -> str:
        """The result in a word or two."""
        if self.simulated is None:
            return self.how.partition(":")[0]
        if self.within is None:
            return "no threshold"
        return "holds" if self.holds else "MISSED"

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self) | {
            "counts": self.counts,
            "remark": self.remark,
            "ratio": self.ratio,
            "holds": self.holds,
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Study:
    """All rows, and the move of Fig. 3 with its tree printed and without."""

    rows: tuple[TimeRow, ...]
    moves: tuple[Work, ...]
    loading: Loading | None = None
    """Reading the program's own cards, which is in none of the other times."""

    @property
    def holds(self) -> bool:
        """Whether every threshold holds."""
        return all(row.holds for row in self.rows)

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "rows": [row.as_dict() for row in self.rows],
            "fig_3": [work.as_dict() for work in self.moves],
            "loading": self.loading and asdict(self.loading),
            "holds": self.holds,
        }


def study() -> Study:
    """Time everything on the model that the papers used."""
    return _Study().result()


class _Study:
    """All work, each piece done once, and the rows from it."""

    def __init__(self) -> None:
        self.paper, self.count = times(), {name: each.low for name, each in counts().items()}
        self.positions = sample()

    @cached_property
    def pieces(self) -> dict[str, Timed]:
        return timed_pieces(self.positions, "704")

    @cached_property
    def learning(self) -> tuple[Share, ...]:
        return learning_evidence()

    @cached_property
    def move(self) -> Work:
        return clocked(fig_3_move(tree=True))

    def result(self) -> Study:
        """All rows, in the order of the papers' data."""
        rows = [row for name in self.paper for row in self.rows(name)]
        return Study(tuple(rows), (self.move, clocked(fig_3_move(tree=False))), loaded())

    def rows(self, name: str) -> list[TimeRow]:
        """The rows of one time."""
        paper, model = self.paper[name], name.partition(",")[0]
        if name in NOT_BUILT:
            return [TimeRow(paper, NOT_BUILT[name], model)]
        found = [
            TimeRow(paper, how, model, in_unit(paper.unit, measured), evidence, within)
            for how, measured, evidence, within in self.measured(name)
        ]
        if name in LEARNING and kept() is None:
            found.append(TimeRow(paper, f"not run: record a run with {RECORD.command}", model))
        return found

    def measured(self, name: str) -> list[tuple[str, Ends, tuple[Share, ...], float | None]]:
        """What was timed for it, in seconds or in the unit of a count."""
        for what, paper_name in PAPER_NAMES.items():
            if paper_name == name:
                piece = self.pieces[what]
                return [(what, piece.seconds, piece.evidence, WITHIN)]
        move, a_board = self.move, self.move.board_seconds
        match name:
            case "704, bit count in cycles":
                return [(COUNT, self.pieces[COUNT].cycles, self.pieces[COUNT].evidence, WITHIN)]
            case "7094, 66,000 boards":
                return [
                    (
                        "boards of Fig. 3's move, including search",
                        times_of(self.count["boards in five minutes"], a_board),
                        move.evidence,
                        None,
                    )
                ]
            case "7094, a board":
                alone = timed_evaluations(self.positions)
                return [
                    ("a board of Fig. 3's move, including search", a_board, move.evidence, None),
                    ("an evaluation alone", alone.seconds, alone.evidence, None),
                ]
            case "7094, 10 plies without alpha-beta":
                boards = self.count["branching of the example"] ** self.count["plies of the example"]
                return [("computed from that", times_of(boards, a_board), move.evidence, None)]
            case "7094, the move of Fig. 3":
                return [
                    ("with its tree printed", move.elapsed, move.evidence, FIG_3_WITHIN),
                    ("computing alone", move.computing, move.evidence, None),
                ]
            case "7094, a move in play":
                played = clocked(moves_in_play(PLAYED))
                each = times_of(1 / PLAYED, played.elapsed)
                return [(f"one of {PLAYED} moves of self-play, no tree", each, played.evidence, None)]
            case "7094, book moves":
                task, count = book_moves()
                work = clocked(task)
                rates = 60 * count / work.computing[1], 60 * count / work.computing[0]
                rated = "moves rated by the plausibility analysis, nothing learnt"
                learnt = [(_learning(run), run.a_minute, self.learning, LEARNING_WITHIN) for run in _kept()]
                return [*learnt, (rated, rates, work.evidence, None)]
            case "7094, a learning run":
                return [(_learning(run), run.seconds, self.learning, None) for run in _kept()]
        return []


def sample(each: int = EACH) -> list[Position]:
    """Positions of all phases."""
    return [position for boards in spread(each).values() for position in boards]


def book_moves() -> tuple[Task, int]:
    """A book game to follow, and how many moves it has."""
    game = next(game for game in games() if game.name == BOOK_GAME)
    cards = tuple(move_cards("BOOK", list(game.moves)))
    return Task("BKBOOK", cards, ("START",), "7094", tree=False), len(game.moves)


def _kept() -> list[Book]:
    """The learning run on record, if there is one; making it takes minutes."""
    run = kept()
    return [] if run is None else [run]


def _learning(run: Book) -> str:
    return f"learning run on record, {run.moves:,} book moves, Fig. 4's form"


def times_of(count: float, each: Ends) -> Ends:
    """An interval times a count."""
    return count * each[0], count * each[1]


def in_unit(unit: str, seconds: Ends) -> Ends:
    """Convert seconds to a unit of time; other counts stay as they are."""
    return times_of(1 / SECONDS.get(unit, 1.0), seconds)


# The same work on other models


@dataclass(frozen=True)
class ModelTime:
    """The time of a piece of work on one model."""

    what: str
    model: str
    seconds: Ends | None
    trouble: str = ""
    """Why the model cannot do it."""

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)


def on_models(models: Sequence[str] = tuple(MODELS)) -> tuple[ModelTime, ...]:
    """Time the pieces, the evaluation and the move of Fig. 3 on each of these models."""
    positions = sample()
    return tuple(each for model in models for each in _on(model, positions))


def _on(model: str, positions: list[Position]) -> list[ModelTime]:
    pieces = timed_pieces(positions, model)
    works: dict[str, tuple[str, Callable[[], Ends]]] = {
        "an evaluation, 20 terms": (
            EVALUATION_DECK,
            lambda: timed_evaluations(positions, model).seconds,
        ),
        "Fig. 3's move, computing": (
            PLAYER_DECK,
            lambda: clocked(fig_3_move(model, tree=False)).computing,
        ),
        "Fig. 3's move, tree printed": (
            PLAYER_DECK,
            lambda: clocked(fig_3_move(model, tree=True)).elapsed,
        ),
    }
    found = [ModelTime(what, model, pieces[what].seconds) for what in (QUIET, JUMPING, MAKE, COUNT, EVALUATE)]
    for what, (deck, work) in works.items():
        try:
            found.append(ModelTime(what, model, work()))
        except MachineError as problem:
            found.append(ModelTime(what, model, None, cannot(deck, model) or str(problem)))
    return found


def cannot(deck: str, model: str) -> str:
    """Why a model cannot run a program: the operations on its cards that the model does not have."""
    lacking = {operation.name for operation in OPERATIONS if not operation.on(model)}
    used = {part for card in stored(deck).source.cards.values() for part in card.text[7:].split()[:1]}
    names = sorted(lacking & used)
    return f"{deck} needs {', '.join(names)}, which a {model} does not have." if names else ""
