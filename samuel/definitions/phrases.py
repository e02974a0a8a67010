"""Building blocks of definitions: they count what one side has on each board.

A word is a named set of squares of a side, as in `samuel.definitions.sides`.
"""

from collections.abc import Iterable
from functools import reduce

import numpy as np

from samuel.definitions.boards import DIRECTIONS, Offset, Words, count, moved, seen_from, word
from samuel.definitions.measure import Rating, Values
from samuel.definitions.sides import Side, at_least, union
from samuel.definitions.squares import NAMED, SETS

AHEAD, BEHIND = DIRECTIONS[:2], DIRECTIONS[2:]
CENTRE, SIDES, MIDDLE = word(NAMED["centre"]), word(NAMED["sides"]), word(NAMED["middle four"])
OUTER = SETS["2 outer files each side"]
RING = [SETS[f"ring {at}"] for at in range(4)]
DIAGONAL = word(NAMED["single-corner diagonal"])
MOVE_SYSTEM = word(NAMED["move system"])
FEW = 24
"""1959's MOVE counts only below this: 2 for a man, 3 for a king."""
DOUBLE_DIAGONALS = word(NAMED["double-corner diagonals"])
QUARTERS = {name: word(squares) for name, squares in NAMED.items() if name.endswith("quarter")}


def rows(first: int, last: int) -> np.uint64:
    """The rows from first to last, 1 to 8 from the side's own end."""
    return word(range(4 * first - 3, 4 * last + 1))


def on(name: str, *squares: int) -> Rating:
    """How many of these squares are in a word."""
    mask = word(squares)
    return lambda s: count(s.word(name) & mask)


def within(name: str, mask: np.uint64) -> Rating:
    """How many squares of a word are within a mask."""
    return lambda s: count(s.word(name) & mask)


def mostly(name: str, mask: np.uint64) -> Rating:
    """How many more squares of a word are within a mask than outside it.

    Unlike a plain count, this does not always fall when a piece is lost.
    """
    return lambda s: (2 * count(s.word(name) & mask) - count(s.word(name))).astype(np.int8)


def by_file(name: str, weights: tuple[int, ...]) -> Rating:
    """Each piece of a word counts by its file, the first weight for the leftmost."""

    def rating(s: Side) -> Values:
        return total(
            np.int8(w) * count(s.word(name) & SETS[f"files {at}-{at} from the left"])
            for at, w in enumerate(weights, 1)
        )

    return rating


def holds(*squares: int) -> Rating:
    """1 if all these squares are held."""
    return holds_all(word(squares))


def holds_all(mask: np.uint64) -> Rating:
    """1 if all squares of a mask are held."""
    return lambda s: (s.own & mask == mask).astype(np.int8)


def flag(words: Words) -> Values:
    """1 if a word is not empty."""
    return np.where(words != 0, np.int8(1), np.int8(0))


def total(values: Iterable[Values]) -> Values:
    """The sum of several ratings."""
    return reduce(np.add, values)


def no_enemy_kings(rating: Rating) -> Rating:
    """The rating, or 0 if the enemy has a king."""
    return lambda s: np.where(s.enemy_kings == 0, rating(s), 0).astype(np.int8)


def either(*ratings: Rating) -> Rating:
    """The largest of several ratings."""
    return lambda s: np.maximum.reduce([rating(s) for rating in ratings])


def beside(s: Side, name: str, of: str, at: tuple[Offset, ...] = DIRECTIONS) -> Words:
    """The squares of one word that have a square of another beside them."""
    return s.word(name) & union(s.near(of, d) for d in at)


def pairs(s: Side, offsets: tuple[Offset, ...], one: str = "own", other: str = "own") -> Values:
    """How many pairs of squares of two words are at these offsets."""
    return total(count(s.word(one) & s.near(other, d)) for d in offsets)


def surrounded(s: Side, centre: str, by: str, at_least_this: int, edge: bool = False) -> Words:
    """Squares with at least this many neighbours of a kind; the board's edge may count as one."""
    return s.word(centre) & at_least(
        [s.near(by, d) | s.near("edge", d) if edge else s.near(by, d) for d in DIRECTIONS], at_least_this
    )


def strings(s: Side, name: str = "own", length: int = 3) -> list[Words]:
    """The middles of three on a diagonal, one word for each diagonal direction; other lengths likewise."""
    steps = range(-1, length - 1) if length > 2 else range(length)
    found = []
    for row, column in AHEAD:
        words = s.word(name)
        for step in steps:
            words = words & s.near(name, (row * step, column * step))
        found.append(words)
    return found


def in_strings(s: Side, name: str = "own") -> Words:
    """Pieces that are part of three on a diagonal."""
    parts = []
    for (row, column), middle in zip(AHEAD, strings(s, name), strict=True):
        parts += [middle, moved(middle, (row, column)), moved(middle, (-row, -column))]
    return union(parts)


def string_ends(s: Side) -> Words:
    """Empty squares next to the end of a string of three."""
    parts = []
    for (row, column), middle in zip(AHEAD, strings(s), strict=True):
        parts += [moved(middle, (2 * row, 2 * column)), moved(middle, (-2 * row, -2 * column))]
    return s.empty & union(parts)


