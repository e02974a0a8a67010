"""Decimal constants, converted step by step as FAP converted them, with the machine's own arithmetic.

FAP's results are not the nearest words: the digits become a double-length number, which is multiplied or
divided by a single-length power of ten and truncated.
"""

from dataclasses import dataclass

from ibm7094.isa.chapters.floating import float_add, float_divide, float_multiply
from ibm7094.state import State
from ibm7094.words import AC_P, ADDRESS, CHARACTERISTIC, FRACTION, MAGNITUDE, SIGN, from_ac, to_ac

FRACTION_BITS = 27
BIAS = 0o200
LOW_BITS = 15
"""The digits go into the accumulator in two parts: these low bits last."""
LOW_PART, HIGH_PART = 0o233 << FRACTION_BITS, 0o252 << FRACTION_BITS
"""The characteristics that make the two parts floating-point numbers."""
TABLE_OFFSET = 0o43 << FRACTION_BITS
"""How much the characteristics in the table of powers are lowered, so that none of them overflows."""
MOST_POWER = 38
LEAST_POWER = -48
UNUSED_LOW = 19
"""Bits of a double-length fraction below a word's 35."""
SHIFT_COUNT = 0o377
"""A shift counts modulo 256."""


class BadConstant(ValueError):
    """A constant that FAP flags; it assembles as zero."""

    def __init__(self, flags: str) -> None:
        super().__init__(flags)
        self.flags = flags


@dataclass
class _Field:
    """One of the three numbers in a constant: the digits, the exponent E, the binary point B."""

    value: int = 0
    negative: bool = False

    @property
    def signed(self) -> int:
        return -self.value if self.negative else self.value


@dataclass
class _Scan:
    """The numbers that a decimal constant is made of."""

    digits: _Field
    exponent: _Field
    binary_point: _Field
    seen: set[str]
    scale: int = 0
    """The power of ten, from the decimal point and from digits that did not fit."""

    @property
    def power(self) -> int:
        return self.scale + self.exponent.signed


def decimal(text: str) -> int:
    """A word of DEC or of a decimal literal."""
    scan = _scan(text)
    sign = SIGN if scan.digits.negative else 0
    if not scan.digits.value or not scan.seen:
        return sign | scan.digits.value
    high, low = _floating(scan.digits.value, bool(sign), scan.power)
    return _fixed(high, low, scan.binary_point.signed) if "B" in scan.seen else high


def _scan(text: str) -> _Scan:
    """A minus restarts its number, a plus does nothing; digits beyond 35 bits are only counted."""
    scan = _Scan(_Field(), _Field(), _Field(), set())
    field = scan.digits
    counting = False
    for c in text:
        if c in ".EB":
            if c in scan.seen or (c == "." and scan.seen):
                raise BadConstant("E")
            scan.seen.add(c)
            counting = c == "."
            field = {".": scan.digits, "E": scan.exponent, "B": scan.binary_point}[c]
        elif c == "-":
            field.value, field.negative = 0, True
        elif c.isascii() and c.isdigit():
            grown = field.value * 10 + int(c)
            if grown <= MAGNITUDE:
                field.value = grown
            else:
                scan.scale += 1
            scan.scale -= counting
        elif c != "+":
            raise BadConstant("E")
    return scan


def power_of_ten(exponent: int) -> int:
    """A power of ten as in FAP's table: rounded to 27 bits, its characteristic lowered."""
    power = int(10**exponent)
    size = power.bit_length()
    spare = size - FRACTION_BITS
    fraction = (power + (1 << spare >> 1)) >> spare if spare > 0 else power << -spare
    return ((BIAS + size) << FRACTION_BITS) + fraction - TABLE_OFFSET


def _floating(digits: int, negative: bool, power: int) -> tuple[int, int]:
    """The digits times a power of ten as a double-length number: high and low word."""
    m = State()
    m.ac = to_ac((SIGN if negative else 0) | HIGH_PART | digits >> LOW_BITS)
    float_add(m, HIGH_PART, normalize=True)
    low_part = LOW_PART | digits & ADDRESS
    float_add(m, low_part | SIGN if negative else low_part, normalize=True)
    if not power:
        return from_ac(m.ac), m.mq
    if not LEAST_POWER <= power <= MOST_POWER:
        raise BadConstant("E")
    if power > 0:
        _multiply(m, power_of_ten(power))
        m.ac += TABLE_OFFSET
        overflowed = bool(m.ac & AC_P)
    else:
        _divide(m, power_of_ten(-power))
        m.ac += (0o400 << FRACTION_BITS) - TABLE_OFFSET
        overflowed = not m.ac & AC_P
    if overflowed:
        raise BadConstant("E")
    return from_ac(m.ac), m.mq


def _multiply(m: State, by: int) -> None:
    """Multiply the double-length number in AC and MQ by a word."""
    low, m.mq = m.mq, from_ac(m.ac)
    float_multiply(m, by, normalize=True)
    high, middle = from_ac(m.ac), m.mq
    m.mq = low
    float_multiply(m, by, normalize=True)
    float_add(m, middle, normalize=True)
    float_add(m, high, normalize=True)


def _divide(m: State, by: int) -> None:
    """Divide the double-length number in AC and MQ by a word; the remainder is divided too."""
    low = m.mq
    float_divide(m, by, halt=False)
    high = m.mq
    float_add(m, low, normalize=True)
    float_divide(m, by, halt=False)
    m.ac = to_ac(m.mq)
    float_add(m, high, normalize=True)


def _fixed(high: int, low: int, point: int) -> int:
    """The number as fixed point, with the binary point after the given bit, truncated."""
    shift = BIAS - (high >> FRACTION_BITS & CHARACTERISTIC) + point
    if shift < 0:
        raise BadConstant("E")
    fraction = (high & FRACTION) << FRACTION_BITS | low & FRACTION
    return high & SIGN | fraction >> UNUSED_LOW + (shift & SHIFT_COUNT)
