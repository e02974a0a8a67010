"""Replays a look-ahead tree by the rules of checkers, to get its boards.

boards = replay(tree.lines, start)
boards["15-19", "23-16"]
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from samuel.checkers.rules import NAMES, Position, legal_moves, play
from samuel.trees.tree import PLIES, BadTree, BoardPath, Line, boards_by_line

Positions = dict[BoardPath, tuple[Position, ...]]
"""The boards of a tree. A jump is printed by its ends, so a path may lead to more than one position."""

DEEPEST = PLIES[-1]


def after(positions: Iterable[Position], move: str) -> tuple[Position, ...]:
    """The positions that a printed move can lead to."""
    found = (play(at, legal) for at in positions for legal in legal_moves(at) if legal.printed() == move)
    return tuple(dict.fromkeys(found))


def replay(lines: Sequence[Line], start: Position) -> Positions:
    """Every board of a tree; raises BadTree, with the line, if a move is not legal or not new."""
    found: Positions = {(): (start,)}
    made: dict[BoardPath, list[int]] = defaultdict(list)
    for line, boards in zip(lines, boards_by_line(lines), strict=True):
        if not 1 <= line.ply <= line.ply + len(line.moves) - 1 <= DEEPEST:
            raise BadTree(f"Line {line.number} is outside plies 1 to {DEEPEST}: fix its ply.")
        for board in boards:
            found[board] = after(found[board[:-1]], board[-1])
            where = f"Line {line.number}: {board[-1]} at ply {len(board)}"
            if not found[board]:
                raise BadTree(f"{where} is not legal, {_choice(found[board[:-1]][0])}{_elsewhere(board)}.")
            made[board].append(line.number)
            if len(made[board]) > _ways(found[board[:-1]], board[-1]):
                raise BadTree(f"{where} is not new, line {made[board][0]} has that board: remove one.")
    return found


def _ways(positions: Iterable[Position], move: str) -> int:
    """How often a printed move can be new: jumps with the same ends look the same in print."""
    return sum(legal.printed() == move for at in positions for legal in legal_moves(at))


def _elsewhere(board: BoardPath) -> str:
    return "; for a tree of another position, give the moves that lead there" if len(board) == 1 else ""


def _choice(position: Position) -> str:
    legal = ", ".join(dict.fromkeys(move.printed() for move in legal_moves(position)))
    return f"{NAMES[position.side]} has {legal or 'no move'}"
