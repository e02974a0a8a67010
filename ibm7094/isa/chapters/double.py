"""Double precision: AC,MQ with an even-odd pair of storage words (7094).

The low word's own sign and characteristic are ignored. The machine uses the sense indicators as a scratch
register; what it leaves in them is reproduced exactly. An odd address traps if floating-point trapping is on;
if it is off, the odd word is used twice.
"""

from ibm7094.isa.chapters.floating import (
    BIAS,
    LOW,
    ODD_ADDRESS,
    normalize_product,
    pack,
    pack_word,
    spill,
    sum_to_ac,
)
from ibm7094.isa.flow import FLOATING_TRAP, trap
from ibm7094.isa.operands import address_mask
from ibm7094.isa.record import op
from ibm7094.isa.stops import check_divide
from ibm7094.state import State
from ibm7094.words import (
    AC_CHARACTERISTIC,
    BIT_9,
    CHARACTERISTIC,
    DOUBLE_FRACTION,
    FRACTION,
    MAGNITUDE,
    SIGN,
    from_ac,
    to_ac,
)


def refuse_odd(m: State, y: int) -> bool:
    """Trap on an odd address; return True if the operation must not be executed."""
    refused = y & 1 != 0 and m.fp_trap != 0
    if refused:
        trap(m, 0, ODD_ADDRESS, FLOATING_TRAP)
    return refused


def double_add(m: State, y: int, keep: int, change: int, normalize: bool) -> None:
    """The additions and subtractions; the storage sign is ANDed with `keep`, then XORed with `change`."""
    if not refuse_odd(m, y):
        sr = (m.core[y] & (keep | MAGNITUDE)) ^ change
        low = m.core[y | 1] & FRACTION
        char = (m.ac >> LOW) & AC_CHARACTERISTIC
        sr_char = (sr >> LOW) & CHARACTERISTIC
        # The larger operand's high word stays in SI, unless the smaller is shifted away at once.
        if char > sr_char:
            if char - sr_char <= 0o100 or m.ac & BIT_9 == 0:
                m.si = pack_word(m.ac >> 37, char, m.ac & FRACTION)
        elif sr_char - char > 0o77 and sr & BIT_9 != 0:
            m.si = pack_word(sr >> 35, sr_char, m.mq & FRACTION)
        else:
            m.si = sr
        ac_fraction = ((m.ac & FRACTION) << LOW) | (m.mq & FRACTION)
        sum_to_ac(m, ac_fraction, sr >> 35, sr_char, ((sr & FRACTION) << LOW) | low, normalize)


def double_multiply(m: State, y: int, normalize: bool) -> None:
    """A.B times C.D: A*C, with the high halves of A*D and B*C; B*D is never formed."""
    if not refuse_odd(m, y):
        sr = m.core[y]
        a = m.ac & FRACTION
        b = m.mq & FRACTION
        c = sr & FRACTION
        d = m.core[y | 1] & FRACTION
        sign = (m.ac >> 37) ^ (sr >> 35)
        char = (m.ac >> LOW) & AC_CHARACTERISTIC
        sr_char = (sr >> LOW) & CHARACTERISTIC
        if char | a | b == 0 or sr_char | c | d == 0 or a | c == 0:
            m.ac = sign << 37
            m.mq = sign << 35
            m.si = sr
        else:
            fraction = 0
            if a | b == 0:
                m.si = sr if normalize else pack_word(sr >> 35, sr_char, 0)
            else:
                m.si = (b * c) >> LOW
                fraction = a * c + ((a * d) >> LOW) + ((b * c) >> LOW)
            char = (char & CHARACTERISTIC) + sr_char - BIAS
            spill(m, normalize_product(m, sign, char, fraction, normalize))


