"""The index registers, and the two ways in which a tag can name them.

A 7094 in seven-register mode takes the tag as a number. In multiple-tag mode, the only one on earlier
machines, each tag bit names one of registers 1, 2 and 4, and several are ORed. The value for each tag is
kept in `xe`, so that address modification need not check the mode.

While storage is nullified, the registers have 14 bits [D 9COMB 00270-00323]: whatever is loaded is cut, and
what a register held before reads as its low 14 bits. That it gets its high bit back afterwards is a guess.
"""

from ibm7094.isa.operands import address_mask
from ibm7094.state import State
from ibm7094.words import NULLIFIED_ADDRESS


def refresh(m: State) -> None:
    """Update `xe` after the registers or the mode have changed."""
    if m.multiple_tag:
        one = m.xr[1]
        two = m.xr[2]
        four = m.xr[4]
        if m.nullified:
            one = one & NULLIFIED_ADDRESS
            two = two & NULLIFIED_ADDRESS
            four = four & NULLIFIED_ADDRESS
        m.xe[1] = one
        m.xe[2] = two
        m.xe[3] = one | two
        m.xe[4] = four
        m.xe[5] = one | four
        m.xe[6] = two | four
        m.xe[7] = one | two | four
    else:
        tag = 1
        while tag < 8:
            m.xe[tag] = m.xr[tag] & address_mask(m)
            tag = tag + 1


def set_index(m: State, tag: int, value: int) -> None:
    """Load the register or registers that the tag names; tag 0 names none."""
    loaded = value & address_mask(m)
    if m.multiple_tag:
        if tag & 1:
            m.xr[1] = loaded
        if tag & 2:
            m.xr[2] = loaded
        if tag & 4:
            m.xr[4] = loaded
        refresh(m)
    elif tag:
        m.xr[tag] = loaded
        m.xe[tag] = loaded


def index(m: State, tag: int) -> int:
    """The value that an instruction working on the register reads. With several tag bits the OR is also
    written back into all the registers named. TXH and TXL do not: they only test, and IBSYS relies on it."""
    value = m.xe[tag]
    if m.multiple_tag and tag & (tag - 1):
        set_index(m, tag, value)
    return value
