"""What margins save, and what they cost: the alpha-beta margin (AGREE) and forward pruning (MARGIN).

found = margins(sample(drawn(None), 30), "own book", [{"AGREE": 64}])

Any steering words can be tried; each is compared with the settings without it, position by position. Where
the move changes, both moves are made and the reply is searched without margins: the difference is the loss.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from samuel.checkers.openings import spread as openings
from samuel.checkers.rules import find, legal_moves, play
from samuel.player.settings import Options
from samuel.player.steering import MAN, Steering
from samuel.studies.match import Match, play_match
from samuel.studies.search_studies.found import STYLES, Drawn, Found, Line, Listed, Stated
from samuel.studies.search_studies.look import Looked, Progress, look_all
from samuel.studies.search_studies.sample import Chosen
from samuel.studies.search_studies.spread import geometric, share

FACTOR = 2.0
"""The saving that the paper reports."""
AGREES = (8, 64, 512, 3328, 32767)
WIDEST = (512, 128, 32, 8, 2, 1)
"""Margins at ply 1; each ply down has half as much, and 1 at least."""
BASE = "no margins"
HALVINGS = 10


def agree(points: int) -> Steering:
    """The alpha-beta margin."""
    return {"AGREE": points}


def tapering(points: int) -> Steering:
    """Forward-pruning margins that tighten with the ply: `points` at ply 1, half as much with each ply."""
    row = [max(1, points >> ply) for ply in range(HALVINGS)]
    return {"MARGIN": row[: row.index(1) + 1]}


def default_trials() -> list[Steering]:
    """The sizes that are tried if none are given."""
    return [*map(agree, AGREES), *map(tapering, WIDEST)]


def told(words: Steering) -> str:
    """Steering words as they are typed."""
    numbers = ((name, [given] if isinstance(given, int) else given) for name, given in words.items())
    return " ".join(f"{name}={','.join(map(str, given))}" for name, given in numbers)


@dataclass(frozen=True)
class Tried:
    """A setting beside the base."""

    words: Steering
    factor: tuple[float, float]
    """Boards without it over boards with it, all positions together, and the error."""
    typical: tuple[float, float]
    """The same as a geometric mean over positions."""
    same: tuple[float, float]
    """The share of positions in which the move stays the same, and the error."""
    loss: tuple[float, float]
    """Points lost per position, in men, and the error."""
    match: Match | None = None

    @property
    def name(self) -> str:
        """The setting as it is typed."""
        return told(self.words)


def compare(base: Sequence[Looked], other: Sequence[Looked], lost: Sequence[float], words: Steering) -> Tried:
    """How a setting differs from the base; `lost` is in points, for every position."""
    before, after = ([each.scored for each in looks] for looks in (base, other))
    ratio = fmean(before) / fmean(after)
    rest = [b - ratio * a for b, a in zip(before, after, strict=True)]
    count = len(lost)
    men = [points / MAN for points in lost]
    return Tried(
        words,
        (ratio, stdev(rest) / sqrt(count) / fmean(after)),
        geometric([b / a for b, a in zip(before, after, strict=True)]),
        share(sum(a.move == b.move for a, b in zip(base, other, strict=True)), count),
        (fmean(men), stdev(men) / sqrt(count)),
    )


def losses(
    chosen: Sequence[Chosen],
    given: Steering,
    base: Sequence[Looked],
    others: Sequence[Sequence[Looked]],
    progress: Progress,
) -> list[list[float]]:
    """For every setting and position, the points that its move loses beside the base's."""
    after = [
        {look.move: play(each.position, find(each.position, look.move)) for look in looks}
        for each, *looks in zip(chosen, base, *others, strict=True)
    ]
    asked = [
        (at, move, board) for at, moves in enumerate(after) if len(moves) > 1 for move, board in moves.items()
    ]
    alive = [each for each in asked if legal_moves(each[2])]
    replies = (
        look_all({BASE: {"steering": given}}, [board for *_, board in alive], progress=progress)[BASE]
        if alive
        else []
    )
    worth = {(at, move): -reply.score for (at, move, _), reply in zip(alive, replies, strict=True)}
    won = float(2**18)
    return [
        [
            0.0
            if look.move == first.move
            else min(worth.get((at, first.move), won) - worth.get((at, look.move), won), won)
            for at, (first, look) in enumerate(zip(base, looks, strict=True))
        ]
        for looks in others
    ]


