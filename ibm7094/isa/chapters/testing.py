"""Tests that skip, the sense switches and the sense lights."""

from ibm7094.isa.chapters.transfer import algebraic
from ibm7094.isa.flow import skip, skip_if
from ibm7094.isa.record import op
from ibm7094.state import State
from ibm7094.words import AC_MAGNITUDE, AC_P, AC_SIGN, MAGNITUDE, SIGN


@op("+0340", "3 recalled")
def cas(m: State, y: int) -> None:
    """Compare accumulator with storage"""
    sr = m.core[y]
    ac = algebraic(m.ac & AC_SIGN, m.ac & AC_MAGNITUDE)
    storage = algebraic(sr & SIGN, sr & MAGNITUDE)
    skip(m, (ac == storage) + 2 * (ac < storage))


@op("-0340", "3 recalled", "709")
def las(m: State, y: int) -> None:
    """Logical compare accumulator with storage"""
    sr = m.core[y]
    ac = m.ac & AC_MAGNITUDE
    skip(m, (ac == sr) + 2 * (ac < sr))


@op("+0520", "2 p100", "709")
def zet(m: State, y: int) -> None:
    """Storage zero test"""
    skip_if(m, m.core[y] & MAGNITUDE == 0)


@op("-0520", "2 rule", "709")
def nzt(m: State, y: int) -> None:
    """Storage not zero test"""
    skip_if(m, m.core[y] & MAGNITUDE != 0)


@op("+0760...0001", "2 p100")
def lbt(m: State) -> None:
    """Low order bit test"""
    skip_if(m, m.ac & 1 != 0)


@op("-0760...0001", "2 p100")
def pbt(m: State) -> None:
    """P bit test"""
    skip_if(m, m.ac & AC_P != 0)


@op("+0760...0012", "2 rule")
def dct(m: State) -> None:
    """Divide check test"""
    skip_if(m, m.divide_check == 0)
    m.divide_check = 0


@op("+0760...0140", "2 rule", both_signs=True)
def slf(m: State) -> None:
    """Sense lights off"""
    m.lights = 0


@op("+0760...0140", "2 rule", units=(1, 2, 3, 4))
def sln(m: State, unit: int) -> None:
    """Sense light on"""
    m.lights = m.lights | (1 << (4 - unit))


@op("-0760...0140", "2 rule", units=(1, 2, 3, 4))
def slt(m: State, unit: int) -> None:
    """Sense light test"""
    light = 1 << (4 - unit)
    skip_if(m, m.lights & light != 0)
    m.lights = m.lights & ~light


@op("+0760...0160", "2 rule", units=(1, 2, 3, 4, 5, 6), both_signs=True)
def swt(m: State, unit: int) -> None:
    """Sense switch test"""
    skip_if(m, m.switches & (1 << (6 - unit)) != 0)
