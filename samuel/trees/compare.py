"""Compares two look-ahead trees: how far one follows the other, and where they first diverge.

comparison = compare(the_figure(), read_any(path))
comparison.survey.equal, comparison.boards.shared, comparison.first_move.kind
comparison.as_dict()    # for JSON

A is the first tree, B the second. A score that is lost in the figure is not compared.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from samuel.checkers.rules import Position
from samuel.paper.fig3 import FIGURE_3_BOARD
from samuel.trees import measures
from samuel.trees.differences import Difference, differences
from samuel.trees.grown import Grown, Step, shown
from samuel.trees.tree import BoardPath, Chosen, count_ends, count_usage
from samuel.trees.treefile import Printed

CONTEXT = 3
"""How many lines are shown before a divergence, and after it."""

Kind = Literal["equal", "other score", "order", "missing", "extra", "illegible"]
"""How a line of A compares with B, or how the two first diverge: the same; the same moves with another score;
tried in another order; not in B; only in B; or a repaired move, so that the figure cannot decide."""


@dataclass(frozen=True)
class Place:
    """A move of a tree, and the lines around it."""

    line: int
    """Its number, as in `samuel.trees.tree.Line`."""
    ply: int
    move: str
    score: int | None
    context: tuple[tuple[int, str], ...]
    """Line numbers and lines."""


@dataclass(frozen=True)
class Divergence:
    """Where B first diverges from A. A place is None if its tree has ended."""

    kind: Kind
    a: Place | None
    b: Place | None


@dataclass(frozen=True)
class Comparison:
    """What two trees have in common, and how they differ."""

    names: tuple[str, str]
    first_moves: measures.FirstMoves
    survey: measures.Survey
    saved: tuple[measures.SavedRow, ...]
    boards: measures.Boards
    orders: measures.Orders
    usage: tuple[measures.CountRow, ...]
    ends: tuple[measures.CountRow, ...]
    scores: measures.Scores
    chosen: tuple[Chosen | None, Chosen | None]
    seconds: tuple[tuple[float, float] | None, tuple[float, float] | None]
    lines: dict[Kind, int]
    """How many lines of A are of each kind; "extra" counts lines of B with a board that A does not have."""
    order_rescored: int
    """How many lines in another order also have another score."""
    equal_unscored: int
    """How many equal lines lack a score in one tree: it is lost, or not printed."""
    first: Divergence
    first_move: Divergence
    """The first divergence in moves, not only in a score."""
    differences: tuple[Difference, ...]
    """Differences in what else both trees print."""

    @property
    def is_equal(self) -> bool:
        """Whether everything that both trees print, and that survives in both, is the same."""
        return self.first.kind == "equal" and not self.differences

    def as_dict(self) -> dict[str, Any]:
        """For JSON; boards are lists of moves."""
        return {**asdict(self), "equal": self.is_equal, "shares": self.boards.shares}


def compare(a: Printed, b: Printed, start: Position = FIGURE_3_BOARD) -> Comparison:
    """Compare two trees of the same position; raises BadTree if a move is not legal there."""
    one, two = Grown(a, start), Grown(b, start)
    usage = measures.counts((count_usage(a.lines), count_usage(b.lines)), (a.usage, b.usage))
    ends = measures.counts((count_ends(a.lines), count_ends(b.lines)), (a.ends, b.ends))
    kinds = _line_kinds(one, two)
    return Comparison(
        names=(a.name, b.name),
        first_moves=measures.first_moves(one, two),
        survey=measures.survey(one, two),
        saved=measures.saved(one, two),
        boards=measures.boards(one, two),
        orders=measures.orders(one, two),
        usage=usage,
        ends=ends,
        scores=measures.scores(one, two),
        chosen=(a.chosen, b.chosen),
        seconds=(a.seconds, b.seconds),
        lines={kind: len(lines) for kind, lines in kinds.items()},
        order_rescored=sum(_scores_agree(one, two, boards) is False for boards in kinds["order"]),
        equal_unscored=sum(_scores_agree(one, two, boards) is None for boards in kinds["equal"]),
        first=_divergence(one, two, with_scores=True),
        first_move=_divergence(one, two, with_scores=False),
        differences=differences(one, two, usage, ends),
    )


# Lines


Boards = tuple[BoardPath, ...]


def _line_kinds(a: Grown, b: Grown) -> dict[Kind, list[Boards]]:
    """The lines of each kind, by their boards."""
    in_a, in_b = set(a.boards), set(b.boards)
    repaired = {step.board for step in a.steps if step.repaired}
    kinds: dict[Kind, list[Boards]] = {kind: [] for kind in get_args(Kind)}
    for boards in a.by_line:
        missing = next((board for board in boards if board not in in_b), None)
        if missing:
            kinds["illegible" if missing in repaired and missing[:-1] in in_b else "missing"].append(boards)
        else:
            kinds[_line_kind(a, b, boards)].append(boards)
    kinds["extra"] = [boards for boards in b.by_line if not in_a.issuperset(boards)]
    return kinds


def _line_kind(a: Grown, b: Grown, boards: Boards) -> Kind:
    """The kind of a line whose boards are all in B."""
    if any(a.rank(board) != b.rank(board) for board in boards):
        return "order"
    return "other score" if _scores_agree(a, b, boards) is False else "equal"


def _scores_agree(a: Grown, b: Grown, boards: Boards) -> bool | None:
    """Whether the scores of the last board agree; None if a tree has none."""
    scores = a.scores.get(boards[-1]), b.scores.get(boards[-1])
    return None if None in scores else scores[0] == scores[1]


def _divergence(a: Grown, b: Grown, with_scores: bool) -> Divergence:
    """The first board, in the order of the two trees, where they differ."""
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
    at = next(place for place, line in enumerate(grown.lines) if line is step.line)
    around = grown.lines[max(0, at - CONTEXT) : at + CONTEXT + 1]
    return Place(
        step.line.number,
        len(step.board),
        step.board[-1],
        step.score,
        tuple((line.number, shown(line)) for line in around),
    )
