"""5, 10, 15 and 20 terms: against each other over the board, and beside the moves of a book.

found = terms(sample(drawn(Path("games.pdn")), 300), "games.pdn", openings=4)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean

from samuel.checkers.openings import spread as spread_openings
from samuel.player.settings import Options
from samuel.player.steering import Steering
from samuel.studies.match import Match, play_match
from samuel.studies.search_studies.book import difference
from samuel.studies.search_studies.book_moves import Asked, ask_all
from samuel.studies.search_studies.found import Drawn, Found, Line, Listed, Stated
from samuel.studies.search_studies.look import Progress
from samuel.studies.search_studies.sample import Chosen
from samuel.studies.search_studies.spread import share

COUNTS = (5, 10, 15, 20)
LISTED = (1, *COUNTS)
"""Beside the book piece advantage alone is shown too."""
PLAYED: Steering = {"COUNT": 8, "LIMIT": 5}
"""A short search, as in the other match on record."""
SEARCHED = " terms, search"
RATED = " terms, rated"


def terms(
    chosen: Sequence[Chosen],
    sample: str,
    openings: int = 0,
    progress: Progress = lambda done: None,
    playing: Callable[[str, int], object] = lambda name, games: None,
) -> Found:
    """Ask along the book with every number of terms; then play every pair of them."""
    settings: dict[str, Options] = {}
    for count in LISTED:
        settings[f"{count}{RATED}"] = {"terms": count, "steering": {"PLAUS3": 1}}
        settings[f"{count}{SEARCHED}"] = {"terms": count, "steering": {**PLAYED, "SEARCH": 1}}
    asked = ask_all(settings, chosen, progress)
    matches = {pair: _match(*pair, openings, playing) for pair in combinations(COUNTS, 2)} if openings else {}
    return Found(
        "terms",
        "5, 10, 15 and 20 terms",
        f"{len(chosen)} positions with a choice, {sample}"
        + (f"; {2 * openings} games for each pair, COUNT 8 LIMIT 5" if openings else ""),
        tuple(_stated(low, high, what, asked, matches) for low, high, what in STATED),
        (_table(asked), *((_results(matches), _standing(matches)) if matches else ())),
        (_plot(asked),),
        (
            "The paper judged by play. The coefficient was taken as the measure after a first trial, in "
            "which the share of book moves made showed no difference; both are given, and so are the games.",
            "Table 1 prints 19 terms besides piece advantage, so more than 20 cannot be tried with them.",
            "The six poorest moves against Nealey that the paper replayed with 20 and 10 terms are lost: of "
            "the games with him only results are at hand, so that statement cannot be repeated.",
            *(() if openings else ("No games were played: --openings N plays them.",)),
        ),
        {
            "coefficients": {name: coefficient(answers) for name, answers in asked.items() if RATED in name},
            "follows": {name: fmean(each.follows for each in answers) for name, answers in asked.items()},
            "matches": {
                f"{a} against {b}": {
                    "wins": m.wins,
                    "draws": m.draws,
                    "losses": m.losses,
                    "score": m.score,
                    "error": m.error,
                }
                for (a, b), m in matches.items()
            },
        },
    )


SMALL = 0.1
"""A rise of the coefficient that would be more than barely discernible; ours, chosen after a first trial."""
STATED = (
    (5, 20, "five terms are definitely too few"),
    (10, 15, "15 terms are barely better than 10"),
    (15, 20, "20 terms beside 15"),
)


def coefficient(answers: Sequence[Asked]) -> float:
    """Samuel's (L - H) / (L + H); moves rated equal count as higher, as in Table 2."""
    return _coefficient(map(sum, zip(*_ratings(answers), strict=True)))


def _ratings(answers: Sequence[Asked]) -> list[tuple[int, int]]:
    """For each position how many moves are rated lower than the book's, and how many are not."""
    return [(each.line.lower, each.line.higher + each.line.equal) for each in answers]


def _coefficient(low_high: Iterable[int]) -> float:
    low, high = low_high
    return (low - high) / (low + high) if low + high else 0.0


