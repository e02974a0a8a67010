"""66,000 boards, five minutes and ten plies: the paper's example, on artificial trees and in checkers.

found = boards(sample(drawn(None), 12), "own book")

Artificial trees of one branching go to the native look-ahead on cards (listings/figures.deck), with moves in
perfect order and in random order. In checkers the time of a board is measured, and the depth at which a
look-ahead has evaluated 66,000 boards.
"""

import random
from collections.abc import Mapping, Sequence
from math import log

from samuel import paper
from samuel.player.settings import Options
from samuel.studies.alpha_beta.card_trees import Tree, look_through
from samuel.studies.search_studies.branching import ALL, ALONE, steering
from samuel.studies.search_studies.found import STYLES, Drawn, Found, Line, Listed, Stated
from samuel.studies.search_studies.look import Looked, Progress, look_all
from samuel.studies.search_studies.sample import SEED, Chosen
from samuel.studies.search_studies.spread import geometric, spread

BOARDS, BRANCHING, PLIES = 66_000, 8, 10
TREES = ((8, (1, 2, 3, 4)), (4, (2, 4, 5)), (3, (4, 6, 7)), (2, (4, 8, 11)))
"""Branchings and depths of the artificial trees: at most 5,000 boards, which is the program's room."""
DEPTHS = (4, 6, 8)
MODES = (ALONE, ALL)
HOUR, MINUTE = 3600, 60
RANDOM_SCORES = 500


