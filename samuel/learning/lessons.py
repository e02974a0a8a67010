"""The moves of a book to learn from: those of a side that counts, where it had a choice."""

from collections.abc import Iterable
from typing import NamedTuple

from samuel.checkers.rules import Position, legal_moves, play
from samuel.learning.book_tape import BookGame


class Situation(NamedTuple):
    """A position of a game, and whether the move made there is one to learn from."""

    position: Position
    counts: bool


def walk(game: BookGame) -> list[Situation]:
    """Every position of a game, up to the first illegal move."""
    found, position = [], game.start
    for path in game.paths:
        legal = legal_moves(position)
        move = next((each for each in legal if each.path == path), None)
        if move is None:
            break
        found.append(Situation(position, game.counts(position.side) and len(legal) > 1))
        position = play(position, move)
    return found


def any_in(games: Iterable[BookGame]) -> bool:
    """Whether there is anything to learn from; games are read only up to the first such move."""
    return any(each.counts for game in games for each in walk(game))
