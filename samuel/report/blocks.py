"""The parts of a report, whatever format it is written in."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from samuel.report.made import Origin

Tone = Literal["", "good", "bad"]
Narrow = Literal["plain", "short", "tall", "prose"]
"""The layout of a table on a narrow screen: unchanged; the first cell of a row never broken; a line for the
first cell and one for the others; or, if the table is all words, a line for each cell."""

SHORT, ROOM = 16, 28
"""The most letters in the first cell of a row, and in the others, that fit on a phone."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    tone: Tone = ""
    machine: str = ""
    """The machine's value, shown below the text if that is the paper's."""

    @classmethod
    def of(cls, value: object) -> "Cell":
        """A cell with the text of any value."""
        return value if isinstance(value, Cell) else cls(str(value))


@dataclass(frozen=True)
class Table:
    """Rows under headings."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: tuple[bool, ...]
    """Which columns are aligned right."""
    caption: str = ""
    source: str = ""
    """Where the paper's numbers come from, if all are from one place."""
    kind: str = "table"

    @classmethod
    def of(
        cls,
        heads: Sequence[str],
        rows: Sequence[Sequence[object]],
        align: str = "",
        caption: str = "",
        source: str = "",
    ) -> "Table":
        """A table of any values. `align` has an l or an r for each column; default: only the first is l."""
        letters = align or "l" + "r" * (len(heads) - 1)
        right = tuple(letter == "r" for letter in letters)
        cells = tuple(tuple(map(Cell.of, row)) for row in rows)
        return cls(tuple(heads), cells, right, caption, source)

    @property
    def narrow(self) -> Narrow:
        """How it is laid out on a narrow screen."""
        first, *others = (
            max(*map(len, head.split() or [""]), *(len(row[at].text) for row in self.rows))
            for at, head in enumerate(self.heads)
        )
        if sum(others) <= ROOM:
            return "plain"
        if first <= SHORT:
            return "short"
        return "tall" if any(self.right) else "prose"


@dataclass(frozen=True)
class Words:
    """A paragraph."""

    text: str
    kind: str = "words"


@dataclass(frozen=True)
class Heading:
    """A title within a section."""

    text: str
    kind: str = "heading"


@dataclass(frozen=True)
class Plot:
    """A drawing, as SVG. A table beside it has its numbers, for readers who cannot see it."""

    svg: str
    caption: str
    kind: str = "plot"


@dataclass(frozen=True)
class Drawing:
    """A drawing of our own, as SVG, and in words what it shows, for readers who cannot see it."""

    svg: str
    caption: str
    alt: str
    size: Literal["small", "tall", "wide"] = "tall"
    """A board beside a text; a drawing for one column; or one as wide as the page."""
    kind: str = "drawing"


@dataclass(frozen=True)
class Turn:
    """A move of a game beside our program's choice."""

    played: str
    own: str
    """Empty if it is the same move."""
    counted: bool
    """Whether one of Samuel's programs made it, and had a choice."""


@dataclass(frozen=True)
class MoveList:
    """The moves of a game, a row for Black and White together; White's is None where Black moved last."""

    title: str
    rows: tuple[tuple[Turn, Turn | None], ...]
    kind: str = "moves"


@dataclass(frozen=True)
class Beside:
    """Two groups of blocks, side by side on a wide screen."""

    left: "tuple[Block, ...]"
    right: "tuple[Block, ...]"
    narrow_left: bool = False
    """Whether the left group is a small drawing."""
    kind: str = "beside"


Mark = Literal["", "both", "paper", "machine", "lost", "repaired", "here"]
"""Which trees have a move; a lost score; a repaired move; or the line in question."""


@dataclass(frozen=True)
class Span:
    """A piece of a printed line."""

    text: str
    mark: Mark = ""
    note: str = ""


