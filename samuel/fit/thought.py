"""Definitions thought up for each name of Table 1, from the name, the papers and the language of checkers."""

from samuel.fit.measure import Rating
from samuel.fit.thought_moves import MOVES
from samuel.fit.thought_places import PLACES
from samuel.fit.thought_shapes import SHAPES

THOUGHT: dict[str, dict[str, Rating]] = PLACES | SHAPES | MOVES
"""By name; the first of each is the one the listings use."""

PUBLISHED = (
    "GUARD", "CENTR", "KCENT", "ADVAN", "CRAMP", "NODES", "HOLES", "MOBIL", "EXCHS", "THRET",
)  # fmt: skip
"""Names whose first definition is a published one (1959, appendix C), though the identity may be a guess."""

SAME_NAME = ("GUARD", "OREO", "KCENT", "CRAMP", "MOBIL", "THRET")
"""Names that 1959 has too, letter by letter: their definition stands, only the view is open."""

ALONE = dict.fromkeys(
    ("SPIKE", "UNCEN", "MOBIL", "ANGLE", "EDGES", "FRONT", "FREE", "CENTR", "KCENT", "HOLES"), "own"
) | dict.fromkeys(("DENYS", "UNDEN", "EXCHS"), "enemy")
"""Parameters that in the listings rate one side alone, and in which view; the others are differences."""
