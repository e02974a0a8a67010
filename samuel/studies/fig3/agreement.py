"""How far the program follows Fig. 3: every measure, and the thresholds that were set for some.

found = measure(oracle_run(), free_run(), forced_replay())
found.measures.boards_shared, found.measures.as_dict()
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from samuel.studies.fig3 import oracle as fig3
from samuel.studies.fig3.chance import Draw, nearness
from samuel.studies.fig3.forced import Replay, crossroads
from samuel.studies.fig3.free_run import FreeRun
from samuel.studies.fig3.oracle import Listing
from samuel.studies.thresholds import Threshold
from samuel.trees.compare import Comparison, Divergence, compare
from samuel.trees.transcription import figure
from samuel.trees.treefile import the_figure

DIGITS = 3
"""Decimals of correlations and of simulated seconds in the record."""


@dataclass(frozen=True)
class Agreement:
    """The measures. The oracle run gets the figure's order of moves and verdicts, the free run gets nothing,
    and the forced replay is led along the figure."""

    oracle_boards: int
    """Boards of the figure that the oracle run makes, in order; 0 if it makes any other."""
    move: str
    """The free run's move, then its score in points. Everything up to `seconds` is the free run's."""
    score: int
    survey_paths: int
    """Survey lines that are the same in the figure."""
    survey_order: float | None
    """Correlation of the ranks of the first moves."""
    boards: int
    boards_shared: int
    nearness: float
    """Twice the shared boards over those of both trees."""
    boards_shared_by_position: int
    """Boards of the figure whose position the free run reaches, by whatever moves."""
    choices: int
    """Boards on which both trees had a choice; then those with the same first try, and with all the same."""
    choices_same_first: int
    choices_same: int
    scores: int
    """Surviving scores of the figure on boards that the free run has too; then their correlation."""
    scores_level: float | None
    lines: dict[str, int]
    """Lines of the figure by how the free run compares; see samuel.trees.compare."""
    usage: dict[str, int]
    """Boards by ply; then ends by ply."""
    ends: dict[str, int]
    divergence: str
    divergence_of_moves: str
    seconds: tuple[float, float]
    """Simulated time, as an interval."""
    replay_first: int
    """Forced replay: boards with the same first try; then saved moves, whole sets, and sets in order."""
    replay_saved: int
    replay_exact: int
    replay_in_order: int

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object, equal to what is read back from JSON."""
        return {**asdict(self), "seconds": list(self.seconds)}


@dataclass(frozen=True)
class Measured:
    """The measures, and what they were taken from."""

    measures: Agreement
    oracle: Listing
    own: FreeRun
    comparison: Comparison
    replay: Replay


def oracle_run() -> Listing:
    """The search, given the figure's order of moves and verdicts."""
    return fig3.search(fig3.tree_cards())


def measure(oracle: Listing, own: FreeRun, replay: Replay) -> Measured:
    """Take every measure."""
    found = compare(the_figure(), own.printed)
    chosen = own.printed.chosen
    low, high = own.printed.seconds or (0.0, 0.0)
    measures = Agreement(
        oracle_boards=len(oracle.boards) if oracle.boards == figure().boards else 0,
        move=chosen.move if chosen else "",
        score=chosen.score if chosen else 0,
        survey_paths=found.survey.equal,
        survey_order=_rounded(found.survey.rank_correlation),
        boards=found.boards.b,
        boards_shared=found.boards.shared,
        nearness=round(nearness(found.boards.b, found.boards.shared), DIGITS),
        boards_shared_by_position=found.boards.a_in_b,
        choices=found.orders.boards,
        choices_same_first=found.orders.same_first,
        choices_same=found.orders.same,
        scores=len(found.scores.rows),
        scores_level=_rounded(found.scores.linear_level),
        lines={str(kind): count for kind, count in found.lines.items()},
        usage={str(row.ply): row.b for row in found.usage},
        ends={str(row.ply): row.b for row in found.ends},
        divergence=_where(found.first),
        divergence_of_moves=_where(found.first_move),
        seconds=(round(low, DIGITS), round(high, DIGITS)),
        replay_first=replay.first,
        replay_saved=replay.saved,
        replay_exact=replay.exact,
        replay_in_order=replay.in_order,
    )
    return Measured(measures, oracle, own, found, replay)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _where(divergence: Divergence) -> str:
    place = divergence.a or divergence.b
    return f"{divergence.kind}, line {place.line}, ply {place.ply}" if place else divergence.kind


# Yardsticks


