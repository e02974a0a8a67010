"""Floating-point arithmetic, single precision.

A number is a sign, an 8-bit characteristic (exponent plus 200 octal) and a 27-bit fraction. In the AC the
characteristic has ten bits, Q,P,1-8, so that a result out of range (a spill) can be detected. A spill traps;
on a 704, or with trapping off, it lights the overflow indicators. The MQ holds the less significant half of
results, with a characteristic 27 below the AC's.
"""

from ibm7094.isa.flow import FLOATING_TRAP, trap
from ibm7094.isa.record import op
from ibm7094.isa.stops import check_divide
from ibm7094.models import LEVEL_7094
from ibm7094.state import State
from ibm7094.words import (
    AC_CHARACTERISTIC,
    AC_SIGN,
    BIT_9,
    CHARACTERISTIC,
    DOUBLE_FRACTION,
    FRACTION,
    MAGNITUDE,
    SIGN,
)

BIAS = 0o200
LOW = 27
"""Bits in a fraction, and how far the low half's characteristic is below the high half's."""

# The code of a floating-point trap, stored in the decrement of location 0.
SPILL_MQ = 1
SPILL_AC = 2
SPILL_OVER = 4
SPILL_DIVIDE = 0o10
ODD_ADDRESS = 0o40


def spill(m: State, code: int) -> None:
    """Trap on a characteristic out of range, or light the 704's indicators."""
    if code:
        if m.fp_trap:
            trap(m, 0, code, FLOATING_TRAP)
        else:
            if code & SPILL_AC:
                m.ac_overflow = 1
            if code & SPILL_MQ:
                m.mq_overflow = 1


def spilled(characteristic: int, register: int) -> int:
    """The trap code for one register's characteristic: 0 if it is from 0 to 377."""
    code = 0
    if characteristic < 0:
        code = register
    elif characteristic > CHARACTERISTIC:
        code = register | SPILL_OVER
    return code


def pack_word(sign: int, characteristic: int, fraction: int) -> int:
    """A floating-point word; a characteristic out of range wraps."""
    return (sign << 35) | ((characteristic & CHARACTERISTIC) << LOW) | fraction


def pack(m: State, sign: int, ac_char: int, fraction: int, mq_sign: int, mq_char: int) -> int:
    """Put a 54-bit fraction with its signs and characteristics into AC and MQ, and return the spill code."""
    m.ac = (sign << 37) | ((ac_char & AC_CHARACTERISTIC) << LOW) | (fraction >> LOW)
    m.mq = pack_word(mq_sign, mq_char, fraction & FRACTION)
    return spilled(ac_char, SPILL_AC) | spilled(mq_char, SPILL_MQ)


def sum_to_ac(
    m: State, ac_fraction: int, sr_sign: int, sr_char: int, sr_fraction: int, normalize: bool
) -> None:
    """Add a number to the AC (54-bit fractions), in either precision.

    The operand with the smaller characteristic is shifted right. Q and P take part in the comparison and
    are then dropped; a one in P makes the AC's sign minus.
    """
    sign = m.ac >> 37
    char = (m.ac >> LOW) & AC_CHARACTERISTIC
    fraction = ac_fraction
    small_sign = sr_sign
    small_char = sr_char
    small = sr_fraction
    if char > sr_char:
        sign = sign | ((char >> 8) & 1)
        char = char & CHARACTERISTIC
    else:
        small_sign = sign
        small_char = char
        small = fraction
        sign = sr_sign
        char = sr_char
        fraction = sr_fraction
    distance = char - small_char
    small = small >> distance if 0 <= distance <= 0o77 else 0
    if sign == small_sign:
        fraction = fraction + small
        if fraction > DOUBLE_FRACTION:
            fraction = fraction >> 1
            char = char + 1
    elif small >= fraction:
        fraction = small - fraction
        sign = small_sign
    else:
        fraction = fraction - small
    low_char = char - LOW
    if normalize:
        places = 54 - fraction.bit_length()
        fraction = fraction << places if fraction else 0
        char = char - places if fraction else 0
        low_char = char - LOW if fraction else 0
    spill(m, pack(m, sign, char, fraction, sign, low_char))


def float_add(m: State, sr: int, normalize: bool) -> None:
    """The common part of the eight single-precision additions and subtractions."""
    sum_to_ac(
        m,
        (m.ac & FRACTION) << LOW,
        sr >> 35,
        (sr >> LOW) & CHARACTERISTIC,
        (sr & FRACTION) << LOW,
        normalize,
    )


def float_multiply(m: State, sr: int, normalize: bool) -> None:
    """MQ times storage."""
    sign = (m.mq ^ sr) >> 35
    # A 7090 also checks for a zero in MQ before a normalized multiply; a 7094 does not.
    mq_zero = normalize and m.level < LEVEL_7094 and m.mq & MAGNITUDE == 0
    if sr & MAGNITUDE == 0 or mq_zero:
        m.ac = sign << 37
        m.mq = sign << 35
    else:
        fraction = (m.mq & FRACTION) * (sr & FRACTION)
        char = ((m.mq >> LOW) & CHARACTERISTIC) + ((sr >> LOW) & CHARACTERISTIC) - BIAS
        spill(m, normalize_product(m, sign, char, fraction, normalize))


