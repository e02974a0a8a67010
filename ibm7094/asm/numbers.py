"""Decimal and octal constants, converted bit for bit as FAP converted them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from ibm7094.media.bcd import code_of
from ibm7094.words import CHARACTERISTIC, FRACTION, MAGNITUDE, SIGN, WORD

FRACTION_BITS = 27
BIAS = 0o200
MOST_POWER = 38
"""FAP's table of powers of ten ends here."""


class BadConstant(ValueError):
    """A constant that FAP flags; it assembles as zero."""

    def __init__(self, flags: str) -> None:
        super().__init__(flags)
        self.flags = flags


@dataclass
class _Scan:
    """What the characters of a decimal constant add up to."""

    negative: bool = False
    digits: int = 0
    scale: int = 0
    """Power of ten by which the digits are to be multiplied."""
    is_float: bool = False
    binary_point: int | None = None


def decimal(text: str) -> int:
    """A word of DEC or of a decimal literal."""
    scan = _scan(text)
    sign = SIGN if scan.negative else 0
    if scan.binary_point is not None:
        return sign | _fixed(scan)
    return sign | (_floating(scan) if scan.is_float else scan.digits)


def _scan(text: str) -> _Scan:
    """Digits beyond 35 bits are dropped, and count in the exponent."""
    scan = _Scan()
    part = "digits"
    seen: set[str] = set()
    exponent = {"E": 0, "B": 0}
    minus = {"E": False, "B": False}
    for c in text:
        if c in ".EB":
            if c in seen or (c == "." and part != "digits"):
                raise BadConstant("E")
            seen.add(c)
            if c in "EB":
                part = c
        elif c in "+-":
            if part == "digits":
                scan.negative = scan.negative or c == "-"
            else:
                minus[part] = minus[part] or c == "-"
        elif not c.isdigit():
            raise BadConstant("E")
        elif part == "digits":
            if scan.digits * 10 + int(c) <= MAGNITUDE:
                scan.digits = scan.digits * 10 + int(c)
                scan.scale -= "." in seen
            else:
                scan.scale += "." not in seen
        else:
            exponent[part] = exponent[part] * 10 + int(c)
    scan.scale += -exponent["E"] if minus["E"] else exponent["E"]
    scan.is_float = bool(seen & {".", "E"})
    if "B" in seen:
        if minus["B"]:
            raise BadConstant("E")
        scan.binary_point = exponent["B"]
    return scan


@cache
def power_of_ten(exponent: int) -> Fraction:
    """A power as FAP's table has it: rounded to a 27-bit fraction."""
    power = 10**exponent
    spare = max(power.bit_length() - FRACTION_BITS, 0)
    rounded = (power + (1 << spare >> 1)) >> spare if spare else power
    return Fraction(rounded << spare)


def _scaled(scan: _Scan) -> Fraction:
    """Digits times the power of ten, or divided by it; one multiplication, by a rounded power."""
    if abs(scan.scale) > MOST_POWER and scan.digits:
        raise BadConstant("E")
    power = power_of_ten(min(abs(scan.scale), MOST_POWER))
    return scan.digits * power if scan.scale >= 0 else Fraction(scan.digits) / power


def _floating(scan: _Scan) -> int:
    """A floating-point number, the fraction cut off after 27 bits."""
    value = _scaled(scan)
    if not value:
        return 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    while value >= Fraction(2) ** exponent:
        exponent += 1
    while value < Fraction(2) ** (exponent - 1):
        exponent -= 1
    characteristic = exponent + BIAS
    if not 0 <= characteristic <= CHARACTERISTIC:
        raise BadConstant("E")
    fraction = int(value / Fraction(2) ** exponent * (FRACTION + 1))
    return characteristic << FRACTION_BITS | fraction


def _fixed(scan: _Scan) -> int:
    """A fixed-point number with its binary point behind the given bit."""
    assert scan.binary_point is not None
    number = int(_scaled(scan) * Fraction(2) ** (35 - scan.binary_point))
    if number > MAGNITUDE:
        raise BadConstant("E")
    return number


def octal(text: str) -> int:
    """A word of OCT or of an =O literal: up to twelve digits, a sign before them."""
    body = text.lstrip("+-")
    digits = body or "0"
    if len(digits) > 12:
        raise BadConstant("EB")
    if not digits.isdigit() or set(digits) & {"8", "9"}:
        raise BadConstant("B")
    word = int(digits, 8)
    return word | SIGN if text.startswith("-") else word & WORD


def characters(text: str, count: int = 6) -> int:
    """Characters packed six bits each, blank-filled on the right; what has no code becomes a blank."""
    packed = 0
    for c in text.ljust(count)[:count]:
        code = code_of(c)
        packed = packed << 6 | (0o60 if code is None else code)
    return packed


def literal(text: str) -> int:
    """The word of a literal, from the text behind its equals sign."""
    try:
        if text.startswith("O"):
            return octal(text[1:])
        if text.startswith("H"):
            if len(text) > 7:
                raise BadConstant("L")
            return characters(text[1:])
        return decimal(text)
    except BadConstant:
        raise BadConstant("L") from None