def steps_to(s: Side, targets: Words) -> Values:
    """How many steps lead to the target squares."""
    return total(count(movers & seen_from(targets, d)) for d, movers in s.movers.items())


def by_row(name: str, weights: tuple[int, ...]) -> Rating:
    """Each piece of a word counts by its row, the first weight for row 1."""

    def rating(s: Side) -> Values:
        return total(np.int8(w) * count(s.word(name) & rows(at, at)) for at, w in enumerate(weights, 1) if w)

    return rating


def foremost(words: Words) -> Values:
    """The row of the piece that is farthest forward; 0 if there is none."""
    return reduce(np.maximum, (np.int8(at) * flag(words & rows(at, at)) for at in range(1, 9)))


def moment(name: str, weights: tuple[int, ...]) -> Rating:
    """The pieces' first moment about the middle of the board, by files, without its sign."""
    signed = by_file(name, weights)
    return lambda s: np.abs(signed(s))


def pinned(s: Side, men: Words, lost: str, exits: str) -> Values:
    """Enemy men whose every exit is lost; with "or blocked", lost or occupied."""
    gone = s.word(lost)
    held = men
    for d in BEHIND:
        shut = seen_from(gone, d) | s.near("edge", d)
        if exits == "or blocked":
            shut = shut | s.near("own", d) | s.near("enemy", d)
        held = held & shut
    return count(held)


def uncrossed(s: Side) -> Words:
    """Men with no enemy man in the rows in front of them."""
    behind = s.enemy_men
    for _ in range(3):
        behind = behind | moved(behind, (-2, 0)) | union(moved(behind, d) for d in BEHIND)
    for _ in range(3):
        behind = behind | moved(behind, (0, 2)) | moved(behind, (0, -2))
    return s.men & ~behind


def crowning(s: Side) -> Words:
    """Men on the seventh row with an empty square before them."""
    return s.men & s.free & rows(7, 7)


def angles(s: Side, offsets: tuple[Offset, Offset]) -> Values:
    """Pieces with two others at these offsets, or at their mirror images."""
    (a, b), (c, d) = offsets
    return count(s.own & s.near("own", (a, b)) & s.near("own", (c, d))) + count(
        s.own & s.near("own", (a, -b)) & s.near("own", (c, -d))
    )


def half_faced(s: Side) -> Values:
    """Pieces with an enemy before them on one side and an empty square on the other."""
    return count(
        s.own
        & (
            s.near("enemy", (1, 1)) & s.near("empty", (1, -1))
            | s.near("enemy", (1, -1)) & s.near("empty", (1, 1))
        )
    )


def gaps(s: Side) -> Values:
    """1959's GAP: single empty squares between two pieces on a diagonal, or a piece and the edge."""

    def own_or_edge(offset: Offset) -> Words:
        return s.near("own", offset) | s.near("edge", offset)

    return total(
        count(
            s.empty
            & own_or_edge((a, b))
            & own_or_edge((-a, -b))
            & (s.near("own", (a, b)) | s.near("own", (-a, -b)))
        )
        for a, b in AHEAD
    )


def led(s: Side) -> Values:
    """Pieces with an own piece behind them and an empty square before them on one diagonal."""
    return count(s.own & union(s.near("own", (-a, -b)) & s.near("empty", (a, b)) for a, b in AHEAD))


def clear_two(s: Side) -> Values:
    """Pieces with two empty squares before them on a diagonal."""
    return count(s.own & union(s.near("empty", (a, b)) & s.near("empty", (2 * a, 2 * b)) for a, b in AHEAD))


def faced(s: Side) -> Words:
    """Squares that have an enemy before them."""
    return union(s.near("enemy", d) for d in AHEAD)


def less(name: str, one: str, other: str) -> Rating:
    """How many more squares of a word are in one corner's quarter than in another's."""
    first, second = (QUARTERS[f"{corner}-corner quarter"] for corner in (one, other))
    return lambda s: (count(s.word(name) & first) - count(s.word(name) & second)).astype(np.int8)


def enemies_before(s: Side) -> Words:
    """Enemies on squares that a piece could step to if they were empty."""
    return s.enemy & union([moved(s.own, d) for d in AHEAD] + [moved(s.kings, d) for d in BEHIND])


def facing_steps(s: Side) -> Words:
    """Squares to step to where the piece would have an enemy before it."""
    return union(
        moved(movers & s.word(s.able(d)), step) & s.near("enemy", d)
        for step, movers in s.movers.items()
        for d in DIRECTIONS
    )


def has_the_move(s: Side) -> Values:
    """1959's MOVE: 1 if pieces are even and few, and an odd number of them is on rows 1, 3, 5 and 7."""
    pieces = s.own | s.enemy
    even = count(s.own) == count(s.enemy)
    few = 2 * count(pieces) + count(s.kings | s.enemy_kings) < FEW
    odd = count(pieces & MOVE_SYSTEM) % 2 == 1
    return np.where(even & few & odd, np.int8(1), np.int8(0))