def normalize_product(m: State, sign: int, product_char: int, product: int, normalize: bool) -> int:
    """Finish a multiplication: at most one shift, and zero characteristics for a zero high half."""
    char = product_char
    fraction = product
    low_char = char - LOW
    if normalize:
        if fraction < 1 << 53:
            fraction = fraction << 1
            char = char - 1
        nonzero = fraction > FRACTION
        low_char = char - LOW if nonzero else 0
        char = char if nonzero else 0
    return pack(m, sign, char, fraction, sign, low_char)


def float_divide(m: State, sr: int, halt: bool) -> None:
    """Divide AC by storage: quotient in MQ, remainder in AC. The MQ is not part of the dividend."""
    ac_sign = m.ac >> 37
    quotient_sign = ac_sign ^ (sr >> 35)
    dividend = m.ac & FRACTION
    divisor = sr & FRACTION
    if dividend >= 2 * divisor:
        m.mq = quotient_sign << 35
        check_divide(m, 1, halt)
    elif dividend == 0:
        m.ac = 0
        m.mq = quotient_sign << 35
    else:
        char = (m.ac >> LOW) & CHARACTERISTIC
        wide = dividend << LOW
        if dividend >= divisor:
            wide = wide >> 1
            char = char + 1
        fraction = ((wide % divisor) << LOW) | (wide // divisor)
        mq_char = char - ((sr >> LOW) & CHARACTERISTIC) + BIAS
        code = pack(m, ac_sign, char - LOW, fraction, quotient_sign, mq_char)
        spill(m, code | SPILL_DIVIDE if code else 0)


@op("+0300", "6-15 recalled", tubes="7-15 recalled")
def fad(m: State, y: int) -> None:
    """Floating add"""
    float_add(m, m.core[y], True)


@op("+0304", "6-15 recalled", "709", tubes="7-15 recalled")
def fam(m: State, y: int) -> None:
    """Floating add magnitude"""
    float_add(m, m.core[y] & MAGNITUDE, True)


@op("+0302", "6-15 recalled", tubes="7-15 recalled")
def fsb(m: State, y: int) -> None:
    """Floating subtract"""
    float_add(m, m.core[y] ^ SIGN, True)


@op("+0306", "6-15 recalled", "709", tubes="7-15 recalled")
def fsm(m: State, y: int) -> None:
    """Floating subtract magnitude"""
    float_add(m, m.core[y] | SIGN, True)


@op("-0300", "6-15 recalled", tubes="7-15 recalled")
def ufa(m: State, y: int) -> None:
    """Unnormalized floating add"""
    float_add(m, m.core[y], False)


@op("-0304", "6-15 recalled", "709", tubes="7-15 recalled")
def uam(m: State, y: int) -> None:
    """Unnormalized add magnitude"""
    float_add(m, m.core[y] & MAGNITUDE, False)


@op("-0302", "6-15 recalled", tubes="7-15 recalled")
def ufs(m: State, y: int) -> None:
    """Unnormalized floating subtract"""
    float_add(m, m.core[y] ^ SIGN, False)


@op("-0306", "6-15 recalled", "709", tubes="7-15 recalled")
def usm(m: State, y: int) -> None:
    """Unnormalized subtract magnitude"""
    float_add(m, m.core[y] | SIGN, False)


@op("+0260", "2-14 p86", tubes="17 recalled")
def fmp(m: State, y: int) -> None:
    """Floating multiply"""
    float_multiply(m, m.core[y], True)


@op("-0260", "2-13 p86", tubes="17 recalled")
def ufm(m: State, y: int) -> None:
    """Unnormalized floating multiply"""
    float_multiply(m, m.core[y], False)


@op("+0240", "3-14 p86", tubes="18 recalled")
def fdh(m: State, y: int) -> None:
    """Floating divide or halt"""
    float_divide(m, m.core[y], True)


@op("+0241", "3-14 p86", tubes="18 recalled")
def fdp(m: State, y: int) -> None:
    """Floating divide or proceed"""
    float_divide(m, m.core[y], False)


@op("+0760...0011", "2 p86", "709")
def frn(m: State) -> None:
    """Floating round"""
    if m.mq & BIT_9:
        char = (m.ac >> LOW) & AC_CHARACTERISTIC
        fraction = (m.ac & FRACTION) + 1
        code = 0
        if fraction > FRACTION:
            fraction = fraction >> 1
            char = char + 1
            if char == CHARACTERISTIC + 1:
                code = SPILL_AC | SPILL_OVER
        m.ac = (m.ac & AC_SIGN) | ((char & AC_CHARACTERISTIC) << LOW) | fraction
        spill(m, code)
