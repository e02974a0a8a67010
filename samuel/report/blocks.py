"""What a report is made of, whichever way it is written out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Tone = Literal["", "good", "bad"]


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    tone: Tone = ""
    number: bool = False

    @classmethod
    def of(cls, value: object) -> "Cell":
        """Numbers stand to the right, and so does text that begins like one."""
        if isinstance(value, Cell):
            return value
        text = str(value)
        return cls(text, number=text[:1].isdecimal() or text[:2].strip("-+.").isdecimal())


@dataclass(frozen=True)
class Table:
    """Rows under headings."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    kind: str = "table"

    @classmethod
    def of(cls, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> "Table":
        """A table of anything."""
        return cls(tuple(heads), tuple(tuple(map(Cell.of, row)) for row in rows))


@dataclass(frozen=True)
class Words:
    """A paragraph."""

    text: str
    kind: str = "words"


@dataclass(frozen=True)
class Plot:
    """A drawing, as SVG."""

    svg: str
    caption: str
    kind: str = "plot"


@dataclass(frozen=True)
class Span:
    """A piece of a printed line; `mark` says which trees have it."""

    text: str
    mark: Literal["", "both", "paper", "machine"] = ""


@dataclass(frozen=True)
class Printout:
    """Printed lines."""

    title: str
    lines: tuple[tuple[Span, ...], ...]


@dataclass(frozen=True)
class Pair:
    """Two printouts side by side."""

    left: Printout
    right: Printout
    kind: str = "pair"


Block = Table | Words | Plot | Pair


@dataclass(frozen=True)
class Section:
    """A figure, a table or a study."""

    key: str
    title: str
    command: str
    """That makes it."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Page:
    """The whole report."""

    title: str
    about: tuple[str, ...]
    sections: tuple[Section, ...]
