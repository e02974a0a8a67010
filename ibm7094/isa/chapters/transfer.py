"""Transfers, and the execute instruction."""

from ibm7094.isa.flow import STORE_AND_TRAP, transfer
from ibm7094.isa.index_registers import index, refresh, set_index
from ibm7094.isa.record import op
from ibm7094.isa.stops import HALT, PAUSE
from ibm7094.state import State
from ibm7094.words import AC_MAGNITUDE, AC_SIGN, ADDRESS, MAGNITUDE, SIGN, WORD, negative


@op("+0000", "1-2 guess", also=(0o4000,))
def htr(m: State, y: int) -> None:
    """Halt and transfer"""
    m.exit = HALT
    m.exit_address = y
    m.ic = (m.ic - 1) & ADDRESS  # the instruction counter stays at the HTR


@op("+0420", "1-2 guess")
def hpr(m: State) -> None:
    """Halt and proceed"""
    m.exit = PAUSE


@op("+0761", "1-2 guess")
def nop(m: State) -> None:
    """No operation"""


@op("+0020", "1 recalled", also=(0o4020,))
def tra(m: State, y: int) -> None:
    """Transfer"""
    transfer(m, True, y)


@op("+0021", "1 recalled")
def ttr(m: State, y: int) -> None:
    """Trap transfer"""
    m.ic = y


@op("+0100", "1 recalled")
def tze(m: State, y: int) -> None:
    """Transfer on zero"""
    transfer(m, m.ac & AC_MAGNITUDE == 0, y)


@op("-0100", "1 recalled")
def tnz(m: State, y: int) -> None:
    """Transfer on no zero"""
    transfer(m, m.ac & AC_MAGNITUDE != 0, y)


@op("+0120", "1 recalled")
def tpl(m: State, y: int) -> None:
    """Transfer on plus"""
    transfer(m, m.ac & AC_SIGN == 0, y)


@op("-0120", "1 recalled")
def tmi(m: State, y: int) -> None:
    """Transfer on minus"""
    transfer(m, m.ac & AC_SIGN != 0, y)


@op("+0140", "1 recalled")
def tov(m: State, y: int) -> None:
    """Transfer on overflow"""
    transfer(m, m.ac_overflow != 0, y)
    m.ac_overflow = 0


@op("-0140", "1 recalled")
def tno(m: State, y: int) -> None:
    """Transfer on no overflow"""
    transfer(m, m.ac_overflow == 0, y)
    m.ac_overflow = 0


@op("+0161", "1 recalled")
def tqo(m: State, y: int) -> None:
    """Transfer on MQ overflow"""
    # The indicator is the 704's; with floating-point trapping on there is nothing to test.
    if m.fp_trap == 0:
        transfer(m, m.mq_overflow != 0, y)
        m.mq_overflow = 0


@op("+0162", "1 recalled")
def tqp(m: State, y: int) -> None:
    """Transfer on MQ plus"""
    transfer(m, m.mq & SIGN == 0, y)


def algebraic(sign: int, magnitude: int) -> int:
    """A signed number for comparisons, with +0 above -0."""
    return -magnitude - 1 if sign else magnitude


@op("+0040", "1 recalled")
def tlq(m: State, y: int) -> None:
    """Transfer on low MQ"""
    mq = algebraic(m.mq & SIGN, m.mq & MAGNITUDE)
    transfer(m, mq < algebraic(m.ac & AC_SIGN, m.ac & AC_MAGNITUDE), y)


@op("+0074", "1-2 guess")
def tsx(m: State, tag: int, address: int) -> None:
    """Transfer and set index"""
    set_index(m, tag, negative(m.ic - 1))
    transfer(m, True, address)


@op("+1000", "2 recalled")
def txi(m: State, tag: int, address: int, decrement: int) -> None:
    """Transfer with index incremented"""
    set_index(m, tag, index(m, tag) + decrement)
    transfer(m, True, address)


@op("+2000", "2 recalled")
def tix(m: State, tag: int, address: int, decrement: int) -> None:
    """Transfer on index"""
    xr = index(m, tag)
    if xr > decrement:
        set_index(m, tag, xr - decrement)
    transfer(m, xr > decrement, address)


@op("-2000", "2 recalled")
def tnx(m: State, tag: int, address: int, decrement: int) -> None:
    """Transfer on no index"""
    xr = index(m, tag)
    if xr > decrement:
        set_index(m, tag, xr - decrement)
    transfer(m, xr <= decrement, address)


@op("+3000", "2 recalled")
def txh(m: State, tag: int, address: int, decrement: int) -> None:
    """Transfer on index high"""
    transfer(m, m.xe[tag] > decrement, address)  # it only tests: several registers are not changed


@op("-3000", "2 recalled")
def txl(m: State, tag: int, address: int, decrement: int) -> None:
    """Transfer on index low or equal"""
    transfer(m, m.xe[tag] <= decrement, address)


@op("-1000", "2 rule", "709")
def str_(m: State) -> None:
    """Store location and trap"""
    m.core[0] = (m.core[0] & (WORD ^ ADDRESS)) | m.ic
    m.ic = STORE_AND_TRAP


@op("-0021", "1-2 guess", "709", escape=True)
def esnt(m: State, y: int) -> None:
    """Enter storage nullification and transfer"""
    m.nullified = 1
    refresh(m)
    m.ic = y


@op("+0522", "1-2 guess", "709")
def xec(m: State, y: int) -> None:
    """Execute"""
    # The engines fetch the object word from storage and execute it in place; there is nothing to do here.
