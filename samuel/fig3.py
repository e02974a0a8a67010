"""The look-ahead tree of Samuel's Fig. 3, made again by the native search.

listing = search(tree_cards(figure()))
listing.boards, listing.lines, listing.usage, listing.ends, listing.move, listing.score

The program is `listings/fig3or.deck`. Boards, legal moves, jumps, counts, pruning and the order of the paths
are its own. From cards it takes the order of the moves on each board and scores of boards: here they are
made from `traces/paper/fig3.tsv`, and what it printed is read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from ibm7094.errors import MachineError
from ibm7094.machine import Machine
from samuel.job import check_refusals, program, run_job

DECK = "fig3or.deck"
END_OF_JOB = "F3END"
FIGURE = Path(__file__).parents[1] / "traces" / "paper" / "fig3.tsv"
OPENING = "9-14 22-17 11-15 17-13"
"""How the game of Fig. 3 had begun (its text)."""

Kind = Literal["survey", "resume", "star"]
KINDS: dict[str, Kind] = {"survey": "survey", "resume": "resume", "star": "star"}
Side = Literal["=", "<", ">"]
SIDES: dict[str, Side] = {"=": "=", "<": "<", ">": ">"}
BoardPath = tuple[str, ...]
"""A board of the tree, by the moves that lead to it."""


@dataclass(frozen=True)
class Line:
    """A line of the tree as it is printed."""

    kind: Kind
    serial: int | None
    """The number of its first move. A star line has none, unless it branches off a path that is not the one
    shown last and that was an end where it had been left; Fig. 3 has no such line."""
    ply: int
    """The ply of its first move."""
    moves: tuple[str, ...]
    score: int
    """As seen by the side that moved last."""


@dataclass(frozen=True)
class FigureLine(Line):
    """A line of Fig. 3, and what can be told about its last board and others on it."""

    side: Side
    """What the end is worth to the machine: `score`, or which side of 34 (octal) it lies on."""
    extended: tuple[tuple[int, Side], ...]
    """Ply, and side of 34, of boards that were searched though their branching count was used up."""
    repaired: tuple[str, str] | None
    """A move as the scan has it, and as it must have been."""


@dataclass(frozen=True)
class Figure:
    """Fig. 3 as published."""

    lines: tuple[FigureLine, ...]
    usage: dict[int, int]
    """The printed row, by PLY; PLY counts the first board as 1."""
    ends: dict[int, int]

    @property
    def boards(self) -> tuple[BoardPath, ...]:
        """The boards in the order in which they were made."""
        return boards_of(self.lines)


@dataclass(frozen=True)
class Listing:
    """What the program printed."""

    text: str
    lines: tuple[Line, ...]
    usage: dict[int, int]
    ends: dict[int, int]
    totals: tuple[int, int]
    """Of usage and ends, as printed."""
    move: str
    score: int
    unanswered: int
    """Scores that were asked for and stand on no card."""
    illegal: int
    """Moves on cards that were not legal when their board was reached."""
    instructions: int
    seconds: tuple[float, float]
    """Simulated time, both ends; cards and printer included."""

    @property
    def boards(self) -> tuple[BoardPath, ...]:
        """The boards in the order in which they were made."""
        return boards_of(self.lines)


def boards_of(lines: Iterable[Line]) -> tuple[BoardPath, ...]:
    """The boards that lines of a tree make, in order."""
    found: list[BoardPath] = []
    paths: dict[int, BoardPath] = {}
    current: BoardPath = ()
    for line in lines:
        if line.kind != "survey" and line.serial in paths:
            current = paths[line.serial]
        if line.ply > len(current) + 1:
            raise MachineError(f"A line begins at ply {line.ply}, but the one before ends at {len(current)}.")
        current = current[: line.ply - 1]
        for move in line.moves:
            current = (*current, move)
            found.append(current)
        if line.kind != "star" and line.serial is not None:
            paths[line.serial] = current
    return tuple(found)


UNEXPLAINED_USAGE = {3: 1}
"""By PLY: the figure's USAGE row counts one board more than its lines show after the second move. No line,
and no reading of the damaged ones, accounts for it."""


@cache
def figure() -> Figure:
    """Fig. 3 from `traces/paper/fig3.tsv`."""
    rows = FIGURE.read_text().splitlines()
    tables = {row.split("\t")[1]: row.split("\t")[2] for row in rows if row.startswith("#table")}
    plies, usage, ends = ([int(n) for n in tables[name].split()] for name in ("PLY", "USAGE", "ENDS"))
    data = [row.split("\t") for row in rows if not row.startswith("#")][1:]
    return Figure(
        tuple(_figure_line(row + [""] * (9 - len(row))) for row in data),
        dict(zip(plies, usage, strict=True)),
        dict(zip(plies, ends, strict=True)),
    )


def _figure_line(row: Sequence[str]) -> FigureLine:
    _, kind, serial, ply, moves, score, side, extended, scan = row
    before, _, after = scan.partition(" ")
    return FigureLine(
        kind=KINDS[kind],
        serial=int(serial) if serial else None,
        ply=int(ply),
        moves=tuple(moves.split()),
        score=int(score, 8),
        side=SIDES[side],
        extended=tuple((int(item[:-1]), SIDES[item[-1]]) for item in extended.split()),
        repaired=(before, after) if scan else None,
    )


# Cards

BOUND = 0o34
SIDE_SCORES: dict[Side, int] = {"<": BOUND - 1, ">": BOUND + 1}
"""The lost scores: any on the right side of 34 will do, these are chosen by us."""

BETWEEN = {(9, 5): 0o21, (1, 5): 0o14, (1, 9): 0o34}
"""Branch and ply where a path was extended by two moves more without being put aside. The figure does not
print the score there; it must have been above the second best, 14, 13 and 10. Chosen by us: the score that
the figure prints for the same branch before or after."""


@dataclass
class Board:
    """A board of the tree that goes on cards."""

    branches: dict[str, "Board"] = field(default_factory=dict)
    score: int | None = None
    """As seen by the machine; None if it will not be needed."""


def oracle(lines: Iterable[FigureLine]) -> Board:
    """The tree of the figure: order of moves, and scores where one is known or its side is."""
    root = Board()
    lines = tuple(lines)
    for path in boards_of(lines):
        _at(root, path[:-1]).branches[path[-1]] = Board()
    made = iter(boards_of(lines))
    for line in lines:
        paths = [next(made) for _ in line.moves]
        machine_moved_last = len(paths[-1]) % 2 == 1
        known = line.score if machine_moved_last else -line.score
        _at(root, paths[-1]).score = known if line.side == "=" else SIDE_SCORES[line.side]
        for ply, side in line.extended:
            _at(root, paths[ply - line.ply]).score = SIDE_SCORES[side]
        for path in paths:
            between = (line.serial or 0, len(path))
            if line.kind == "resume" and between in BETWEEN:
                _at(root, path).score = BETWEEN[between]
    return root


def _at(root: Board, path: BoardPath) -> Board:
    for move in path:
        root = root.branches[move]
    return root


def board_cards(board: Board, ply: int = 1) -> Iterator[str]:
    """The cards of a tree, each board before its branches."""
    for move, below in board.branches.items():
        score = "" if below.score is None else f" {'P' if below.score >= 0 else 'M'}{abs(below.score)}"
        yield f"BOARD {ply} {move}{score}"
        yield from board_cards(below, ply + 1)


def tree_cards(lines: Iterable[FigureLine] | None = None) -> list[str]:
    """The cards that set the position of Fig. 3 up, and give the tree."""
    lines = figure().lines if lines is None else lines
    return ["START", f"PLAY  {OPENING}", *board_cards(oracle(lines))]


# The machine

PLIES = range(3, 23)
"""The columns of the table below the tree."""

LIMIT = 5_000_000_000
"""Instructions after which a run is given up; Fig. 3 needs 52 million, most of them while waiting for cards
and printer."""

_RESULT = re.compile(r"MOVE +(\d+)- *(\d+) +SCORE +(-?[0-7]+) +NOT ANSWERED +(\d+)  NOT LEGAL +(\d+)")


def steering_cards(words: Mapping[str, int | Sequence[int]]) -> list[str]:
    """Control cards for steering words, named as in `listings/steer.fap`: {"COUNT": 16, "SAVED": [99, 4]}."""
    numbers = {name: [value] if isinstance(value, int) else value for name, value in words.items()}
    return [f"{name:6}{' '.join(map(str, values))}" for name, values in numbers.items()]


def search(
    cards: Iterable[str], steering: Mapping[str, int | Sequence[int]] | None = None, model: str = "7094"
) -> Listing:
    """Let the program search the tree on these cards, with other steering words if wanted."""
    cards = (*cards, *steering_cards(steering or {}), "SEARCH")
    done = run_job(program(DECK), cards, END_OF_JOB, Machine(model), LIMIT)
    return read(done.text, done.instructions, done.seconds)


def read(text: str, instructions: int = 0, seconds: tuple[float, float] = (0.0, 0.0)) -> Listing:
    """Read what the program printed."""
    lines: list[Line] = []
    rows: dict[str, list[int]] = {}
    result: re.Match[str] | None = None
    begun = ""
    printed = [row.rstrip() for row in text.splitlines()]
    check_refusals(printed)
    for row in printed:
        if row[:6].strip() in ("PLY", "USAGE", "ENDS"):
            rows[row[:6].strip()] = [int(row[at : at + 3]) for at in range(6, 66, 3)]
            rows[row[:6].strip()] += [int(row[66:])] if row[66:].strip().isdecimal() else []
        elif row.startswith("MOVE"):
            result = _RESULT.fullmatch(row)
        elif len(row) > 60:
            lines.append(_line(begun + row[4:58] if begun else row[:58], row))
            begun = ""
        elif row:
            begun += row[4:] if begun else row
    if result is None or set(rows) != {"PLY", "USAGE", "ENDS"} or rows["PLY"] != list(PLIES):
        raise MachineError(
            f"The program printed what cannot be a tree: {' / '.join(printed[:3]) or 'nothing'}."
        )
    return Listing(
        text=text,
        lines=tuple(lines),
        usage=dict(zip(PLIES, rows["USAGE"], strict=False)),
        ends=dict(zip(PLIES, rows["ENDS"], strict=False)),
        totals=(rows["USAGE"][-1], rows["ENDS"][-1]),
        move=f"{result[1]}-{result[2]}",
        score=int(result[3], 8),
        unanswered=int(result[4]),
        illegal=int(result[5]),
        instructions=instructions,
        seconds=seconds,
    )


def _line(front: str, row: str) -> Line:
    """A line of the tree; `front` has its serial number, star and moves, of several lines if it took them."""
    moves = tuple(move.replace(" ", "") for move in front[4:].split(",") if move.strip())
    before, behind = front[:2].strip(), row[58:60].strip()
    kind: Kind = "star" if front[3] == "*" else "resume" if before else "survey"
    serial = behind if kind == "survey" else before
    return Line(kind, int(serial) if serial else None, int(row[68:]), moves, int(row[61:67], 8))
