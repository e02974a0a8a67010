"""How the moves of many positions were rated, as the learning programs print it.

reader = RatingLines()
[reader.take(line) for line in printed]     # whether each line belongs to a rating
reader.found[-1]                            # the method, and how its moves were rated
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self


@dataclass(frozen=True)
class Rated:
    """How the moves of many positions were rated, compared with the book's."""

    not_lower: tuple[int, ...]
    """Book moves with 0, 1 ... 8, 9 or more other moves rated higher or equal."""
    lower: int
    equal: int
    higher: int
    blunders: int
    """Book moves rated below the median of their position."""
    shares: tuple[float, ...] = ()
    """Shares of the book moves with 0, 1 ... 6 other moves rated higher or equal, from the machine."""
    accurate: float = 0.0
    """Per cent of the book moves with the highest or the next-highest rating, from the machine."""
    below_median: float = 0.0
    """Per cent of the book moves that are blunders, from the machine."""
    index: float = 0.0
    """100 if the book's move is always rated highest, from the machine."""

    @classmethod
    def kept(cls, found: Mapping[str, Any]) -> Self:
        """Ratings from a record."""
        return cls(
            tuple(map(int, found["not_lower"])),
            int(found["lower"]),
            int(found["equal"]),
            int(found["higher"]),
            int(found["blunders"]),
            tuple(map(float, found["shares"])),
            float(found["accurate"]),
            float(found["below_median"]),
            float(found["index"]),
        )

    @property
    def moves(self) -> int:
        """Book moves."""
        return sum(self.not_lower)

    @property
    def coefficient(self) -> float:
        """As in Table 2; the moves rated equal count as higher."""
        all_moves = self.lower + self.equal + self.higher
        return (self.lower - self.equal - self.higher) / all_moves if all_moves else 0.0


_COUNTS = re.compile(r"  (TABLES|POLYNOMIAL)((?: +\d+){10})")
_SUMS = re.compile(r" LOWER +(\d+)  EQUAL +(\d+)  HIGHER +(\d+)  BLUNDERS +(\d+)")
_SHARES = re.compile(r"  SHARES((?: +\d\.\d{3}){7})")
_PER_CENT = re.compile(r"  ACCURATE +(\S+)  BLUNDERS +(\S+)  INDEX +(\S+)")


@dataclass
class RatingLines:
    """Reads the lines of ratings, one after the other; positions without a rating have two lines only."""

    found: list[tuple[str, Rated]] = field(default_factory=list)
    _method: str = ""
    _counts: tuple[int, ...] = ()
    _shares: tuple[float, ...] = ()

    def take(self, text: str) -> bool:
        """Take a line; whether it belongs to a rating."""
        if match := _COUNTS.fullmatch(text):
            self._method, self._counts = match[1].lower(), tuple(map(int, match[2].split()))
        elif match := _SUMS.fullmatch(text):
            lower, equal, higher, blunders = map(int, match.groups())
            self.found.append((self._method, Rated(self._counts, lower, equal, higher, blunders)))
        elif match := _SHARES.fullmatch(text):
            self._shares = tuple(map(float, match[1].split()))
        elif match := _PER_CENT.fullmatch(text):
            method, rated = self.found.pop()
            accurate, below_median, index = map(float, match.groups())
            rated = replace(rated, shares=self._shares, accurate=accurate)
            self.found.append((method, replace(rated, below_median=below_median, index=index)))
        else:
            return False
        return True
