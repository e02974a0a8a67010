"""What two look-ahead trees have in common, measure by measure; `samuel.trees.compare` puts them together.

A is the first tree, B the second.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from samuel.correlation import linear, spearman
from samuel.player.steering import MAN
from samuel.trees.grown import Grown
from samuel.trees.transcription import SIDE_SCORES, FigureLine
from samuel.trees.tree import PLIES, BoardPath

# First moves and survey


@dataclass(frozen=True)
class FirstMoves:
    """The moves on the first board."""

    both: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]


def first_moves(a: Grown, b: Grown) -> FirstMoves:
    """Which moves both trees have on the first board."""
    in_a, in_b = a.tries[()], b.tries[()]
    return FirstMoves(
        tuple(move for move in in_a if move in in_b),
        tuple(move for move in in_a if move not in in_b),
        tuple(move for move in in_b if move not in in_a),
    )


@dataclass(frozen=True)
class SurveyRow:
    """A first move, and the path along which each tree surveyed it."""

    move: str
    places: tuple[int | None, int | None]
    """Its place in each survey, from 1."""
    paths: tuple[BoardPath | None, BoardPath | None]


@dataclass(frozen=True)
class Survey:
    """The paths surveyed first."""

    rows: tuple[SurveyRow, ...]
    equal: int
    """Paths that are the same in both."""
    rank_correlation: float | None
    """Spearman's rank correlation of the order of the first moves that both have."""


def survey(a: Grown, b: Grown) -> Survey:
    """The paths that each surveyed first, move by move."""
    in_a, in_b = (
        {line.moves[0]: line.moves for line in grown.lines if line.kind == "survey"} for grown in (a, b)
    )
    places = [{move: place for place, move in enumerate(paths, 1)} for paths in (in_a, in_b)]
    rows = tuple(
        SurveyRow(move, (places[0].get(move), places[1].get(move)), (in_a.get(move), in_b.get(move)))
        for move in dict.fromkeys((*in_a, *in_b))
    )
    both = [move for move in in_a if move in in_b]
    order = spearman([places[0][move] for move in both], [places[1][move] for move in both])
    return Survey(rows, sum(in_a[move] == in_b[move] for move in both), order)


# Boards, and the order of moves on them


@dataclass(frozen=True)
class Boards:
    """How many boards the trees have, and how many of them are in both."""

    a: int
    b: int
    shared: int
    """Boards reached by the same moves in both."""
    a_in_b: int
    """Boards of A whose position also occurs in B, whatever moves led there."""
    b_in_a: int

    @property
    def shares(self) -> tuple[float, float]:
        """The share of A's boards, and of B's, that are in both."""
        return self.shared / self.a, self.shared / self.b


def boards(a: Grown, b: Grown) -> Boards:
    """How many boards are in both, by the moves that lead there and by position."""
    shared = set(a.boards) & set(b.boards)
    reached = [{at for board in grown.boards for at in grown.positions[board]} for grown in (a, b)]
    return Boards(
        len(a.boards),
        len(b.boards),
        len(shared),
        sum(not reached[1].isdisjoint(a.positions[board]) for board in a.boards),
        sum(not reached[0].isdisjoint(b.positions[board]) for board in b.boards),
    )


@dataclass(frozen=True)
class Order:
    """The moves tried on a board, in order."""

    board: BoardPath
    a: tuple[str, ...]
    b: tuple[str, ...]


@dataclass(frozen=True)
class Orders:
    """Boards with a choice on which both trees tried moves."""

    boards: int
    same_first: int
    same: int
    """The same moves in the same order."""
    different: tuple[Order, ...]


def orders(a: Grown, b: Grown) -> Orders:
    """The boards on which the moves were tried in the same order, and the others."""
    found = [
        Order(board, tuple(a.tries[board]), tuple(b.tries[board]))
        for board in ((), *a.boards)
        if a.tries.get(board) and b.tries.get(board) and a.legal(board) > 1
    ]
    return Orders(
        len(found),
        sum(order.a[0] == order.b[0] for order in found),
        sum(order.a == order.b for order in found),
        tuple(order for order in found if order.a != order.b),
    )


# Counts by ply


@dataclass(frozen=True)
class CountRow:
    """Boards or ends at one PLY, counted from the lines, and as the table below them gives them, if any."""

    ply: int
    a: int
    b: int
    a_printed: int | None
    b_printed: int | None


def counts(
    counted: tuple[Mapping[int, int], Mapping[int, int]],
    printed: tuple[Mapping[int, int] | None, Mapping[int, int] | None],
) -> tuple[CountRow, ...]:
    """What was counted at each ply that is used, beside what was printed."""
    tables = (*counted, *(table for table in printed if table))
    used = [ply for ply in PLIES if any(table.get(ply) for table in tables)]
    return tuple(
        CountRow(
            ply,
            counted[0][ply],
            counted[1][ply],
            *(None if table is None else table.get(ply, 0) for table in printed),
        )
        for ply in used
    )


