"""Fixed-point arithmetic: signed words in the 38-bit accumulator, with two overflow indicators."""

from ibm7094.isa.record import op
from ibm7094.isa.stops import check_divide
from ibm7094.state import State
from ibm7094.words import (
    AC_MAGNITUDE,
    AC_P,
    AC_Q,
    AC_SIGN,
    BIT_1,
    MAGNITUDE,
    RIGHT_HALF,
    SIGN,
    WORD,
    ring_sum,
    to_ac,
)

FULL = 35
"""Bits of a magnitude: the count of an ordinary multiply or divide."""


def add_to_ac(m: State, sr: int) -> None:
    """Add a signed word. A change of P by like signs is overflow; a zero result keeps the AC's sign.

    Written without branches, because branch prediction fails on random signs. So a sign, 0 or 1, makes a
    number negative by complementing it and adding one.
    """
    sign = m.ac >> 37
    other = sr >> 35
    magnitude = m.ac & AC_MAGNITUDE
    total = ((magnitude ^ -sign) + sign) + (((sr & MAGNITUDE) ^ -other) + other)
    below = total >> 63  # -1 if the sum is negative, else 0
    result = ((total ^ below) - below) & AC_MAGNITUDE
    m.ac_overflow = m.ac_overflow | (((result ^ magnitude) >> 35) & (sign == other))
    m.ac = ((-below | (sign & (total == 0))) << 37) | result


def product(a: int, b: int) -> tuple[int, int]:
    """High and low 35 bits of the product of two magnitudes, computed in halves so that 64 bits suffice."""
    low = a * (b & 0o377777)
    middle = a * (b >> 17) + (low >> 17)
    return middle >> 18, ((middle & RIGHT_HALF) << 17) | (low & 0o377777)


def multiply(m: State, sr: int) -> None:
    """MQ times storage; the product's sign goes to both registers, zero or not."""
    sign = (m.mq ^ sr) & SIGN
    high, low = product(m.mq & MAGNITUDE, sr & MAGNITUDE)
    m.ac = (sign << 2) | high
    m.mq = sign | low


def divide(m: State, sr: int, count: int) -> int:
    """Divide AC,MQ by storage for `count` quotient bits; return 1 if it was refused (divide check)."""
    divisor = sr & MAGNITUDE
    ac = m.ac & AC_MAGNITUDE
    mq = m.mq & MAGNITUDE
    refused = 0
    if ac >= divisor:
        refused = 1
    else:
        # Long division, but up to 24 quotient bits at a time: 35 + 24 bits still fit.
        left = count
        while left > 0:
            k = min(left, 24)
            dividend = (ac << k) | (mq >> (FULL - k))
            ac = dividend % divisor
            mq = ((mq << k) & MAGNITUDE) | (dividend // divisor)
            left = left - k
        sign = m.ac & AC_SIGN
        m.mq = ((sign >> 2) ^ (sr & SIGN)) | mq
        m.ac = sign | ac
    return refused


@op("+0500", "2 p56")
def cla(m: State, y: int) -> None:
    """Clear and add"""
    m.ac = to_ac(m.core[y])


@op("-0500", "2 rule")
def cal(m: State, y: int) -> None:
    """Clear and add logical word"""
    m.ac = m.core[y]


@op("+0502", "2 rule")
def cls(m: State, y: int) -> None:
    """Clear and subtract"""
    m.ac = to_ac(m.core[y] ^ SIGN)


@op("+0400", "2 rule")
def add(m: State, y: int) -> None:
    """Add"""
    add_to_ac(m, m.core[y])


@op("+0401", "2 rule")
def adm(m: State, y: int) -> None:
    """Add magnitude"""
    add_to_ac(m, m.core[y] & MAGNITUDE)


@op("+0402", "2 rule")
def sub(m: State, y: int) -> None:
    """Subtract"""
    add_to_ac(m, m.core[y] ^ SIGN)


@op("-0400", "2 rule")
def sbm(m: State, y: int) -> None:
    """Subtract magnitude"""
    add_to_ac(m, m.core[y] | SIGN)


@op("+0361", "2 rule")
def acl(m: State, y: int) -> None:
    """Add and carry logical word"""
    m.ac = (m.ac & (AC_SIGN | AC_Q)) | ring_sum(m.ac & WORD, m.core[y])


@op("+0200", "2-14 p63", tubes="20 recalled", later="2-5 rate")
def mpy(m: State, y: int) -> None:
    """Multiply"""
    multiply(m, m.core[y])


@op("-0200", "2-14 p63", tubes="20 recalled", later="2-5 rate")
def mpr(m: State, y: int) -> None:
    """Multiply and round"""
    multiply(m, m.core[y])
    if m.mq & BIT_1:
        m.ac = m.ac + 1  # the magnitude is at most 2**35-2, so the sign is safe


@op("+0204", "2-14 p64", "709", also=(0o205,), tubes="20 recalled", later="2-5 rate")
def vlm(m: State, y: int, count: int) -> None:
    """Variable length multiply"""
    if count:
        sr = m.core[y]
        sign = (m.mq ^ sr) & SIGN
        multiplicand = sr & MAGNITUDE
        ac = 0
        mq = m.mq & MAGNITUDE
        if multiplicand == 0 or mq == 0:
            mq = 0
        else:
            step = 0
            while step < count:
                if mq & 1:
                    ac = ac + multiplicand
                mq = (mq >> 1) | ((ac & 1) << 34)
                ac = ac >> 1
                step = step + 1
        m.ac = (sign << 2) | ac
        m.mq = sign | mq


@op("+0220", "3-14 p64", tubes="20 recalled", later="3-8 rate")
def dvh(m: State, y: int) -> None:
    """Divide or halt"""
    check_divide(m, divide(m, m.core[y], FULL), True)


@op("+0221", "3-14 p64", tubes="20 recalled", later="3-8 rate")
def dvp(m: State, y: int) -> None:
    """Divide or proceed"""
    check_divide(m, divide(m, m.core[y], FULL), False)


@op("+0224", "3-14 p64", "709", also=(0o226,), tubes="20 recalled", later="3-8 rate")
def vdh(m: State, y: int, count: int) -> None:
    """Variable length divide or halt"""
    if count:
        check_divide(m, divide(m, m.core[y], count), True)


@op("+0225", "3-14 p64", "709", also=(0o227,), tubes="20 recalled", later="3-8 rate")
def vdp(m: State, y: int, count: int) -> None:
    """Variable length divide or proceed"""
    if count:
        check_divide(m, divide(m, m.core[y], count), False)


@op("+0760...0010", "2 rule")
def rnd(m: State) -> None:
    """Round"""
    # IBM 223-6895 page 69: the magnitude grows by one, whatever the sign.
    if m.mq & BIT_1:
        total = (m.ac + 1) & AC_MAGNITUDE
        if (total ^ m.ac) & AC_P:
            m.ac_overflow = 1
        m.ac = (m.ac & AC_SIGN) | total


@op("+0760...0000", "2 rule", both_signs=True)
def clm(m: State) -> None:
    """Clear magnitude"""
    m.ac = m.ac & AC_SIGN


@op("+0760...0002", "2 rule")
def chs(m: State) -> None:
    """Change sign"""
    m.ac = m.ac ^ AC_SIGN


@op("+0760...0003", "2 rule")
def ssp(m: State) -> None:
    """Set sign plus"""
    m.ac = m.ac & AC_MAGNITUDE


@op("-0760...0003", "2 rule")
def ssm(m: State) -> None:
    """Set sign minus"""
    m.ac = m.ac | AC_SIGN
