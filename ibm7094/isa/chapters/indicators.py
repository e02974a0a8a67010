"""Sense indicators: 36 switches in one register, set, inverted and tested by masks.

An ON test succeeds if every bit in the mask is on, an OFF test if every bit is off. Both succeed if the mask
is empty.
"""

from ibm7094.isa.flow import skip_if, transfer
from ibm7094.isa.record import op
from ibm7094.state import State
from ibm7094.words import WORD


@op("+0044", "1-2 guess", "709")
def pai(m: State) -> None:
    """Place accumulator in indicators"""
    m.si = m.ac & WORD


@op("-0046", "1-2 guess", "709")
def pia(m: State) -> None:
    """Place indicators in accumulator"""
    m.ac = m.si


@op("+0441", "2 rule", "709")
def ldi(m: State, y: int) -> None:
    """Load indicators"""
    m.si = m.core[y]


@op("+0604", "2 rule", "709")
def sti(m: State, y: int) -> None:
    """Store indicators"""
    m.core[y] = m.si


@op("+0043", "1-2 guess", "709")
def oai(m: State) -> None:
    """OR accumulator to indicators"""
    m.si = m.si | (m.ac & WORD)


@op("+0442", "2 rule", "709")
def osi(m: State, y: int) -> None:
    """OR storage to indicators"""
    m.si = m.si | m.core[y]


@op("-0055", "1-2 guess", "709")
def sil(m: State, mask: int) -> None:
    """Set indicators of left half"""
    m.si = m.si | (mask << 18)


@op("+0055", "1-2 guess", "709")
def sir(m: State, mask: int) -> None:
    """Set indicators of right half"""
    m.si = m.si | mask


@op("-0042", "1-2 guess", "709")
def ria(m: State) -> None:
    """Reset indicators from accumulator"""
    m.si = m.si & ~m.ac


@op("+0445", "2 rule", "709")
def ris(m: State, y: int) -> None:
    """Reset indicators from storage"""
    m.si = m.si & ~m.core[y]


@op("-0057", "1-2 guess", "709")
def ril(m: State, mask: int) -> None:
    """Reset indicators of left half"""
    m.si = m.si & ~(mask << 18)


@op("+0057", "1-2 guess", "709")
def rir(m: State, mask: int) -> None:
    """Reset indicators of right half"""
    m.si = m.si & ~mask


@op("+0041", "1-2 guess", "709")
def iia(m: State) -> None:
    """Invert indicators from accumulator"""
    m.si = m.si ^ (m.ac & WORD)


@op("+0440", "2 rule", "709")
def iis(m: State, y: int) -> None:
    """Invert indicators from storage"""
    m.si = m.si ^ m.core[y]


@op("-0051", "1-2 guess", "709")
def iil(m: State, mask: int) -> None:
    """Invert indicators of left half"""
    m.si = m.si ^ (mask << 18)


@op("+0051", "1-2 guess", "709")
def iir(m: State, mask: int) -> None:
    """Invert indicators of right half"""
    m.si = m.si ^ mask


@op("+0042", "1-2 guess", "709")
def tio(m: State, y: int) -> None:
    """Transfer when indicators on"""
    transfer(m, m.ac & WORD & ~m.si == 0, y)


@op("+0046", "1-2 guess", "709")
def tif(m: State, y: int) -> None:
    """Transfer if indicators off"""
    transfer(m, m.si & m.ac == 0, y)


@op("+0446", "2 rule", "709")
def ont(m: State, y: int) -> None:
    """On test for indicators"""
    skip_if(m, m.core[y] & ~m.si == 0)


@op("+0444", "2 rule", "709")
def oft(m: State, y: int) -> None:
    """Off test for indicators"""
    skip_if(m, m.core[y] & m.si == 0)


@op("-0056", "1-2 guess", "709")
def lnt(m: State, mask: int) -> None:
    """Left half indicators, on test"""
    skip_if(m, (mask << 18) & ~m.si == 0)


@op("+0056", "1-2 guess", "709")
def rnt(m: State, mask: int) -> None:
    """Right half indicators, on test"""
    skip_if(m, mask & ~m.si == 0)


@op("-0054", "1-2 guess", "709")
def lft(m: State, mask: int) -> None:
    """Left half indicators, off test"""
    skip_if(m, (mask << 18) & m.si == 0)


@op("+0054", "1-2 guess", "709")
def rft(m: State, mask: int) -> None:
    """Right half indicators, off test"""
    skip_if(m, mask & m.si == 0)