def double_divide(m: State, y: int, halt: bool) -> None:
    """A.B by C.D in two steps: Q1 = A.B / C, then a correction by (R - Q1*D) / C."""
    if not refuse_odd(m, y):
        sr = m.core[y]
        ac_sign = m.ac >> 37
        sign = ac_sign ^ (sr >> 35)
        a = m.ac & FRACTION
        c = sr & FRACTION
        if a >= 2 * c:
            m.si = 0
            check_divide(m, 1, halt)
        elif a == 0:
            m.ac = sign << 37
            m.mq = sign << 35
            m.si = sign << 35
        else:
            dividend = (a << LOW) | (m.mq & FRACTION)
            char = (m.ac >> LOW) & CHARACTERISTIC
            if a >= c:
                dividend = dividend >> 1
                char = char + 1
            char = char - ((sr >> LOW) & CHARACTERISTIC) + BIAS
            q1 = dividend // c
            remainder = (dividend % c) << LOW
            q1_d = q1 * (m.core[y | 1] & FRACTION)
            q1_d = q1_d - (q1_d & FRACTION)  # only the high 27 bits are formed
            negative = remainder < q1_d
            rest = q1_d - remainder if negative else remainder - q1_d
            m.si = pack_word(sign, char, q1 & FRACTION)
            if rest >= 2 * (c << LOW):
                rest_sign = ac_sign ^ negative
                m.ac = (rest_sign << 37) | (rest >> LOW)
                m.mq = rest_sign << 35
                check_divide(m, 1, halt)
            else:
                q2 = rest // c
                if rest >= c << LOW:
                    q2 = q2 - (q2 & 1)  # no more than 27 quotient bits are developed
                fraction = ((q1 << LOW) - q2 if negative else (q1 << LOW) + q2) & DOUBLE_FRACTION
                places = 54 - fraction.bit_length()
                fraction = fraction << places if fraction else 0
                char = char - places if fraction else 0
                spill(m, pack(m, sign, char, fraction, sign, char - LOW if fraction else 0))


@op("+0443", "2-3 guess", "7094")
def dld(m: State, y: int) -> None:
    """Double load"""
    m.ac = to_ac(m.core[y])
    m.mq = m.core[y | 1]
    refuse_odd(m, y)  # the load is done, then the odd address traps


@op("-0603", "2-3 guess", "7094")
def dst(m: State, y: int) -> None:
    """Double store"""
    m.core[y] = from_ac(m.ac)
    m.core[(y + 1) & address_mask(m)] = m.mq


@op("+0301", "6-15 recalled", "7094")
def dfad(m: State, y: int) -> None:
    """Double-precision floating add"""
    double_add(m, y, SIGN, 0, True)


@op("+0305", "6-15 recalled", "7094")
def dfam(m: State, y: int) -> None:
    """Double-precision floating add magnitude"""
    double_add(m, y, 0, 0, True)


@op("+0303", "6-15 recalled", "7094")
def dfsb(m: State, y: int) -> None:
    """Double-precision floating subtract"""
    double_add(m, y, SIGN, SIGN, True)


@op("+0307", "6-15 recalled", "7094")
def dfsm(m: State, y: int) -> None:
    """Double-precision floating subtract magnitude"""
    double_add(m, y, 0, SIGN, True)


@op("-0301", "6-15 recalled", "7094")
def dufa(m: State, y: int) -> None:
    """Double-precision unnormalized floating add"""
    double_add(m, y, SIGN, 0, False)


@op("-0305", "6-15 recalled", "7094")
def duam(m: State, y: int) -> None:
    """Double-precision unnormalized add magnitude"""
    double_add(m, y, 0, 0, False)


@op("-0303", "6-15 recalled", "7094")
def dufs(m: State, y: int) -> None:
    """Double-precision unnormalized floating subtract"""
    double_add(m, y, SIGN, SIGN, False)


@op("-0307", "6-15 recalled", "7094")
def dusm(m: State, y: int) -> None:
    """Double-precision unnormalized subtract magnitude"""
    double_add(m, y, 0, SIGN, False)


@op("+0261", "2-14 recalled", "7094")
def dfmp(m: State, y: int) -> None:
    """Double-precision floating multiply"""
    double_multiply(m, y, True)


@op("-0261", "2-14 recalled", "7094")
def dufm(m: State, y: int) -> None:
    """Double-precision unnormalized floating multiply"""
    double_multiply(m, y, False)


@op("-0240", "3-24 guess", "7094")
def dfdh(m: State, y: int) -> None:
    """Double-precision floating divide or halt"""
    double_divide(m, y, True)


@op("-0241", "3-24 guess", "7094")
def dfdp(m: State, y: int) -> None:
    """Double-precision floating divide or proceed"""
    double_divide(m, y, False)
