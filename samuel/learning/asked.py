"""What the learning program prints when cards ask for it: totals, voids, and preferred moves.

asked = AskedLines()
[asked.take(line) for line in printed]      # whether each line belongs to one of them
asked.voids[0].entries
"""

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class LevelTotals:
    """Grand totals of all tables of a level."""

    level: int
    stored: tuple[int, int]
    """A and D in the tables; where a table is folded, signatures folded away have theirs exchanged."""
    given: tuple[int, int]
    """A and D as they were counted."""


@dataclass(frozen=True)
class LevelVoids:
    """Entries without data, by phase."""

    level: int
    voids: tuple[int, ...]
    entries: int
    """Entries of the level in each phase."""


@dataclass(frozen=True)
class Preferred:
    """The program's own move and the book's, with their ratings in thousandths of a point."""

    rating: int
    move: str
    book_rating: int
    book: str


_TOTALS = re.compile(r"TOTALS LEVEL +(\d)  STORED +(\d+) +(\d+) GIVEN +(\d+) +(\d+)")
_VOIDS = re.compile(r"VOIDS  LEVEL +(\d)((?: +\d+){6})  OF +(\d+)")
_PREFERRED = re.compile(r"PREFERRED +(-?\d+) ([\d-]+) +BOOK +(-?\d+) ([\d-]+)")


@dataclass
class AskedLines:
    """Reads such lines, one after the other."""

    totals: list[LevelTotals] = field(default_factory=list)
    voids: list[LevelVoids] = field(default_factory=list)
    preferred: list[Preferred] = field(default_factory=list)

    def take(self, text: str) -> bool:
        """Take a line; whether it is one of them."""
        if match := _TOTALS.fullmatch(text):
            level, a, d, given_a, given_d = map(int, match.groups())
            self.totals.append(LevelTotals(level, (a, d), (given_a, given_d)))
        elif match := _VOIDS.fullmatch(text):
            self.voids.append(LevelVoids(int(match[1]), tuple(map(int, match[2].split())), int(match[3])))
        elif match := _PREFERRED.fullmatch(text):
            self.preferred.append(Preferred(int(match[1]), match[2], int(match[3]), match[4]))
        else:
            return False
        return True
