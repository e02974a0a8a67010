"""Proposed definitions for the names that seem to say where pieces are.

The first of each name is the one the listings use (evaluation/pa*.fap).
"""

import numpy as np

from samuel.definitions.boards import VALID, count, word
from samuel.definitions.measure import Rating
from samuel.definitions.phrases import (
    AHEAD,
    BEHIND,
    CENTRE,
    DIAGONAL,
    DOUBLE_DIAGONALS,
    MIDDLE,
    OUTER,
    QUARTERS,
    RING,
    SIDES,
    angles,
    by_file,
    by_row,
    either,
    flag,
    foremost,
    half_faced,
    holds,
    less,
    moment,
    mostly,
    no_enemy_kings,
    on,
    pairs,
    rows,
    steps_to,
    surrounded,
    uncrossed,
    within,
)
from samuel.definitions.sides import union
from samuel.definitions.squares import NAMED, SETS

PLACES: dict[str, dict[str, Rating]] = {
    "GUARD": {
        "bridge or triangle of oreo held, no enemy kings (1959 GUARD)": no_enemy_kings(
            either(holds(1, 3), holds(2, 3, 7))
        ),
        "bridge held, no enemy kings (1959 BACK)": no_enemy_kings(holds(1, 3)),
        "bridge held": holds(1, 3),
        "bridge or triangle of oreo held": either(holds(1, 3), holds(2, 3, 7)),
        "back row full, no enemy kings": no_enemy_kings(holds(1, 2, 3, 4)),
        "three of the back row, no enemy kings": no_enemy_kings(
            lambda s: flag(np.where(count(s.own & rows(1, 1)) >= 3, np.uint64(1), np.uint64(0)))
        ),
        "men on the back row": within("men", rows(1, 1)),
    },
    "OREO": {
        "triangle of oreo held, no kings of its own (1959 OREO)": lambda s: np.where(
            s.kings == 0, holds(2, 3, 7)(s), 0
        ).astype(np.int8),
        "triangle of oreo held, no enemy kings": no_enemy_kings(holds(2, 3, 7)),
        "triangle of oreo held": holds(2, 3, 7),
    },
    "ANGLE": {
        "men on 4, 5, 8": on("men", 4, 5, 8),
        "men on 4, 8": on("men", 4, 8),
        "men on 5, 28 (the dog-holes)": on("men", 5, 28),
        "pieces on 5, 28 (the dog-holes)": on("own", 5, 28),
        "men on 4, 8, 12": on("men", 4, 8, 12),
        "men on 3, 4, 8": on("men", 3, 4, 8),
        "men on 4, 12": on("men", 4, 12),
        "men on 5, 13": on("men", 5, 13),
        "men on 4, 5, 12, 13": on("men", 4, 5, 12, 13),
        "men on 1, 5, 6": on("men", 1, 5, 6),
        "men on 5, 6, 9": on("men", 5, 6, 9),
        "pieces in an angle < on its side": lambda s: angles(s, ((1, 1), (-1, 1))),
        "pieces in an angle open forward": lambda s: count(
            s.own & s.near("own", (1, 1)) & s.near("own", (1, -1))
        ),
        "pieces in an angle open backward": lambda s: count(
            s.own & s.near("own", (-1, 1)) & s.near("own", (-1, -1))
        ),
        "men on the second row": within("men", rows(2, 2)),
        "men on rows 1-2": within("men", rows(1, 2)),
        "squares 4, 5, 8 that can be stepped to": on("mob", 4, 5, 8),
        "men on 4, 5, 8 less other men": mostly("men", word([4, 5, 8])),
    },
    "CENTR": {
        "men on the centre (1959 CENT)": within("men", CENTRE),
        "pieces on the centre": within("own", CENTRE),
        "men on the middle four": within("men", MIDDLE),
        "men on rows 4-5": within("men", rows(4, 5)),
        "men on the centre, backed": lambda s: count(s.men & s.backed & CENTRE),
        "centre held or to be stepped to (1959 CNTR)": lambda s: count((s.own | s.mob) & CENTRE),
        "men on the centre that face an enemy": lambda s: count(s.men & s.facing & CENTRE),
        "men on the four middle files": within("men", SETS["files 3-6 from the left"]),
    },
    "KCENT": {
        "kings on the centre (1959 KCENT)": within("kings", CENTRE),
        "kings on the middle four": within("kings", MIDDLE),
        "kings off the edge": within("kings", SETS["ring 1 and in"]),
        "kings on rows 3-6": within("kings", rows(3, 6)),
    },
    "ADVAN": {
        "men on rows 5-6 less men on rows 3-4 (1959 ADV)": by_row("men", (0, 0, -1, -1, 1, 1)),
        "pieces on rows 5-6 less rows 3-4": by_row("own", (0, 0, -1, -1, 1, 1)),
        "rows that men have gone": by_row("men", (0, 1, 2, 3, 4, 5, 6)),
        "rows that pieces have gone": by_row("own", (0, 1, 2, 3, 4, 5, 6, 7)),
        "men on rows 5-7": within("men", rows(5, 7)),
        "men on rows 3-5": within("men", rows(3, 5)),
        "men on rows 2-3": within("men", rows(2, 3)),
        "men on rows 4-6": within("men", rows(4, 6)),
        "men on rows 5-7 less men on rows 2-4": by_row("men", (0, -1, -1, -1, 1, 1, 1)),
        "men on rows 2-4": within("men", rows(2, 4)),
        "men on rows 3-4 less men on rows 5-6": by_row("men", (0, 0, 1, 1, -1, -1)),
        "men": within("men", VALID),
        "men beyond the middle less other men": mostly("men", rows(5, 7)),
        "pieces beyond the middle less other pieces": mostly("own", rows(5, 8)),
        "men beyond row 3 less other men": mostly("men", rows(4, 7)),
        "men beyond row 2 less other men": mostly("men", rows(3, 7)),
        "men off the back row less those on it": mostly("men", rows(2, 7)),
        "rows that men are before or behind row 4": by_row("men", (-3, -2, -1, 0, 1, 2, 3)),
        "rows that pieces are before or behind the middle, twice": by_row(
            "own", (-7, -5, -3, -1, 1, 3, 5, 7)
        ),
        "rows that men have still to go": by_row("men", (7, 6, 5, 4, 3, 2, 1)),
        "row of the foremost man": lambda s: foremost(s.men),
    },
    "FRONT": {
        "squares of the enemy's back row held by the enemy": within("enemy", rows(8, 8)),
        "men on rows 5-7": within("men", rows(5, 7)),
        "men on rows 6-7": within("men", rows(6, 7)),
        "men on rows 4-6": within("men", rows(4, 6)),
        "pieces on rows 4-6": within("own", rows(4, 6)),
        "men on rows 3-6": within("men", rows(3, 6)),
        "men on row 3": within("men", rows(3, 3)),
        "men on rows 2-3": within("men", rows(2, 3)),
        "men on rows 3-4": within("men", rows(3, 4)),
        "row of the foremost man": lambda s: foremost(s.men),
        "men with two empty squares before them": lambda s: count(
            s.men & s.near("empty", (1, 1)) & s.near("empty", (1, -1))
        ),
        "men with no own piece before them": lambda s: count(s.men & ~union(s.near("own", d) for d in AHEAD)),
        "pieces that face an enemy": lambda s: count(s.facing),
        "men with an own piece before them": lambda s: count(s.men & union(s.near("own", d) for d in AHEAD)),
        "pieces that cannot step": lambda s: count(s.blocked),
        "men with an empty square two rows ahead": lambda s: count(s.men & s.near("empty", (2, 0))),
        "men with an own piece two rows ahead": lambda s: count(s.men & s.near("own", (2, 0))),
        "men with an enemy two rows ahead": lambda s: count(s.men & s.near("enemy", (2, 0))),
        "enemies two rows ahead of a piece, the way clear": lambda s: count(
            s.own & s.near("enemy", (2, 0)) & (s.near("empty", (1, 1)) | s.near("empty", (1, -1)))
        ),
        "men past every enemy man": lambda s: count(uncrossed(s)),
        "squares of the enemy's back row empty": within("empty", rows(8, 8)),
        "pieces on rows 2 and 7, before the back rows": within("own", rows(2, 2) | rows(7, 7)),
        "men on rows 2 and 7, before the back rows": within("men", rows(2, 2) | rows(7, 7)),
    },
    "QUART": {
        "men on the double-corner quarter": within("men", QUARTERS["double-corner quarter"]),
        "pieces on the double-corner quarter": within("own", QUARTERS["double-corner quarter"]),
        "pieces on the double-corner quarter less those on the single-corner one": less(
            "own", "double", "single"
        ),
        "men on the double-corner quarter less those on the single-corner one": less(
            "men", "double", "single"
        ),
        "men on the double-corner quarter less other men": mostly("men", QUARTERS["double-corner quarter"]),
        "pieces on the double-corner quarter less other pieces": mostly(
            "own", QUARTERS["double-corner quarter"]
        ),
        **{
            f"men on the {name}": within("men", mask)
            for name, mask in QUARTERS.items()
            if name != "double-corner quarter"
        },
        **{f"empty squares of the {name}": within("empty", mask) for name, mask in QUARTERS.items()},
        **{
            f"pieces on the {name}": within("own", mask)
            for name, mask in QUARTERS.items()
            if name != "double-corner quarter"
        },
    },
    "DCHOL": {
        "own pieces on 1, 5, 28, 32": on("own", 1, 5, 28, 32),
        "empty squares of 1, 5": on("empty", 1, 5),
        "empty squares of 1, 5, 6": on("empty", 1, 5, 6),
        "empty squares of 1, 2, 5, 6": on("empty", 1, 2, 5, 6),
        "square 1 empty": on("empty", 1),
        "square 5 empty": on("empty", 5),
        "square 6 empty": on("empty", 6),
        "square 9 empty": on("empty", 9),
        "own pieces on 1, 5": on("own", 1, 5),
        "own pieces on 28, 32": on("own", 28, 32),
        "kings on 1, 5, 28, 32": on("kings", 1, 5, 28, 32),
        "1, 5 held": holds(1, 5),
        "1, 5, 6 held": holds(1, 5, 6),
        "1, 6 held": holds(1, 6),
        "2, 6 held": holds(2, 6),
        "1, 2, 6 held": holds(1, 2, 6),
        "5, 9 held": holds(5, 9),
        "1 held, 5 empty": lambda s: flag(
            np.where(s.own & word([1]) != 0, s.empty & word([5]), np.uint64(0))
        ),
        "5 held, 1 empty": lambda s: flag(
            np.where(s.own & word([5]) != 0, s.empty & word([1]), np.uint64(0))
        ),
        "1, 5 can be stepped to": on("mob", 1, 5),
        "28, 32 can be stepped to": on("mob", 28, 32),
        "1, 5 both empty": lambda s: (s.empty & word([1, 5]) == word([1, 5])).astype(np.int8),
        "empty squares of 1, 5, 6 with two own pieces beside them": lambda s: count(
            surrounded(s, "empty", "own", 2) & word([1, 5, 6])
        ),
        "empty squares of 6, 9, 10 with three own pieces beside them": lambda s: count(
            surrounded(s, "empty", "own", 3) & word([6, 9, 10])
        ),
        "pieces within 2 of the double corner": within("own", SETS["within 2 of the double corner"]),
        "pieces on 1, 5, 28, 32 less other pieces": mostly("own", word([1, 5, 28, 32])),
    },
    "DIAGL": {
        "pieces on the single-corner diagonal": within("own", DIAGONAL),
        "men on the single-corner diagonal": within("men", DIAGONAL),
        "kings on the single-corner diagonal": within("kings", DIAGONAL),
        "pieces on the double-corner diagonals (1959 DIA)": within("own", DOUBLE_DIAGONALS),
        "men on the double-corner diagonals": within("men", DOUBLE_DIAGONALS),
        "kings on the double-corner diagonals": within("kings", DOUBLE_DIAGONALS),
        "pieces on all three diagonals": within("own", DIAGONAL | DOUBLE_DIAGONALS),
        "kings on all three diagonals": within("kings", DIAGONAL | DOUBLE_DIAGONALS),
        "steps to the single-corner diagonal": within("mob", DIAGONAL),
        "single-corner diagonal held or to be stepped to": lambda s: count((s.own | s.mob) & DIAGONAL),
        "double-corner diagonals held or to be stepped to": lambda s: count(
            (s.own | s.mob) & DOUBLE_DIAGONALS
        ),
        "single-corner diagonal without enemies, with a king": lambda s: np.where(
            s.enemy & DIAGONAL == 0, flag(s.kings & DIAGONAL), 0
        ).astype(np.int8),
        "3 on the double-corner diagonals, 2 on the single-corner one": lambda s: (
            3 * count(s.own & DOUBLE_DIAGONALS) + 2 * count(s.own & DIAGONAL & ~DOUBLE_DIAGONALS)
        ).astype(np.int8),
        "pieces on the diagonals beside the single-corner one": on(
            "own", 3, 7, 10, 14, 17, 21, 12, 16, 19, 23, 26, 30
        ),
        "kings, and men on the single-corner diagonal": lambda s: count(s.kings | s.men & DIAGONAL),
        "pieces on the middle of the single-corner diagonal": on("own", 11, 15, 18, 22),
        "pieces on the single-corner diagonal beyond row 4": on("own", 18, 22, 25, 29),
        "pieces on the single-corner diagonal less other pieces": mostly("own", DIAGONAL),
        "men on the single-corner diagonal less other men": mostly("men", DIAGONAL),
    },
    "EDGES": {
        "men on the two outer files each side less other men": mostly("men", OUTER),
        "pieces on the sides": within("own", SIDES),
        "men on the two outer files each side": within("men", OUTER),
        "men on the sides": within("men", SIDES),
        "kings on the sides": within("kings", SIDES),
        "pieces on any edge": within("own", RING[0]),
        "men on any edge": within("men", RING[0]),
        "kings on any edge": within("kings", RING[0]),
        "pieces on the two outer files each side": within("own", OUTER),
        "pieces next to the edge": within("own", RING[1]),
        "men next to the edge": within("men", RING[1]),
        "men on the sides, not on the back row": lambda s: count(s.men & SIDES & rows(2, 7)),
        "men on 12, 13, 20, 21": on("men", 12, 13, 20, 21),
        "men on 5, 12, 13, 20, 21, 28": on("men", 5, 12, 13, 20, 21, 28),
        "free pieces on any edge": lambda s: count(s.free & RING[0]),
        "steps to the sides": lambda s: steps_to(s, np.full(1, SIDES)),
        "side squares that can be stepped to": within("mob", SIDES),
        "pieces on the two outer files each side less other pieces": mostly("own", OUTER),
        "men on the sides less other men": mostly("men", SIDES),
        "pieces on the sides less other pieces": mostly("own", SIDES),
        "men on any edge less other men": mostly("men", RING[0]),
        "pieces on any edge less other pieces": mostly("own", RING[0]),
        "men next to the edge less other men": mostly("men", RING[1]),
        "pieces next to the edge less other pieces": mostly("own", RING[1]),
        "men by how far they are from the middle files": by_file("men", (3, 1, -1, -3, -3, -1, 1, 3)),
        "pieces by how far they are from the middle files": by_file("own", (3, 1, -1, -3, -3, -1, 1, 3)),
        "most men on the two outer files each side": lambda s: (
            2 * count(s.men & OUTER) > count(s.men)
        ).astype(np.int8),
    },
    "OFSET": {
        "outer files only": moment("own", (-1, -1, 0, 0, 0, 0, 1, 1)),
        "left and right halves of a row's squares out of balance": lambda s: np.abs(
            2 * count(s.own & word(q for q in range(1, 33) if (q - 1) % 4 < 2)) - count(s.own)
        ).astype(np.int8),
        "left less right by files, whatever its sign": moment("own", (-1, -1, -1, -1, 1, 1, 1, 1)),
        "the same, of men": moment("men", (-1, -1, -1, -1, 1, 1, 1, 1)),
        "first moment by files": moment("own", (-4, -3, -2, -1, 1, 2, 3, 4)),
        "first moment by files, of men": moment("men", (-4, -3, -2, -1, 1, 2, 3, 4)),
        "pieces with an enemy two rows ahead": lambda s: pairs(s, ((2, 0),), "own", "enemy"),
        "pieces with an enemy beside them in the row": lambda s: pairs(s, ((0, 2), (0, -2)), "own", "enemy"),
        "pieces a knight's step from an enemy": lambda s: pairs(s, ((3, 1), (3, -1)), "own", "enemy"),
        "pieces across from an enemy by a diagonal of three": lambda s: pairs(
            s, ((2, 2), (2, -2)), "own", "enemy"
        ),
        "pieces in the move system": within("own", word(NAMED["move system"])),
        "men with an own man two rows ahead": lambda s: pairs(s, ((2, 0),), "men", "men"),
        "pieces with an empty square behind them": lambda s: count(s.bare),
        "pieces without an own piece behind": lambda s: count(
            s.own & ~union(s.near("own", d) for d in BEHIND)
        ),
        "pieces with an own piece behind": lambda s: count(s.own & union(s.near("own", d) for d in BEHIND)),
        "free pieces with an enemy before them": lambda s: count(s.free & s.facing),
        "pieces with an enemy on one side before them, the other side empty": half_faced,
        "pieces with no own piece beside them": lambda s: count(s.alone),
    },
    "CRAMP": {
        "1959 CRAMP": lambda s: np.where(
            (s.own & word([13]) != 0)
            & (s.own & word([9, 14]) != 0)
            & (s.enemy & word([17, 21, 22, 25]) == word([17, 21, 22, 25])),
            2,
            0,
        ).astype(np.int8),
        "13 held against 17, 21, 22": lambda s: flag(
            np.where((s.enemy & word([17, 21, 22]) == word([17, 21, 22])), s.own & word([13]), np.uint64(0))
        ),
        "13 held against 21, 22": lambda s: flag(
            np.where((s.enemy & word([21, 22]) == word([21, 22])), s.own & word([13]), np.uint64(0))
        ),
        "13 or 20 held against an enemy two rows ahead, a way clear": lambda s: count(
            s.own & word([13, 20]) & s.near("enemy", (2, 0)) & union(s.near("empty", d) for d in AHEAD)
        ),
    },
}
