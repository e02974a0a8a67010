"""Two look-ahead trees, compared: how far a tree follows another, and where it first leaves it.

comparison = compare(the_figure(), read_any(path))
comparison.survey.equal, comparison.boards.shared, comparison.first_move.kind
comparison.as_dict()    # for JSON

A and B are the first tree and the second. A score that the figure has lost is compared with nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from statistics import StatisticsError, correlation
from typing import Any, Literal, get_args

from samuel.fig3 import SIDE_SCORES, FigureLine
from samuel.paper import Chosen
from samuel.replay import Positions, replay
from samuel.rules import Position, legal_moves
from samuel.tree import PLIES, BadTree, BoardPath, Line, boards_by_line, count_ends, count_usage, octal
from samuel.treefile import FIGURE_3_BOARD, Printed

MAN = 0o6400
"""The worth of a man, as `listings/table1.fap` derives it from Fig. 3."""

CONTEXT = 3
"""Lines that are shown before a divergence, and behind it."""

Kind = Literal["equal", "other score", "order", "missing", "extra", "illegible"]
"""What a line of A is in B, or how the two first diverge: the same; the same moves, but another score; tried
in another order; not in B; in B only; or a move that had to be repaired, so that the figure cannot judge."""


# A tree with what can be worked out about it


@dataclass(frozen=True)
class Step:
    """A board in the order in which they were made."""

    board: BoardPath
    line: int
    """From 1."""
    score: int | None
    """Printed behind its line, and not lost; of the last board of a line only."""
    repaired: bool


class Grown:
    """A tree and its boards."""

    def __init__(self, printed: Printed, start: Position) -> None:
        self.lines = printed.lines
        if not self.lines:
            raise BadTree(f"{printed.name}: a tree without lines cannot be compared.")
        try:
            self.positions: Positions = replay(self.lines, start)
            self.by_line = tuple(boards_by_line(self.lines))
        except BadTree as error:
            raise BadTree(f"{printed.name}: {error}") from None
        self.steps = tuple(self._steps())
        self.boards = tuple(dict.fromkeys(step.board for step in self.steps))
        self.tries: dict[BoardPath, list[str]] = defaultdict(list)
        for board in self.boards:
            self.tries[board[:-1]].append(board[-1])
        self.scores = {step.board: step.score for step in reversed(self.steps) if step.score is not None}

    def _steps(self) -> Iterator[Step]:
        for number, (line, boards) in enumerate(zip(self.lines, self.by_line, strict=True), 1):
            mended = line.repaired[1] if isinstance(line, FigureLine) and line.repaired else None
            for board in boards:
                score = line.score if board == boards[-1] and not is_lost(line) else None
                yield Step(board, number, score, board[-1] == mended)

    def legal(self, board: BoardPath) -> int:
        """How many moves there are; two jumps with the same ends are one."""
        return len({move.printed() for at in self.positions[board] for move in legal_moves(at)})

    def rank(self, board: BoardPath) -> int:
        """As which of the moves it was tried, from 0."""
        return self.tries[board[:-1]].index(board[-1])


def is_lost(line: Line) -> bool:
    """Whether the score of a line is lost: Fig. 3 has only a bound in its place."""
    return isinstance(line, FigureLine) and line.side != "="


# What is reported


@dataclass(frozen=True)
class FirstMoves:
    """The moves on the first board."""

    both: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]


@dataclass(frozen=True)
class SurveyRow:
    """A first move, and the path on which each tree surveyed it."""

    move: str
    places: tuple[int | None, int | None]
    """In the order of the survey, from 1."""
    paths: tuple[BoardPath | None, BoardPath | None]


@dataclass(frozen=True)
class Survey:
    """The paths surveyed first."""

    rows: tuple[SurveyRow, ...]
    equal: int
    """Paths that are the same in both."""
    rank_correlation: float | None
    """Spearman's, of the order of the first moves that both have."""


@dataclass(frozen=True)
class Tries:
    """How many moves were tried on the boards of one ply."""

    boards: int
    """On which a move was tried; those of paths that were only surveyed are left out."""
    cut_off: int
    whole: int
    """Not cut off, every legal move tried."""
    limited: dict[int, int]
    """Not cut off, and yet not every legal move: boards by the number of tries."""


@dataclass(frozen=True)
class SavedRow:
    """Tries at one ply in both trees."""

    ply: int
    a: Tries
    b: Tries


@dataclass(frozen=True)
class Boards:
    """How many boards the trees have, and how many of them are in both."""

    a: int
    b: int
    shared: int
    """By the moves that lead there."""
    a_in_b: int
    """Boards of A whose position is one of B's, whatever moves led there."""
    b_in_a: int

    @property
    def shares(self) -> tuple[float, float]:
        """Of A's boards, and of B's, those that are in both."""
        return self.shared / self.a, self.shared / self.b


