"""Many boards at once: arrays of words, as the rated side sees them, and every move from them.

Squares have the same bit numbers as on the 7094, but counted from the low end: square 1 is bit 1, square 32
bit 35. Forward is then a left shift by 4 or 5, and what leaves the board lands on a bit that is not a square.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Self

import numpy as np
from numpy.typing import NDArray

from samuel.checkers.boards import bit
from samuel.checkers.rules import SQUARES, Position, Side

Words = NDArray[np.uint64]
Indexes = NDArray[np.int64]
Offset = tuple[int, int]
"""Rows forward, and columns to the right, as the side sees it."""

DIRECTIONS: tuple[Offset, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""Right forward, left forward, right backward, left backward."""


def word(squares: Iterable[int]) -> np.uint64:
    """The word with the bits of these squares on."""
    return np.uint64(sum(1 << bit(square) for square in set(squares)))


VALID = word(SQUARES)
KING_ROW = word(range(29, 33))


def _place(square: int) -> tuple[int, int]:
    """Row and column, 0 to 7, of a square; square 1 is on the right of the side that moves forward."""
    row, at = divmod(square - 1, 4)
    return row, 7 - (2 * at + 1 - row % 2)


PLACES = {square: _place(square) for square in SQUARES}
SQUARE_AT = {place: square for square, place in PLACES.items()}


def beside(square: int, offset: Offset) -> int | None:
    """The square at this offset, if there is one."""
    row, column = PLACES[square]
    return SQUARE_AT.get((row + offset[0], column + offset[1]))


def _shift(offset: Offset) -> tuple[int, np.uint64]:
    pairs = [(square, far) for square in SQUARES if (far := beside(square, offset))]
    (distance,) = {bit(far) - bit(square) for square, far in pairs}
    return distance, word(far for _, far in pairs)


_SHIFTS = {
    (rows, columns): _shift((rows, columns))
    for rows in range(-4, 5)
    for columns in range(-4, 5)
    if (rows + columns) % 2 == 0 and (rows, columns) != (0, 0)
}


def moved(words: Words, offset: Offset) -> Words:
    """Every bit moved by the offset; those that would leave the board are dropped."""
    distance, mask = _SHIFTS[offset]
    shift = np.uint64(abs(distance))
    return (words << shift if distance > 0 else words >> shift) & mask


def seen_from(words: Words, offset: Offset) -> Words:
    """The squares that have one of these bits at the offset."""
    return moved(words, (-offset[0], -offset[1]))


def count(words: Words) -> NDArray[np.int8]:
    """How many bits are on."""
    return np.bitwise_count(words).astype(np.int8)


def lowest(words: Words) -> Words:
    """Only the lowest bit of each word."""
    return words & (~words + np.uint64(1))


def _turned_table() -> NDArray[np.uint64]:
    values = np.arange(1 << 12, dtype=np.uint64)
    turned = np.zeros_like(values)
    for at in range(12):
        turned |= ((values >> np.uint64(at)) & np.uint64(1)) << np.uint64(11 - at)
    return turned


_TURNED = _turned_table()


def turned(words: Words) -> Words:
    """The board seen from the other end: square 1 becomes 32, and so on."""
    low, middle, high = (words >> np.uint64(s) & np.uint64(0xFFF) for s in (0, 12, 24))
    reversed_order: Words = (
        _TURNED[low] << np.uint64(25) | _TURNED[middle] << np.uint64(13) | _TURNED[high] << np.uint64(1)
    )
    return reversed_order


@dataclass(frozen=True)
class Boards:
    """Boards seen by one side, which moves forward."""

    men: Words
    kings: Words
    enemy_men: Words
    enemy_kings: Words

    @classmethod
    def of(cls, positions: Iterable[tuple[Position, Side]]) -> Self:
        """Positions, each as the given side sees it."""
        listed = list(positions)
        letters = np.frombuffer("".join(p.board[1:] for p, _ in listed).encode(), np.uint8).reshape(-1, 32)
        bits = np.array([1 << bit(square) for square in SQUARES], np.uint64)
        men, kings, enemy_men, enemy_kings = (
            ((letters == ord(letter)) * bits).sum(axis=1, dtype=np.uint64) for letter in "bBwW"
        )
        black = cls(men, kings, enemy_men, enemy_kings)
        return black.where(np.array([side == "B" for _, side in listed], bool), black.other_side())

    def __len__(self) -> int:
        return len(self.men)

    def __getitem__(self, rows: Indexes | NDArray[np.bool_] | slice) -> Self:
        return type(self)(*(words[rows] for words in self.words()))

    def words(self) -> tuple[Words, Words, Words, Words]:
        """The four arrays."""
        return self.men, self.kings, self.enemy_men, self.enemy_kings

    def other_side(self) -> Self:
        """The same boards as the enemy sees them."""
        men, kings, enemy_men, enemy_kings = (turned(words) for words in self.words())
        return type(self)(enemy_men, enemy_kings, men, kings)

    def where(self, choice: NDArray[np.bool_], other: Self) -> Self:
        """These boards where `choice` is true, the others elsewhere."""
        return type(self)(*(np.where(choice, a, b) for a, b in zip(self.words(), other.words(), strict=True)))

    def with_rows(self, rows: Indexes, theirs: Self) -> Self:
        """These boards, some of them replaced by boards that the enemy sees."""
        replaced = [words.copy() for words in self.words()]
        for words, new in zip(replaced, theirs.other_side().words(), strict=True):
            words[rows] = new
        return type(self)(*replaced)

    def equals(self, other: Self) -> NDArray[np.bool_]:
        """Which boards are the same."""
        pairs = zip(self.words(), other.words(), strict=True)
        return reduce(np.logical_and, (mine == theirs for mine, theirs in pairs))

    @classmethod
    def joined(cls, parts: Iterable[Self]) -> Self:
        """All boards of the parts, one after another."""
        return cls(*(np.concatenate(words) for words in zip(*(part.words() for part in parts), strict=True)))

    def pieces(self) -> NDArray[np.int8]:
        """How many pieces there are in all."""
        return count(self.men | self.kings | self.enemy_men | self.enemy_kings)

    def material(self) -> NDArray[np.int8]:
        """The side's lead in material: 2 for a man, 3 for a king."""
        return (
            2 * (count(self.men) - count(self.enemy_men)) + 3 * (count(self.kings) - count(self.enemy_kings))
        ).astype(np.int8)

    def jumpers(self, direction: Offset) -> Words:
        """Pieces that can jump in a direction."""
        able = self.men | self.kings if direction[0] > 0 else self.kings
        enemies = self.enemy_men | self.enemy_kings
        empty = VALID & ~(self.men | self.kings | enemies)
        return able & seen_from(enemies & seen_from(empty, direction), direction)

    def can_jump(self) -> NDArray[np.bool_]:
        """Whether the side could jump if it were its turn."""
        any_jump: Words = reduce(np.bitwise_or, (self.jumpers(d) for d in DIRECTIONS))
        return np.not_equal(any_jump, 0)


