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
from samuel import tree
from samuel.job import check_refusals, run_job
from samuel.settings import steering_cards
from samuel.store import stored
from samuel.tree import BoardPath, Kind, Line, Tree, boards_of

DECK = "fig3or.deck"
END_OF_JOB = "F3END"
FIGURE = Path(__file__).parents[1] / "traces" / "paper" / "fig3.tsv"
OPENING = "9-14 22-17 11-15 17-13"
"""How the game of Fig. 3 had begun (its text)."""

KINDS: dict[str, Kind] = {"survey": "survey", "resume": "resume", "star": "star"}
Side = Literal["=", "<", ">"]
SIDES: dict[str, Side] = {"=": "=", "<": "<", ">": ">"}


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
class Listing(Tree):
    """What the program printed."""

    text: str
    move: str
    score: int
    unanswered: int
    """Scores that were asked for and stand on no card."""
    illegal: int
    """Moves on cards that were not legal when their board was reached."""
    instructions: int
    seconds: tuple[float, float]
    """Simulated time, both ends; cards and printer included."""


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
        tuple(_figure_line(row + [""] * (10 - len(row))) for row in data),
        dict(zip(plies, usage, strict=True)),
        dict(zip(plies, ends, strict=True)),
    )


def _figure_line(row: Sequence[str]) -> FigureLine:
    _, kind, serial, ply, moves, score, side, extended, _, scan = row
    before, _, after = scan.partition(" ")
    return FigureLine(
        kind=KINDS[kind],
        serial=int(serial) if serial else None,
        ply=int(ply),
        moves=tuple(moves.split()),
        score=int(score, 8),
        alpha=None,  # the columns are lost
        beta=None,
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

LIMIT = 5_000_000_000
"""Instructions after which a run is given up; Fig. 3 needs 52 million, most of them while waiting for cards
and printer."""

_RESULT = re.compile(r"MOVE +(\d+)- *(\d+) +SCORE +(-?[0-7]+) +NOT ANSWERED +(\d+)  NOT LEGAL +(\d+)")


def search(
    cards: Iterable[str], steering: Mapping[str, int | Sequence[int]] | None = None, model: str = "7094"
) -> Listing:
    """Let the program search the tree on these cards, with other steering words if wanted."""
    cards = (*cards, *steering_cards(steering or {}), "SEARCH")
    done = run_job(stored(DECK), cards, END_OF_JOB, Machine(model), LIMIT)
    return read(done.text, done.instructions, done.seconds)


def read(text: str, instructions: int = 0, seconds: tuple[float, float] = (0.0, 0.0)) -> Listing:
    """Read what the program printed."""
    printed = [row.rstrip() for row in text.splitlines()]
    check_refusals(printed)
    found = tree.read(text)
    results = [result for row in printed if (result := _RESULT.fullmatch(row))]
    if len(results) != 1:
        raise MachineError(f"The program printed {len(results)} moves with their scores for one tree.")
    start, end, score, unanswered, illegal = results[0].groups()
    return Listing(
        found.lines,
        found.usage,
        found.ends,
        found.totals,
        text,
        f"{start}-{end}",
        int(score, 8),
        int(unanswered),
        int(illegal),
        instructions,
        seconds,
    )
