"""Pieces of a book's games, with an exact number of moves to learn from.

Reel(iter(games)).cut(1000)      # pieces with 1000 moves to learn from
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ibm7094.errors import MachineError
from samuel.checkers.rules import Position
from samuel.learning.book_tape import BookGame
from samuel.learning.lessons import Situation, walk


def piece(game: BookGame, positions: Sequence[Situation], begin: int, end: int) -> BookGame:
    """The moves of a game from number `begin` up to, not including, `end`."""
    return replace(game, start=positions[begin].position, paths=game.paths[begin:end])


@dataclass
class Reel:
    """Games of a book, from which pieces are cut."""

    games: Iterator[BookGame]
    positions: set[Position] = field(default_factory=set)
    """Positions with a move to learn from, in all pieces cut so far."""
    _rest: BookGame | None = None

    def cut(self, moves: int, new: bool = False) -> list[BookGame]:
        """Pieces with `moves` moves to learn from; if new, none in a position that came before."""
        found: list[BookGame] = []
        before = set(self.positions)
        while moves:
            game = self._next()
            positions = walk(game)
            counted = [number for number, each in enumerate(positions) if each.counts]
            begin = 0
            if new:
                known = [number for number in counted if positions[number].position in before]
                begin = known[-1] + 1 if known else 0
                counted = [number for number in counted if number >= begin]
            if not counted:
                continue
            taken = counted[:moves]
            end = taken[-1] + 1
            found.append(piece(game, positions, begin, end))
            if end < len(positions):
                self._rest = piece(game, positions, end, len(positions))
            self.positions.update(positions[number].position for number in taken)
            moves -= len(taken)
        return found

    def _next(self) -> BookGame:
        game, self._rest = self._rest, None
        if game is None:
            game = next(self.games, None)
        if game is None:
            raise MachineError("The book has too few moves for this test: use a longer book.")
        return game
