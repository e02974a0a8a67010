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

SAME_NAME = ("GUARD", "OREO", "KCENT", "CRAMP", "MOBIL", "THRET")
"""Names that 1959 has too, letter by letter: their definition stands, only the view is open."""

ENEMY_ALONE = ("DENYS", "UNDEN")
"""Parameters that in the listings rate the enemy alone; the others are differences."""
