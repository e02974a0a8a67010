"""Proposed definitions for the names that seem to say what a side can do.

The first of each name is the one the listings use (evaluation/pa*.fap).
"""

import numpy as np

from samuel.definitions.boards import DIRECTIONS, VALID, count, moved
from samuel.definitions.measure import Rating
from samuel.definitions.phrases import (
    AHEAD,
    BEHIND,
    CENTRE,
    MIDDLE,
    OUTER,
    RING,
    SIDES,
    beside,
    clear_two,
    faced,
    facing_steps,
    flag,
    has_the_move,
    pinned,
    rows,
    steps_to,
    uncrossed,
    within,
)
from samuel.definitions.sides import at_least, union

MOVES: dict[str, dict[str, Rating]] = {
    "FREE": {
        "men with two steps": lambda s: count(s.men & s.near("empty", (1, 1)) & s.near("empty", (1, -1))),
        "pieces that can step": lambda s: count(s.free),
        "pieces with a safe step": lambda s: count(s.loose),
        "men that can step": lambda s: count(s.men & s.free),
        "men nobody can stop": lambda s: count(s.runaway),
        "pieces that do not touch an enemy": lambda s: count(s.own & ~s.touching),
        "men that do not face an enemy": lambda s: count(s.men & ~s.facing),
        "free pieces that do not touch an enemy": lambda s: count(s.free & ~s.touching),
        "pieces with no own piece beside them": lambda s: count(s.alone),
        "free men with no enemy before them": lambda s: count(s.men & s.free & ~s.facing),
        "steps": lambda s: steps_to(s, np.full(1, VALID)),
        "squares that can be stepped to (1959 MOB)": lambda s: count(s.mob),
        "squares to step to that the enemy cannot": lambda s: count(s.mob & ~s.word("foe.mob")),
        "pieces with a clear diagonal of two squares": clear_two,
        "men past every enemy man": lambda s: count(uncrossed(s)),
        "empty squares away from the enemy": lambda s: count(s.empty & ~beside(s, "empty", "enemy")),
        "empty squares beside own pieces only": lambda s: count(
            beside(s, "empty", "own") & ~beside(s, "empty", "enemy")
        ),
        "pieces with a step that is not denied": lambda s: count(s.own & ~s.stuck),
        "kings that can step": lambda s: count(s.kings & s.free),
        "free pieces that face no enemy": lambda s: count(s.free & ~s.facing),
    },
    "MOBIL": {
        "squares to step to, not denied (1959 MOBIL)": lambda s: count(s.undenied),
        "squares to step to (1959 MOB)": lambda s: count(s.mob),
        "safe squares to step to": lambda s: count(s.safe),
        "pieces with an undenied step": lambda s: count(s.own & ~s.stuck),
    },
    "UNDEN": {
        "undenied squares (1959 MOBIL)": lambda s: count(s.undenied),
        "safe squares": lambda s: count(s.safe),
        "undenied squares of the centre": lambda s: count(s.undenied & CENTRE),
        "safe squares of the centre": lambda s: count(s.safe & CENTRE),
        "steps to undenied squares": lambda s: steps_to(s, s.undenied),
        "squares from which it threatens, undenied": lambda s: count(s.undenied_threat),
        "pieces with an undenied step": lambda s: count(s.own & ~s.stuck),
        "pieces with a safe step": lambda s: count(s.loose),
        "centre held or to be stepped to (1959 CNTR)": lambda s: count((s.own | s.mob) & CENTRE),
    },
    "DENYS": {
        "denied squares (1959 DENY)": lambda s: count(s.denied),
        "denied squares of the centre": lambda s: count(s.denied & CENTRE),
        "squares where it could be captured": lambda s: count(s.risky),
        "steps to denied squares": lambda s: steps_to(s, s.denied),
        "pieces held": lambda s: count(s.held),
        "pieces without an undenied step": lambda s: count(s.stuck),
        "denied squares on rows 1-6": lambda s: count(s.denied & rows(1, 6)),
    },
    "UNCEN": {
        "undenied squares of the middle four": lambda s: count(s.undenied & MIDDLE),
        "centre held, or to be stepped to undenied": lambda s: count((s.undenied | s.own) & CENTRE),
        "pieces on the centre": within("own", CENTRE),
        "undenied squares of the centre": lambda s: count(s.undenied & CENTRE),
        "safe squares of the centre": lambda s: count(s.safe & CENTRE),
        "pieces on the centre with a safe step": lambda s: count(s.loose & CENTRE),
        "pieces on the centre that can step": lambda s: count(s.free & CENTRE),
        "pieces on the middle four": within("own", MIDDLE),
        "centre held, or to be stepped to safely": lambda s: count((s.safe | s.own) & CENTRE),
        "centre squares the enemy is denied": lambda s: count(s.word("foe.denied") & CENTRE),
        "centre squares not held by the enemy nor stepped to by it": lambda s: count(
            ~(s.enemy | s.word("foe.mob")) & CENTRE
        ),
        "middle four held, or to be stepped to undenied": lambda s: count((s.undenied | s.own) & MIDDLE),
    },
    "EXCHS": {
        "squares where a step offers an exchange (1959 EXCH)": lambda s: count(s.exchange),
        "steps that offer an exchange": lambda s: steps_to(s, s.exchange),
        "squares where it could be captured": lambda s: count(s.risky),
        "exchanges that threaten nothing": lambda s: count(s.exchange & ~s.threat),
        "exchanges on rows 3-4": lambda s: count(s.exchange & rows(3, 4)),
        "exchanges on rows 5-8": lambda s: count(s.exchange & rows(5, 8)),
        "exchanges by men": lambda s: count(s.exchange & union(moved(s.movers[d] & s.men, d) for d in AHEAD)),
        "exchanges backward by kings": lambda s: count(
            s.exchange & union(moved(s.movers[d], d) for d in BEHIND)
        ),
    },
    "SHOVE": {
        "threats beside an own piece": lambda s: count(beside(s, "undenied_threat", "own", AHEAD)),
        "safe squares that face an enemy": lambda s: count(s.safe & facing_steps(s)),
        "undenied squares that face an enemy": lambda s: count(s.undenied & faced(s)),
        "squares that face an enemy": lambda s: count(s.mob & faced(s)),
        "exchanges and threats": lambda s: count(s.exchange | s.threat),
        "undenied threats": lambda s: count(s.undenied_threat),
        "pieces with a safe step": lambda s: count(s.loose),
        "pieces with a safe step, no enemy before them": lambda s: count(s.loose & ~s.facing),
        "pieces with a safe step and an empty square before them": lambda s: count(
            s.loose & union(s.near("empty", d) for d in AHEAD)
        ),
        "safe squares": lambda s: count(s.safe),
        "pieces without a good step and no enemy before them": lambda s: count(s.stuck & ~s.facing),
        "pieces without a good step that touch no enemy": lambda s: count(s.stuck & ~s.touching),
        "safe squares on the enemy's half": lambda s: count(s.safe & rows(5, 8)),
        "undenied squares on the enemy's half": lambda s: count(s.undenied & rows(5, 8)),
        "steps behind an own piece": lambda s: count(beside(s, "undenied", "own", AHEAD)),
        "the move, if it were its turn (1959 MOVE)": has_the_move,
    },
    "THRET": {
        "safe squares from which it threatens": lambda s: count(s.safe_threat),
        "squares from which it threatens (1959 THRET)": lambda s: count(s.threat),
        "undenied squares from which it threatens": lambda s: count(s.undenied_threat),
        "steps that threaten safely": lambda s: steps_to(s, s.safe_threat),
        "safe squares from which it threatens, on rows 4-7": lambda s: count(s.safe_threat & rows(4, 7)),
        "enemies that can be jumped, and safe threats": lambda s: (
            count(s.victims) + count(s.safe_threat)
        ).astype(np.int8),
        "pieces that can jump": lambda s: count(s.jumper),
        "threats with an empty square behind": lambda s: count(beside(s, "threat", "empty", BEHIND)),
        "one who can threaten safely": lambda s: flag(s.safe_threat),
        "safe threats, no own man before them": lambda s: count(
            s.safe_threat & ~union(s.near("men", d) for d in AHEAD)
        ),
    },
    "PANTS": {
        "pieces that can jump two ways": lambda s: count(s.forking),
        "kings that can jump two ways": lambda s: count(s.forking & s.kings),
        "pieces that can jump two ways or on": lambda s: count(s.forking | s.double_jumper),
        "pieces between two enemies on either side": lambda s: count(
            s.own
            & (
                s.near("enemy", (1, 1)) & s.near("enemy", (1, -1))
                | s.near("enemy", (-1, 1)) & s.near("enemy", (-1, -1))
            )
        ),
        "kings between two enemies": lambda s: count(
            s.kings & at_least([s.near("enemy", d) for d in DIRECTIONS], 2)
        ),
    },
    "PINS": {
        "enemy men held on the sides, every exit lost": lambda s: pinned(
            s, s.enemy_men & SIDES, "foe.risky", ""
        ),
        "the same, lost for nothing": lambda s: pinned(s, s.enemy_men & SIDES, "foe.denied", ""),
        "enemy men held on the sides, exits lost or blocked": lambda s: pinned(
            s, s.enemy_men & SIDES, "foe.risky", "or blocked"
        ),
        "enemy men anywhere, every exit lost": lambda s: pinned(s, s.enemy_men, "foe.risky", ""),
        "enemy men anywhere, exits lost or blocked": lambda s: pinned(
            s, s.enemy_men, "foe.risky", "or blocked"
        ),
        "the same, lost for nothing or blocked": lambda s: pinned(s, s.enemy_men, "foe.denied", "or blocked"),
        "enemies that can only step where they are lost": lambda s: count(s.word("foe.held")),
        "enemies without a good step": lambda s: count(s.word("foe.stuck")),
        "enemies on the sides without a good step": lambda s: count(s.word("foe.stuck") & SIDES),
        "enemies on the outer files without a good step": lambda s: count(s.word("foe.stuck") & OUTER),
        "enemies on any edge without a good step": lambda s: count(s.word("foe.stuck") & RING[0]),
        "enemies with an own piece two rows before them, the square between empty": lambda s: count(
            s.own & s.near("enemy", (2, 0)) & (s.near("empty", (1, 1)) | s.near("empty", (1, -1)))
        ),
        "side pieces holding an enemy two rows ahead": lambda s: count(
            s.own & SIDES & s.near("enemy", (2, 0))
        ),
        "enemies jumped if they step": lambda s: count(s.word("foe.risky")),
    },
}
