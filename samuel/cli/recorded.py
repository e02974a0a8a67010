"""A study of a book: that on record is shown, or a new one is kept, or compared with it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import typer

from ibm7094.cli.output import say
from ibm7094.errors import MachineError

if TYPE_CHECKING:
    from samuel.own import KeptMeasures

Book = Annotated[
    Path | None,
    typer.Option(metavar="BOOK", help="Learn from this tape or archive (.pdn); else the record is shown."),
]

Found = TypeVar("Found")


class Study(Protocol[Found]):
    """A module with a record, and what it finds."""

    RECORD: "KeptMeasures"

    def keep(self, found: Found, /) -> None: ...
    def kept(self) -> Found | None: ...
    def is_comparable(self, found: Found, /) -> bool: ...
    def differences(self, found: Found, /) -> list[str]: ...


def on_record(study: Study[Found], what: str, given: Mapping[str, object]) -> Found:
    """What was recorded, if no book is named; people are told if it was by earlier cards.

    Options of a new study say nothing of one that was recorded, so they are not taken in silence.
    """
    ignored = next((name for name, value in given.items() if value), None)
    if ignored:
        raise MachineError(f"{ignored} is about a new {what}: name its book with --book.")
    found = study.kept()
    if found is None:
        raise MachineError(f"No {what} is on record: name a book with --book.")
    if not study.RECORD.is_current():
        say(f"The {what} on record was made by earlier cards.")
    return found


def origin(study: Study[Found], what: str, book: str) -> str:
    """Where the numbers on record come from."""
    return f"The {what} on record, of {book}, made by: {study.RECORD.command}"


def differences(study: Study[Found], found: Found, record: bool, unlike: str) -> list[str]:
    """Record what was found, or say how it differs from the record, unless the two are unlike anyway."""
    if record:
        study.keep(found)
    elif study.is_comparable(found):
        return study.differences(found)
    else:
        say(f"This is another book than that on record, or {unlike}: they are not compared.")
    return []
