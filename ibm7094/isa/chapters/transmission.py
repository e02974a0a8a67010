"""Word transmission: between storage and the AC, the MQ and the keys."""

from ibm7094.isa.record import op
from ibm7094.state import State
from ibm7094.words import ADDRESS, DECREMENT, LEFT_HALF, PREFIX, RIGHT_HALF, TAG, WORD, from_ac, to_ac


def store_field(m: State, y: int, field: int, value: int) -> None:
    """Replace one field of a word in storage."""
    m.core[y] = (m.core[y] & (WORD ^ field)) | (value & field)


@op("+0560", "2 rule")
def ldq(m: State, y: int) -> None:
    """Load MQ"""
    m.mq = m.core[y]


@op("-0600", "2 rule")
def stq(m: State, y: int) -> None:
    """Store MQ"""
    m.core[y] = m.mq


@op("-0620", "2 rule")
def slq(m: State, y: int) -> None:
    """Store left half of MQ"""
    m.core[y] = (m.core[y] & RIGHT_HALF) | (m.mq & LEFT_HALF)


@op("+0601", "2 rule")
def sto(m: State, y: int) -> None:
    """Store"""
    m.core[y] = from_ac(m.ac)


@op("+0602", "2 rule")
def slw(m: State, y: int) -> None:
    """Store logical word"""
    m.core[y] = m.ac & WORD


@op("+0600", "2 rule")
def stz(m: State, y: int) -> None:
    """Store zero"""
    m.core[y] = 0


@op("+0630", "2 rule")
def stp(m: State, y: int) -> None:
    """Store prefix"""
    store_field(m, y, PREFIX, m.ac)


@op("+0622", "2 rule")
def std(m: State, y: int) -> None:
    """Store decrement"""
    store_field(m, y, DECREMENT, m.ac)


@op("+0625", "2 rule", "709")
def stt(m: State, y: int) -> None:
    """Store tag"""
    store_field(m, y, TAG, m.ac)


@op("+0621", "2 rule")
def sta(m: State, y: int) -> None:
    """Store address"""
    store_field(m, y, ADDRESS, m.ac)


@op("-0625", "2 rule", "709")
def stl(m: State, y: int) -> None:
    """Store instruction location counter"""
    store_field(m, y, ADDRESS, m.ic)


@op("+0131", "1-2 guess", "709")
def xca(m: State) -> None:
    """Exchange AC and MQ"""
    mq = m.mq
    m.mq = from_ac(m.ac)
    m.ac = to_ac(mq)


@op("-0130", "1-2 guess", "709")
def xcl(m: State) -> None:
    """Exchange logical AC and MQ"""
    mq = m.mq
    m.mq = m.ac & WORD
    m.ac = mq


@op("+0760...0004", "2 p54", "709")
def enk(m: State) -> None:
    """Enter keys"""
    m.mq = m.keys
