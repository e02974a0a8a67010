"""Convert: six bits at a time through a table in storage.

Each step reads the word at table + six bits; its address part is the table for the next step. At the end,
if bit 20 is on, the last table address goes to index register 1. Counts are bits 10-17, so the low two
bits of the code are part of the count.
"""

from ibm7094.isa.index_registers import set_index
from ibm7094.isa.operands import address_mask
from ibm7094.isa.record import op
from ibm7094.state import State
from ibm7094.words import AC_MAGNITUDE, AC_SIGN, ADDRESS, CHARACTER, FIRST_CHARACTER, WORD


def convert_cycles(places: int) -> int:
    """One storage cycle for each step."""
    return places


def finish(m: State, tag: int, table: int) -> None:
    """If bit 20, the low bit of the tag, is on, put the last table address into index register 1."""
    if tag & 1:
        set_index(m, 1, table)


@op("+0114", "2 p134", "709", also=(0o115, 0o116, 0o117), extra=convert_cycles)
def cvr(m: State, address: int, places: int, tag: int) -> None:
    """Convert by replacement from the AC"""
    # The table's six bits replace P,1-5 (IBM 223-6895 page 134), so a one in Q is not carried down.
    table = address
    left = places
    while left > 0:
        w = m.core[((m.ac & CHARACTER) + table) & address_mask(m)]
        m.ac = (m.ac & AC_SIGN) | (w & FIRST_CHARACTER) | ((m.ac & WORD) >> 6)
        table = w & ADDRESS
        left = left - 1
    finish(m, tag, table)


@op("-0154", "2 p134", "709", also=(0o4155, 0o4156, 0o4157), extra=convert_cycles)
def crq(m: State, address: int, places: int, tag: int) -> None:
    """Convert by replacement from the MQ"""
    table = address
    left = places
    while left > 0:
        w = m.core[((m.mq >> 30) + table) & address_mask(m)]
        m.mq = ((m.mq << 6) & WORD) | (w >> 30)
        table = w & ADDRESS
        left = left - 1
    finish(m, tag, table)


@op("-0114", "2 p134", "709", also=(0o4115, 0o4116, 0o4117), extra=convert_cycles)
def caq(m: State, address: int, places: int, tag: int) -> None:
    """Convert by addition from the MQ"""
    table = address
    left = places
    while left > 0:
        w = m.core[((m.mq >> 30) + table) & address_mask(m)]
        m.mq = ((m.mq << 6) & WORD) | (m.mq >> 30)
        m.ac = (m.ac & AC_SIGN) | ((m.ac + w) & AC_MAGNITUDE)
        table = w & ADDRESS
        left = left - 1
    finish(m, tag, table)
