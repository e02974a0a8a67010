"""The rule by which a definition is chosen, the same for every name. Fig. 3 takes no part in it."""

from collections.abc import Callable, Iterable

from samuel.definitions.proposed import KEPT, may_rate
from samuel.fit.verdicts import Fit

MARGIN, SHARE = 0.04, 0.25
"""A definition is replaced by one that is nearer by this much, and by this share of its distance."""
CHANCE = 0.01
"""A fit is not evidence if more than this share of the generated definitions is as good."""
RULE = (
    f"A definition replaces another if it is nearer to the row by at least {MARGIN} and by at least "
    f"{SHARE:.0%} on the choosing half, also nearer on the half held out, and agrees with the row in no "
    "fewer signs on either half. Where a definition is published, only published ones may be chosen. Both "
    "sides are compared unless a rating of one side alone beats the nearest comparison by the same margin: "
    "if it is published, of the side that 1959 rates; if not, of either, provided that at most "
    f"{CHANCE:.0%} of the generated definitions of that view are as near."
)


def gives_way(now: Fit, other: Fit) -> bool:
    """Whether a definition may be replaced by another."""
    nearer = now.train_distance - other.train_distance
    return (
        nearer >= max(MARGIN, SHARE * now.train_distance)
        and other.held_out_distance < now.held_out_distance
        and keeps_signs(now, other)
    )


def keeps_signs(now: Fit, other: Fit) -> bool:
    """Whether another definition agrees with the row in no fewer signs, on either half."""
    return other.train_signs >= now.train_signs and other.held_out_signs >= now.held_out_signs


def choose(name: str, now: Fit, proposed: Iterable[Fit], chance: Callable[[Fit], float]) -> Fit:
    """The definition that the rule puts in the place of the one in use; `chance` is that of a fit."""
    able = [fit for fit in proposed if fit.view in may_rate(name, fit.definition)]
    both = _nearest(now, (fit for fit in able if fit.view == "difference"))
    if both and gives_way(now, both):
        now = both
    alone = _nearest(now, (fit for fit in able if fit.view != "difference"))
    if not alone or not gives_way(now, alone):
        return now
    if both and not gives_way(both, alone):
        return now
    return alone if name in KEPT or chance(alone) <= CHANCE else now


def _nearest(now: Fit, fits: Iterable[Fit]) -> Fit | None:
    """The nearest of those that lose no sign."""
    kept = (fit for fit in fits if keeps_signs(now, fit))
    return min(kept, key=lambda fit: fit.train_distance, default=None)
