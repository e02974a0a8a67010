"""Which places of the search procedure Fig. 3 tells: every trial counted, each with a control that shares all
else.

found = tried(40, print)
found.trials[0]     # the program as shipped

A trial changes one thing by a card. The control is the same search with Table 1's coefficients shuffled: what
a procedure gains for meaningless coefficients too, it does not owe to being Samuel's. All of this is in
sample: whatever is chosen by it is chosen on the tree it is judged by.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from samuel.checkers.rules import Move, Position
from samuel.fit.fig3.search import Outcome, Searcher, Setting
from samuel.fit.replayed import PRESENT, Order, Replayer, as_found, coefficients
from samuel.player import coefficients as player_coefficients
from samuel.player.game import DECK
from samuel.processes import cores, on_cores
from samuel.studies import records
from samuel.studies.fig3.chance import Spread, spread
from samuel.studies.fig3.forced import SHIPPED, Procedure, Replay, forced_replay
from samuel.studies.fig3.free_run import free_run

DRAWS = 200
"""Shuffled sets of coefficients in the control of each trial on record."""
DIGITS = 4
RECORD = records.KeptMeasures("procedure.json", (DECK, "fig3or.deck"), "samuel fit procedure --record")


@dataclass(frozen=True)
class Trial:
    """A way to search: what is changed, by which cards, and how the forced replay follows it."""

    name: str
    why: str
    """What speaks for it, before the tree is asked."""
    cards: tuple[str, ...] = ()
    by: Procedure | None = SHIPPED
    """None if the forced replay cannot tell."""

    @property
    def is_search(self) -> bool:
        """Whether the search itself changes, and not only what the replay asks."""
        return bool(self.cards) or self.by == SHIPPED


TRIALS = (
    Trial("as shipped", "the three choices below together"),
    Trial(
        "none of the three",
        "the program before them: each board's own phase, no alpha, a limiting depth of 11",
        ("PHASE 0", "BOUND 0", "LIMIT 11"),
        Procedure(own_phase=True, bounded=False),
    ),
    Trial(
        "each board by its own phase",
        "text: the phase goes by the pieces on the board; against it: minimax compares ends of two phases",
        ("PHASE 0",),
        Procedure(own_phase=True),
    ),
    Trial(
        "analysis without alpha",
        "text: a survey that lists all moves; against it: alpha is advanced to all boards as they are made",
        ("BOUND 0",),
        Procedure(bounded=False),
    ),
    Trial("flitting to depth 11", "text: a limiting depth, set by other considerations", ("LIMIT 11",)),
    Trial(
        "analysis stops at beta too",
        "text: alpha and beta prune alike; against it: the best move would not be known",
        ("BOUND 2",),
        None,
    ),
    Trial(
        "a search after each first move",
        "text: a plausibility search of the replies to each of the first moves",
        ("ROOT  4",),
        Procedure(root=4),
    ),
    Trial("of equal moves the later first", "no text", ("TIES  1",), Procedure(cards=("TIES  1",))),
    Trial(
        "only its moves are stored with a path",
        "text: the path is stored; what of its boards is kept, it does not say",
        (),
        Procedure(stored=False),
    ),
    Trial("three moves put in order", "figure: first moves 4 to 9 stand as found", ("SORT  3",)),
    Trial("six moves put in order", "text: the moves are sorted", ("SORT  6",)),
    Trial(
        "three plies throughout",
        "text: a minimum of three in certain portions",
        ("PLAUS 3",),
        Procedure(deep=3),
    ),
    Trial("preferred paths not extended", "control for a published rule", ("PREFER0",)),
    Trial("no end while a jump is pending", "text: tried and given up", ("PEND  1",)),
    Trial("one pitch move more", "text: tried and given up", ("PITCH 1",)),
    Trial("moves saved by rank", "text: should depend on earlier ranks", ("RANK  1",)),
)


@dataclass(frozen=True)
class Counted:
    """A forced replay, counted."""

    first: int
    saved: int
    exact: int
    in_order: int

    @classmethod
    def of(cls, replay: Replay) -> "Counted":
        """The counts of a replay."""
        return cls(replay.first, replay.saved, replay.exact, replay.in_order)


@dataclass(frozen=True)
class Found:
    """What a trial reached, and its control."""

    name: str
    why: str
    cards: tuple[str, ...]
    replay: Counted | None
    outcome: Outcome | None
    """The free run; None if the trial is not one of the search itself."""
    seconds: tuple[float, float] | None
    control: Spread | None
    """Nearness with shuffled coefficients."""
    control_ahead: int
    """How many of these come as near as Table 1's coefficients."""