def gained(base: Sequence[Asked], other: Sequence[Asked]) -> tuple[float, float]:
    """How much larger the other's coefficient is, and the error, leaving out one position at a time."""
    sides = [_ratings(answers) for answers in (base, other)]
    sums = [tuple(map(sum, zip(*side, strict=True))) for side in sides]

    def without(at: int | None) -> float:
        left = [(0, 0) if at is None else side[at] for side in sides]
        before, after = (
            _coefficient((total[0] - out[0], total[1] - out[1]))
            for total, out in zip(sums, left, strict=True)
        )
        return after - before

    parts = [without(at) for at in range(len(base))]
    mean, count = fmean(parts), len(parts)
    return without(None), sqrt((count - 1) / count * sum((part - mean) ** 2 for part in parts))


def _match(first: int, second: int, openings: int, playing: Callable[[str, int], object]) -> Match:
    return play_match(
        {"terms": first, "steering": PLAYED},
        {"terms": second, "steering": PLAYED},
        spread_openings(openings),
        progress=lambda match: playing(f"{first} against {second} terms", len(match.games)),
    )


def _stated(
    low: int,
    high: int,
    what: str,
    asked: Mapping[str, Sequence[Asked]],
    matches: Mapping[tuple[int, int], Match],
) -> Stated:
    gain, error = gained(asked[f"{low}{RATED}"], asked[f"{high}{RATED}"])
    searched = difference(asked[f"{low}{SEARCHED}"], asked[f"{high}{SEARCHED}"])
    ours = f"coefficient {gain:+.3f} ± {error:.3f} with {high} instead of {low}"
    ours += f"; searching, the book is followed {searched[0]:+.1%} ± {searched[1]:.1%} more often"
    if match := matches.get((low, high)):
        by = "" if match.error is None else f" ± {match.error:.1%}"
        ours += f"; {low} terms score {match.score:.1%}{by} against {high}"
    clear = gain > 2 * error
    in_play = searched[0] > 2 * searched[1] or bool(match and match.is_beyond_chance and match.score < 0.5)
    verdict = f"{high} rate better" if clear else "rated alike within chance"
    verdict += ", and play better" if in_play else "; no difference in play beyond chance"
    wanted = {5: "inadequate", 10: "barely discernible"}.get(low, "no statement below 20")
    holds = {5: True if clear and in_play else None, 10: True if gain + 2 * error < SMALL else None}.get(low)
    return Stated(what, wanted, ours, verdict, holds, 97)


def _table(asked: Mapping[str, Sequence[Asked]]) -> Listed:
    rows = []
    for count in LISTED:
        rated, searched = asked[f"{count}{RATED}"], asked[f"{count}{SEARCHED}"]
        cells = [
            "{:.1%} ± {:.1%}".format(*share(sum(each.follows for each in answers), len(answers)))
            for answers in (rated, searched)
        ]
        rows.append(
            [count, f"{coefficient(rated):.3f}", *cells, f"{fmean(each.seconds for each in searched):.1f}"]
        )
    heads = ("terms", "coefficient, one ply", "follows, one ply", "follows, searching", "7094 seconds")
    return Listed.of("Beside the book", heads, rows)


def _results(matches: Mapping[tuple[int, int], Match]) -> Listed:
    rows = [
        [
            f"{first} against {second}",
            match.wins,
            match.draws,
            match.losses,
            f"{match.score:.1%}" + ("" if match.error is None else f" ± {match.error:.1%}"),
            f"{match.odds:.2f}",
        ]
        for (first, second), match in matches.items()
    ]
    heads = ("terms", "wins", "draws", "losses", "score of the first", "equal players differ as much")
    return Listed.of("Over the board", heads, rows)


def _standing(matches: Mapping[tuple[int, int], Match]) -> Listed:
    rows = []
    for count in COUNTS:
        scores = [
            (m.score if count == pair[0] else 1 - m.score, m.error or 0.0)
            for pair, m in matches.items()
            if count in pair
        ]
        error = sqrt(sum(each[1] ** 2 for each in scores)) / len(scores)
        rows.append([count, f"{fmean(each[0] for each in scores):.1%} ± {error:.1%}"])
    return Listed.of("All against all", ("terms", "score"), rows)


def _plot(asked: Mapping[str, Sequence[Asked]]) -> Drawn:
    def points(kind: str) -> tuple[tuple[float, float], ...]:
        return tuple((count, fmean(each.follows for each in asked[f"{count}{kind}"])) for count in LISTED)

    lines = (
        Line("rated, one ply", points(RATED), style="--"),
        Line("searching", points(SEARCHED)),
    )
    return Drawn("Following the book, by number of terms", "terms", "share of positions", lines)
