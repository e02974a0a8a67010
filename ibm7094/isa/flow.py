"""How control moves: skips, transfers, and the traps that catch them. Each is handled once, here.

While a definition runs, `m.ic` already holds the location of the next instruction. So an instruction
executed by XEC skips relative to the XEC, and stores the XEC's location.
"""

from ibm7094.isa.index_registers import refresh
from ibm7094.isa.operands import address_mask
from ibm7094.state import State
from ibm7094.words import ADDRESS, DECREMENT, WORD

TRANSFER_TRAP = 1
STORE_AND_TRAP = 2
FLOATING_TRAP = 0o10


def skip(m: State, count: int) -> None:
    """Skip the next instructions."""
    m.ic = (m.ic + count) & address_mask(m)


def skip_if(m: State, condition: bool) -> None:
    """Skip the next instruction if the condition holds."""
    if condition:
        m.ic = (m.ic + 1) & address_mask(m)


def leave_compatibility(m: State) -> None:
    """A trap ends the modes that imitate a 704 and the nullification of storage. STR and the transfer trap do
    not [D 9COMB 00673, 01116]: a WRS or CPY after them is still trapped."""
    m.select_trap = 0
    m.copy_trap = 0
    leave_nullification(m)


def leave_nullification(m: State) -> None:
    """All of storage again, and all of the index registers."""
    if m.nullified:
        m.nullified = 0
        refresh(m)


def transfer(m: State, condition: bool, y: int) -> None:
    """Go to y if the condition holds. In trapping mode the location is saved in any case, and a transfer
    that is taken goes to location 1 instead of y."""
    if m.transfer_trap:
        m.core[0] = (m.core[0] & (WORD ^ ADDRESS)) | ((m.ic - 1) & ADDRESS)
        if condition:
            m.ic = TRANSFER_TRAP
    elif condition:
        m.ic = y


def trap(m: State, cell: int, code: int, to: int) -> None:
    """Save the next location and a code in a cell, keeping its prefix and tag, and go elsewhere."""
    kept = m.core[cell] & (WORD ^ ADDRESS ^ DECREMENT)
    m.core[cell] = kept | (code << 18) | m.ic
    leave_compatibility(m)
    m.ic = to
