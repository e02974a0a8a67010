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
class Origin:
    """Where some numbers of a section come from."""

    when: When
    what: str
    """The numbers in question."""
    command: str = ""
    """The command that makes them; empty for a text."""


def run_now(what: str, command: str) -> Origin:
    """Something that was run while the page was made."""
    return Origin("run now", what, command)


def on_record(what: str, golden: Golden) -> Origin:
    """Something in traces/own, if it is there."""
    if not golden.path.exists():
        return Origin("not on record", what, golden.command)
    if golden.is_current():
        return Origin("on record, from the current program", what, golden.command)
    return Origin("on record, from an earlier program", what, golden.command)


def text(what: str) -> Origin:
    """Something that was written, not run."""
    return Origin("read, not run", what)
