"""A look-ahead tree as the program prints it, in the form of Samuel's Fig. 3 (`listings/search/lister.fap`).

tree = read(text)
tree.lines, tree.boards, tree.usage, tree.ends

This is the printer's form, of 72 columns. `samuel.trees.ply_page` has the page that the machine writes on
tape, with each move in the column of its ply.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ibm7094.errors import MachineError
from samuel.trees import tree_html

Kind = Literal["survey", "resume", "star"]
BoardPath = tuple[str, ...]
"""A board of the tree, by the moves that lead to it."""

PLIES = range(3, 23)
"""The columns of the table below the tree. PLY counts the first board as 1."""

COLUMNS = 72
"""Width of the printed lines."""

HEADING = re.compile(r" *MOVE TREE +ALPHA +BETA +SCORE +PLY")


class BadTree(MachineError):
    """Text that is not a valid tree; the message names the line."""


@dataclass(frozen=True)
class Line:
    """A line of the tree as it is printed."""

    kind: Kind
    serial: int | None
    """The number of its path. A star line has one only if it branches off a path that is not the one printed
    last and that had ended where it was left; Fig. 3 has no such line."""
    ply: int
    """The ply of its first move."""
    moves: tuple[str, ...]
    score: int
    """As seen by the side that moved last; so are alpha and beta."""
    alpha: int | None
    """None if infinite; likewise beta."""
    beta: int | None
    number: int = field(default=0, kw_only=True, compare=False)
    """Its line number in Fig. 3, whose heading is line 1, or else in the text read; 0 without a text."""


@dataclass(frozen=True)
class Chosen:
    """The move that a look-ahead chose, and its score as seen by the side that makes it."""

    move: str
    score: int


@dataclass(frozen=True)
class Tree:
    """A printed tree: the lines, and the table below them."""

    lines: tuple[Line, ...]
    usage: dict[int, int]
    """The printed row, by PLY."""
    ends: dict[int, int]
    totals: tuple[int, int]
    """The printed totals of usage and ends."""

    def __repr__(self) -> str:
        return f"<Tree of {len(self.lines)} lines and {len(self.boards)} boards, {self.totals[1]} ends>"

    def _repr_html_(self) -> str:
        """The tree as a notebook shows it."""
        return tree_html.tree(self)

    @property
    def boards(self) -> tuple[BoardPath, ...]:
        """The boards in the order in which they were made."""
        return boards_of(self.lines)


def boards_of(lines: Iterable[Line]) -> tuple[BoardPath, ...]:
    """The boards that lines of a tree make, in order."""
    return tuple(board for boards in boards_by_line(lines) for board in boards)


def boards_by_line(lines: Iterable[Line]) -> Iterator[tuple[BoardPath, ...]]:
    """The boards that each line of a tree makes."""
    paths: dict[int, BoardPath] = {}
    current: BoardPath = ()
    for line in lines:
        if line.kind != "survey" and line.serial in paths:
            current = paths[line.serial]
        if line.ply > len(current) + 1:
            raise BadTree(
                f"Line {line.number} begins at ply {line.ply}, but the moves before it reach only ply "
                f"{len(current)}: a line is missing, or its ply is wrong."
            )
        current = current[: line.ply - 1]
        found: list[BoardPath] = []
        for move in line.moves:
            current = (*current, move)
            found.append(current)
        if line.kind != "star" and line.serial is not None:
            paths[line.serial] = current
        yield tuple(found)


def count_usage(lines: Iterable[Line]) -> dict[int, int]:
    """Boards by PLY, as the table below a tree counts them, without those after the first move."""
    made = Counter(len(board) + 1 for board in boards_of(lines))
    return {ply: made[ply] for ply in PLIES}


def count_ends(lines: Sequence[Line]) -> dict[int, int]:
    """Ends by PLY, as the table counts them.

    A survey line is an end unless its path is the last one surveyed and is continued at once. Any other line
    is an end only if nothing follows its last board.
    """
    by_line = list(boards_by_line(lines))
    all_boards = [board for boards in by_line for board in boards]
    inner = {board[:-1] for board in all_boards}
    ends: Counter[int] = Counter()
    surveyed = sum(line.kind == "survey" for line in lines)
    at_once = (
        len(lines) > surveyed and lines[surveyed].kind == "resume" and lines[surveyed].serial == surveyed
    )
    for line, boards in zip(lines, by_line, strict=True):
        if line.kind == "survey":
            ends[len(boards[-1]) + 1] += not (at_once and line.serial == surveyed)
        elif boards[-1] not in inner:
            ends[len(boards[-1]) + 1] += 1
    return {ply: ends[ply] for ply in PLIES}


# Reading


def read(text: str) -> Tree:
    """The tree in what a program printed; lines before its heading and after its table are ignored."""
    rows = [row.rstrip() for row in text.splitlines()]
    begin = next((number for number, row in enumerate(rows) if HEADING.fullmatch(row)), None)
    if begin is None:
        raise BadTree("The text has no heading of a tree, MOVE TREE ALPHA BETA SCORE PLY: print a tree.")
    end = next((number for number in range(begin, len(rows)) if rows[number].startswith("PLY")), None)
    if end is None:
        raise BadTree(
            f"The tree that begins in line {begin + 1} is incomplete, without PLY, USAGE and ENDS: "
            "print it again."
        )
    lines: list[Line] = []
    begun: list[str] = []
    for number, row in enumerate(rows[begin + 1 : end], begin + 2):
        begun.append(row[3:] if begun else row)
        if len(row) >= 69:  # otherwise the moves continue on the next line
            front = "".join(begun[:-1]) + begun[-1][: 42 if begun[1:] else 45]
            lines.append(_line(front, row, number, first=number - len(begun) + 1))
            begun = []
    if begun or not lines:
        raise BadTree(f"Line {end} should end a line of the tree with its numbers: print the tree again.")
    usage, ends = (_table_row(name, rows, end + place) for place, name in enumerate(("USAGE", "ENDS"), 1))
    return Tree(
        lines=tuple(lines),
        usage=dict(zip(PLIES, usage, strict=False)),
        ends=dict(zip(PLIES, ends, strict=False)),
        totals=(usage[-1], ends[-1]),
    )


def _table_row(name: str, rows: Sequence[str], at: int) -> list[int]:
    if at >= len(rows):
        raise BadTree(f"The table ends with line {len(rows)}, before its {name}: print the tree again.")
    row = rows[at]
    fields = [row[place : place + 3] for place in range(6, 66, 3)] + [row[66:COLUMNS]]
    if (
        row[:6].strip() != name
        or len(row) > COLUMNS
        or not all(field.strip().isdecimal() for field in fields)
    ):
        raise BadTree(
            f"Line {at + 1} should be the {name} of the tree, a number for each PLY, not {row!r}: fix it, "
            "or print the tree again."
        )
    return [int(field) for field in fields]


def _line(front: str, row: str, number: int, first: int) -> Line:
    """A line of the tree. `front` has its serial number, star and moves, joined if they took several printed
    lines, `first` to `number`."""
    moves = tuple(move.replace(" ", "") for move in front[3:].split(",") if move.strip())
    before, after = front[:2].strip(), row[45:47].strip()
    kind: Kind = "star" if front[2] == "*" else "resume" if before else "survey"
    serial = after if kind == "survey" else before
    if len(row) > COLUMNS or not moves or not all(re.fullmatch(r"\d+-\d+", move) for move in moves):
        raise BadTree(f"Line {number} should hold moves such as 15-19,23-16, not {row!r}: fix it.")
    try:
        alpha, beta = (int(field, 8) if field.strip() else None for field in (row[47:54], row[54:61]))
        score, ply = int(row[61:68], 8), int(row[69:71])
        path = int(serial) if serial else None
    except ValueError:
        raise BadTree(
            f"Line {number} should end with alpha, beta, score (octal) and ply, not {row!r}: fix it."
        ) from None
    if ply < 1:
        raise BadTree(f"Line {number} says that its first move is at ply {ply}: plies count from 1.")
    return Line(kind, path, ply, moves, score, alpha, beta, number=first)


def octal(value: int | None) -> str:
    """A number as the tree prints it, in seven columns; blank if infinite."""
    return " " * 7 if value is None else f"{'-' if value < 0 else ''}{abs(value):05o}".rjust(7)