def ideal(branching: int, plies: int) -> int:
    """The least number of ends that alpha-beta must look at: b^(d/2) twice, less one, for an even depth."""
    return int(branching ** ((plies + 1) // 2) + branching ** (plies // 2) - 1)


def tree(branching: int, plies: int, chance: random.Random, in_order: bool) -> tuple[int, Tree]:
    """An artificial tree with random scores, and its worth; in order, the best move always comes first."""
    if plies == 0:
        score = chance.randint(-RANDOM_SCORES, RANDOM_SCORES)
        return score, score
    below = [tree(branching, plies - 1, chance, in_order) for _ in range(branching)]
    if in_order:
        below.sort(key=lambda each: each[0])
    return max(-worth for worth, _ in below), [each for _, each in below]


def artificial(seed: int = SEED) -> list[tuple[int, int, int, int]]:
    """For each tree its branching, its depth, and the ends seen in perfect and in random order."""
    found = []
    for branching, depths in TREES:
        for plies in depths:
            chance = random.Random(f"{seed} {branching} {plies}")
            seen = []
            for in_order in (True, False):
                worth, grown = tree(branching, plies, chance, in_order)
                look = look_through(grown, listed=False)
                assert look.score == worth
                seen.append(look.ends)
            found.append((branching, plies, seen[0], seen[1]))
    return found


def boards(
    chosen: Sequence[Chosen], sample: str, progress: Progress = lambda done: None, seed: int = SEED
) -> Found:
    """Search the artificial trees, then look ahead in checkers."""
    trees = artificial(seed)
    settings: dict[str, Options] = {
        f"{mode} {depth}": {"steering": steering(mode, depth)} for mode in MODES for depth in DEPTHS
    }
    looked = look_all(settings, [each.position for each in chosen], progress=progress)
    by_mode = {mode: [looked[f"{mode} {depth}"] for depth in DEPTHS] for mode in MODES}
    rates = {mode: _rate([each for looks in by_mode[mode] for each in looks]) for mode in MODES}
    reached = {mode: spread([depth_of(counts) for counts in _counts(by_mode[mode])]) for mode in MODES}
    return Found(
        "boards",
        "66,000 boards, five minutes, ten plies",
        f"{len(chosen)} positions, {sample}; trees on cards of branching 2 to 8",
        _stated(trees, rates),
        (
            _trees(trees),
            Listed.of(
                "In checkers: time, and depth with 66,000 boards",
                (
                    "look-ahead",
                    "milliseconds a board",
                    "66,000 boards, minutes",
                    "plies reached",
                    "middle half",
                ),
                [
                    [
                        mode,
                        _ends(rates[mode], 1000),
                        _ends(rates[mode], BOARDS / MINUTE),
                        f"{reached[mode].mean:.1f}",
                        f"{reached[mode].low:.1f} to {reached[mode].high:.1f}",
                    ]
                    for mode in MODES
                ],
            ),
        ),
        (_plot(trees, by_mode),),
        (
            "Boards of the plausibility analyses are counted among the 66,000, since they take time too; so "
            "more order means fewer plies here.",
            "Beyond 8 plies the depth is extrapolated by each position's own growth from 6 to 8 plies.",
            "The example's ten plies need perfect order and 8 branches everywhere; checkers has neither.",
        ),
        {
            "trees": trees,
            "milliseconds": {mode: [1000 * end for end in rates[mode]] for mode in MODES},
            "plies": {mode: reached[mode].as_dict() for mode in MODES},
        },
    )


def _rate(looked: Sequence[Looked]) -> tuple[float, float]:
    """Seconds for a board, both ends."""
    evaluated = sum(each.scored for each in looked)
    return sum(each.seconds[0] for each in looked) / evaluated, sum(
        each.seconds[1] for each in looked
    ) / evaluated


def _counts(looked: Sequence[Sequence[Looked]]) -> list[list[int]]:
    """For each position the boards evaluated, by depth."""
    return [[each.scored for each in row] for row in zip(*looked, strict=True)]


def depth_of(counts: Sequence[int]) -> float:
    """The depth at which BOARDS are evaluated, on straight lines through the logarithms of the counts."""
    logs, wanted = [log(count) for count in counts], log(BOARDS)
    at = next((at for at in range(1, len(logs) - 1) if logs[at] >= wanted), len(logs) - 1)
    step = max(logs[at] - logs[at - 1], 1e-9)
    return DEPTHS[at - 1] + (DEPTHS[at] - DEPTHS[at - 1]) * (wanted - logs[at - 1]) / step


def _stated(
    trees: Sequence[tuple[int, int, int, int]], rates: Mapping[str, tuple[float, float]]
) -> tuple[Stated, ...]:
    quantity = paper.counts()
    grown = {plies: seen for branching, plies, seen, _ in trees if branching == BRANCHING}
    growth = (grown[4] / grown[2]) ** 0.5
    alike = all(seen == ideal(branching, plies) for branching, plies, seen, _ in trees)
    rate = rates[ALL]
    minutes, plain = (_ends(rates[mode], BOARDS / MINUTE) for mode in (ALL, ALONE))
    hours = _ends(rate, BRANCHING**PLIES / HOUR)
    return (
        Stated(
            "the ends of a tree in perfect order",
            "branching falls to its square root",
            f"{sum(seen == ideal(b, d) for b, d, seen, _ in trees)} of {len(trees)} trees: exactly "
            "b^(d/2) + b^(d/2) - 1",
            "holds" if alike else "differs",
            alike,
            23,
        ),
        Stated(
            "branching 8 with alpha-beta",
            f"{quantity['branching of the example with alpha-beta'].low:g}",
            f"{BRANCHING**0.5:.2f}; grown by {growth:.2f} a ply from 2 to 4 plies on the machine",
            "holds",
            True,
            24,
        ),
        Stated(
            "boards for 10 plies in perfect order",
            f"{BOARDS:,}",
            f"{ideal(BRANCHING, PLIES):,}: 2 x 8^5 less one",
            "holds",
            True,
            24,
        ),
        Stated(
            f"{BOARDS:,} boards take",
            "about 5 minutes",
            f"{minutes} minutes; without analyses {plain}",
            *_near(rate, BOARDS / MINUTE, 5),
            24,
        ),
        Stated(
            "8^10 boards, without alpha-beta",
            "over 1,000 hours",
            f"{BRANCHING**PLIES:,} boards, {hours} hours",
            *_above(rate[0] * BRANCHING**PLIES / HOUR, 1000),
            25,
        ),
    )


def _near(rate: tuple[float, float], times: float, stated: float) -> tuple[str, bool]:
    inside = rate[0] * times / 1.25 <= stated <= rate[1] * times * 1.25
    return ("within 25 %" if inside else "differs", inside)


def _above(least: float, stated: float) -> tuple[str, bool]:
    return ("holds", True) if least > stated else ("differs", False)


def _ends(rate: tuple[float, float], times: float) -> str:
    low, high = (f"{end * times:,.0f}" if end * times >= 100 else f"{end * times:.2g}" for end in rate)
    return low if low == high else f"{low} to {high}"


def _trees(trees: Sequence[tuple[int, int, int, int]]) -> Listed:
    rows = [
        [
            b,
            d,
            f"{b**d:,}",
            f"{ideal(b, d):,}",
            f"{seen:,}",
            f"{seen ** (1 / d):.2f}",
            f"{by_chance:,}",
            f"{by_chance ** (1 / d):.2f}",
        ]
        for b, d, seen, by_chance in trees
    ]
    heads = (
        "branching",
        "plies",
        "ends",
        "least possible",
        "perfect order",
        "its root",
        "random order",
        "its root",
    )
    return Listed.of("Artificial trees on the machine: ends evaluated with alpha-beta", heads, rows)


def _plot(trees: Sequence[tuple[int, int, int, int]], by_mode: dict[str, list[list[Looked]]]) -> Drawn:
    eight = [(d, seen) for b, d, seen, _ in trees if b == BRANCHING]

    def evaluated(found: Sequence[Looked]) -> float:
        return geometric([each.scored for each in found])[0]

    lines = [
        Line("8 branches, perfect order", tuple((float(d), float(seen)) for d, seen in eight), style="-."),
        *(
            Line(
                mode,
                tuple((float(d), evaluated(found)) for d, found in zip(DEPTHS, by_mode[mode], strict=True)),
                style=style,
            )
            for mode, style in zip(MODES, STYLES, strict=False)
        ),
        Line("paper: 66,000 at 10 plies", ((float(PLIES), float(BOARDS)),), True, "none"),
    ]
    return Drawn("Boards evaluated by depth", "plies", "boards", tuple(lines), log_up=True)
