"""Look-ahead trees from files, in any of four forms, with every move checked by the rules.

printed = read_any(Path("tree.txt"))
printed.lines, printed.usage, printed.ends, printed.chosen

The forms: what our program prints (`samuel.trees.tree`); the page that it writes on tape, or that tape itself
(`samuel.trees.ply_page`); Samuel's Fig. 3 as it stands on the page (`samuel.trees.figure_page`); and the
transcription of it, `traces/paper/fig3.tsv`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ibm7094.devices.offline_printer import text_of_tape
from ibm7094.errors import MediaError
from ibm7094.media.tape import TapeFile
from samuel.checkers.rules import Position
from samuel.paper import BadRow, times
from samuel.paper.fig3 import FIGURE_3_BOARD
from samuel.trees import figure_page, ply_page, transcription, tree
from samuel.trees.replay import replay
from samuel.trees.result import below
from samuel.trees.tree import BadTree, Chosen, Line

FIGURE_NAME = "Fig. 3"

LONGEST_ROW = 500
"""The most characters in a row; no form of a tree needs as many."""

MOST_BYTES = 10_000_000
"""The largest file; a tree has about ten thousand bytes."""

TRANSCRIPT_HEADING = "\t".join(transcription.COLUMNS.split()[:5])


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
    found = transcription.figure()
    time = times()["7094, the move of Fig. 3"]
    seconds = (time.low, time.high or time.low)
    return Printed(FIGURE_NAME, found.lines, found.usage, found.ends, found.chosen, seconds, is_figure=True)


def read_any(path: Path, start: Position = FIGURE_3_BOARD) -> Printed:
    """Read the first tree of a file; raises BadTree if a move is not legal or not new."""
    try:
        text = _text(path)
        rows = text.splitlines()
        long = next((number for number, row in enumerate(rows, 1) if len(row) > LONGEST_ROW), None)
        if long:
            raise BadTree(f"Line {long} is too long for a tree: give a file that holds only a printed tree")
        if any(tree.HEADING.fullmatch(row.rstrip()) for row in rows):
            found = _own(path.name, text)
            replay(found.lines, start)
        elif any(map(ply_page.is_heading, rows)):
            found = _by_ply(path.name, rows)
            replay(found.lines, start)
        elif any(figure_page.HEADING.fullmatch(row) for row in rows):
            page = figure_page.read(rows, start)
            time = _its_time(page.lines)
            found = Printed(path.name, page.lines, page.usage, page.ends, seconds=time, is_figure=True)
            replay(found.lines, start)
        elif any(row.startswith(TRANSCRIPT_HEADING) for row in rows):
            found = _transcript(path, text, start)
        else:
            raise BadTree(
                "It has no tree heading, MOVE TREE ALPHA BETA SCORE: give the output of samuel move, "
                f"the page of Fig. 3, or {figure_page.TRANSCRIPT}"
            )
        if not found.lines:
            raise BadTree("There is a heading, but no tree below it: give a file with a whole tree")
    except (BadRow, MediaError) as error:  # it names the file
        raise BadTree(str(error)) from None
    except BadTree as error:
        raise BadTree(f"{path}: {str(error).rstrip('.')}.") from None
    return found


def _text(path: Path) -> str:
    if path.is_file():
        with TapeFile.open(path, write_protected=True) as tape:
            if tape.is_tape and tape.size():
                return text_of_tape(path)
    try:
        with path.open("rb") as file:
            read = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadTree(f"It cannot be read, {error.strerror}: give a file with a tree") from None
    if len(read) > MOST_BYTES:
        raise BadTree(f"It is longer than {MOST_BYTES:,} bytes: give a file that holds only a printed tree")
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = read[: error.start].count(b"\n") + 1
        raise BadTree(f"Line {line} is not text: give a file with a printed tree") from None


def _transcript(path: Path, text: str, start: Position) -> Printed:
    """A file in the form of `fig3.tsv`."""
    found = transcription.read(text, path)
    at = transcription.data_rows(text)
    replay([replace(line, number=number) for number, line in zip(at, found.lines, strict=True)], start)
    time = _its_time(found.lines)
    return Printed(path.name, found.lines, found.usage, found.ends, found.chosen, time, is_figure=True)


def _its_time(lines: Sequence[Line]) -> tuple[float, float] | None:
    """The time that the paper states, if this is the tree of Fig. 3."""
    figure = the_figure()
    return figure.seconds if tree.boards_of(lines) == tree.boards_of(figure.lines) else None


def _by_ply(name: str, rows: Sequence[str]) -> Printed:
    found = ply_page.read(rows)
    last = found.last
    result = below(rows)
    return Printed(
        name,
        found.lines,
        found.usage,
        found.ends,
        last.chosen if last else result.chosen,
        result.seconds,
        totals=found.totals,
    )


def _own(name: str, text: str) -> Printed:
    found = tree.read(text)
    rows = text.splitlines()
    trees = [number for number, row in enumerate(rows) if tree.HEADING.fullmatch(row.rstrip())]
    result = below(rows[slice(*trees[:2])] if trees[1:] else rows[trees[0] :])
    return Printed(
        name, found.lines, found.usage, found.ends, result.chosen, result.seconds, totals=found.totals
    )
