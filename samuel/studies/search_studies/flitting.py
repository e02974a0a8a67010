"""What flitting from path to path does to the boards and the time of a move, and to their spread.

found = flitting(sample(drawn(None), 60), "own book", depth=6)

With a fixed depth both ways search the same tree and find the same score, so that only the order differs. By
the branching count, as the program plays, paths also decide how deep the tree goes; this is shown apart.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

from samuel.player.settings import Options
from samuel.player.steering import Steering
from samuel.studies.search_studies.found import STYLES, Drawn, Found, Line, Listed, Stated
from samuel.studies.search_studies.look import Looked, Progress, look_all
from samuel.studies.search_studies.sample import Chosen
from samuel.studies.search_studies.spread import Spread, spread

WITH, SURVEYED, WITHOUT = "survey and flitting", "survey only", "no paths"
MODES = (WITH, SURVEYED, WITHOUT)
PLAYED, PLAYED_SHORT, PLAYED_PLAIN = (
    "as played, flitting",
    "as played, survey only",
    "as played, no paths",
)
FIXED = {WITH: {}, SURVEYED: {"LIMIT": 1}, WITHOUT: {"SURVEY": 0}}
BY_COUNT: Mapping[str, Steering] = {PLAYED: {}, PLAYED_SHORT: {"LIMIT": 1}, PLAYED_PLAIN: {"SURVEY": 0}}
NOT_COMPARABLE = "not comparable: a deeper tree"
QUANTITIES = ("seconds", "ends", "scored")


def settings(depth: int, given: Steering) -> dict[str, Options]:
    """The settings of every mode; `given` are steering words that all of them have."""
    whole: Steering = {"DEPTH": depth, "LIMIT": depth, "ORDER": depth, "SAVED": [99]}
    found: dict[str, Options] = {
        name: {"steering": {**whole, **given, **words}} for name, words in FIXED.items()
    }
    return found | {name: {"steering": {**given, **words}} for name, words in BY_COUNT.items()}


def flitting(
    chosen: Sequence[Chosen],
    sample: str,
    depth: int,
    given: Steering | None = None,
    progress: Progress = lambda done: None,
) -> Found:
    """Measure moves with paths and without."""
    looked = look_all(settings(depth, given or {}), [each.position for each in chosen], progress=progress)
    spreads = {
        name: {what: spread(values(each, what)) for what in QUANTITIES} for name, each in looked.items()
    }
    return Found(
        "flitting",
        "What flitting from path to path saves",
        f"{len(chosen)} positions, {sample}; fixed depth of {depth} plies, and as the program plays",
        _stated(looked),
        (
            _table(f"Fixed depth, {depth} plies: the same tree, the same score", MODES, looked, spreads),
            _table("By the branching count, as the program plays", tuple(BY_COUNT), looked, spreads),
        ),
        (
            _plot(looked, MODES, f"Time of a move at a fixed depth of {depth} plies"),
            _plot(looked, tuple(BY_COUNT), "Time of a move as the program plays"),
        ),
        (
            "The paper gives no number for this statement.",
            "By the branching count a path that flitting has extended is searched to its depth, so the trees "
            "differ in depth too: there, less time does not mean better order.",
            "Boards are all that were evaluated, with those of the analyses; spread is their standard "
            "deviation, relative to the mean in the next column.",
            "Seconds are those of the slow end of the 7094's interval, with the card and the printed line.",
        ),
        {
            "depth": depth,
            "steering": dict(given or {}),
            "spread": {
                name: {what: each.as_dict() for what, each in of.items()} for name, of in spreads.items()
            },
            "seconds": {name: values(each, "seconds") for name, each in looked.items()},
        },
    )


def values(looked: Sequence[Looked], what: str) -> list[float]:
    """One number of each look-ahead; of the time, the slow end."""
    return [each.seconds[1] if what == "seconds" else float(getattr(each, what)) for each in looked]


def _stated(looked: Mapping[str, Sequence[Looked]]) -> tuple[Stated, ...]:
    rows = []
    for what, name in (("ends", "more pruning: fewer ends"), ("seconds", "less time")):
        for base, other in ((WITHOUT, WITH), (PLAYED_PLAIN, PLAYED)):
            rows.append(_change(name, values(looked[base], what), values(looked[other], what), base))
    for base, other in ((WITHOUT, WITH), (PLAYED_PLAIN, PLAYED)):
        rows.append(_spreads(values(looked[base], "seconds"), values(looked[other], "seconds"), base))
    return tuple(rows)


def _change(name: str, base: Sequence[float], other: Sequence[float], mode: str) -> Stated:
    """The mean with flitting over that without, with its error from the pairs."""
    ratio = fmean(other) / fmean(base)
    rest = [b - ratio * a for a, b in zip(base, other, strict=True)]
    error = stdev(rest) / sqrt(len(rest)) / fmean(base)
    holds = True if ratio + 2 * error < 1 else False if ratio - 2 * error > 1 else None
    verdict = {True: "holds", False: "the opposite here", None: "within chance"}[holds]
    if mode != WITHOUT:
        holds, verdict = None, NOT_COMPARABLE
    kind = "fixed depth" if mode == WITHOUT else "as played"
    return Stated(f"{name}, {kind}", "decreases", f"{ratio:.2f} ± {error:.2f} times", verdict, holds, 44)


def _spreads(base: Sequence[float], other: Sequence[float], mode: str) -> Stated:
    """The spread of times with flitting beside that without, as deviations and in units of the mean."""
    without, with_it = spread(base), spread(other)
    holds = with_it.deviation < without.deviation and with_it.variation < without.variation
    opposite = with_it.deviation > without.deviation and with_it.variation > without.variation
    verdict = "holds" if holds else "the opposite here" if opposite else "undecided"
    kind = "fixed depth" if mode == WITHOUT else "as played"
    ours = (
        f"standard deviation from {without.deviation:.0f} to {with_it.deviation:.0f} s, "
        f"relative to the mean from {without.variation:.2f} to {with_it.variation:.2f}"
    )
    decided = True if holds else False if opposite else None
    if mode != WITHOUT:
        decided, verdict = None, NOT_COMPARABLE
    return Stated(f"less spread of time, {kind}", "decreases", ours, verdict, decided, 44)


def _table(
    caption: str,
    modes: Sequence[str],
    looked: Mapping[str, Sequence[Looked]],
    spreads: Mapping[str, Mapping[str, Spread]],
) -> Listed:
    rows = []
    for mode in modes:
        time = spreads[mode]["seconds"]
        rows.append(
            [
                mode,
                f"{fmean(values(looked[mode], 'deepest')):.1f}",
                f"{spreads[mode]['ends'].mean:,.0f}",
                f"{spreads[mode]['scored'].mean:,.0f}",
                f"{time.mean:.0f}",
                f"{time.deviation:.0f}",
                f"{time.variation:.2f}",
                f"{time.low:.0f}, {time.median:.0f}, {time.high:.0f}",
                f"{time.top:.0f}",
            ]
        )
    heads = ("mode", "plies", "ends", "boards", "seconds", "spread", "relative", "quarters", "top tenth")
    return Listed.of(caption, heads, rows)


def _plot(looked: Mapping[str, Sequence[Looked]], modes: Sequence[str], title: str) -> Drawn:
    lines = []
    for mode, style in zip(modes, STYLES, strict=False):
        times = sorted(values(looked[mode], "seconds"))
        lines.append(
            Line(mode, tuple((time, (at + 1) / len(times)) for at, time in enumerate(times)), style=style)
        )
    return Drawn(title, "seconds of a 7094", "share of moves", tuple(lines), log_across=True)