@dataclass(frozen=True)
class Orders:
    """Replies looked at in other orders, in the forced replay."""

    draws: int
    random: Mapping[str, Spread]
    """By measure, over random orders."""
    as_good: Mapping[str, float]
    """The share of random orders that reach at least as much as the order in which moves are found."""
    shuffled: Mapping[str, Spread]
    """With shuffled coefficients, the replies as they are found."""


@dataclass(frozen=True)
class Tried:
    """All trials."""

    draws: int
    trials: tuple[Found, ...]
    orders: Orders

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object, also for the record."""
        found = asdict(self)
        for trial, row in zip(self.trials, found["trials"], strict=True):
            row["cards"] = list(trial.cards)
            if trial.outcome:
                row["outcome"]["nearness"] = round(trial.outcome.nearness, DIGITS)
        return found


Both = tuple[float, float]
Job = tuple[tuple[str, ...] | None, int]
"""A draw: the cards of a search, or None for an order of replies; and its number."""


def work(draws: int) -> int:
    """How many steps `tried` reports."""
    return len(TRIALS) + len(_jobs(draws))


def _jobs(draws: int) -> list[Job]:
    """All draws: of every trial that is a search, then orders of replies."""
    searches: list[tuple[str, ...] | None] = [trial.cards for trial in TRIALS if trial.is_search]
    return [(cards, number) for cards in (*searches, None) for number in range(draws)]


def tried(draws: int, done: Callable[[int], object] = lambda count: None) -> Tried:
    """Make every trial, each with this many draws of its control."""
    own: list[tuple[Outcome | None, Both | None]] = []
    for trial in TRIALS:
        own.append(_machine(trial) if trial.is_search else (None, None))
        done(len(own))
    near: dict[tuple[str, ...], list[float]] = {trial.cards: [] for trial in TRIALS}
    at_random = []
    with closing(on_cores(_draw, jobs := _jobs(draws), cores())) as made:
        for count, ((cards, _), drawn) in enumerate(zip(jobs, made, strict=True), len(own) + 1):
            if isinstance(drawn, Counted):
                at_random.append(drawn)
            elif cards is not None:
                near[cards].append(drawn)
            done(count)
    found = (
        _found(trial, outcome, seconds, near[trial.cards] if trial.is_search else ())
        for trial, (outcome, seconds) in zip(TRIALS, own, strict=True)
    )
    return Tried(draws, tuple(found), _orders(at_random))


def _draw(job: Job) -> float | Counted:
    """The nearness of a search with shuffled coefficients, or a replay with replies in a random order."""
    cards, number = job
    if cards is None:
        return Counted.of(Replayer(order=_at_random(number)).replay(PRESENT))
    return _shuffled(cards, number)


def _machine(trial: Trial) -> tuple[Outcome, Both | None]:
    """The free run."""
    searcher = _searcher(trial.cards)
    outcome = searcher.search(searcher.printed)
    return outcome, free_run(cards=trial.cards).printed.seconds


def _found(trial: Trial, outcome: Outcome | None, seconds: Both | None, near: Sequence[float]) -> Found:
    control = _rounded(near) if near else None
    ahead = sum(each >= outcome.nearness for each in near) if outcome else 0
    replay = None if trial.by is None else Counted.of(forced_replay(by=trial.by))
    times = None if seconds is None else (round(seconds[0], 1), round(seconds[1], 1))
    return Found(trial.name, trial.why, trial.cards, replay, outcome, times, control, ahead)


@cache
def _searcher(cards: tuple[str, ...]) -> Searcher:
    return Searcher(cards)


def _shuffled(cards: tuple[str, ...], number: int) -> float:
    searcher = _searcher(cards)
    printed = searcher.printed
    values = player_coefficients.shuffled(printed.coefficients, f"shuffled:{number}")
    return searcher.search(Setting(values, printed.numbers)).nearness


def _rounded(values: Sequence[float]) -> Spread:
    found = spread(values)
    return Spread(*(round(value, DIGITS) for value in (found.mean, found.deviation, found.most)))


# The order of replies

MEASURES = ("first", "saved", "exact", "in_order")


def _orders(at_random: Sequence[Counted]) -> Orders:
    """Replays with replies in random orders, and as many with shuffled coefficients, beside the program's."""
    present = Replayer()
    own = Counted.of(present.replay(PRESENT))
    meaningless = [Counted.of(present.replay(PRESENT, weights)) for weights in _weights(len(at_random))]
    return Orders(
        len(at_random),
        {measure: _spread_of(at_random, measure) for measure in MEASURES},
        {measure: _share(at_random, own, measure) for measure in MEASURES},
        {measure: _spread_of(meaningless, measure) for measure in MEASURES},
    )


