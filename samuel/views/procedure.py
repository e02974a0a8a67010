"""Trials of the search procedure on Fig. 3 as rows and sentences, for the terminal and the report."""

from collections.abc import Iterator

from samuel.fit.procedure import MEASURES, Found, Tried

HEADINGS = ("what is changed", "replay", "boards", "shared", "nearness", "shuffled", "7094 s")
NAMES = {"first": "first tries", "saved": "saved moves", "exact": "whole lists", "in_order": "lists in order"}


def rows(found: Tried) -> Iterator[tuple[str, ...]]:
    """A row for each trial."""
    for trial in found.trials:
        cards = f" ({', '.join(trial.cards)})" if trial.cards else ""
        yield (trial.name + cards, _replay(trial), *_free_run(trial))


def _replay(trial: Found) -> str:
    if trial.replay is None:
        return "-"
    return " ".join(str(getattr(trial.replay, measure)) for measure in MEASURES)


def _free_run(trial: Found) -> Iterator[str]:
    if trial.outcome is None or trial.control is None or trial.seconds is None:
        yield from ("-",) * 5
        return
    yield str(trial.outcome.boards)
    yield str(trial.outcome.shared)
    yield f"{trial.outcome.nearness:.3f}"
    yield f"{trial.control.mean:.3f}, {trial.control.most:.3f}"
    yield f"{trial.seconds[0]:.0f}-{trial.seconds[1]:.0f}"


def sentences(found: Tried) -> Iterator[str]:
    """What the rows mean, and what they do not."""
    yield (
        f"{len(found.trials)} ways to search were tried, and all are listed. Replay: first tries, saved "
        "moves, whole lists, and lists in order. Shared: boards that are also in Fig. 3; nearness: twice "
        "these over the boards of both trees. Shuffled: nearness of the same search with shuffled "
        f"coefficients, mean and maximum of {found.draws} draws."
    )
    orders = found.orders
    at_random = ", ".join(
        f"{NAMES[m]} {orders.random[m].mean:.1f} ± {orders.random[m].deviation:.1f} "
        f"({orders.as_good[m]:.1%} as good)"
        for m in MEASURES
    )
    yield (
        f"Replies looked at in random orders, {orders.draws} times, instead of the order in which moves are "
        f"found: {at_random}."
    )
    shuffled = ", ".join(
        f"{NAMES[m]} {orders.shuffled[m].mean:.1f} ± {orders.shuffled[m].deviation:.1f}, at most "
        f"{orders.shuffled[m].most:.0f}"
        for m in MEASURES
    )
    yield f"Shuffled coefficients, {orders.draws} times, in the replay: {shuffled}."
    yield (
        "All of this is in sample: a choice made by these rows is made on the tree it is judged by. The "
        "first row is the program; a row with a higher nearness is not in it unless the text speaks for it."
    )