@dataclass(frozen=True)
class PrintedLine:
    """A printed line: its margins, and the pieces between them."""

    spans: tuple[Span, ...]
    front: str = ""
    behind: Span = Span("")
    indent: int = 0
    """How many moves the line is indented by."""

    def text(self, indent: int) -> str:
        """The line up to its right margin; `indent` is how many columns to indent for each move."""
        return self.front + " " * indent * self.indent + "".join(span.text for span in self.spans)


@dataclass(frozen=True)
class Printout:
    """Printed lines."""

    title: str
    lines: tuple[PrintedLine, ...]

    def text(self, indent: int = 6) -> list[str]:
        """The lines with their columns aligned."""
        fronts = [line.text(indent) for line in self.lines]
        width = max(map(len, fronts))
        behind = max(len(line.behind.text) for line in self.lines)
        return [
            f"{front:{width}}{line.behind.text:>{behind}}".rstrip()
            for front, line in zip(fronts, self.lines, strict=True)
        ]


@dataclass(frozen=True)
class Pair:
    """Two printouts side by side, and what their marks mean."""

    left: Printout
    right: Printout
    legend: tuple[tuple[Span, str], ...] = ()
    kind: str = "pair"


@dataclass(frozen=True)
class Sheet:
    """A page of the printer as it is, column for column."""

    text: str
    caption: str
    kind: str = "sheet"


@dataclass(frozen=True)
class Fold:
    """Blocks that are hidden until the reader opens them."""

    title: str
    blocks: "tuple[Block, ...]"
    kind: str = "fold"


Block = Table | Words | Heading | Plot | Drawing | MoveList | Beside | Pair | Sheet | Fold


@dataclass(frozen=True)
class Result:
    """A measure of agreement, and its threshold if it has one."""

    what: str
    found: str
    asked: str = ""
    holds: bool | None = None
    """None if there is no threshold."""


@dataclass(frozen=True)
class Finding:
    """A main figure of the report, for its opening."""

    number: str
    what: str


@dataclass(frozen=True)
class Section:
    """A figure, a table or a study."""

    key: str
    title: str
    made: tuple[Origin, ...]
    """Where its numbers come from."""
    blocks: tuple[Block, ...]
    results: tuple[Result, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def asked(self) -> tuple[Result, ...]:
        """The results that have a threshold."""
        return tuple(result for result in self.results if result.holds is not None)

    @property
    def missed(self) -> tuple[Result, ...]:
        """The results that miss their threshold."""
        return tuple(result for result in self.asked if not result.holds)


@dataclass(frozen=True)
class Page:
    """The whole report."""

    title: str
    about: tuple[str, ...]
    """What this is and what was found."""
    sections: tuple[Section, ...]
    facts: tuple[tuple[str, str], ...] = ()
    """Version, date and hashes, each with its name."""
    note: str = ""
    """How to read the page."""

    @property
    def holds(self) -> bool:
        """Whether every threshold is met."""
        return not any(section.missed for section in self.sections)

    @property
    def glance(self) -> Table:
        """The sections, where their numbers come from, and how many thresholds they meet."""
        return Table.of(
            ("section", "its numbers", "thresholds met"),
            [
                (
                    section.title,
                    "; ".join(dict.fromkeys(made.when for made in section.made)),
                    _kept(section),
                )
                for section in self.sections
            ],
            "lll",
        )

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the sections, and their measures of agreement."""
        return {
            "holds": self.holds,
            "facts": dict(self.facts),
            "sections": [
                {
                    "key": section.key,
                    "title": section.title,
                    "made": [asdict(made) for made in section.made],
                    "agreement": [asdict(result) for result in section.results],
                }
                for section in self.sections
            ],
        }


def _kept(section: Section) -> Cell:
    asked, missed = len(section.asked), len(section.missed)
    if not asked:
        return Cell("")
    names = "; ".join(result.what for result in section.missed)
    return Cell(
        f"{asked - missed} of {asked}" + (f", missed: {names}" if names else ""), "bad" if missed else "good"
    )
