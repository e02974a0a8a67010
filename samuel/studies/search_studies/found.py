"""What a study found, in a form that a terminal, a report and a record can all hold.

found = Found("branching", "Apparent branching", "50 positions", rows, tables, plots, limits, measures)
Found.of(found.as_dict()) == found
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from samuel.studies.records import KeptMeasures

Points = tuple[tuple[float, float], ...]
Style = Literal["-", "--", ":", "-.", "none"]
"""The style of a line; none for points alone."""
STYLES: tuple[Style, ...] = ("-", "--", ":", "-.")
"""For lines that have no style of their own."""


@dataclass(frozen=True)
class Stated:
    """A statement of the paper beside what we measured."""

    what: str
    paper: str
    ours: str
    verdict: str
    """What follows, in a few words."""
    holds: bool | None = None
    """Whether the statement holds for our program; None if it cannot be decided."""
    number: int = 0
    """Its number in the list of statements."""


@dataclass(frozen=True)
class Listed:
    """A table."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, caption: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> "Listed":
        """A table of any values."""
        return cls(caption, tuple(heads), tuple(tuple(map(str, row)) for row in rows))


@dataclass(frozen=True)
class Line:
    """A line of a plot."""

    name: str
    points: Points
    paper: bool = False
    style: Style = "-"


@dataclass(frozen=True)
class Drawn:
    """A plot."""

    title: str
    across: str
    up: str
    lines: tuple[Line, ...]
    log_across: bool = False
    log_up: bool = False


@dataclass(frozen=True)
class Found:
    """The result of a study."""

    study: str
    title: str
    sample: str
    """What it was measured on."""
    stated: tuple[Stated, ...]
    tables: tuple[Listed, ...]
    plots: tuple[Drawn, ...]
    limits: tuple[str, ...]
    """What the study cannot show."""
    measures: Mapping[str, Any]
    """The numbers, for programs."""
    command: str = ""
    """The command that made it."""

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "Found":
        """A study from its JSON object."""
        return cls(
            kept["study"],
            kept["title"],
            kept["sample"],
            tuple(Stated(**each) for each in kept["stated"]),
            tuple(Listed.of(each["caption"], each["heads"], each["rows"]) for each in kept["tables"]),
            tuple(_drawn(each) for each in kept["plots"]),
            tuple(kept["limits"]),
            kept["measures"],
            kept["command"],
        )


def _drawn(kept: Mapping[str, Any]) -> Drawn:
    lines = [
        Line(each["name"], tuple((x, y) for x, y in each["points"]), each["paper"], each["style"])
        for each in kept["lines"]
    ]
    return Drawn(**{**kept, "lines": tuple(lines)})


STUDIES = {
    "branching": "--positions 48 --depth 8",
    "boards": "--positions 60",
    "flitting": "--positions 240",
    "terms": "--positions 600 --openings 8 --games GAMES.pdn",
    "book": "--positions 450 --games GAMES.pdn",
    "margins": "--positions 99 --openings 8",
}
"""The studies by name, with options that give small errors in about ten minutes of one core."""


def record_of(study: str) -> KeptMeasures:
    """Where a study is on record; its command is the one that made it."""
    golden = KeptMeasures(
        f"study-{study}.json", ("samuel.deck",), f"samuel study {study} {STUDIES[study]} --record"
    )
    measures = golden.kept()
    return golden if measures is None else replace(golden, command=measures["command"])


def keep(found: Found) -> None:
    """Record a study."""
    replace(record_of(found.study), command=found.command).write(found.as_dict())


def kept(study: str) -> Found | None:
    """The study on record."""
    measures = record_of(study).kept()
    return None if measures is None else Found.of(measures)
