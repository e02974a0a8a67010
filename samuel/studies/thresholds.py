"""A threshold, whether it applies, and whether it is met: what commands and the report show and count.

Every study makes its thresholds in one function; `samuel figure`, `samuel table`, `samuel griffith`,
`samuel timing` and `samuel report` all take them from there.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Threshold:
    """A measure that has a threshold, and the result."""

    what: str
    asked: str
    found: str
    holds: bool
    unasked: str = ""
    """Why it does not apply; empty if it does."""

    @property
    def is_missed(self) -> bool:
        """Whether it applies, and is not met."""
        return not (self.holds or self.unasked)

    @property
    def verdict(self) -> bool | None:
        """Whether it is met; None if it does not apply."""
        return None if self.unasked else self.holds

    def __str__(self) -> str:
        outcome = f"does not apply: {self.unasked}" if self.unasked else "met" if self.holds else "MISSED"
        return f"{self.what}: {self.found}; threshold {self.asked}, {outcome}."


def missed(found: Iterable[Threshold]) -> list[str]:
    """A sentence for every threshold that applies and is missed."""
    return [
        f"A threshold is missed: {each.what}, {each.found}, should be {each.asked}."
        for each in found
        if each.is_missed
    ]
