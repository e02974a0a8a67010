"""What the lost parameters of 1967 may have been: candidate definitions, measured on book games, are compared
with Table 1.

One half of the games is used to choose, the other to check. Fig. 3 is not used.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import numpy as np
from numpy.typing import NDArray

from samuel.checkers.pdn import Game
from samuel.definitions.generated import generated
from samuel.definitions.measure import (
    MODES,
    SPLIT,
    TIMED,
    VIEWS,
    Coefficients,
    Counts,
    Measure,
    Rating,
    Row,
    coefficients,
)
from samuel.definitions.proposed import FORMER, KEPT, PUBLISHED, THOUGHT, may_rate, view_of
from samuel.definitions.situations import Progress, silent, situations
from samuel.fit.distance import distance, printed, rank_correlation
from samuel.fit.readings import Reached
from samuel.fit.replayed import Reading, Replayer
from samuel.fit.rule import RULE, choose, gives_way
from samuel.fit.table import table
from samuel.fit.verdicts import Agreement, Fit, Phases, Report, Verdict

MODE = "all"
"""The paper's own way: every alternative move counts, with its jumps followed to a quiet board."""
WELL_FOUNDED = (*PUBLISHED, "PANTS")
"""Names by which the split into phases is judged; not QUART, whose definition was chosen with the split."""
EVERY = 4
"""One in this many generated definitions is measured, to save time."""
NEAREST = 3
"""How many of the generated definitions are named for each row."""


FORMS: dict[str, Callable[[str], Sequence[str]]] = {
    "as in the listings": lambda name: (view_of(name),),
    "difference": lambda _: ("difference",),
    "own side": lambda _: ("own",),
    "own side or enemy": lambda _: ("own", "enemy"),
}
"""The views that a published definition may take; the nearest one counts."""

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
    made = _made(train, mode, every, progress)
    choice = _Choice(thought, checked, train, held_out, made, mode)
    verdicts = [choice.verdict(name) for name in table()]
    sets: dict[str, dict[str, Candidate]] = {
        "former": {name: former(name) or present(name) for name in table()},
        "present": {name: present(name) for name in table()},
        "chosen": {v.name: (v.name, v.chosen.definition, v.chosen.view) for v in verdicts},
        "by the rule alone": {v.name: (v.name, v.ruled.definition, v.ruled.view) for v in verdicts},
    }
    replayed = {kind: _readings(candidates.values()) for kind, candidates in sets.items()}
    single = {
        v.name: replayed["present"] | {v.name: replayed["chosen"][v.name]} for v in verdicts if v.change
    }
    replayer = Replayer()
    return Report(
        situations=book.number,
        alternatives=len(book) - book.number,
        choosing=train.situations.number,
        held_out=held_out.situations.number,
        thought=len(thought) // len(VIEWS),
        generated=len(made.names),
        mode=mode,
        rule=RULE,
        forms=_forms(checked),
        phases=_phases(thought, mode),
        verdicts=verdicts,
        agreement={
            kind: {each: _agreement(checked, chosen, each) for each in MODES} for kind, chosen in sets.items()
        },
        replays={kind: Reached.by(replayer.replay(each)) for kind, each in replayed.items()},
        single={name: Reached.by(replayer.replay(each)) for name, each in single.items()},
    )


def _readings(candidates: Iterable[Candidate]) -> dict[str, Reading]:
    return {name: (definition, view) for name, definition, view in candidates}


def present(name: str) -> Candidate:
    """The definition that the listings use."""
    return name, next(iter(THOUGHT[name])), view_of(name)


def former(name: str) -> Candidate | None:
    """The definition that the listings used before one was chosen by its fit; None if none was."""
    return (name, FORMER[name], "difference") if name in FORMER else None


