"""Look-ahead trees from files, in any of three forms, with every move checked by the rules.

printed = read_any(Path("tree.txt"))
printed.lines, printed.usage, printed.ends, printed.chosen

The forms: what our program prints (`samuel.tree`); Samuel's Fig. 3 as it stands on the page
(`samuel.figure_page`); and the transcription of it, `traces/paper/fig3.tsv`.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from samuel import figure_page, tree
from samuel.fig3 import OPENING
from samuel.paper import BadRow, Chosen, figure_3, text_of, times
from samuel.replay import replay
from samuel.rules import START, Position, find, play
from samuel.tree import BadTree, Line


def _opening() -> Position:
    position = START
    for move in OPENING.split():
        position = play(position, find(position, move))
    return position


FIGURE_3_BOARD = _opening()
"""Where the tree of Fig. 3 begins."""


LONGEST_ROW = 500
"""Characters of a row; no form of a tree has as many."""


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


@cache
def the_figure() -> Printed:
    """Fig. 3 of 1967."""
    figure = figure_3()
    time = times()["7094, the move of Fig. 3"]
    seconds = (time.low, time.high or time.low)
    return Printed("Fig. 3", figure.lines, figure.usage, figure.ends, figure.chosen, seconds)


def read_any(path: Path, start: Position = FIGURE_3_BOARD) -> Printed:
    """The first tree of a file, all of it legal; BadTree if there is none, with the line and why."""
    try:
        text = text_of(path)
        rows = text.splitlines()
        long = next((number for number, row in enumerate(rows, 1) if len(row) > LONGEST_ROW), None)
        if long:
            raise BadTree(f"line {long} is too long to be one of a tree")
        if any(tree.HEADING.fullmatch(row.rstrip()) for row in rows):
            found = _own(path.name, text)
        elif any(figure_page.HEADING.fullmatch(row) for row in rows):
            page = figure_page.read(rows, start)
            found = Printed(path.name, page.lines, page.usage, page.ends)
        elif any(row.startswith("line\tkind\tserial\tply\tmoves") for row in rows):
            figure = figure_3(path)
            found = Printed(path.name, figure.lines, figure.usage, figure.ends, figure.chosen)
        else:
            raise BadTree("none of its lines is the heading of a tree, MOVE TREE ALPHA BETA SCORE")
        if not found.lines:
            raise BadTree("there is a heading, but no tree below it")
        replay(found.lines, start)
    except BadRow as error:  # it names the file
        raise BadTree(str(error)) from None
    except BadTree as error:
        raise BadTree(f"{path}: {str(error).rstrip('.')}.") from None
    return found


_CHOSEN = re.compile(
    r"(?:GAME \d  MOVE +\d+  (?:BLACK|WHITE)|MOVE) +(\d+)-(?:\d+-)* *(\d+) +SCORE +(-?[0-7]+)\b.*", re.ASCII
)
"""The move and its score, as the player prints them and as the search does."""


def _own(name: str, text: str) -> Printed:
    found = tree.read(text)
    below = text.splitlines()
    heading = next(number for number, row in enumerate(below) if tree.HEADING.fullmatch(row.rstrip()))
    results = (_CHOSEN.fullmatch(row.rstrip()) for row in below[heading:])
    result = next(filter(None, results), None)
    chosen = Chosen(f"{result[1]}-{result[2]}", int(result[3], 8)) if result else None
    return Printed(name, found.lines, found.usage, found.ends, chosen)