def _at_random(number: int) -> Order:
    """Replies in a random order, the same whenever a position comes again."""

    def order(position: Position) -> Sequence[Move]:
        moves = list(as_found(position))
        random.Random(f"{number}:{position.to_fen()}").shuffle(moves)
        return moves

    return order


def _weights(draws: int) -> Iterator[dict[str, int]]:
    """The first board's coefficients, shuffled among its terms."""
    names, values = zip(*coefficients().items(), strict=True)
    for number in range(draws):
        chance = random.Random(f"shuffled:{number}")
        yield dict(zip(names, chance.sample(values, len(values)), strict=True))


def _spread_of(replays: Sequence[Counted], measure: str) -> Spread:
    return _rounded([getattr(replay, measure) for replay in replays])


def _share(replays: Sequence[Counted], own: Counted, measure: str) -> float:
    return sum(bool(getattr(each, measure) >= getattr(own, measure)) for each in replays) / len(replays)


# The record


def keep(found: Tried) -> None:
    """Record the trials."""
    RECORD.write(found.as_dict())


def kept() -> Tried | None:
    """The trials on record, if there are any."""
    found = RECORD.kept()
    if found is None:
        return None
    try:
        orders = found["orders"]
        return Tried(
            int(found["draws"]),
            tuple(map(_found_from, found["trials"])),
            Orders(
                int(orders["draws"]),
                {measure: _spread_from(orders["random"][measure]) for measure in MEASURES},
                {measure: float(orders["as_good"][measure]) for measure in MEASURES},
                {measure: _spread_from(orders["shuffled"][measure]) for measure in MEASURES},
            ),
        )
    except (KeyError, ValueError, TypeError):
        raise records.BadRecord(
            f"{RECORD.path} does not hold trials: record them with {RECORD.command}."
        ) from None


def _found_from(row: Mapping[str, Any]) -> Found:
    outcome, seconds = row["outcome"], row["seconds"]
    return Found(
        str(row["name"]),
        str(row["why"]),
        tuple(map(str, row["cards"])),
        row["replay"] and Counted(**row["replay"]),
        outcome and Outcome(**{name: value for name, value in outcome.items() if name != "nearness"}),
        seconds and (float(seconds[0]), float(seconds[1])),
        row["control"] and _spread_from(row["control"]),
        int(row["control_ahead"]),
    )


def _spread_from(row: Mapping[str, Any]) -> Spread:
    return Spread(float(row["mean"]), float(row["deviation"]), float(row["most"]))
