"""Orders to the 7631: ten BCD characters, of which a short order needs fewer.

| operation | access | module | track, or begin of a record address | home address 2, or its end |
    2           1        1                      4                                2
"""

from dataclasses import dataclass
from enum import IntEnum

from ibm7094.words import CHARACTER

ZERO = 0o12
"""The digit zero in BCD."""
DIGIT = 0o17
"""The bits of a character that make it a digit; zone bits do not matter [2]."""
AT_SIGN = 0o14
"""In place of the second digit, it names the engineers' cylinder: 9@00 to 9@39 [M page 22]."""


class Operation(IntEnum):
    """What an order asks for, with IBM's names [M pages 12 and 13; 2]."""

    DNOP = 0
    DREL = 4
    DEBM = 8
    DSBM = 9
    DSEK = 80
    DVSR = 82
    DWRF = 83
    DVTN = 84
    DVCY = 85
    DWRC = 86
    DSAI = 87
    DVTA = 88
    DVHA = 89


KNOWN = {int(operation): operation for operation in Operation}
ONE_WORD = frozenset({Operation.DNOP, Operation.DREL, Operation.DEBM, Operation.DSBM, Operation.DSAI})
PREPARES = frozenset(
    {Operation.DVSR, Operation.DWRF, Operation.DVTN, Operation.DVCY, Operation.DVTA, Operation.DVHA}
)


@dataclass(frozen=True)
class Order:
    """An order of two words. Its track is None if it is not a number, -1 for the engineers' cylinder."""

    first: int
    second: int = 0

    def _character(self, number: int) -> int:
        return (self.first << 36 | self.second) >> 66 - 6 * number & CHARACTER

    def _digit(self, number: int) -> int:
        digit = self._character(number) & DIGIT
        return 0 if digit == ZERO else digit

    @property
    def operation(self) -> Operation | None:
        """What it asks for, if the 7631 knows it."""
        code = 10 * self._digit(0) + self._digit(1)
        return KNOWN.get(code) if self._digit(1) <= 9 else None

    @property
    def access(self) -> int:
        """The access mechanism, 0 or 1."""
        return self._digit(2)

    @property
    def module(self) -> int:
        """The module, 0 to 9."""
        return self._digit(3)

    @property
    def track(self) -> int | None:
        """The track."""
        digits = [self._digit(number) for number in range(4, 8)]
        if digits[1] == AT_SIGN and all(digit <= 9 for digit in (digits[0], *digits[2:])):
            return -1
        if max(digits) > 9:
            return None
        return int("".join(map(str, digits)))

    @property
    def identifier(self) -> int:
        """The two characters of home address 2 that are compared, bit by bit [M page 16]."""
        return self._character(8) << 6 | self._character(9)

    @property
    def record(self) -> int:
        """The record address, as `record_key` gives it."""
        return record_key(self.first << 24 & 0o777700000000 | self.second >> 12)


def record_key(word: int) -> int:
    """What is compared of a record address: four digits and two whole characters [2]."""
    key = word & 0o7777
    for at in range(12, 36, 6):
        digit = word >> at & DIGIT
        key |= (0 if digit == ZERO else digit) << at
    return key
