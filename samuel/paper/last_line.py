"""The line below the table of Fig. 3, field by field: `traces/paper/fig3-last-line.tsv`.

for field in last_line():
    field.text, field.reading, field.evidence
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from samuel.paper.rows import Row, Standing, load, needed, number, one_of, standing
from samuel.resources import PAPER

Evidence = Literal["DERIVED", "CONJECTURED", "UNREAD"]
EVIDENCE: dict[str, Evidence] = {"DERIVED": "DERIVED", "CONJECTURED": "CONJECTURED", "UNREAD": "UNREAD"}
FILE = PAPER / "fig3-last-line.tsv"


@dataclass(frozen=True)
class Field:
    """A field of the line."""

    place: int
    scan: str
    text: str
    """As it stood in print, as far as can be told."""
    reading: str
    """What it is, in one word; empty if nobody can tell."""
    evidence: Evidence
    """Of the reading."""
    standing: Standing
    """Of the text."""
    why: str


def last_line(path: Path = FILE) -> tuple[Field, ...]:
    """The fields from the left."""
    return load(path, "place scan text reading evidence standing why", _field)


def _field(row: Row) -> Field:
    evidence = one_of(row, "evidence", EVIDENCE)
    if (evidence == "UNREAD") != (not row["reading"]):
        raise ValueError("a field is UNREAD just if it has no reading")
    return Field(
        number(row, "place"),
        needed(row, "scan"),
        needed(row, "text"),
        row["reading"],
        evidence,
        standing(row),
        needed(row, "why"),
    )
