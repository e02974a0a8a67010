"""What the papers state about the program of 1967, one by one, and whether it holds here.

statements()[75].verdict, tally(statements())

The data are `listings/pages/statements/`, a file for each section of the papers.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ibm7094.errors import MachineError
from samuel.pages.templates import rendered
from samuel.resources import LISTINGS

FOLDER = LISTINGS / "pages" / "statements"
VERDICTS = {
    "holds natively": "the program on the machine does it, and the tests or commands named show it",
    "cannot be known": "the papers do not tell enough; the note says what is lost",
    "contradicted": "the program does otherwise; the note has the numbers",
    "another program": "about the program of 1959",
    "approximated": "nearly so; the note says what departs",
    "only in Python": "done, but not by the machine",
    "missing": "not done",
}
"""The verdicts, the best first, and what each means."""
KEYS = {"number", "says", "verdict", "routines", "shown_by", "note"}


class BadStatement(MachineError):
    """A file of statements that cannot be used."""


@dataclass(frozen=True)
class Statement:
    """A statement of a paper, in our words."""

    number: int
    says: str
    paper: str
    section: str
    verdict: str
    routines: tuple[str, ...]
    """Where the program does it: file:symbol."""
    shown_by: tuple[str, ...]
    """Tests, as file::name, and commands."""
    written_note: str
    """Why it cannot be known, the numbers of a contradiction, or what departs; with names of facts."""

    @property
    def note(self) -> str:
        """The note, with today's numbers."""
        return rendered(self.written_note)

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests that show it."""
        return tuple(each for each in self.shown_by if "::" in each)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that show it."""
        return tuple(each for each in self.shown_by if "::" not in each)

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "number": self.number,
            "says": self.says,
            "paper": self.paper,
            "section": self.section,
            "verdict": self.verdict,
            "routines": list(self.routines),
            "shown_by": list(self.shown_by),
            "note": self.note,
        }


def statements(folder: Path = FOLDER) -> tuple[Statement, ...]:
    """Every statement, by number."""
    found = sorted((each for file in sorted(folder.glob("*.toml")) for each in _read(file)), key=_number)
    numbers = [each.number for each in found]
    if numbers != list(range(1, len(found) + 1)):
        raise BadStatement(f"The statements of {folder} are not numbered 1, 2, 3 ...: {numbers}.")
    return tuple(found)


def tally(found: Iterable[Statement]) -> dict[str, int]:
    """How many statements have each verdict."""
    counts = Counter(each.verdict for each in found)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def _number(statement: Statement) -> int:
    return statement.number


def _read(file: Path) -> Iterable[Statement]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        for row in content["statement"]:
            yield _statement(row, str(content["paper"]), str(content["section"]))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise BadStatement(f"{file} does not hold statements: {error}.") from None


def _statement(row: Mapping[str, Any], paper: str, section: str) -> Statement:
    if unknown := row.keys() - KEYS:
        raise ValueError(f"statement {row.get('number')} has {', '.join(sorted(unknown))}")
    if row["verdict"] not in VERDICTS:
        raise ValueError(f"statement {row['number']} has the verdict {row['verdict']!r}")
    return Statement(
        int(row["number"]),
        str(row["says"]),
        paper,
        section,
        str(row["verdict"]),
        tuple(map(str, row.get("routines", ()))),
        tuple(map(str, row.get("shown_by", ()))),
        str(row.get("note", "")),
    )
