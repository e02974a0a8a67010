"""Where the numbers of a section come from: a run while the page was made, or a record, and how old it is."""

from dataclasses import dataclass
from typing import Literal

from samuel.studies.records import Golden

When = Literal[
    "run now",
    "on record, from the current program",
    "on record, from an earlier program",
    "not on record",
    "read, not run",
]


@dataclass(frozen=True)
class Made:
    """Something that a section shows."""

    when: When
    what: str
    command: str = ""
    """The command that makes it; empty for a text."""


def run_now(what: str, command: str) -> Made:
    """Something that was run while the page was made."""
    return Made("run now", what, command)


def on_record(what: str, golden: Golden) -> Made:
    """Something in traces/own, if it is there."""
    if not golden.path.exists():
        return Made("not on record", what, golden.command)
    if golden.is_current():
        return Made("on record, from the current program", what, golden.command)
    return Made("on record, from an earlier program", what, golden.command)


def text(what: str) -> Made:
    """Something that was written, not run."""
    return Made("read, not run", what)
