"""The forced replay of Fig. 3 for any readings of the parameters, without the machine: all boards at once.

Replayer().replay(PRESENT)    # the same orders as forced_replay() gets from the machine

The machine knows one reading of each name. Here every proposed reading can replace it.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from samuel import paper
from samuel.checkers.boards import bit
from samuel.checkers.rules import OTHER, Move, Position, legal_moves, play
from samuel.definitions.boards import Boards
from samuel.definitions.measure import TIMED, Values, viewed
from samuel.definitions.proposed import THOUGHT, view_of
from samuel.definitions.sides import Side
from samuel.judges.terms import advantage, phase
from samuel.paper.fig3 import FIGURE_3_BOARD
from samuel.player.game import DECK
from samuel.player.store import stored
from samuel.studies.fig3.forced import SHIPPED, Procedure, Replay, Taken, asked_at, crossroads

Reading = tuple[str, str]
"""A definition, worded as in samuel.definitions.proposed, and the side or sides that it rates."""
Readings = Mapping[str, Reading]
"""For each name a reading."""
PRESENT: Readings = {name: (next(iter(readings)), view_of(name)) for name, readings in THOUGHT.items()}
"""The readings of the listings."""


@cache
def coefficients() -> dict[str, int]:
    """Table 1's for the first board's phase: all boards are rated by them, as in the machine's replay."""
    return {t.name: t.hundredths for t in paper.table_1() if t.phase == phase(FIGURE_3_BOARD)}


AS_FOUND = {4: 0, 5: 1, -4: 2, -5: 3}
"""Moves are found in this order of directions, each from the highest square down; see
listings/common/make.fap."""
HUNDREDTHS = 100


class Replies(list["Tree"]):
    """The replies to a move, as they are found."""

    steps: tuple[tuple[int, ...], ...] = ()
    """The first step of each. The machine takes a jump by its single jumps, so those that begin alike are
    looked at together."""


Order = Callable[[Position], Sequence[Move]]
"""The replies of a position, in the order in which they are looked at."""
Tree = int | float | Replies
"""A look-ahead: the row of a board that is scored, the score of a lost game, or the replies to a move."""


class Replayer:
    """The look-ahead from every crossroads of the figure, its boards ready to be scored."""

    def __init__(self, by: Procedure = SHIPPED, order: Order | None = None) -> None:
        """Prepare the look-ahead. `order` takes the place of the order in which replies are found."""
        self._by, self._order = by, order or as_found
        cells = stored(DECK)
        man, king, trade, self._unit, self._lost = (
            cells.image[cells.symbols[name]] for name in ("PNMAN", "PNKING", "PNTRAD", "PNUNIT", "PLLOST")
        )
        self._rows: dict[tuple[Position, Position], int] = {}
        self._trees = {
            (asked := asked_at(at, by)): [
                (move.printed(), self._tree(at.position, move, 1, asked[1], _is_jump(at.position)))
                for move in as_found(at.position)
            ]
            for at in crossroads()
        }
        self._advantage = np.array([advantage(board, man, king, trade) for board, _ in self._rows])
        self._side, self._before = (
            Side(Boards.of((pair[at], OTHER[pair[at].side]) for pair in self._rows)) for at in (0, 1)
        )
        self._values: dict[tuple[str, Reading], NDArray[np.int64]] = {}

    def replay(self, readings: Readings, weights: Mapping[str, int] | None = None) -> Replay:
        """The order in which moves would be tried, with Table 1's coefficients or these weights."""
        polynomial = sum(
            self._value(name, readings[name]) * hundredths
            for name, hundredths in (weights or coefficients()).items()
        )
        points = np.sign(polynomial) * (np.abs(self._unit * polynomial) // HUNDREDTHS)
        scores: list[float] = (-(points + self._advantage)).tolist()  # as seen by the side to move
        orders = {
            asked: [move for move, _ in sorted(tries, key=lambda tried: _held(tried[1], scores, asked[2]))]
            for asked, tries in self._trees.items()
        }
        return Replay(tuple(Taken(at, tuple(orders[asked_at(at, self._by)])) for at in crossroads()))

    def _tree(self, before: Position, made: Move, ply: int, deep: int, jumped: bool) -> Tree:
        """The plausibility analysis after a move; see listings/search/plaus.fap."""
        position = play(before, made)
        if not _moves(position):
            return float(ply - self._lost)
        pending = _is_jump(position)
        if ply >= deep and not (ply == 2 and jumped) and not pending:
            return self._rows.setdefault((position, before), len(self._rows))
        jumped = jumped or (ply < 2 and pending)
        moves = self._order(position)
        replies = Replies(self._tree(position, move, ply + 1, deep, jumped) for move in moves)
        replies.steps = tuple(move.path[:2] for move in moves)
        return replies

    def _value(self, name: str, reading: Reading) -> NDArray[np.int64]:
        """A parameter's value on every board, as credit for the side that has just moved."""
        if (name, reading) not in self._values:
            self._values[name, reading] = self._viewed(name, *reading).astype(np.int64)
        return self._values[name, reading]

    def _viewed(self, name: str, definition: str, view: str) -> Values:
        rating = THOUGHT[name][definition]
        if view == TIMED["own"]:
            return rating(self._side) - rating(self._before)
        if view == TIMED["enemy"]:
            return rating(self._side.foe) - rating(self._before.foe)
        return viewed(rating, self._side, view)


def _held(tree: Tree, scores: list[float], alpha: float | None) -> float:
    """What a board is worth to the side to move on it. The first reply by which the move that led there does
    not exceed alpha ends the analysis, and is what the move is worth."""
    if alpha is None or not isinstance(tree, Replies):
        return _worth(tree, scores)
    most = -math.inf
    for _, replies in groupby(zip(tree.steps, tree, strict=True), key=itemgetter(0)):
        most = max(most, *(-_worth(reply, scores) for _, reply in replies))
        if -most <= alpha:
            break
    return most


def _worth(tree: Tree, scores: list[float]) -> float:
    """What a board is worth to the side to move on it: the less, the better the move that led there."""
    if isinstance(tree, Replies):
        return max(-_worth(reply, scores) for reply in tree)
    return scores[tree] if isinstance(tree, int) else tree


@cache
def _moves(position: Position) -> tuple[Move, ...]:
    return tuple(legal_moves(position))


def _is_jump(position: Position) -> bool:
    return any(move.captures for move in _moves(position))


@cache
def as_found(position: Position) -> tuple[Move, ...]:
    """The moves in the order in which the machine finds them."""
    return tuple(sorted(_moves(position), key=_place))


def _place(move: Move) -> list[tuple[int, int]]:
    """Directions and squares of every step: a jump that goes on is found jump by jump."""
    return [
        (AS_FOUND[(bit(end) - bit(start)) // (2 if move.captures else 1)], -start)
        for start, end in pairwise(move.path)
    ]