def _thought(measure: Measure, progress: Progress) -> Table:
    """The counts of all proposed definitions."""
    table: Table = {}
    for name, ratings in THOUGHT.items():
        for definition, rating in ratings.items():
            for view, counts in measure.views(rating):
                table[name, definition, view] = counts
        progress("definitions proposed", len(table) // len(VIEWS))
    return table


@dataclass(frozen=True)
class _Made:
    """Generated definitions and, in each view, their coefficients."""

    names: list[str]
    ratings: list[Rating]
    measured: dict[str, Coefficients]


def _made(measure: Measure, mode: str, every: int, progress: Progress) -> _Made:
    names, ratings = zip(*islice(generated(), 0, None, every), strict=True)
    found: dict[str, list[Coefficients]] = {view: [] for view in VIEWS}
    for number, rating in enumerate(ratings):
        for view, counts in measure.views(rating):
            found[view].append(coefficients(counts, mode))
        if number % 200 == 0:
            progress("definitions generated", number)
    measured = {
        view: Coefficients(np.array([e.row for e in each]), np.array([e.certainty for e in each]))
        for view, each in found.items()
    }
    return _Made(list(names), list(ratings), measured)


def _forms(table: Table) -> dict[str, dict[str, float]]:
    """Mean distance of the published definitions from their rows."""

    def mean(views: Callable[[str], Sequence[str]], mode: str) -> float:
        return float(np.mean([_nearest_view(table, name, views(name), mode) for name in PUBLISHED]))

    return {form: {mode: mean(views, mode) for mode in MODES} for form, views in FORMS.items()}


def _nearest_view(table: Table, name: str, views: Sequence[str], mode: str) -> float:
    """The distance of the present definition in the nearest of some views."""
    _, definition, _ = present(name)
    return min(float(distance(coefficients(table[name, definition, view], mode), name)) for view in views)


def _phases(table: Table, mode: str) -> Phases:
    """Every split into six phases, judged by the well-founded names."""
    splits = np.array([(*cuts[::-1], 0) for cuts in combinations(range(3, 24), 5)])
    off = np.zeros(len(splits))
    for name in WELL_FOUNDED:
        off += distance(coefficients(table[present(name)], mode, splits), name) ** 2
    ours = off[np.flatnonzero((splits == SPLIT).all(axis=1))[0]]
    best = tuple(int(fewest) for fewest in splits[np.argmin(off)])
    return Phases(SPLIT, int((off < ours).sum()), len(splits), best)


@dataclass(frozen=True)
class _Choice:
    """Everything that is needed to choose for a name."""

    train: Table
    held_out: Table
    train_measure: Measure
    held_out_measure: Measure
    made: _Made
    mode: str

    def verdict(self, name: str) -> Verdict:
        """The choice for one name."""
        fits = {key: self._fit(key) for key in self.train if key[0] == name}
        able = [fit for fit in fits.values() if _covers(np.array(fit.train), name)] or [fits[present(name)]]
        now, before = fits[present(name)], fits.get(former(name) or ("", "", ""))
        off = {view: self._off(view, name) for view in VIEWS}

        def chance(fit: Fit) -> float:
            return float(np.mean(off[fit.view] <= fit.train_distance))

        chosen = choose(name, now, able, chance)
        measured = coefficients(self.train[name, chosen.definition, chosen.view], self.mode)
        return Verdict(
            name,
            table()[name],
            now,
            before,
            _nearest(now, (fit for fit in able if fit.view == "difference")),
            _nearest(now, (fit for fit in able if fit.view != "difference")),
            self._timed(name),
            chosen,
            choose(name, before or now, able, chance),
            self._nearest_made(name, off, now.view),
            sum(len(may_rate(name, definition)) for definition in THOUGHT[name]),
            chance(now),
            chance(chosen),
            sum(
                bool(distance(measured, other) < chosen.train_distance) for other in table() if other != name
            ),
            before is None or gives_way(before, now),
            {view: {mode: self._whole(name, view, mode) for mode in MODES} for view in VIEWS},
        )

    def _timed(self, name: str) -> Fit | None:
        """The nearest published definition by 1959's timing, if only such may be chosen."""
        halves = self.train_measure, self.held_out_measure
        found = []
        for definition, rating in THOUGHT[name].items() if name in KEPT else ():
            for view in may_rate(name, definition)[1:]:
                one, other = (coefficients(half.timed(rating, view), self.mode) for half in halves)
                found.append(_fit(name, definition, TIMED[view], one, other))
        return min(found, key=lambda fit: fit.train_distance, default=None)

    def _whole(self, name: str, view: str, mode: str) -> tuple[float, ...]:
        """C of the present definition over all games."""
        key = name, present(name)[1], view
        row = coefficients(self.train[key] + self.held_out[key], mode).row
        return tuple(row.tolist())

    def _fit(self, key: Candidate) -> Fit:
        name, definition, view = key
        one, other = (coefficients(table[key], self.mode) for table in (self.train, self.held_out))
        return _fit(name, definition, view, one, other)

    def _off(self, view: str, name: str) -> NDArray[np.float64]:
        """How far the generated definitions are from a row; infinite if they lack what is printed there."""
        measured = self.made.measured[view]
        return np.where(_covers(measured.row, name), distance(measured, name), np.inf)

    def _nearest_made(self, name: str, off: dict[str, NDArray[np.float64]], view: str) -> list[Fit]:
        """The nearest of the generated definitions in a view."""
        found = []
        for at in np.argsort(off[view], kind="stable")[:NEAREST]:
            every = self.made.measured[view]
            counts = dict(self.held_out_measure.views(self.made.ratings[at], (view,)))[view]
            one = Coefficients(every.row[at], every.certainty[at])
            found.append(_fit(name, self.made.names[at], view, one, coefficients(counts, self.mode)))
        return found


def _nearest(otherwise: Fit, fits: Iterable[Fit]) -> Fit:
    return min(fits, key=lambda fit: fit.train_distance, default=otherwise)


def _fit(name: str, definition: str, view: str, one: Coefficients, other: Coefficients) -> Fit:
    return Fit(
        definition,
        view,
        tuple(one.row.tolist()),
        tuple(other.row.tolist()),
        float(distance(one, name)),
        float(distance(other, name)),
        _signs(one.row, name),
        _signs(other.row, name),
    )


def _signs(row: Row, name: str) -> int:
    """How many printed coefficients have the sign of the measured ones."""
    return int(np.count_nonzero(np.sign(np.nan_to_num(row)) == np.sign(printed(name))))


def _covers(row: Row, name: str) -> NDArray[np.bool_]:
    """Whether there is a coefficient in every phase that has a printed one, and in at least one phase."""
    there = ~np.isnan(row)
    return np.asarray(there.any(axis=-1) & (there | np.isnan(printed(name))).all(axis=-1))


def _agreement(measures: Table, chosen: dict[str, Candidate], mode: str) -> Agreement:
    """Agreement in signs and ranks; a missing coefficient counts as 0."""
    measured = np.nan_to_num([coefficients(measures[chosen[name]], mode).row for name in table()])
    rows = np.array([printed(name) for name in table()])
    there = ~np.isnan(rows)
    agree = (np.sign(measured) == np.sign(rows)) & there
    published = np.array([name in PUBLISHED for name in table()])
    phases = list(zip(measured.T, np.nan_to_num(rows).T, there.T, strict=True))
    return Agreement(
        int(agree.sum()),
        int(there.sum()),
        int(agree[published].sum()),
        int(there[published].sum()),
        tuple(rank_correlation(ours, theirs) for ours, theirs, _ in phases),
        tuple(rank_correlation(ours[known], theirs[known]) for ours, theirs, known in phases),
    )
