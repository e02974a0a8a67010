"""Proposed definitions for each name of Table 1, based on the name, the papers and the terms of checkers."""

from samuel.definitions.measure import Rating
from samuel.definitions.proposed_moves import MOVES
from samuel.definitions.proposed_places import PLACES
from samuel.definitions.proposed_shapes import SHAPES

THOUGHT: dict[str, dict[str, Rating]] = PLACES | SHAPES | MOVES
"""Proposed definitions by name; the listings use the first of each."""

PUBLISHED = (
    "GUARD", "CENTR", "KCENT", "ADVAN", "CRAMP", "NODES", "HOLES", "MOBIL", "DENYS", "UNDEN", "EXCHS",
    "THRET",
)  # fmt: skip
"""Names whose first definition is a published one (1959, appendix C), though the identity may be a guess."""

KEPT = (*PUBLISHED, "OREO")
"""Names whose definition is kept, however it fits: OREO is published too, but has no row in Table 1."""

REPLACED = ("FRONT", "QUART", "DCHOL", "EDGES", "OFSET", "DEUCE", "PRESS", "FREE", "UNCEN", "SHOVE")
"""Names whose first definition was chosen by its fit; the second is the one the listings used before.

For EDGES some definitions that do not use the edge fit better, but by less than the rule requires.
"""

ENEMY_ALONE = ("DENYS", "UNDEN")
"""Parameters that rate only the enemy in the listings; the others are differences."""
