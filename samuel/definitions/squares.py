"""Sets of squares that a definition may use, as the rated side sees them from its own end."""

from collections.abc import Collection
from itertools import combinations

from samuel.checkers.rules import SQUARES
from samuel.definitions.boards import PLACES, word

ALL = range(8)

NAMED: dict[str, tuple[int, ...]] = {
    "centre": (10, 11, 14, 15, 18, 19, 22, 23),
    "middle four": (14, 15, 18, 19),
    "sides": (4, 5, 12, 13, 20, 21, 28, 29),
    "bridge": (1, 3),
    "oreo": (2, 3, 7),
    "apex": (7, 26),
    "double-corner quarter": (1, 2, 5, 6, 9, 10, 13, 14),
    "single-corner quarter": (3, 4, 7, 8, 11, 12, 15, 16),
    "far double-corner quarter": (19, 20, 23, 24, 27, 28, 31, 32),
    "far single-corner quarter": (17, 18, 21, 22, 25, 26, 29, 30),
    "single-corner diagonal": (4, 8, 11, 15, 18, 22, 25, 29),
    "double-corner diagonals": (1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32),
    "move system": (1, 2, 3, 4, 9, 10, 11, 12, 17, 18, 19, 20, 25, 26, 27, 28),
    "single-corner angle": (4, 5, 8),
    "cramping squares": (13, 20),
    "dog-holes": (5, 28),
}
CORNERS = {
    "double corner": (1, 5),
    "single corner": (4,),
    "far double corner": (28, 32),
    "far single corner": (29,),
}
BANDS = {
    "near half": range(4),
    "far half": range(4, 8),
    "rows 3-6": range(2, 6),
    "rows 1-3": range(3),
    "rows 6-8": range(5, 8),
}
FILES: dict[str, Collection[int]] = {
    "left": range(4),
    "right": range(4, 8),
    "middle": range(2, 6),
    "outer": (0, 1, 6, 7),
}


def _block(rows: Collection[int], files: Collection[int]) -> tuple[int, ...]:
    return tuple(s for s in SQUARES if PLACES[s][0] in rows and PLACES[s][1] in files)


def _distance(square: int, other: int) -> int:
    (row, column), (far_row, far_column) = PLACES[square], PLACES[other]
    return max(abs(row - far_row), abs(column - far_column))


def _ring(square: int) -> int:
    """0 on the edge of the board, 3 in its middle."""
    return min(min(at, 7 - at) for at in PLACES[square])


def _sets() -> dict[str, tuple[int, ...]]:
    sets = dict(NAMED)
    for first, last in combinations(range(9), 2):
        sets[f"rows {first + 1}-{last}"] = _block(range(first, last), ALL)
        sets[f"files {first + 1}-{last} from the left"] = _block(ALL, range(first, last))
    for wide in range(1, 4):
        sets[f"{wide} outer files each side"] = _block(ALL, (*range(wide), *range(8 - wide, 8)))
    for at in range(3, 14):
        sets[f"diagonal {at} to the left"] = tuple(s for s in SQUARES if sum(PLACES[s]) == at)
        sets[f"diagonal {at} to the right"] = tuple(
            s for s in SQUARES if PLACES[s][0] - PLACES[s][1] == at - 7
        )
    for band, rows in BANDS.items():
        for part, files in FILES.items():
            sets[f"{band}, {part} files"] = _block(rows, files)
    for reach in range(5):
        for name, corner in CORNERS.items():
            sets[f"within {reach} of the {name}"] = tuple(
                s for s in SQUARES if min(_distance(s, at) for at in corner) <= reach
            )
    for ring in range(4):
        sets[f"ring {ring}"] = tuple(s for s in SQUARES if _ring(s) == ring)
        sets[f"ring {ring} and in"] = tuple(s for s in SQUARES if _ring(s) >= ring)
    for square in SQUARES:
        sets[f"square {square}"] = (square,)
    return {name: squares for name, squares in sets.items() if squares}


SETS = {name: word(squares) for name, squares in _sets().items()}
"""Sets of squares by name; some have two names."""
BACK_HOLDINGS = {
    "+".join(map(str, squares)): word(squares)
    for size in (2, 3, 4)
    for squares in combinations((1, 2, 3, 4, 6, 7), size)
}
"""Ways to hold the back row and the squares before it."""
