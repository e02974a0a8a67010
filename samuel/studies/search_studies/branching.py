"""Apparent branching: how fast the tree grows with nothing, with alpha-beta alone, and with moves in order.

found = branching(sample(drawn(None), 12), "own book", depth=5)
found.stated[0].ours

Every look-ahead has a fixed depth, and all its ends are scored in the same way, so that the move is worth the
same with and without pruning. The apparent branching at depth d is the d-th root of the number of ends; the
growth is the square root of the ends at d over those at d - 2, since odd and even depths differ.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

from samuel import paper
from samuel.player.settings import Options
from samuel.player.steering import Steering
from samuel.studies.search_studies.found import STYLES, Drawn, Found, Line, Listed, Stated
from samuel.studies.search_studies.look import Looked, Progress, look_all
from samuel.studies.search_studies.sample import Chosen
from samuel.studies.search_studies.spread import geometric, spread

NOTHING, ALONE, TWO, ALL, PATHS = (
    "no pruning, no order",
    "alpha-beta alone",
    "analysis at two plies",
    "analysis at all plies",
    "analysis and paths",
)
MODES = (NOTHING, ALONE, TWO, ALL, PATHS)
ORDERED = (TWO, ALL, PATHS)
LEAST = 2
"""The least depth."""
FULL_DEPTH = 6
"""Without pruning no look-ahead is deeper: a tree has six times as many ends with each ply."""
PAPER = {
    NOTHING: "branching of checkers",
    ALONE: "branching with alpha-beta",
    "best": "branching with the best order",
}


def steering(mode: str, depth: int) -> Steering:
    """The steering words of a look-ahead of fixed depth, without forward pruning."""
    fixed: Steering = {"DEPTH": depth, "LIMIT": depth, "SAVED": [99], "MARGIN": [0], "AGREE": 0}
    no_paths: Steering = {**fixed, "SURVEY": 0}
    modes: dict[str, Steering] = {
        NOTHING: {**no_paths, "ORDER": 0, "PRUNE": 0},
        ALONE: {**no_paths, "ORDER": 0},
        TWO: {**no_paths, "ORDER": min(2, depth)},
        ALL: {**no_paths, "ORDER": depth},
        PATHS: {**fixed, "ORDER": depth},
    }
    return modes[mode]


def depths(mode: str, deepest: int) -> range:
    """The depths that a mode is measured at."""
    return range(LEAST, min(deepest, FULL_DEPTH if mode == NOTHING else deepest) + 1)


def looks(deepest: int) -> int:
    """How many look-aheads a position takes."""
    return sum(len(depths(mode, deepest)) for mode in MODES)


Trees = Mapping[tuple[str, int], Sequence[Looked]]


def branching(
    chosen: Sequence[Chosen], sample: str, depth: int, progress: Progress = lambda done: None
) -> Found:
    """Measure every mode at every depth."""
    settings: dict[str, Options] = {
        f"{mode} {at}": {"steering": steering(mode, at)} for mode in MODES for at in depths(mode, depth)
    }
    positions = [each.position for each in chosen]
    looked = look_all(settings, positions, progress=progress)
    trees = {(mode, at): looked[f"{mode} {at}"] for mode in MODES for at in depths(mode, depth)}
    best = min(ORDERED, key=lambda mode: root(trees[mode, depth], depth)[0])
    shown = {NOTHING: NOTHING, ALONE: ALONE, best: "best"}
    return Found(
        "branching",
        "Apparent branching",
        f"{len(chosen)} positions, {sample}; look-aheads of fixed depth {LEAST} to {depth}",
        tuple(_stated(mode, PAPER[name], trees, depth) for mode, name in shown.items()),
        (_table(trees, depth), _spread(trees, depth, chosen), _work(trees, depth)),
        (_plot(trees, depth),),
        (
            "The paper does not say how it counts apparent branching; both ways are shown. A number agrees "
            "here if it is within 15 % of the nearer one, a threshold of ours.",
            f"Without pruning the deepest look-ahead here is {FULL_DEPTH} plies.",
            "The ends of the tree are counted, as the paper counts boards. The boards that the plausibility "
            "analyses look at are not in the tree; the last table has them. In all the work the order pays "
            "only where the tree it saves is larger than the analyses it costs.",
        ),
        _measures(trees, chosen),
    )


def root(found: Sequence[Looked], depth: int) -> tuple[float, float]:
    """The d-th root of the ends, and its error."""
    mean, error = geometric([each.ends ** (1 / depth) for each in found])
    return mean, error


def growth(trees: Trees, mode: str, depth: int) -> tuple[float, float] | None:
    """The growth of the ends over the last two plies, per ply."""
    if (mode, depth - 2) not in trees:
        return None
    pairs = zip(trees[mode, depth], trees[mode, depth - 2], strict=True)
    return geometric([sqrt(now.ends / before.ends) for now, before in pairs])


def _last(mode: str, depth: int) -> int:
    return depths(mode, depth)[-1]


def _stated(mode: str, name: str, trees: Trees, depth: int) -> Stated:
    quantity, last = paper.counts()[name], _last(mode, depth)
    at_root, grown = root(trees[mode, last], last), growth(trees, mode, last)
    low, high = sorted([at_root[0], grown[0] if grown else at_root[0]])
    between = low * 0.85 <= quantity.low <= high * 1.15
    ours = f"{at_root[0]:.2f} ± {at_root[1]:.2f} at {last} plies" + (
        f", growing by {grown[0]:.2f} ± {grown[1]:.2f}" if grown else ""
    )
    verdict = "within 15 %" if between else "more here" if low > quantity.low else "less here"
    return Stated(f"{quantity.name} ({mode})", f"about {quantity.low:g}", ours, verdict, between, 26)


def _table(trees: Trees, depth: int) -> Listed:
    rows = [
        [
            mode,
            *(
                f"{root(trees[mode, at], at)[0]:.2f}" if (mode, at) in trees else ""
                for at in range(LEAST, depth + 1)
            ),
            f"{grown[0]:.2f} ± {grown[1]:.2f}" if (grown := growth(trees, mode, _last(mode, depth))) else "",
        ]
        for mode in MODES
    ]
    heads = ["look-ahead", *(f"{at} plies" for at in range(LEAST, depth + 1)), "growth at the last"]
    return Listed.of("Apparent branching, geometric mean over positions", heads, rows)


def _spread(trees: Trees, depth: int, chosen: Sequence[Chosen]) -> Listed:
    stages = list(dict.fromkeys(each.stage for each in chosen))
    rows = []
    for mode in MODES:
        last = _last(mode, depth)
        roots = [each.ends ** (1 / last) for each in trees[mode, last]]
        across = spread(roots)
        by_stage = [
            geometric([one for one, each in zip(roots, chosen, strict=True) if each.stage == stage])[0]
            for stage in stages
        ]
        quarters = f"{across.low:.2f} to {across.high:.2f}"
        rows.append(
            [mode, last, quarters, f"{across.deviation:.2f}", *(f"{value:.2f}" for value in by_stage)]
        )
    heads = ["look-ahead", "plies", "middle half", "deviation", *stages]
    return Listed.of("Its spread from position to position, and by stage of the game", heads, rows)


def _work(trees: Trees, depth: int) -> Listed:
    rows = []
    for mode in MODES:
        last = _last(mode, depth)
        found = trees[mode, last]
        ends, scored = (spread([getattr(each, name) for each in found]).mean for name in ("ends", "scored"))
        seconds = sum(each.seconds[1] for each in found) / len(found)
        rows.append([mode, last, f"{ends:,.0f}", f"{scored:,.0f}", f"{seconds:,.0f}"])
    heads = ["look-ahead", "plies", "ends", "boards evaluated", "7094 seconds"]
    return Listed.of("The work of a move, mean", heads, rows)


def _plot(trees: Trees, depth: int) -> Drawn:
    lines = [
        Line(
            mode,
            tuple((at, geometric([each.ends for each in trees[mode, at]])[0]) for at in depths(mode, depth)),
            style=style,
        )
        for mode, style in zip(MODES, (*STYLES, "-"), strict=True)
    ]
    across = (LEAST, depth)
    for name in PAPER.values():
        stated = paper.counts()[name].low
        lines.append(Line(f"paper, {stated:g}", tuple((at, stated**at) for at in across), True, ":"))
    return Drawn("Ends of the tree by depth", "plies", "ends", tuple(lines), log_up=True)


def _measures(trees: Trees, chosen: Sequence[Chosen]) -> dict[str, object]:
    return {
        "positions": [each.position.to_fen() for each in chosen],
        "ends": {f"{mode}, {at} plies": [each.ends for each in found] for (mode, at), found in trees.items()},
        "scored": {
            f"{mode}, {at} plies": [each.scored for each in found] for (mode, at), found in trees.items()
        },
    }
