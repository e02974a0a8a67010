"""What the lost parameters of 1967 may have been: candidate definitions, measured on book games, are compared
with Table 1.

One half of the games is used to choose, the other to check. Fig. 3 is not used.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from samuel.checkers.pdn import Game
from samuel.definitions.measure import (
    MODES,
    SPLIT,
    TIMED,
    VIEWS,
    Coefficients,
    Counts,
    Measure,
    coefficients,
)
from samuel.definitions.proposed import FORMER, KEPT, PUBLISHED, THOUGHT, may_rate, view_of
from samuel.definitions.situations import Progress, silent, situations
from samuel.fit.distance import distance, printed, rank_correlation, signs
from samuel.fit.made import Made, covers, make
from samuel.fit.readings import Reached
from samuel.fit.replayed import Reading, Readings, Replayer
from samuel.fit.rule import RULE, choose, gives_way
from samuel.fit.table import table
from samuel.fit.turn import turn_bias
from samuel.fit.verdicts import Agreement, Fit, Phases, Report, Verdict
from samuel.studies.fig3.forced import SHIPPED, Procedure

MODE = "all"
"""The paper's own way: every alternative move counts, with its jumps followed to a quiet board."""
WELL_FOUNDED = (*PUBLISHED, "PANTS")
"""Names by which the split into phases is judged; not QUART, whose definition was chosen with the split."""
EVERY = 4
"""One in this many generated definitions is measured, to save time."""
NEAREST = 3
"""How many of the generated definitions are named for each row."""
PROCEDURES = {"within alpha": SHIPPED, "unbounded": Procedure(bounded=False)}
"""The plausibility analysis in a replay of Fig. 3: whether it starts from the alpha of its board."""

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
    made = make(train, every, progress)
    choices = {each: _Choice(thought, checked, train, held_out, made, each) for each in MODES}
    verdicts = [choices[mode].verdict(name) for name in table()]
    sets: dict[str, dict[str, Candidate]] = {
        "former": {name: former(name) or present(name) for name in table()},
        "present": {name: present(name) for name in table()},
        "chosen": {v.name: (v.name, v.chosen.definition, v.chosen.view) for v in verdicts},
        "by the rule alone": {v.name: (v.name, v.ruled.definition, v.ruled.view) for v in verdicts},
    }
    readings = {kind: _readings(candidates.values()) for kind, candidates in sets.items()}
    replayed = dict(readings)
    for other in (each for each in MODES if each != mode):
        ruled = [choices[other].verdict(name) for name in table()]
        replayed[f"by the rule alone, {other}"] = {v.name: (v.ruled.definition, v.ruled.view) for v in ruled}
    for verdict in verdicts:
        if verdict.change:
            one = {verdict.name: readings["chosen"][verdict.name]}
            replayed[f"present, {verdict.name} as chosen"] = readings["present"] | one
    replayed["present, as 1959 timed it"] = {name: _as_timed(*present(name)) for name in table()}
    one_sided = [v.name for v in verdicts if v.chosen.view != v.present.view and v.name in KEPT]
    replayed["present, published ones chosen of one side as 1959 timed them"] = readings["present"] | {
        name: _as_timed(*sets["chosen"][name]) for name in one_sided
    }
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
        held_out_phases=_phases(checked, mode),
        verdicts=verdicts,
        agreement={
            kind: {each: _agreement(checked, chosen, each) for each in MODES} for kind, chosen in sets.items()
        },
        signs_by_chance=made.signs_by_chance(mode, {name: len(THOUGHT[name]) for name in FORMER}),
        signs_chosen=sum(verdict.present.train_signs for verdict in verdicts if verdict.name in FORMER),
        replays={procedure: _replays(by, replayed) for procedure, by in PROCEDURES.items()},
        bias={kind: turn_bias(readings[kind], held_out.situations.boards) for kind in ("present", "chosen")},
    )


def _replays(by: Procedure, sets: Mapping[str, Readings]) -> dict[str, Reached]:
    """A test that is not used for the choice: Fig. 3 replayed with each set."""
    replayer = Replayer(by)
    return {kind: Reached.by(replayer.replay(each)) for kind, each in sets.items()}


def _readings(candidates: Iterable[Candidate]) -> dict[str, Reading]:
    return {name: (definition, view) for name, definition, view in candidates}


def _as_timed(name: str, definition: str, view: str) -> Reading:
    """A definition by 1959's timing: of the side that 1959 rates, or else of the passive side."""
    sides = [side for side in may_rate(name, definition) if side in TIMED] if name in KEPT else [view]
    return definition, TIMED.get(sides[0] if sides else "own", TIMED["own"])


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
    made: Made
    mode: str

    def verdict(self, name: str) -> Verdict:
        """The choice for one name."""
        fits = {key: self._fit(key) for key in self.train if key[0] == name}
        able = [fit for fit in fits.values() if covers(np.array(fit.train), name)] or [fits[present(name)]]
        now, before = fits[present(name)], fits.get(former(name) or ("", "", ""))
        off = {view: self.made.off(self.mode, view, name) for view in VIEWS}

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

    def _nearest_made(self, name: str, off: dict[str, NDArray[np.float64]], view: str) -> list[Fit]:
        """The nearest of the generated definitions in a view."""
        found = []
        for at in np.argsort(off[view], kind="stable")[:NEAREST]:
            every = self.made.measured[self.mode][view]
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
        signs(one.row, name),
        signs(other.row, name),
    )


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
