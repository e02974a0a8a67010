"""The three-move openings, which tournaments draw at random: computed here, not copied from a list.

openings()[0].moves     # "9-13 21-17 5-9"
spread(20)              # 20 of them, evenly spaced in the list

There are 302 ways to make three moves from the start, and they lead to 216 positions. We drop the 42 in which
a side loses a man by force, according to a four-ply search that only counts pieces. The remaining 174 are
exactly the openings of the American Checker Federation's list; searches of four to eight plies give the same
ones. That list goes further: it bars 18 and keeps 12 for play by mail, because they are too hard for one
side. Counting pieces does not show that, so they are included here: play each opening with both colours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from samuel.checkers.rules import START, Move, Position, legal_moves, play

MOVES = 3
PLIES = 4
"""Depth of the search, which continues while there are jumps."""
MAN, KING, LOST = 2, 3, 1000


@dataclass(frozen=True)
class Opening:
    """Three moves and the position they lead to. If several ways lead there, this is the first one found."""

    moves: str
    position: Position


@cache
def openings() -> tuple[Opening, ...]:
    """All openings, ordered by their squares."""
    found: dict[Position, str] = {}
    for moves, position in _played(START, MOVES):
        found.setdefault(position, moves)
    return tuple(Opening(moves, position) for position, moves in found.items() if not gain(position))


def spread(count: int) -> tuple[Opening, ...]:
    """`count` openings, evenly spaced in the list; all of them if the list is shorter."""
    every = openings()
    wanted = min(count, len(every))
    return tuple(every[place * len(every) // wanted] for place in range(wanted))


def gain(position: Position, plies: int = PLIES) -> int:
    """The material lead that the side to move can force; negative if it loses material."""
    return _search(position, plies, -LOST, LOST)


def sound_moves(position: Position) -> list[Move]:
    """The legal moves that lose no material compared with the best one."""
    worth = {move: -gain(play(position, move)) for move in legal_moves(position)}
    return [move for move, won in worth.items() if won == max(worth.values())]


def is_level(position: Position) -> bool:
    """Whether both sides have the same number of men, and of kings."""
    return all(len(of("B")) == len(of("W")) for of in (position.men, position.kings))


def _played(position: Position, count: int) -> Iterator[tuple[str, Position]]:
    """Every way to make `count` moves, and the position it leads to."""
    if not count:
        yield "", position
        return
    for move in legal_moves(position):
        for further, end in _played(play(position, move), count - 1):
            yield f"{move.text()} {further}".rstrip(), end


def _search(position: Position, plies: int, alpha: int, beta: int) -> int:
    """Alpha-beta on material; it stops when no plies are left and there is no jump."""
    moves = legal_moves(position)
    if not moves:
        return -LOST
    if plies <= 0 and not moves[0].captures:
        return _pieces(position)
    for move in moves:
        alpha = max(alpha, -_search(play(position, move), plies - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def _pieces(position: Position) -> int:
    count = position.board.count
    black = MAN * (count("b") - count("w")) + KING * (count("B") - count("W"))
    return black if position.side == "B" else -black