@dataclass(frozen=True)
class Order:
    """The moves tried on a board, in order."""

    board: BoardPath
    a: tuple[str, ...]
    b: tuple[str, ...]


@dataclass(frozen=True)
class Orders:
    """Boards on which both trees tried moves, though there was a choice."""

    boards: int
    same_first: int
    same: int
    """The same moves in the same order."""
    different: tuple[Order, ...]


@dataclass(frozen=True)
class CountRow:
    """Boards or ends at one PLY, by the lines, and as the table below them has it if there is one."""

    ply: int
    a: int
    b: int
    a_printed: int | None
    b_printed: int | None


@dataclass(frozen=True)
class ScoreRow:
    """The scores of a board that both trees print."""

    line: int
    """Of A."""
    board: BoardPath
    a: int
    b: int
    level: bool
    """Neither score has the worth of a man in it."""


@dataclass(frozen=True)
class Scores:
    """The scores that survive in both."""

    rows: tuple[ScoreRow, ...]
    of: int
    """Scores that survive in A."""
    linear: float | None
    """Correlation; a man more or less outweighs all else, so there is also:"""
    linear_level: float | None
    """Of level scores."""
    rank: float | None


@dataclass(frozen=True)
class Place:
    """A move of a tree, and the lines around it."""

    line: int
    ply: int
    move: str
    score: int | None
    context: tuple[tuple[int, str], ...]
    """Line numbers and lines."""


@dataclass(frozen=True)
class Divergence:
    """Where B first leaves A. A place is None where its tree has ended."""

    kind: Kind
    a: Place | None
    b: Place | None


@dataclass(frozen=True)
class Comparison:
    """What two trees have in common, and what not."""

    names: tuple[str, str]
    first_moves: FirstMoves
    survey: Survey
    saved: tuple[SavedRow, ...]
    boards: Boards
    orders: Orders
    usage: tuple[CountRow, ...]
    ends: tuple[CountRow, ...]
    scores: Scores
    chosen: tuple[Chosen | None, Chosen | None]
    seconds: tuple[tuple[float, float] | None, tuple[float, float] | None]
    lines: dict[Kind, int]
    """The lines of A by what they are in B; and extra, those of B with a board that A has not."""
    first: Divergence
    first_move: Divergence
    """The first that is more than another score."""

    @property
    def is_equal(self) -> bool:
        """The same boards in the same order, and the same scores where both survive."""
        return self.first.kind == "equal"

    def as_dict(self) -> dict[str, Any]:
        """For JSON; boards are lists of moves."""
        return {**asdict(self), "equal": self.is_equal, "shares": self.boards.shares}


def compare(a: Printed, b: Printed, start: Position = FIGURE_3_BOARD) -> Comparison:
    """Compare two trees of one position; BadTree if a move is not legal there."""
    one, two = Grown(a, start), Grown(b, start)
    return Comparison(
        names=(a.name, b.name),
        first_moves=_first_moves(one, two),
        survey=_survey(one, two),
        saved=_saved(one, two),
        boards=_boards(one, two),
        orders=_orders(one, two),
        usage=_counts((count_usage(a.lines), count_usage(b.lines)), (a.usage, b.usage)),
        ends=_counts((count_ends(a.lines), count_ends(b.lines)), (a.ends, b.ends)),
        scores=_scores(one, two),
        chosen=(a.chosen, b.chosen),
        seconds=(a.seconds, b.seconds),
        lines=_line_kinds(one, two),
        first=_divergence(one, two, with_scores=True),
        first_move=_divergence(one, two, with_scores=False),
    )


