"""Shifting: the count is the low eight bits of the indexed address, so 0 to 255 places."""

from ibm7094.isa.record import op
from ibm7094.state import State
from ibm7094.words import AC_MAGNITUDE, AC_SIGN, MAGNITUDE, SIGN, WORD


def shift_cycles(n: int) -> int:
    """Cycles beyond two: none up to 16 places, then one for each 12 more (IBM 223-6895 pages 54, 56)."""
    return max(n - 5, 0) // 12


def shift_right(value: int, n: int) -> int:
    """Shift right by any count; native shifts are undefined from 64 up."""
    return value >> min(n, 63)


def shift_left(value: int, n: int) -> int:
    """Shift left within 37 bits by any count."""
    return (value << n) & AC_MAGNITUDE if n < 37 else 0


def note_overflow(m: State, passing: int) -> None:
    """Note overflow: a one that moves from bit 1 into P on a left shift."""
    if passing:
        m.ac_overflow = 1


@op("+0767", "2 p54", extra=shift_cycles)
def als(m: State, n: int) -> None:
    """Accumulator left shift"""
    # Bits 1-35 that pass bit 1 are the highest n of them.
    note_overflow(m, (m.ac & MAGNITUDE) >> max(35 - n, 0))
    m.ac = (m.ac & AC_SIGN) | shift_left(m.ac & AC_MAGNITUDE, n)


@op("+0771", "2 p54", extra=shift_cycles)
def ars(m: State, n: int) -> None:
    """Accumulator right shift"""
    m.ac = (m.ac & AC_SIGN) | shift_right(m.ac & AC_MAGNITUDE, n)


@op("+0763", "2 p54", extra=shift_cycles)
def lls(m: State, n: int) -> None:
    """Long left shift"""
    ac = m.ac & AC_MAGNITUDE
    mq = m.mq & MAGNITUDE
    # The first n bits of AC 1-35, MQ 1-35 pass bit 1.
    note_overflow(m, (ac & MAGNITUDE) >> max(35 - n, 0))
    if n > 35:
        note_overflow(m, mq >> max(70 - n, 0))
        ac = shift_left(ac, n) | shift_left(mq, n - 35)
        mq = 0
    else:
        ac = shift_left(ac, n) | (mq >> (35 - n))
        mq = (mq << n) & MAGNITUDE
    m.mq = (m.mq & SIGN) | mq
    m.ac = ((m.mq & SIGN) << 2) | ac


@op("+0765", "2 p54", extra=shift_cycles)
def lrs(m: State, n: int) -> None:
    """Long right shift"""
    sign = m.ac & AC_SIGN
    ac = m.ac & AC_MAGNITUDE
    mq = ((m.mq & MAGNITUDE) >> n) | (ac << (35 - n)) if n <= 35 else shift_right(ac, n - 35)
    m.mq = (sign >> 2) | (mq & MAGNITUDE)
    m.ac = sign | shift_right(ac, n)


@op("-0763", "2 p54", extra=shift_cycles)
def lgl(m: State, n: int) -> None:
    """Logical left shift"""
    ac = m.ac & AC_MAGNITUDE
    mq = m.mq
    # The first n bits of AC 1-35, MQ S,1-35 pass bit 1.
    note_overflow(m, (ac & MAGNITUDE) >> max(35 - n, 0))
    if n > 35:
        note_overflow(m, mq >> max(71 - n, 0))
        ac = shift_left(ac, n) | shift_left(mq, n - 36)
        mq = 0
    else:
        ac = shift_left(ac, n) | (mq >> (36 - n))
        mq = (mq << n) & WORD
    m.mq = mq
    m.ac = (m.ac & AC_SIGN) | ac


@op("-0765", "2 p54", "709", extra=shift_cycles)
def lgr(m: State, n: int) -> None:
    """Logical right shift"""
    ac = m.ac & AC_MAGNITUDE
    mq = (m.mq >> n) | (ac << (36 - n)) if n <= 36 else shift_right(ac, n - 36)
    m.mq = mq & WORD
    m.ac = (m.ac & AC_SIGN) | shift_right(ac, n)


@op("-0773", "2 p54", extra=shift_cycles)
def rql(m: State, n: int) -> None:
    """Rotate MQ left"""
    k = n % 36
    m.mq = ((m.mq << k) | (m.mq >> (36 - k))) & WORD
