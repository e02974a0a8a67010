"""The machine's words: their formats, masks, and arithmetic.

A word has 36 bits, S,1-35, the sign the highest; as a number it is sign and magnitude, so there are
two zeros. The accumulator has 38, S,Q,P,1-35: P stands where a logical word has its sign.

    storage  | S | 1 ............................................. 35 |
    type A   | prefix S,1,2 | decrement 3-17 | tag 18-20 | address 21-35 |
    type B   | S,1-11 code | 12-13 indirect  | tag 18-20 | address 21-35 |
    AC       | S | Q | P | 1 ..................................... 35 |
    floating | S | characteristic 1-8 | fraction 9-35 |

These functions are compiled as well as run (see engine/lower.py), so they keep to 64-bit integers.
"""

CORE_SIZE = 0o100000

SIGN = 1 << 35
MAGNITUDE = SIGN - 1
WORD = (1 << 36) - 1
BIT_1 = 1 << 34
BIT_9 = 1 << 26

ADDRESS = 0o77777
NULLIFIED_ADDRESS = ADDRESS >> 1
"""The address while the upper half of core is cut off."""
TAG = 0o7 << 15
DECREMENT = ADDRESS << 18
PREFIX = 0o7 << 33
RIGHT_HALF = (1 << 18) - 1
LEFT_HALF = RIGHT_HALF << 18
INDIRECT = 3 << 22
COUNT = 0o77
"""The count of a variable-length operation, bits 12-17, shifted to the right end."""
LONG_COUNT = 0o377
"""The count of a shift, bits 28-35, or of a convert, bits 10-17, shifted to the right end."""

COMMAND_INDIRECT = 1 << 17
"""Bit 18 of a channel command."""
NO_TRANSMISSION = 1 << 16
"""Bit 19 of a channel command."""

NO_OPERATION = 0o077400000000
"""AXT 0,0: what FAP assembles where it must fill a word."""

CHARACTER = 0o77
FIRST_CHARACTER = CHARACTER << 30

AC = (1 << 38) - 1
AC_SIGN = 1 << 37
AC_Q = 1 << 36
AC_P = 1 << 35
AC_MAGNITUDE = AC_SIGN - 1
"""Q,P,1-35: what the adders see."""

CHARACTERISTIC = 0o377
AC_CHARACTERISTIC = 0o1777
FRACTION = (1 << 27) - 1
DOUBLE_FRACTION = (1 << 54) - 1


def to_ac(word: int) -> int:
    """A signed word as CLA brings it into the accumulator: sign to S, Q and P zero."""
    return ((word & SIGN) << 2) | (word & MAGNITUDE)


def from_ac(ac: int) -> int:
    """The accumulator as STO stores it: S,1-35."""
    return ((ac >> 2) & SIGN) | (ac & MAGNITUDE)


def negative(address: int) -> int:
    """Two's complement in 15 bits, for index registers."""
    return -address & ADDRESS


def ring_sum(a: int, b: int) -> int:
    """36-bit sum with end-around carry, as in ACL and in checksums."""
    total = a + b
    return (total & WORD) + (total >> 36)


def octal(word: int) -> str:
    """Twelve octal digits, as IBM writes a word."""
    return f"{word:012o}"
