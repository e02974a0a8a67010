"""Patterns of a few squares, searched for everywhere on the board."""

from collections.abc import Iterator
from functools import reduce
from itertools import product

import numpy as np

from samuel.definitions.boards import DIRECTIONS, Offset, Words, count
from samuel.definitions.measure import Values
from samuel.definitions.sides import Side

Pattern = tuple[tuple[Offset, str], ...]
"""What must be at each offset from the central square."""
ANY = "any"


def found(side: Side, pattern: Pattern) -> Words:
    """The central squares where the pattern occurs."""
    return reduce(np.bitwise_and, (side.near(name, offset) for offset, name in pattern))


def mirrored(pattern: Pattern) -> Pattern:
    """The pattern with left and right exchanged."""
    return tuple(sorted(((row, -column), name) for (row, column), name in pattern))


def times(side: Side, pattern: Pattern) -> Values:
    """How often the pattern or its mirror image occurs."""
    number = count(found(side, pattern))
    other = mirrored(pattern)
    return number if other == tuple(sorted(pattern)) else number + count(found(side, other))


def describe(pattern: Pattern) -> str:
    """The pattern as text: what is at each row and column from the central square."""
    return " ".join(
        f"{name}{row:+d}{column:+d}" if (row, column) != (0, 0) else name for (row, column), name in pattern
    )


def _patterns(
    offsets: tuple[Offset, ...], states: tuple[str, ...], anchors: tuple[str, ...]
) -> Iterator[Pattern]:
    for anchor in anchors:
        for cells in product(states, repeat=len(offsets)):
            pattern = [((0, 0), anchor), *((o, s) for o, s in zip(offsets, cells, strict=True) if s != ANY)]
            if len(pattern) > 1:
                yield tuple(sorted(pattern))


def all_patterns() -> list[Pattern]:
    """The patterns of all families, each once, without mirror images."""
    three = ("own", "enemy", "empty")
    families = [
        _patterns(DIRECTIONS, (ANY, "own", "enemy", "empty", "edge"), ("own", "men", "empty")),
        _patterns(((1, 1), (2, 2)), (ANY, *three, "edge"), ("own", "empty", "enemy")),
        _patterns(((1, 1), (2, 2), (3, 3)), three, ("own", "empty", "enemy")),
        _patterns(((1, 1), (2, 2), (-1, -1)), three, ("own", "empty", "enemy")),
        _patterns(((0, 2), (2, 0)), (ANY, *three, "edge"), ("own", "empty", "enemy")),
        _patterns(((0, 2), (0, -2)), (ANY, *three, "edge"), ("own", "empty", "enemy")),
        _patterns(((2, 0), (-2, 0)), (ANY, *three, "edge"), ("own", "empty", "enemy")),
        _patterns(((1, 1), (1, -1), (2, 0)), three, ("own", "empty", "enemy")),
        _patterns(((1, 1), (1, -1), (0, 2)), three, ("own", "empty", "enemy")),
        _patterns(((1, 1), (0, 2)), three, ("own", "empty", "enemy")),
        _patterns(((1, 1), (2, 0)), three, ("own", "empty", "enemy")),
    ]
    kept: dict[Pattern, None] = {}
    for family in families:
        for pattern in family:
            if mirrored(pattern) not in kept:
                kept[pattern] = None
    return list(kept)
