"""Commands of the 7909. Their operation is in S,1,2, for prefixes 2, 3, 6 and 7 bit 3, and bit 19.

| S,1,2 | 3-17 a count, or C 3-5, N 4, mask 12-17 with bit 11 | 18 indirect | 19 | 21-35 address |
"""

from enum import IntEnum

from ibm7094.words import ADDRESS, NO_TRANSMISSION


class Operation(IntEnum):
    """S,1-3 and bit 19 of a command, in this order [2]."""

    WTR = 0o00
    XMT = 0o01
    TCH = 0o04
    LIPT = 0o05
    CTL = 0o10
    CTLR = 0o11
    CTLW = 0o12
    SNS = 0o13
    LAR = 0o14
    SAR = 0o15
    TWT = 0o16
    CPYP = 0o20
    CPYD = 0o24
    TCM = 0o25
    LIP = 0o31
    TDC = 0o32
    LCC = 0o33
    SMS = 0o34
    ICC = 0o35


# Codes that IBM gave no name: those of 3 and 6 trap and wait [1: Cornwell], the others ignore the odd bit, as
# two simulators let ICC do (a guess).
UNNAMED = {
    0o17: Operation.TWT,
    0o30: Operation.TWT,
    0o21: Operation.CPYP,
    0o36: Operation.SMS,
    0o37: Operation.ICC,
}
HAS_BIT_3 = 0b11001100
"""Prefixes whose bit 3 belongs to the operation, one bit for each."""
NO_ORDER = 0o20000
"""N, bit 4 of CTL, CTLR and CTLW: send no order, but read or write on."""
ALL_OF_MASK = 0o100
"""Bit 11 of TCM: transfer if all bits of the mask are on, not only if exactly they are."""


def operation_of(command: int) -> Operation:
    """What a command does."""
    prefix, bit_3 = command >> 33, command >> 32 & HAS_BIT_3 >> (command >> 33) & 1
    code = prefix << 2 | bit_3 << 1 | bool(command & NO_TRANSMISSION)
    return UNNAMED[code] if code in UNNAMED else Operation(code)


def decrement_of(command: int) -> int:
    """Bits 3-17."""
    return command >> 18 & ADDRESS
