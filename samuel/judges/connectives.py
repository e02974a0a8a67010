"""What may steer the learnt polynomial, in plain Python: binary connectives, phases, powers of C.

The judge of listings/coefficients and of PNSPLT; the programs never use it.
"""

from collections.abc import Mapping

from samuel.checkers.rules import EMPTY, Position
from samuel.judges.terms import toward_zero

PAIRS = {"MOC": ("MOBIL", "CENTR", "1324"), "MODE": ("MOBIL", "DENYS", "1234")}
"""By the beginning of the name: the two parameters, and the numbers of A.B, A.B', A'.B and A'.B'."""
PIECES = 24


def connectives(values: Mapping[str, int]) -> dict[str, int]:
    """Every connective, 0 or 1, from parameters credited to the passive side; zero counts as plus."""
    found: dict[str, int] = {}
    for name, (first, second, numbers) in PAIRS.items():
        case = 2 * (values[first] < 0) + (values[second] < 0)
        found |= {name + number: int(place == case) for place, number in enumerate(numbers)}
    return found


def phase(position: Position, phases: int) -> int:
    """The phase when the game is split into this many, by the number of pieces."""
    count = sum(piece != EMPTY for piece in position.board[1:])
    each = -(-PIECES // phases)
    return phases - max(0, count - 1) // each


def raised(coefficient: int, power: int, one: int = 1000) -> int:
    """A coefficient in thousandths to a power; its sign stays, and each product is rounded toward zero."""
    found = coefficient
    for _ in range(power - 1):
        found = toward_zero(found * abs(coefficient), one)
    return found
