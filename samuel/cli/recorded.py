"""Studies of a book: show the one on record, record a new one, or compare it with the record."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import typer

from ibm7094.errors import MachineError
from ibm7094.terminal.output import say

if TYPE_CHECKING:
    from samuel.studies.books.sources import OfABook
    from samuel.studies.records import KeptMeasures

Book = Annotated[
    Path | None,
    typer.Option(metavar="BOOK", help="Learn from this tape or archive (.pdn); default: show the record."),
]

Found = TypeVar("Found")


class Study(Protocol[Found]):
    """A module that makes a study and keeps its record."""

    RECORD: "KeptMeasures"

    def keep(self, found: Found, /) -> None: ...
    def kept(self) -> Found | None: ...
    def is_comparable(self, found: Found, /) -> bool: ...
    def differences(self, found: Found, /) -> list[str]: ...


def on_record(study: Study[Found], what: str, given: Mapping[str, object]) -> Found:
    """The study on record, for use when no book is named; say if an earlier version of the program made it.

    Options for a new study would have no effect on the recorded one, so they are errors.
    """
    ignored = next((name for name, value in given.items() if value), None)
    if ignored:
        raise MachineError(f"{ignored} applies only to a new {what}: name its book with --book.")
    found = study.kept()
    if found is None:
        raise MachineError(f"No {what} is on record: name a book with --book.")
    if not study.RECORD.is_current():
        say(f"The {what} on record was made with an earlier version of the program.")
    return found


def origin(study: Study[Found], what: str, book: str, of: "OfABook") -> str:
    """Where the numbers on record come from."""
    from samuel.learning.books import short

    games = f"Games {short(of.sha256)}: {of.source}." if of.sha256 else "Its games are not identified."
    return f"The {what} on record, of {book}, made by: {study.RECORD.command}\n{games}"


def differences(study: Study[Found], found: Found, record: bool, unlike: str) -> list[str]:
    """Record what was found, or return how it differs from the record if the two are comparable."""
    if record:
        study.keep(found)
    elif study.is_comparable(found):
        return study.differences(found)
    else:
        say(f"Not compared with the record, which is of other games or {unlike}.")
    return []
