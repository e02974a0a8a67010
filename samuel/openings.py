"""The three-move openings, which tournaments draw by lot: worked out here, and not copied from a list.

openings()[0].moves     # "9-13 21-17 5-9"
spread(20)              # so many of them, from all over the list

Three moves from the start can be made in 302 ways, which lead to 216 positions. Left out are the 42 in which
a side loses a man by force, as a plain search of four plies sees it that counts pieces only. What is left are
the 174 openings of the American Checker Federation's list, all of them and no other; from four to eight plies
the search finds the same ones. That list goes further: it bars 18 and keeps 12 for play by mail, because one
side has too hard a game. No count of pieces sees that, so they are here: let both colours be played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from samuel.rules import START, Move, Position, legal_moves, play

MOVES = 3
PLIES = 4
"""Of the search. It goes on while there are jumps."""
MAN, KING, LOST = 2, 3, 1000


@dataclass(frozen=True)
class Opening:
    """Three moves, and where they lead. Of several ways there the first that is found stands for all."""

    moves: str
    position: Position


@cache
def openings() -> tuple[Opening, ...]:
    """All of them, by their squares."""
    found: dict[Position, str] = {}
    for moves, position in _played(START, MOVES):
        found.setdefault(position, moves)
    return tuple(Opening(moves, position) for position, moves in found.items() if not gain(position))


def spread(count: int) -> tuple[Opening, ...]:
    """So many openings, evenly from the list; all if there are not so many."""
    every = openings()
    wanted = min(count, len(every))
    return tuple(every[place * len(every) // wanted] for place in range(wanted))


def gain(position: Position, plies: int = PLIES) -> int:
    """What the side to move wins by force against even pieces; less than zero if it loses."""
    return _search(position, plies, -LOST, LOST)


def sound_moves(position: Position) -> list[Move]:
    """The legal moves that lose no piece against the best of them."""
    worth = {move: -gain(play(position, move)) for move in legal_moves(position)}
    return [move for move, won in worth.items() if won == max(worth.values())]


def is_level(position: Position) -> bool:
    """Whether both sides have as many men, and as many kings."""
    return all(len(of("B")) == len(of("W")) for of in (position.men, position.kings))


def _played(position: Position, count: int) -> Iterator[tuple[str, Position]]:
    """Every way to make so many moves, and where it leads."""
    if not count:
        yield "", position
        return
    for move in legal_moves(position):
        for further, end in _played(play(position, move), count - 1):
            yield f"{move.text()} {further}".rstrip(), end


def _search(position: Position, plies: int, alpha: int, beta: int) -> int:
    """Alpha-beta over the pieces; ends where no plies are left and nothing can be jumped."""
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