# Correlation


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value from 1; equal ones share theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def linear(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Pearson's correlation; None if there are too few values, or all are the same."""
    try:
        return correlation(xs, ys)
    except StatisticsError:
        return None


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """The correlation of ranks."""
    return linear(ranks(xs), ranks(ys))


# Survey and boards


def _first_moves(a: Grown, b: Grown) -> FirstMoves:
    in_a, in_b = a.tries[()], b.tries[()]
    return FirstMoves(
        tuple(move for move in in_a if move in in_b),
        tuple(move for move in in_a if move not in in_b),
        tuple(move for move in in_b if move not in in_a),
    )


def _survey(a: Grown, b: Grown) -> Survey:
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


def _boards(a: Grown, b: Grown) -> Boards:
    shared = set(a.boards) & set(b.boards)
    reached = [{at for board in grown.boards for at in grown.positions[board]} for grown in (a, b)]
    return Boards(
        len(a.boards),
        len(b.boards),
        len(shared),
        sum(not reached[1].isdisjoint(a.positions[board]) for board in a.boards),
        sum(not reached[0].isdisjoint(b.positions[board]) for board in b.boards),
    )


def _orders(a: Grown, b: Grown) -> Orders:
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


def _counts(
    counted: tuple[Mapping[int, int], Mapping[int, int]],
    printed: tuple[Mapping[int, int] | None, Mapping[int, int] | None],
) -> tuple[CountRow, ...]:
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


def _scores(a: Grown, b: Grown) -> Scores:
    rows = []
    for step in a.steps:
        if step.score is not None and (other := b.scores.get(step.board)) is not None:
            level = max(abs(step.score), abs(other)) < MAN / 2
            rows.append(ScoreRow(step.line, step.board, step.score, other, level))
    level_rows = [row for row in rows if row.level]
    return Scores(
        tuple(rows),
        sum(step.score is not None for step in a.steps),
        linear([row.a for row in rows], [row.b for row in rows]),
        linear([row.a for row in level_rows], [row.b for row in level_rows]),
        spearman([row.a for row in rows], [row.b for row in rows]),
    )


# Moves saved


def _saved(a: Grown, b: Grown) -> tuple[SavedRow, ...]:
    by_ply = _tries(a), _tries(b)
    none = Tries(0, 0, 0, {})
    return tuple(
        SavedRow(ply, by_ply[0].get(ply, none), by_ply[1].get(ply, none))
        for ply in sorted(by_ply[0].keys() | by_ply[1].keys())
    )


def _tries(grown: Grown) -> dict[int, Tries]:
    """By the ply of the tried moves."""
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
    """The boards of the lines from the first star on: when that is printed, mini-maxing has begun."""
    stars = (number for number, line in enumerate(grown.lines) if line.kind == "star")
    return [board for boards in grown.by_line[next(stars, len(grown.lines)) :] for board in boards]


def cut_off_boards(grown: Grown) -> set[BoardPath]:
    """The boards whose last move tried was a refutation, by alpha-beta with the scores of the tree.

    For a lost score any on its side of 34 will do.
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
        """As seen by the side to move."""
        if not grown.tries.get(board):
            return worth[board]
        best = -inf
        # Paths are surveyed in one order and searched in another, which their last lines show.
        moves = grown.tries[board] if board else sorted(grown.tries[()], key=last_line.__getitem__)
        for move in moves:
            best = max(best, -value((*board, move), -beta, -max(alpha, best)))
        if best >= beta:
            cut_off.add(board)
        return best

    value((), -inf, inf)
    return cut_off


# Lines


def _line_kinds(a: Grown, b: Grown) -> dict[Kind, int]:
    in_a, in_b = set(a.boards), set(b.boards)
    repaired = {step.board for step in a.steps if step.repaired}
    kinds: dict[Kind, int] = dict.fromkeys(get_args(Kind), 0)
    for boards in a.by_line:
        missing = next((board for board in boards if board not in in_b), None)
        if missing:
            kinds["illegible" if missing in repaired and missing[:-1] in in_b else "missing"] += 1
        else:
            kinds[_line_kind(a, b, boards)] += 1
    kinds["extra"] = sum(not in_a.issuperset(boards) for boards in b.by_line)
    return kinds


def _line_kind(a: Grown, b: Grown, boards: Sequence[BoardPath]) -> Kind:
    """What a line is whose boards are all in B."""
    if any(a.rank(board) != b.rank(board) for board in boards):
        return "order"
    scores = a.scores.get(boards[-1]), b.scores.get(boards[-1])
    return "equal" if None in scores or scores[0] == scores[1] else "other score"


def _divergence(a: Grown, b: Grown, with_scores: bool) -> Divergence:
    """The first board, in the order of the two trees, where they are not the same."""
    for one, two in zip(a.steps, b.steps, strict=False):
        if one.board != two.board:
            return Divergence(_kind(a, b, one, two), _place(a, one), _place(b, two))
        if with_scores and None not in (one.score, two.score) and one.score != two.score:
            return Divergence("other score", _place(a, one), _place(b, two))
    more = len(a.steps) - len(b.steps)
    if more > 0:
        return Divergence("missing", _place(a, a.steps[len(b.steps)]), None)
    if more < 0:
        return Divergence("extra", None, _place(b, b.steps[len(a.steps)]))
    return Divergence("equal", None, None)


def _kind(a: Grown, b: Grown, one: Step, two: Step) -> Kind:
    if (one.repaired or two.repaired) and one.board[:-1] == two.board[:-1]:
        return "illegible"
    if one.board not in b.boards:
        return "missing"
    return "order" if two.board in a.boards else "extra"


def _place(grown: Grown, step: Step) -> Place:
    first = max(1, step.line - CONTEXT)
    around = grown.lines[first - 1 : step.line + CONTEXT]
    return Place(
        step.line,
        len(step.board),
        step.board[-1],
        step.score,
        tuple((number, shown(line)) for number, line in enumerate(around, first)),
    )


def shown(line: Line) -> str:
    """A line of a tree in short: serial number, star, ply, moves and score."""
    star = "*" if line.kind == "star" else " "
    score = "lost" if is_lost(line) else octal(line.score).strip()
    return f"{line.serial or '':>2}{star} ply {line.ply:2}  {','.join(line.moves)}  {score}"
