"""What the lost parameters of 1967 were: candidate definitions, measured on book games, against Table 1.

The choice is made on one half of the games and shown on the other. Fig. 3 has no part in it.
"""

from collections.abc import Iterable
from itertools import combinations, islice

import numpy as np

from samuel.fit.distance import distance, printed, rank_correlation
from samuel.fit.generated import generated
from samuel.fit.measure import MODES, SPLIT, VIEWS, Coefficients, Counts, Measure, coefficients
from samuel.fit.situations import Progress, silent, situations
from samuel.fit.table import TABLE
from samuel.fit.thought import ENEMY_ALONE, PUBLISHED, SAME_NAME, THOUGHT
from samuel.fit.verdicts import Agreement, Fit, Phases, Report, Verdict
from samuel.pdn import Game

MODE = "same"
"""The paper follows jumps, which leaves "all" and "same"; published definitions fit much better by "same"."""
MARGIN = 0.02
"""A definition of the listings gives way only to one so much nearer to the row, and nearer held out too."""
WELL_FOUNDED = (*PUBLISHED, "QUART", "PANTS")
"""Names by which the split into phases is judged."""
EVERY = 4
"""Of the generated definitions one in so many is measured, for time."""

Candidate = tuple[str, str, str]
"""Name, definition and view."""
Table = dict[Candidate, Counts]


def definitions_report(
    games: Iterable[Game], mode: str = MODE, every: int = EVERY, progress: Progress = silent
) -> Report:
    """Measure all candidates on games, and choose for each name of Table 1."""
    book = situations(games, progress)
    train, held_out = Measure(book.half(False)), Measure(book.half(True))
    thought, checked = _thought(train, progress), _thought(held_out, progress)
    modes = {each: _published_distance(thought, each) for each in MODES}
    chance = _generated(train, mode, every, progress)
    verdicts = [_verdict(name, thought, checked, chance, mode) for name in TABLE]
    before = {v.name: (v.name, v.present.definition, v.present.view) for v in verdicts}
    after = {v.name: (v.name, v.chosen.definition, v.chosen.view) for v in verdicts}
    return Report(
        situations=book.number,
        alternatives=len(book) - book.number,
        thought=len(thought) // len(VIEWS),
        generated=len(chance.row) // len(VIEWS),
        mode=mode,
        modes=modes,
        phases=_phases(thought, mode),
        verdicts=verdicts,
        before={each: _agreement(checked, before, each) for each in MODES},
        after={each: _agreement(checked, after, each) for each in MODES},
    )


def present(name: str) -> Candidate:
    """The definition that the listings use."""
    return name, next(iter(THOUGHT[name])), "enemy" if name in ENEMY_ALONE else "difference"


def _thought(measure: Measure, progress: Progress) -> Table:
    """The counts of everything thought up."""
    table: Table = {}
    for name, ratings in THOUGHT.items():
        for definition, rating in ratings.items():
            for view, counts in measure.views(rating):
                table[name, definition, view] = counts
        progress("definitions thought up", len(table) // len(VIEWS))
    return table


def _generated(measure: Measure, mode: str, every: int, progress: Progress) -> Coefficients:
    """Coefficients of generated definitions in all views."""
    found = []
    for number, (_, rating) in enumerate(islice(generated(), 0, None, every)):
        found += [coefficients(counts, mode) for _, counts in measure.views(rating)]
        if number % 200 == 0:
            progress("definitions generated", number)
    return Coefficients(np.array([each.row for each in found]), np.array([each.certainty for each in found]))


def _published_distance(table: Table, mode: str) -> float:
    """Mean distance of published definitions from their rows, each in its best view."""
    return float(np.mean([min(_in_views(table, name, mode)) for name in PUBLISHED]))


def _in_views(table: Table, name: str, mode: str) -> list[float]:
    _, definition, _ = present(name)
    return [float(distance(coefficients(table[name, definition, view], mode), name)) for view in VIEWS]


def _phases(table: Table, mode: str) -> Phases:
    """Every split into six phases, judged by the well-founded names."""
    splits = np.array([(*cuts[::-1], 0) for cuts in combinations(range(3, 24), 5)])
    off = np.zeros(len(splits))
    for name in WELL_FOUNDED:
        _, definition, _ = present(name)
        views = [distance(coefficients(table[name, definition, view], mode, splits), name) for view in VIEWS]
        off += np.min(views, axis=0) ** 2
    ours = off[np.flatnonzero((splits == SPLIT).all(axis=1))[0]]
    best = tuple(int(fewest) for fewest in splits[np.argmin(off)])
    return Phases(SPLIT, int((off < ours).sum()), len(splits), best)


def _verdict(name: str, train: Table, held_out: Table, chance: Coefficients, mode: str) -> Verdict:
    fits = {key: _fit(key, train, held_out, mode) for key in train if key[0] == name}
    now = fits[present(name)]
    able = [key for key in fits if _covers(fits[key], name)]
    best_key = min(able, key=lambda key: fits[key].train_distance, default=present(name))
    best = fits[best_key]
    measured = coefficients(train[best_key], mode)
    nearer = sum(bool(distance(measured, other) < best.train_distance) for other in TABLE if other != name)
    as_near = float(np.mean(distance(chance, name) <= best.train_distance))
    change = (
        now.train_distance - best.train_distance > MARGIN
        and best.held_out_distance < now.held_out_distance
        and (name not in SAME_NAME or best.definition == now.definition)
    )
    return Verdict(name, TABLE[name], now, best, len(fits), as_near, nearer, change)


def _fit(key: Candidate, train: Table, held_out: Table, mode: str) -> Fit:
    name, definition, view = key
    one, other = (coefficients(table[key], mode) for table in (train, held_out))
    return Fit(
        definition,
        view,
        tuple(one.row.tolist()),
        tuple(other.row.tolist()),
        float(distance(one, name)),
        float(distance(other, name)),
    )


def _covers(fit: Fit, name: str) -> bool:
    """Whether there is a coefficient in every phase that has one in print, and in one phase at least."""
    there = ~np.isnan(fit.train)
    return bool(there.any() and there[~np.isnan(printed(name))].all())


def _agreement(table: Table, chosen: dict[str, Candidate], mode: str) -> Agreement:
    """Signs over what is printed; rank correlation over all 31 names, what is not printed as 0."""
    measured = np.array([coefficients(table[chosen[name]], mode).row for name in TABLE])
    rows = np.array([printed(name) for name in TABLE])
    there = ~np.isnan(rows)
    agree = (np.sign(measured) == np.sign(rows)) & there
    published = np.array([name in PUBLISHED for name in TABLE])
    return Agreement(
        int(agree.sum()),
        int(there.sum()),
        int(agree[published].sum()),
        int(there[published].sum()),
        tuple(
            rank_correlation(np.nan_to_num(one), np.nan_to_num(other))
            for one, other in zip(measured.T, rows.T, strict=True)
        ),
    )
