"""Trapping and compatibility modes."""

from ibm7094.isa.flow import leave_nullification
from ibm7094.isa.index_registers import refresh
from ibm7094.isa.record import op
from ibm7094.state import State


@op("+0760...0007", "2 rule", escape=True)
def etm(m: State) -> None:
    """Enter trapping mode"""
    m.transfer_trap = 1


@op("-0760...0007", "2 rule", escape=True)
def ltm(m: State) -> None:
    """Leave trapping mode"""
    m.transfer_trap = 0


@op("-0760...0002", "2 rule", "709")
def eftm(m: State) -> None:
    """Enter floating trap mode"""
    m.fp_trap = 1
    m.mq_overflow = 0


@op("-0760...0004", "2 rule", "709")
def lftm(m: State) -> None:
    """Leave floating trap mode"""
    m.fp_trap = 0


@op("+0760...0016", "2 rule", "7094")
def lmtm(m: State) -> None:
    """Leave multiple tag mode"""
    m.multiple_tag = 0
    refresh(m)


@op("-0760...0016", "2 rule", "7094")
def emtm(m: State) -> None:
    """Enter multiple tag mode"""
    m.multiple_tag = 1
    refresh(m)


@op("-0760...0005", "2 rule", "709", escape=True)
def estm(m: State) -> None:
    """Enter select trap mode"""
    m.select_trap = 1


@op("-0760...0006", "2 rule", "709", escape=True)
def ectm(m: State) -> None:
    """Enter copy trap mode"""
    m.copy_trap = 1


@op("-0760...0010", "2 rule", "709", escape=True)
def lsnm(m: State) -> None:
    """Leave storage nullification mode"""
    leave_nullification(m)
