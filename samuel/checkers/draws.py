"""Draws that a player may claim under tournament rules.

As in tournaments: a player may claim a draw when the next move would make the same position, with the same
side to move, for the third time; or when in the last 40 moves of each side no piece was captured and no man
advanced. Ours is a little wider: the third time may also be claimed when it is already on the board.
"""

from collections.abc import Sequence

from samuel.checkers.rules import MAN, Move, Position, play

TIMES = 3
FORTY = 40
"""Moves of each side."""


def positions(start: Position, moves: Sequence[Move]) -> list[Position]:
    """All positions of a game, the first included."""
    found = [start]
    for move in moves:
        found.append(play(found[-1], move))
    return found


def repetitions(start: Position, moves: Sequence[Move]) -> int:
    """How often the last position of a game has been on the board, this time included."""
    found = positions(start, moves)
    return found.count(found[-1])


def moves_without_progress(start: Position, moves: Sequence[Move]) -> int:
    """How many moves, of both sides together, were made since the last capture or move of a man."""
    found = positions(start, moves)
    idle = 0
    for before, move in zip(found, moves, strict=False):
        a_man = before.board[move.path[0]] == MAN[before.side]
        idle = 0 if move.captures or a_man else idle + 1
    return idle


def claim(start: Position, moves: Sequence[Move]) -> str | None:
    """Why the game may be claimed as a draw after these moves; None if it may not."""
    if repetitions(start, moves) >= TIMES:
        return "the same position for the third time"
    if moves_without_progress(start, moves) >= 2 * FORTY:
        return f"{FORTY} moves of each side without a capture or a man moved"
    return None
