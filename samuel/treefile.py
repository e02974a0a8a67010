"""Look-ahead trees from files, in any of three forms, with every move checked by the rules.

printed = read_any(Path("tree.txt"))
printed.lines, printed.usage, printed.ends, printed.chosen

The forms: what our program prints (`samuel.tree`); Samuel's Fig. 3 as it stands on the page
(`samuel.figure_page`); and the transcription of it, `traces/paper/fig3.tsv`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from samuel import figure_page, tree
from samuel.fig3 import FIGURE, OPENING
from samuel.paper import BadRow, Chosen, figure_3, times
from samuel.replay import replay
from samuel.rules import START, Position, find, play
from samuel.tree import BadTree, Line
from samuel.tree_result import below


def _opening() -> Position:
    position = START
    for move in OPENING.split():
        position = play(position, find(position, move))
    return position


FIGURE_3_BOARD = _opening()
"""Where the tree of Fig. 3 begins."""


LONGEST_ROW = 500
"""Characters of a row; no form of a tree has as many."""

MOST_BYTES = 10_000_000
"""Of a file; a tree has some ten thousand."""

TRANSCRIPT_HEADING = "line\tkind\tserial\tply\tmoves"


@dataclass(frozen=True)
class Printed:
    """A tree that was printed, by Samuel's program or by another."""

    name: str
    lines: tuple[Line, ...]
    usage: dict[int, int] | None = None
    """The row below the tree, by PLY, if there is one."""
    ends: dict[int, int] | None = None
    chosen: Chosen | None = None
    seconds: tuple[float, float] | None = None
    """How long the machine took, both ends of the interval."""
    totals: tuple[int, int] | None = None
    """Of USAGE and ENDS, as printed."""
    is_figure: bool = False
    """In the form of Fig. 3: its alpha and beta are lost, and its USAGE has a board that no line explains."""


@cache
def the_figure() -> Printed:
    """Fig. 3 of 1967."""
    figure = figure_3()
    time = times()["7094, the move of Fig. 3"]
    seconds = (time.low, time.high or time.low)
    lines = _by_its_own_count(figure.lines, _text(FIGURE).splitlines())
    return Printed("Fig. 3", lines, figure.usage, figure.ends, figure.chosen, seconds, is_figure=True)


def read_any(path: Path, start: Position = FIGURE_3_BOARD) -> Printed:
    """The first tree of a file, every move legal and new; BadTree says why not, in which line, what to do."""
    try:
        text = _text(path)
        rows = text.splitlines()
        long = next((number for number, row in enumerate(rows, 1) if len(row) > LONGEST_ROW), None)
        if long:
            raise BadTree(f"Line {long} is too long to be one of a tree: name a file that holds only print")
        if any(tree.HEADING.fullmatch(row.rstrip()) for row in rows):
            found = _own(path.name, text)
            replay(found.lines, start)
        elif any(figure_page.HEADING.fullmatch(row) for row in rows):
            page = figure_page.read(rows, start)
            time = _its_time(page.lines)
            found = Printed(path.name, page.lines, page.usage, page.ends, seconds=time, is_figure=True)
            replay(found.lines, start)
        elif any(row.startswith(TRANSCRIPT_HEADING) for row in rows):
            found = _transcript(path, rows, start)
        else:
            raise BadTree(
                "None of its lines is the heading of a tree, MOVE TREE ALPHA BETA SCORE: name what samuel "
                f"move printed, Fig. 3's page, or {figure_page.TRANSCRIPT}"
            )
        if not found.lines:
            raise BadTree("There is a heading, but no tree below it: name a file with a whole tree")
    except BadRow as error:  # it names the file
        raise BadTree(str(error)) from None
    except BadTree as error:
        raise BadTree(f"{path}: {str(error).rstrip('.')}.") from None
    return found


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            read = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadTree(f"It cannot be read, {error.strerror}: name a file with a tree") from None
    if len(read) > MOST_BYTES:
        raise BadTree(f"It is longer than {MOST_BYTES:,} bytes: name a file that holds only print")
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = read[: error.start].count(b"\n") + 1
        raise BadTree(f"Line {line} is not text: name a file with a tree in print") from None


def _transcript(path: Path, rows: Sequence[str], start: Position) -> Printed:
    """A file in the form of `fig3.tsv`."""
    if not path.is_file():
        raise BadTree("A transcription cannot come through a pipe, it is read more than once: name a file")
    figure = figure_3(path)
    at = [number for number, _ in _data(rows)]
    replay([replace(line, number=number) for number, line in zip(at, figure.lines, strict=True)], start)
    lines = _by_its_own_count(figure.lines, rows)
    time = _its_time(lines)
    return Printed(path.name, lines, figure.usage, figure.ends, figure.chosen, time, is_figure=True)


def _its_time(lines: Sequence[Line]) -> tuple[float, float] | None:
    """The time that the text states, if this is the tree of which it does."""
    figure = the_figure()
    return figure.seconds if tree.boards_of(lines) == tree.boards_of(figure.lines) else None


def _by_its_own_count(lines: Sequence[Line], rows: Sequence[str]) -> tuple[Line, ...]:
    """Lines of a transcription with the numbers of its first column."""
    found = []
    for (at, row), line in zip(_data(rows), lines, strict=True):
        number = row.split("\t")[0]
        if not re.fullmatch(r"\d{1,4}", number, re.ASCII):
            raise BadTree(f"Line {at} should begin with its number in the figure, not {number!r}: mend it")
        found.append(replace(line, number=int(number)))
    return tuple(found)


def _data(rows: Sequence[str]) -> list[tuple[int, str]]:
    """The rows of a transcription behind the names of its columns, with their line numbers."""
    return [(at, row) for at, row in enumerate(rows, 1) if row.strip() and not row.startswith("#")][1:]


def _own(name: str, text: str) -> Printed:
    found = tree.read(text)
    rows = text.splitlines()
    trees = [number for number, row in enumerate(rows) if tree.HEADING.fullmatch(row.rstrip())]
    result = below(rows[slice(*trees[:2])] if trees[1:] else rows[trees[0] :])
    return Printed(
        name, found.lines, found.usage, found.ends, result.chosen, result.seconds, totals=found.totals
    )
