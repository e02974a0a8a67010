"""The fit of definitions on record: every number that the pages quote, by name."""

from typing import Any

from samuel.fit.verdicts import Report
from samuel.learning.books import BookIdentity
from samuel.player.game import DECK
from samuel.studies.records import KeptMeasures

RECORD = KeptMeasures("definitions.json", (DECK,), "samuel fit definitions GAMES.pdn --every 1 --record")
DIGITS = 4
"""Decimals on record."""


def keep(report: Report, book: BookIdentity) -> None:
    """Record a report on a book's games."""
    origin = {"sha256": book.sha256, "games": book.games, "moves": book.moves}
    RECORD.write({"book": origin} | measures(report))


def measures(report: Report) -> dict[str, Any]:
    """A report as it is recorded: verdicts by name, without the generated definitions."""
    found = report.as_dict()
    verdicts: Any = found.pop("verdicts")
    names = {each.pop("name"): each for each in verdicts}
    for each in names.values():
        each.pop("generated")
    rounded: dict[str, Any] = _rounded(found | {"names": names})
    return rounded


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return round(value, DIGITS) if isinstance(value, float) else value
