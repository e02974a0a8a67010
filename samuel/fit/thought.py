"""Definitions thought up for each name of Table 1, from the name, the papers and the language of checkers."""

from samuel.fit.measure import Rating
from samuel.fit.thought_moves import MOVES
from samuel.fit.thought_places import PLACES
from samuel.fit.thought_shapes import SHAPES

THOUGHT: dict[str, dict[str, Rating]] = PLACES | SHAPES | MOVES
"""By name; the first of each is the one the listings use."""

PUBLISHED = (
    "GUARD", "CENTR", "KCENT", "ADVAN", "CRAMP", "NODES", "HOLES", "MOBIL", "DENYS", "UNDEN", "EXCHS",
    "THRET",
)  # fmt: skip
"""Names whose first definition is a published one (1959, appendix C), though the identity may be a guess."""

KEPT = (*PUBLISHED, "OREO")
"""Names whose definition stands, however it fits: OREO is published too, but Table 1 has no row of it."""

REPLACED = ("FRONT", "QUART", "DCHOL", "EDGES", "OFSET", "DEUCE", "PRESS", "FREE", "UNCEN", "SHOVE")
"""Names whose first definition was chosen by its fit; the second is what the listings had before.

Of EDGES some readings that are not on the edge are nearer still, but by less than the rule asks for.
"""

ENEMY_ALONE = ("DENYS", "UNDEN")
"""Parameters that in the listings rate the enemy alone; the others are differences."""
