"""Proposed definitions for the names that seem to say how pieces are placed relative to each other.

The first of each name is the one the listings use (evaluation/pa*.fap).
"""

import numpy as np

from samuel.definitions.boards import DIRECTIONS, VALID, count, moved
from samuel.definitions.measure import Rating
from samuel.definitions.phrases import (
    AHEAD,
    BEHIND,
    CENTRE,
    RING,
    SIDES,
    beside,
    clear_two,
    crowning,
    enemies_before,
    flag,
    foremost,
    gaps,
    in_strings,
    led,
    mostly,
    on,
    pairs,
    rows,
    string_ends,
    strings,
    surrounded,
    total,
    uncrossed,
    within,
)
from samuel.definitions.sides import at_least, union

SHAPES: dict[str, dict[str, Rating]] = {
    "NODES": {
        "pieces with three empty squares beside them (1959 NODE)": lambda s: count(
            surrounded(s, "own", "empty", 3)
        ),
        "men with three empty squares beside them": lambda s: count(surrounded(s, "men", "empty", 3)),
        "pieces with three empty squares or edges": lambda s: count(
            surrounded(s, "own", "empty", 3, edge=True)
        ),
        "pieces with four empty squares": lambda s: count(surrounded(s, "own", "empty", 4)),
        "pieces with two empty squares": lambda s: count(surrounded(s, "own", "empty", 2)),
        "men with two empty squares": lambda s: count(surrounded(s, "men", "empty", 2)),
        "pieces with three own beside them": lambda s: count(surrounded(s, "own", "own", 3)),
        "pieces with two own beside them": lambda s: count(surrounded(s, "own", "own", 2)),
        "pieces touching an enemy": lambda s: count(s.touching),
        "pieces that face an enemy": lambda s: count(s.facing),
        "empty squares with pieces of both sides beside them": lambda s: count(
            beside(s, "empty", "own") & beside(s, "empty", "enemy")
        ),
    },
    "HOLES": {
        "empty squares with three own pieces beside them (1959 HOLE)": lambda s: count(
            surrounded(s, "empty", "own", 3)
        ),
        "the same, edges counted": lambda s: count(surrounded(s, "empty", "own", 3, edge=True)),
        "empty squares with four": lambda s: count(surrounded(s, "empty", "own", 4)),
        "empty squares with two": lambda s: count(surrounded(s, "empty", "own", 2)),
    },
    "STARS": {
        "diamonds of four": lambda s: count(
            s.own & s.near("own", (1, -1)) & s.near("own", (1, 1)) & s.near("own", (2, 0))
        ),
        "pieces with four own beside them": lambda s: count(surrounded(s, "own", "own", 4)),
        "pieces with three own beside them": lambda s: count(surrounded(s, "own", "own", 3)),
        "any square with four own round it": lambda s: count(
            s.near("own", (1, 1)) & s.near("own", (1, -1)) & s.near("own", (-1, 1)) & s.near("own", (-1, -1))
        ),
        "three or four own round any square": lambda s: count(
            at_least([s.near("own", d) for d in DIRECTIONS], 3)
        ),
        "diamonds with an empty middle": lambda s: count(surrounded(s, "empty", "own", 4)),
        "pieces with a piece two rows ahead": lambda s: pairs(s, ((2, 0),)),
        "triangles open forward": lambda s: count(s.own & s.near("own", (1, 1)) & s.near("own", (1, -1))),
        "triangles open backward": lambda s: count(s.own & s.near("own", (-1, 1)) & s.near("own", (-1, -1))),
        "backed pieces": lambda s: count(s.backed),
        "backed pieces on the centre": lambda s: count(s.backed & CENTRE),
        "pieces with all neighbours empty (1959 POLE)": lambda s: count(surrounded(s, "own", "empty", 4)),
    },
    "DYKSQ": {
        "pieces in strings of three": lambda s: count(in_strings(s)),
        "men in strings of three": lambda s: count(in_strings(s, "men")),
        "strings of three (1959 DYKE)": lambda s: total(count(w) for w in strings(s)),
        "empty squares at the ends of strings": lambda s: count(string_ends(s)),
        "strings of four": lambda s: total(count(w) for w in strings(s, length=4)),
        "strings squared": lambda s: np.minimum(
            np.add.reduce([count(w).astype(np.int16) for w in strings(s)]) ** 2, 127
        ).astype(np.int8),
        "square 19": on("own", 19),
        "squares 14, 19": on("own", 14, 19),
        "men on 19": on("men", 19),
        "squares denied the enemy beside a string": lambda s: count(
            s.word("foe.denied") & union(moved(in_strings(s), d) for d in DIRECTIONS)
        ),
        "pieces in a row of three across": lambda s: count(
            s.own & s.near("own", (0, 2)) & s.near("own", (0, -2))
        ),
        "single empty squares between two pieces on a diagonal (1959 GAP)": gaps,
        "pieces in strings of three less other pieces": lambda s: (
            2 * count(in_strings(s)) - count(s.own)
        ).astype(np.int8),
        "pieces on any edge less other pieces": mostly("own", RING[0]),
        "men on any edge less other men": mostly("men", RING[0]),
        "pieces on the sides less other pieces": mostly("own", SIDES),
    },
    "LINES": {
        "strings of three (1959 DYKE)": lambda s: total(count(w) for w in strings(s)),
        "pieces in the middle of strings": lambda s: count(s.strung),
        "pieces in strings of three": lambda s: count(in_strings(s)),
        "pairs on a diagonal": lambda s: pairs(s, AHEAD),
        "three across": lambda s: count(s.own & s.near("own", (0, 2)) & s.near("own", (0, -2))),
        "two across": lambda s: pairs(s, ((0, 2),)),
        "three in a file": lambda s: count(s.own & s.near("own", (2, 0)) & s.near("own", (-2, 0))),
        "two in a file": lambda s: pairs(s, ((2, 0),)),
        "strings of four": lambda s: total(count(w) for w in strings(s, length=4)),
        "men in strings of three": lambda s: count(in_strings(s, "men")),
        "single empty squares between two pieces on a diagonal (1959 GAP)": gaps,
    },
    "DEUCE": {
        "pairs of men on a diagonal": lambda s: pairs(s, AHEAD, "men", "men"),
        "pairs on a diagonal": lambda s: pairs(s, AHEAD),
        "pairs across": lambda s: pairs(s, ((0, 2),)),
        "pairs in a file": lambda s: pairs(s, ((2, 0),)),
        "pairs of men across": lambda s: pairs(s, ((0, 2),), "men", "men"),
        "two captures in one jump": lambda s: count(s.double_jumper),
        "two enemies that can be jumped": lambda s: (count(s.victims) >= 2).astype(np.int8),
        "two own that can be jumped": lambda s: (count(s.word("foe.victims")) >= 2).astype(np.int8),
        "pairs with an empty square between on a diagonal (1959 GAP)": gaps,
        "pairs alone": lambda s: count(
            s.own
            & at_least([s.near("own", d) for d in DIRECTIONS], 1)
            & ~at_least([s.near("own", d) for d in DIRECTIONS], 2)
        ),
        "pieces backed by one piece on the line of a step": led,
        "two steps ahead clear": clear_two,
    },
    "PRESS": {
        "pieces without a good step, no empty square before them": lambda s: count(
            s.stuck & ~union(s.near("empty", d) for d in AHEAD)
        ),
        "enemies faced": lambda s: count(enemies_before(s)),
        "pieces that face an enemy": lambda s: count(s.facing),
        "pieces and enemies side by side": lambda s: pairs(s, DIRECTIONS, "own", "enemy"),
        "enemies two rows ahead of a piece": lambda s: pairs(s, ((2, 0),), "own", "enemy"),
        "enemies that can only step where they are lost": lambda s: count(s.word("foe.held")),
        "enemies without a good step": lambda s: count(s.word("foe.stuck")),
        "enemies that cannot step": lambda s: count(s.word("foe.blocked")),
        "enemy's good steps": lambda s: count(s.word("foe.undenied")),
        "enemy's steps": lambda s: count(s.word("foe.mob")),
        "squares that both can step to": lambda s: count(s.mob & s.word("foe.mob")),
        "empty squares beside pieces of both": lambda s: count(
            beside(s, "empty", "own") & beside(s, "empty", "enemy")
        ),
        "squares to which a step offers an exchange": lambda s: count(s.exchange),
        "own pieces that can only step where they are lost": lambda s: count(s.held),
        "pieces backed and facing an enemy": lambda s: count(s.backed & s.facing),
        "enemies jumped if they step": lambda s: count(s.word("foe.risky")),
        "enemies with no empty square before them": lambda s: count(
            s.enemy & ~union(s.near("empty", d) for d in BEHIND)
        ),
        "enemies touched": lambda s: count(beside(s, "enemy", "own")),
        "two abreast with an enemy two rows ahead": lambda s: count(
            s.own & s.near("enemy", (2, 0)) & (s.near("own", (0, 2)) | s.near("own", (0, -2)))
        ),
    },
    "SPIKE": {
        "men on row 7 with an empty square before them": lambda s: count(crowning(s)),
        "kings": within("kings", VALID),
        "kings, and men about to be crowned": lambda s: count(s.kings | crowning(s)),
        "kings, and men nobody can stop": lambda s: count(s.kings | s.runaway),
        "kings, and men nobody can stop on rows 6-7": lambda s: count(s.kings | s.runaway & rows(6, 7)),
        "men nobody can stop": lambda s: count(s.runaway),
        "men nobody can stop, on rows 6-7": lambda s: count(s.runaway & rows(6, 7)),
        "men nobody can stop, on rows 5-7": lambda s: count(s.runaway & rows(5, 7)),
        "one who has such a man": lambda s: flag(s.runaway),
        "men past every enemy man": lambda s: count(uncrossed(s)),
        "kings, and men past every enemy man": lambda s: count(s.kings | uncrossed(s)),
        "men on row 7": within("men", rows(7, 7)),
        "men on rows 6-7": within("men", rows(6, 7)),
        "kings on the enemy's back row, and men about to be crowned": lambda s: count(
            s.kings & rows(8, 8) | crowning(s)
        ),
        "rows 8 for a king, else of the foremost man nobody can stop": lambda s: foremost(
            s.runaway | s.kings & rows(8, 8)
        ),
        "men on rows 6-7 with a clear square before them that is safe": lambda s: count(
            s.men & s.loose & rows(6, 7)
        ),
        "men on row 7 with a safe square before them, and kings": lambda s: count(
            s.men & s.loose & rows(7, 7) | s.kings
        ),
        "no enemy man nobody can stop on the last two rows": lambda s: (
            s.word("foe.runaway") & rows(2, 3) == 0
        ).astype(np.int8),
        "enemy men stopped on the last two rows": lambda s: count(
            s.enemy_men & rows(2, 3) & ~s.word("foe.runaway")
        ),
        "enemy men stopped on the last row": lambda s: count(s.enemy_men & rows(2, 2) & ~s.word("foe.free")),
        "back-row pieces that face an enemy": lambda s: count(s.own & rows(1, 1) & s.facing),
    },
}