@dataclass(frozen=True)
class Yardstick:
    """A measure, the most it could be, and its threshold if one was set."""

    measure: str
    what: str
    goal: Callable[[], object]
    """The figure's own value, read on demand."""
    least: str = ""
    """The threshold, if it is not the goal."""
    holds: Callable[[Agreement], bool] | None = None
    by_chance: Callable[[Draw], float] | None = None
    """The same measure for a random draw."""

    @property
    def most(self) -> str:
        """The goal as text."""
        return str(self.goal())

    @property
    def bar(self) -> str:
        """The threshold as text; empty if there is none."""
        return self.least or (self.most if self.holds else "")

    def shown(self, found: Agreement) -> str:
        """The measure as text."""
        match getattr(found, self.measure):
            case None:
                return "-"
            case (low, high):
                return f"{low:.1f} to {high:.1f}"
            case float(number):
                return f"{number:.3f}" if self.measure == "nearness" else f"{number:.2f}"
            case other:
                return str(other)


def _at_least(
    measure: str,
    what: str,
    goal: Callable[[], int],
    least: float,
    by_chance: Callable[[Draw], float] | None = None,
) -> Yardstick:
    def holds(found: Agreement) -> bool:
        return bool(getattr(found, measure) >= least)

    return Yardstick(measure, what, goal, str(least), holds, by_chance)


def _boards() -> int:
    return len(figure().boards)


def _survey_lines() -> int:
    return sum(line.kind == "survey" for line in figure().lines)


def _move() -> str:
    chosen = the_figure().chosen
    return chosen.move if chosen else ""


def _seconds() -> str:
    stated = the_figure().seconds
    return f"{stated[0]:.0f}" if stated else ""


def _choices() -> int:
    return len(crossroads())


def _known() -> int:
    return sum(at.known for at in crossroads())


def _saved() -> int:
    return sum(at.limit for at in crossroads() if at.known)


def _whole() -> int:
    """A correlation of 1."""
    return 1


def _in_time(found: Agreement) -> bool:
    """Whether the paper's time lies inside ours."""
    stated = the_figure().seconds
    return stated is not None and found.seconds[0] <= stated[0] <= stated[1] <= found.seconds[1]


YARDSTICKS = (
    Yardstick(
        "oracle_boards",
        "given order and verdicts: boards",
        _boards,
        holds=lambda found: found.oracle_boards == _boards(),
    ),
    Yardstick(
        "move",
        "free run: move chosen",
        _move,
        holds=lambda found: found.move == _move(),
        by_chance=lambda draw: draw.move == _move(),
    ),
    _at_least("survey_paths", "free run: survey lines", _survey_lines, 6, lambda draw: draw.survey),
    Yardstick("survey_order", "free run: order of first moves, rank r", _whole),
    _at_least("boards_shared", "free run: boards of the figure", _boards, 92, lambda draw: draw.shared),
    _at_least("nearness", "free run: nearness", _whole, 0.43, lambda draw: draw.nearness),
    Yardstick("scores_level", "free run: scores that survive, r", _whole),
    Yardstick("seconds", "free run: simulated seconds", _seconds, "inside", _in_time),
    _at_least("replay_first", "forced replay: first tries", _choices, 61, lambda draw: draw.first),
    _at_least("replay_saved", "forced replay: saved moves", _saved, 66, lambda draw: draw.saved),
    _at_least("replay_exact", "forced replay: whole saved lists", _known, 10, lambda draw: draw.exact),
    Yardstick(
        "replay_in_order", "forced replay: the same in order", _known, by_chance=lambda draw: draw.in_order
    ),
)


def threshold_of(measure: str) -> int:
    """The threshold of a measure that is a count."""
    return int(next(stick.least for stick in YARDSTICKS if stick.measure == measure))


def thresholds(found: Agreement) -> tuple[Threshold, ...]:
    """The measures that have a threshold."""
    return tuple(
        Threshold(stick.what, stick.bar, stick.shown(found), stick.holds(found))
        for stick in YARDSTICKS
        if stick.holds
    )


def beyond_chance(found: Agreement, draws: Sequence[Draw]) -> list[str]:
    """The measures in which the program beats every draw."""
    return [
        stick.what
        for stick in YARDSTICKS
        if stick.by_chance
        and isinstance(reached := getattr(found, stick.measure), int | float)
        and draws
        and reached > max(map(stick.by_chance, draws))
    ]


def not_beyond_chance(found: Agreement, draws: Sequence[Draw]) -> list[str]:
    """The measures in which some draw is as good as the program or better."""
    ahead = beyond_chance(found, draws)
    return [
        stick.what
        for stick in YARDSTICKS
        if stick.by_chance
        and stick.what not in ahead
        and isinstance(getattr(found, stick.measure), int | float)
    ]