def children(boards: Boards) -> tuple[Indexes, Boards]:
    """Every legal move of the side: which board it is from, and the board it makes, seen by the same side."""
    jumping = boards.can_jump()
    rows = np.arange(len(boards))
    parts = [*_steps(boards, rows[~jumping]), *_jumps(boards, rows[jumping])]
    parents = np.concatenate([parent for parent, _ in parts])
    made = Boards.joined(part for _, part in parts)
    order = np.argsort(parents, kind="stable")
    return parents[order], made[order]


def _steps(boards: Boards, rows: Indexes) -> Iterator[tuple[Indexes, Boards]]:
    yield rows[:0], boards[rows[:0]]
    here = boards[rows]
    own = here.men | here.kings
    empty = VALID & ~(own | here.enemy_men | here.enemy_kings)
    for direction in DIRECTIONS:
        movers = (own if direction[0] > 0 else here.kings) & seen_from(empty, direction)
        while movers.any():
            some = np.flatnonzero(movers)
            piece = lowest(movers[some])
            yield rows[some], _made(here[some], piece, moved(piece, direction), np.zeros_like(piece))
            movers = movers ^ lowest(movers)


def _jumps(boards: Boards, rows: Indexes) -> Iterator[tuple[Indexes, Boards]]:
    """A jump continues as long as it can; captured pieces stay on the board until it ends."""
    start = boards[rows]
    for direction in DIRECTIONS:
        jumpers = start.jumpers(direction)
        while jumpers.any():
            some = np.flatnonzero(jumpers)
            piece = lowest(jumpers[some])
            over = moved(piece, direction)
            yield from _jumps_on(boards, rows[some], piece, moved(over, direction), over)
            jumpers = jumpers ^ lowest(jumpers)


def _jumps_on(
    boards: Boards, rows: Indexes, origin: Words, at: Words, taken: Words
) -> Iterator[tuple[Indexes, Boards]]:
    here = boards[rows]
    enemies = (here.enemy_men | here.enemy_kings) & ~taken
    empty = VALID & ~(here.men | here.kings | here.enemy_men | here.enemy_kings) | origin
    king = here.kings & origin != 0
    ended = np.ones(len(rows), bool)
    for direction in DIRECTIONS:
        going = at & seen_from(enemies & seen_from(empty, direction), direction)
        if direction[0] < 0:
            going = np.where(king, going, np.uint64(0))
        some = np.flatnonzero(going)
        if len(some):
            ended[some] = False
            over = moved(at[some], direction)
            yield from _jumps_on(boards, rows[some], origin[some], moved(over, direction), taken[some] | over)
    yield rows[ended], _made(here[ended], origin[ended], at[ended], taken[ended])


def _made(boards: Boards, origin: Words, end: Words, taken: Words) -> Boards:
    """The boards after a piece has gone from origin to end; a man is crowned on the king row."""
    king = (boards.kings & origin != 0) | (end & KING_ROW != 0)
    return Boards(
        boards.men & ~origin | np.where(king, np.uint64(0), end),
        boards.kings & ~origin | np.where(king, end, np.uint64(0)),
        boards.enemy_men & ~taken,
        boards.enemy_kings & ~taken,
    )


def quiet(boards: Boards, before: Boards) -> tuple[Boards, Boards, NDArray[np.bool_]]:
    """The boards that pending jumps lead to, the enemy moving first; the boards before the last move, at
    first those given; and whether the side is then to move.

    Both sides take as much as they can, 2 for a man and 3 for a king; of equal ways, the first one.
    """
    own_turn = np.zeros(len(boards), bool)
    theirs = boards.other_side()
    rows = np.flatnonzero(theirs.can_jump())
    if len(rows) == 0:
        return boards, before, own_turn
    parents, made = children(theirs[rows])
    made, last, their_turn = quiet(made, theirs[rows][parents])
    order = np.lexsort((-made.material().astype(int), parents))
    best = order[np.searchsorted(parents[order], np.arange(len(rows)))]
    own_turn[rows] = ~their_turn[best]
    return boards.with_rows(rows, made[best]), before.with_rows(rows, last[best]), own_turn
