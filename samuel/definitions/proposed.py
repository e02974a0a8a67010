"""Proposed definitions for each name of Table 1, based on the name, the papers and the terms of checkers."""

import re

from samuel.definitions.measure import Rating
from samuel.definitions.proposed_moves import MOVES
from samuel.definitions.proposed_places import PLACES
from samuel.definitions.proposed_shapes import SHAPES

THOUGHT: dict[str, dict[str, Rating]] = PLACES | SHAPES | MOVES
"""Proposed definitions by name; the listings use the first of each."""

ALONE = {"DENYS": "enemy", "UNDEN": "enemy"}
"""Parameters that rate one side alone in the listings, and which; the others compare both sides."""

PUBLISHED = (
    "GUARD", "CENTR", "KCENT", "ADVAN", "CRAMP", "NODES", "HOLES", "MOBIL", "DENYS", "UNDEN", "EXCHS",
    "THRET",
)  # fmt: skip
"""Names whose first definition is a published one (1959, appendix C), though the identity may be a guess."""

KEPT = (*PUBLISHED, "OREO")
"""Names that only a published definition may have: OREO is published too, but has no row in Table 1."""

FORMER = {
    "FRONT": "men on rows 5-7",
    "QUART": "pieces on the double-corner quarter",
    "DCHOL": "empty squares of 1, 5",
    "EDGES": "pieces on the sides",
    "OFSET": "left and right halves of a row's squares out of balance",
    "DEUCE": "pairs on a diagonal",
    "PRESS": "enemies faced",
    "FREE": "pieces that can step",
    "UNCEN": "centre held, or to be stepped to undenied",
    "SHOVE": "safe squares that face an enemy",
}
"""For names whose definition was chosen by its fit, the one that the listings used before, of both sides.

For EDGES some definitions that do not use the edge fit better, but by less than the rule requires.
"""

RATED_IN_1959 = {
    "ADV": "own", "BACK": "own", "CENT": "own", "CNTR": "enemy", "CRAMP": "own", "DENY": "enemy",
    "DIA": "own", "DYKE": "own", "EXCH": "enemy", "GAP": "own", "GUARD": "own", "HOLE": "own",
    "KCENT": "own", "MOB": "enemy", "MOBIL": "enemy", "MOVE": "enemy", "NODE": "own", "OREO": "own",
    "POLE": "own", "THRET": "enemy",
}  # fmt: skip
"""Which side a term of 1959 rates: the passive one, which has just moved, or its enemy, the active one."""


def term_of_1959(definition: str) -> str | None:
    """The term of 1959 that a definition is, if its wording says so."""
    found = re.search(r"\b1959 ([A-Z]+)\b", definition)
    return found and found[1]


def view_of(name: str) -> str:
    """Which sides a parameter rates in the listings."""
    return ALONE.get(name, "difference")


def may_rate(name: str, definition: str) -> tuple[str, ...]:
    """The views in which a definition may be chosen for a name; a published one as 1959 rates it."""
    if name not in KEPT:
        return ("difference", "own", "enemy")
    term = term_of_1959(definition)
    return ("difference", RATED_IN_1959[term]) if term else ()
