"""How often the playing program follows the book, by how far it looks ahead.

found = look_ahead(sample(drawn(Path("games.pdn")), 300), "games.pdn")

The native program goes along the book's positions: first by its ratings, one ply and more, as while it
learns, then by the move that its search chooses, as in a game.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean

from samuel import paper
from samuel.player.settings import Options
from samuel.player.steering import Steering
from samuel.studies.search_studies.book_moves import Asked, ask_all
from samuel.studies.search_studies.found import Drawn, Found, Line, Listed, Stated
from samuel.studies.search_studies.look import Progress
from samuel.studies.search_studies.sample import Chosen
from samuel.studies.search_studies.spread import share

ONE_PLY = "rating, one ply"
RATINGS: Mapping[str, Steering] = {
    ONE_PLY: {"PLAUS3": 1},
    "plausibility analysis, two ply": {"PLAUS3": 2},
    "plausibility analysis, three ply": {"PLAUS3": 3},
}
COUNTS = (4, 8, 16, 24)
SEARCHES: Mapping[str, Steering] = {
    f"search, COUNT {count}": {"SEARCH": 1, "COUNT": count} for count in COUNTS
}
PLAYED = "search, COUNT 16"
"""As the program plays."""
MODES = {**RATINGS, **SEARCHES}
FIRST, SECOND = 0, 1
"""Places in the paper's row: no move rated as high, and one."""


def look_ahead(
    chosen: Sequence[Chosen],
    sample: str,
    given: Steering | None = None,
    progress: Progress = lambda done: None,
) -> Found:
    """Ask in every position with every depth."""
    settings: dict[str, Options] = {
        name: {"steering": {**(given or {}), **words}} for name, words in MODES.items()
    }
    asked = ask_all(settings, chosen, progress)
    base, deepest = asked[ONE_PLY], asked[list(SEARCHES)[-1]]
    gain, error = difference(base, deepest)
    holds = True if gain > 2 * error else False if gain < -2 * error else None
    printed = [row.hundredths / 100 for row in paper.rated()]
    return Found(
        "book",
        "How often the program follows the book, by look-ahead",
        f"{len(chosen)} positions with a choice, {sample}",
        (
            Stated(
                "look-ahead greatly raises how often the book is followed",
                "much more often",
                f"{gain:+.1%} ± {error:.1%} from one ply to COUNT {COUNTS[-1]}",
                {True: "more often", False: "less often here", None: "within chance"}[holds],
                holds,
                169,
            ),
            _level(asked[PLAYED], printed[FIRST] + printed[SECOND]),
            Stated(
                "the book's move rated above all others, one ply",
                f"{printed[FIRST]:.2f}",
                f"{share(sum(each.first for each in base), len(base))[0]:.2f}",
                "the polynomial here, tables in 1967",
                None,
                169,
            ),
            Stated(
                "at most one move rated as high, one ply",
                f"{printed[FIRST] + printed[SECOND]:.2f}",
                f"{fmean(each.line.higher + each.line.equal <= 1 for each in base):.2f}",
                "the polynomial here, tables in 1967",
                None,
                169,
            ),
        ),
        (_table(asked), _stages(asked, chosen)),
        (_plot(asked),),
        (
            "The paper gives no fraction for the playing program, only that it is much higher than 0.64.",
            "Positions in which only one move is legal are left out; with them every share would be higher.",
            "The program plays by the polynomial with the paper's coefficients, not by learnt tables.",
            "A book has one move for a position, where several may be as good.",
        ),
        {
            "follows": {name: [each.follows for each in answers] for name, answers in asked.items()},
            "seconds": {name: fmean(each.seconds for each in answers) for name, answers in asked.items()},
        },
    )


def _level(asked: Sequence[Asked], stated: float) -> Stated:
    """The share of book moves in play beside the one that the paper expects without look-ahead."""
    part, error = share(sum(each.follows for each in asked), len(asked))
    holds = True if part - 2 * error > stated else False if part + 2 * error < stated else None
    verdict = {True: "above it", False: "below it here", None: "not above it beyond chance"}[holds]
    return Stated(
        f"book moves made, {PLAYED}", f"above {stated:.2f}", f"{part:.2f} ± {error:.2f}", verdict, holds, 169
    )


def difference(base: Sequence[Asked], other: Sequence[Asked]) -> tuple[float, float]:
    """How much more often the other follows the book, and the error, from pairs."""
    steps = [after.follows - before.follows for before, after in zip(base, other, strict=True)]
    mean = fmean(steps)
    return mean, sqrt(sum((step - mean) ** 2 for step in steps) / (len(steps) - 1) / len(steps))


def _table(asked: Mapping[str, Sequence[Asked]]) -> Listed:
    rows = []
    base = asked[ONE_PLY]
    for name, answers in asked.items():
        part, error = share(sum(each.follows for each in answers), len(answers))
        gain = "" if name == ONE_PLY else "{:+.1%} ± {:.1%}".format(*difference(base, answers))
        first = fmean(each.first for each in answers)
        rows.append(
            [
                name,
                f"{part:.1%} ± {error:.1%}",
                gain,
                f"{first:.1%}",
                f"{fmean(each.seconds for each in answers):.1f}",
            ]
        )
    heads = (
        "look-ahead",
        "its choice is the book's",
        "beside one ply",
        "book's move above all",
        "7094 seconds",
    )
    return Listed.of("How often the program follows the book", heads, rows)


def _stages(asked: Mapping[str, Sequence[Asked]], chosen: Sequence[Chosen]) -> Listed:
    stages = list(dict.fromkeys(each.stage for each in chosen))

    def cell(answers: Sequence[Asked], stage: str) -> str:
        of_stage = [a.follows for a, each in zip(answers, chosen, strict=True) if each.stage == stage]
        return f"{fmean(of_stage):.1%}"

    rows = [[name, *(cell(answers, stage) for stage in stages)] for name, answers in asked.items()]
    return Listed.of("The same by stage of the game", ["look-ahead", *stages], rows)


def _plot(asked: Mapping[str, Sequence[Asked]]) -> Drawn:
    def points(modes: Mapping[str, Steering]) -> tuple[tuple[float, float], ...]:
        return tuple(
            (
                fmean(each.seconds for each in asked[name]),
                share(sum(each.follows for each in asked[name]), len(asked[name]))[0],
            )
            for name in modes
        )

    lines = (Line("rated", points(RATINGS), style="--"), Line("searched", points(SEARCHES)))
    return Drawn(
        "Following the book, by time spent",
        "seconds of a 7094, mean",
        "share of positions",
        lines,
        log_across=True,
    )