# Scores


@dataclass(frozen=True)
class ScoreRow:
    """The scores of a board that both trees print."""

    line: int
    """The number of the line of A."""
    board: BoardPath
    a: int
    b: int
    level: bool
    """Whether both scores are smaller than half a man."""


@dataclass(frozen=True)
class Scores:
    """The scores that survive in both."""

    rows: tuple[ScoreRow, ...]
    of: int
    """Scores that survive in A."""
    linear: float | None
    """Linear correlation. A man more or less outweighs everything else, hence `linear_level` and `rank`."""
    linear_level: float | None
    """Linear correlation of the level scores."""
    rank: float | None


def scores(a: Grown, b: Grown) -> Scores:
    """The scores of the boards on which both trees print one."""
    rows = []
    for step in a.steps:
        if step.score is not None and (other := b.scores.get(step.board)) is not None:
            level = max(abs(step.score), abs(other)) < MAN / 2
            rows.append(ScoreRow(step.line.number, step.board, step.score, other, level))
    level_rows = [row for row in rows if row.level]
    return Scores(
        tuple(rows),
        sum(step.score is not None for step in a.steps),
        linear([row.a for row in rows], [row.b for row in rows]),
        linear([row.a for row in level_rows], [row.b for row in level_rows]),
        spearman([row.a for row in rows], [row.b for row in rows]),
    )


# Moves saved


@dataclass(frozen=True)
class Tries:
    """How many moves were tried on the boards of one ply."""

    boards: int
    """Boards on which a move was tried, except those of paths that were only surveyed."""
    cut_off: int
    whole: int
    """Boards not cut off on which every legal move was tried."""
    limited: dict[int, int]
    """Boards not cut off on which some legal moves were not tried, by the number of tries."""


@dataclass(frozen=True)
class SavedRow:
    """Tries at one ply in both trees."""

    ply: int
    a: Tries
    b: Tries


def saved(a: Grown, b: Grown) -> tuple[SavedRow, ...]:
    """How many moves each tree tried, ply by ply."""
    by_ply = _tries(a), _tries(b)
    none = Tries(0, 0, 0, {})
    return tuple(
        SavedRow(ply, by_ply[0].get(ply, none), by_ply[1].get(ply, none))
        for ply in sorted(by_ply[0].keys() | by_ply[1].keys())
    )


def _tries(grown: Grown) -> dict[int, Tries]:
    """Tries by the ply of the moves tried."""
    cut_off = cut_off_boards(grown)
    searched = {board[0] for board in _boards_after_flitting(grown)}
    boards: dict[int, list[BoardPath]] = defaultdict(list)
    for board, tried in grown.tries.items():
        if tried and (not board or board[0] in searched):
            boards[len(board) + 1].append(board)
    found = {}
    for ply, at_ply in boards.items():
        open_ended = [board for board in at_ply if board not in cut_off]
        limited = [board for board in open_ended if len(grown.tries[board]) < grown.legal(board)]
        found[ply] = Tries(
            len(at_ply),
            len(at_ply) - len(open_ended),
            len(open_ended) - len(limited),
            dict(sorted(Counter(len(grown.tries[board]) for board in limited).items())),
        )
    return found


def _boards_after_flitting(grown: Grown) -> list[BoardPath]:
    """The boards of the lines from the first star on, where mini-maxing has begun."""
    stars = (number for number, line in enumerate(grown.lines) if line.kind == "star")
    return [board for boards in grown.by_line[next(stars, len(grown.lines)) :] for board in boards]


def cut_off_boards(grown: Grown) -> set[BoardPath]:
    """The boards whose last tried move was a refutation, by alpha-beta with the scores of the tree.

    A lost score is replaced by any score on its side of 34.
    """
    worth: dict[BoardPath, float] = {}
    last_line: dict[str, int] = {}
    for number, (line, boards) in enumerate(zip(grown.lines, grown.by_line, strict=True)):
        machine_to_move = len(boards[-1]) % 2 == 0
        if isinstance(line, FigureLine) and line.side != "=":
            worth[boards[-1]] = SIDE_SCORES[line.side] * (1 if machine_to_move else -1)
        else:
            worth[boards[-1]] = -line.score
        last_line[boards[0][0]] = number
    cut_off: set[BoardPath] = set()

    def value(board: BoardPath, alpha: float, beta: float) -> float:
        """The value as seen by the side to move."""
        if not grown.tries.get(board):
            return worth[board]
        best = -inf
        # Paths are surveyed in one order and searched in another; their last lines show the second order.
        moves = grown.tries[board] if board else sorted(grown.tries[()], key=last_line.__getitem__)
        for move in moves:
            best = max(best, -value((*board, move), -beta, -max(alpha, best)))
        if best >= beta:
            cut_off.add(board)
        return best

    value((), -inf, inf)
    return cut_off
