"""Where the numbers of a section are from: a run while the page was made, or a record, and by which cards."""

from dataclasses import dataclass
from typing import Literal

from samuel.own import Golden

When = Literal[
    "run now", "on record, by today's cards", "on record, by earlier cards", "not on record", "read, not run"
]


@dataclass(frozen=True)
class Made:
    """Something that a section shows."""

    when: When
    what: str
    command: str = ""
    """That makes it; none makes a text."""


def run_now(what: str, command: str) -> Made:
    """Something that was run while the page was made."""
    return Made("run now", what, command)


def on_record(what: str, golden: Golden) -> Made:
    """Something in traces/own, if it is there."""
    if not golden.path.exists():
        return Made("not on record", what, golden.command)
    when: When = "on record, by today's cards" if golden.is_current() else "on record, by earlier cards"
    return Made(when, what, golden.command)


def text(what: str) -> Made:
    """Something that was written, not run."""
    return Made("read, not run", what)
