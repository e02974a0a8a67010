"""The look-ahead tree of Samuel's Fig. 3, rebuilt by the native search.

listing = search(tree_cards(figure()))
listing.boards, listing.lines, listing.usage, listing.ends, listing.move, listing.score

The program is `listings/fig3or.deck`. Boards, legal moves, jumps, counts, pruning and the order of the paths
are its own. It reads the order of the moves on each board and scores of boards from cards. This module makes
these cards from `traces/paper/fig3.tsv`, and reads the printout.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ibm7094.errors import MachineError
from ibm7094.machine import Machine
from samuel.paper.fig3 import OPENING
from samuel.player.job import check_refusals, run_job
from samuel.player.steering import steering_cards
from samuel.player.store import stored
from samuel.trees import tree
from samuel.trees.transcription import SIDE_SCORES, FigureLine, figure
from samuel.trees.tree import BoardPath, Tree, boards_of

DECK = "fig3or.deck"
END_OF_JOB = "F3END"


@dataclass(frozen=True)
class Listing(Tree):
    """What the program printed."""

    text: str
    move: str
    score: int
    unanswered: int
    """Scores that the search needed but no card gives."""
    illegal: int
    """Moves on cards that were not legal when their board was reached."""
    instructions: int
    seconds: tuple[float, float]
    """Simulated time as an interval, including cards and printer."""


# Cards


BETWEEN = {(9, 5): 0o21, (1, 5): 0o14, (1, 9): 0o34}
"""Branch and ply where a path was extended by two more moves without being put aside. The figure does not
print the score there; it must have been above the second best, 14, 13 and 10. Chosen by us: the score that
the figure prints for the same branch before or after."""


@dataclass
class Board:
    """A board of the tree that is put on cards."""

    branches: dict[str, "Board"] = field(default_factory=dict)
    score: int | None = None
    """As seen by the machine; None if it is not needed."""


def oracle(lines: Iterable[FigureLine]) -> Board:
    """The tree of the figure: the order of moves, and a score wherever the score or its side is known."""
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
    """The cards that set up the position of Fig. 3 and give the tree."""
    lines = figure().lines if lines is None else lines
    return ["START", f"PLAY  {OPENING}", *board_cards(oracle(lines))]


# The machine

LIMIT = 5_000_000_000
"""A run stops after this many instructions; Fig. 3 needs 52 million, most of them while waiting for cards
and printer."""

_RESULT = re.compile(r"MOVE +(\d+)- *(\d+) +SCORE +(-?[0-7]+) +NOT ANSWERED +(\d+)  NOT LEGAL +(\d+)")


def search(
    cards: Iterable[str], steering: Mapping[str, int | Sequence[int]] | None = None, model: str = "7094"
) -> Listing:
    """Let the program search the tree on these cards, with these steering words if given."""
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
        raise MachineError(f"The program printed {len(results)} moves with scores, not one.")
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