def margins(
    chosen: Sequence[Chosen],
    sample: str,
    trials: Sequence[Steering],
    given: Steering | None = None,
    matches: int = 0,
    progress: Progress = lambda done: None,
    playing: Callable[[str, int], object] = lambda name, games: None,
) -> Found:
    """Try every setting; play `matches` openings with the first of each kind that saves a factor of two."""
    without: Steering = {"AGREE": 0, "MARGIN": [0], **(given or {})}
    settings: dict[str, Options] = {BASE: {"steering": without}}
    settings |= {told(words): {"steering": {**without, **words}} for words in trials}
    looked = look_all(settings, [each.position for each in chosen], progress=progress)
    base, others = looked[BASE], [looked[told(words)] for words in trials]
    lost = losses(chosen, without, base, others, lambda done: None)
    tried = [
        compare(base, other, loss, words) for other, loss, words in zip(others, lost, trials, strict=True)
    ]
    reached = first_to_reach(tried)
    played = {
        name: _played(each, without, matches, playing) for name, each in reached.items() if matches and each
    }
    return Found(
        "margins",
        "Margins: what they save and what they cost",
        f"{len(chosen)} positions, {sample}" + (f"; with {told(given)}" if given else ""),
        tuple(_stated(kind, each, played.get(kind)) for kind, each in reached.items()),
        (_table(tried), *((_matches(played, reached),) if played else ())),
        (_plot(tried),),
        (
            "The paper gives no sizes; these are trials, in points (a man is 3328). The default sizes were "
            "chosen after some thirty others on the same positions: another --seed is the test of a size.",
            "Points lost are judged by the same search without margins from the position after each move; "
            "its own errors count as well.",
            f"A match of {matches} openings cannot show a small loss." if matches else "No match was played.",
        ),
        {
            "trials": [
                {
                    "words": each.name,
                    "factor": each.factor,
                    "typical": each.typical,
                    "same": each.same,
                    "loss": each.loss,
                }
                for each in tried
            ],
            "matches": {
                name: {
                    "wins": m.wins,
                    "draws": m.draws,
                    "losses": m.losses,
                    "score": m.score,
                    "error": m.error,
                }
                for name, m in played.items()
            },
        },
    )


def kind_of(tried: Tried) -> str:
    """The words a setting changes."""
    return " and ".join(tried.words)


def first_to_reach(tried: Sequence[Tried]) -> dict[str, Tried | None]:
    """For every kind of setting, the first that saves a factor of two."""
    found: dict[str, Tried | None] = {kind_of(each): None for each in tried}
    for each in tried:
        if each.factor[0] >= FACTOR and found[kind_of(each)] is None:
            found[kind_of(each)] = each
    return found


def _played(tried: Tried, base: Steering, count: int, playing: Callable[[str, int], object]) -> Match:
    first: Options = {"steering": {**base, **tried.words}}
    return play_match(
        first,
        {"steering": base},
        openings(count),
        progress=lambda match: playing(tried.name, len(match.games)),
    )


def _stated(kind: str, reached: Tried | None, match: Match | None) -> Stated:
    what = {"AGREE": "the alpha-beta margin saves", "MARGIN": "forward-pruning margins"}.get(kind, kind)
    number = {"AGREE": 29, "MARGIN": 71}.get(kind, 0)
    wanted = (
        "a factor of 2 or more" if kind == "AGREE" else "margins that tighten with the ply; no saving given"
    )
    if reached is None:
        return Stated(what, wanted, "no size tried saves a factor of 2", "not reached", False, number)
    ours = (
        f"{reached.name}: {reached.factor[0]:.2f} ± {reached.factor[1]:.2f}, {reached.same[0]:.0%} same moves"
    )
    ours += f", {reached.loss[0]:.3f} ± {reached.loss[1]:.3f} men lost a move"
    if match is not None and match.error is not None:
        ours += f", {match.score:.1%} ± {match.error:.1%} in {len(match.games)} games"
    return Stated(what, wanted, ours, "reached, at this cost", True, number)


def _table(tried: Sequence[Tried]) -> Listed:
    rows = [
        [
            each.name,
            f"{each.factor[0]:.2f} ± {each.factor[1]:.2f}",
            f"{each.typical[0]:.2f}",
            f"{each.same[0]:.0%} ± {each.same[1]:.0%}",
            f"{each.loss[0]:.3f} ± {each.loss[1]:.3f}",
        ]
        for each in tried
    ]
    heads = ("setting", "boards saved, factor", "typical factor", "same move", "men lost a move")
    return Listed.of("Every setting beside no margins", heads, rows)


def _matches(played: Mapping[str, Match], reached: Mapping[str, Tried | None]) -> Listed:
    rows = []
    for kind, match in played.items():
        first = reached[kind]
        error = "" if match.error is None else f" ± {match.error:.1%}"
        name = first.name if first else kind
        rows.append(
            [name, match.wins, match.draws, match.losses, f"{match.score:.1%}{error}", f"{match.odds:.2f}"]
        )
    heads = ("setting against none", "wins", "draws", "losses", "score", "equal players differ as much")
    return Listed.of("Matches at the first size that saves a factor of two", heads, rows)


def _plot(tried: Sequence[Tried]) -> Drawn:
    lines = []
    for kind, style in zip(dict.fromkeys(map(kind_of, tried)), STYLES, strict=False):
        points = [(each.factor[0], each.same[0]) for each in tried if kind_of(each) == kind]
        lines.append(Line(kind, tuple(points), style=style))
    return Drawn("What a saving costs", "boards saved, factor", "share of moves unchanged", tuple(lines))
