"""Logical operations: AND, OR and exclusive OR of 36-bit words in P,1-35."""

from ibm7094.isa.record import op
from ibm7094.state import State
from ibm7094.words import AC_MAGNITUDE, WORD


@op("-0501", "2 p129")
def ora(m: State, y: int) -> None:
    """OR to accumulator"""
    m.ac = m.ac | m.core[y]


@op("-0602", "2 p129")
def ors(m: State, y: int) -> None:
    """OR to storage"""
    m.core[y] = m.core[y] | (m.ac & WORD)


@op("-0320", "3 p129")
def ana(m: State, y: int) -> None:
    """AND to accumulator"""
    m.ac = m.ac & m.core[y]


@op("+0320", "4 p129")
def ans(m: State, y: int) -> None:
    """AND to storage"""
    m.core[y] = m.core[y] & m.ac


@op("+0322", "3 recalled", "709")
def era(m: State, y: int) -> None:
    """Exclusive OR to accumulator"""
    m.ac = (m.ac ^ m.core[y]) & WORD


@op("+0760...0006", "2 rule")
def com(m: State) -> None:
    """Complement magnitude"""
    m.ac = m.ac ^ AC_MAGNITUDE
