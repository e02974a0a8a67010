"""Pieces of the games of a book, cut to the move.

Reel(iter(games)).cut(1000)      # with so many moves to learn from
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ibm7094.errors import MachineError
from samuel.booktape import BookGame
from samuel.lessons import Situation, walk
from samuel.rules import Position


def piece(game: BookGame, positions: Sequence[Situation], begin: int, end: int) -> BookGame:
    """The moves of a game from one number on, up to another."""
    return replace(game, start=positions[begin].position, paths=game.paths[begin:end])


@dataclass
class Reel:
    """Games of a book, from which pieces are cut."""

    games: Iterator[BookGame]
    positions: set[Position] = field(default_factory=set)
    """In which there was a move to learn from, as far as the games have been cut."""
    _rest: BookGame | None = None

    def cut(self, moves: int, new: bool = False) -> list[BookGame]:
        """Pieces with so many moves to learn from; if new, none in a position that there was before."""
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
            raise MachineError("The book has too few moves for this test: give it a longer one.")
        return game
