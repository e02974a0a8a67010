"""Index transmission: between the index registers and storage, the AC and the instruction itself.

The tag names the register, so these operations use neither indexing nor indirect addressing.
"""

from ibm7094.isa.chapters.transmission import store_field
from ibm7094.isa.index_registers import index, set_index
from ibm7094.isa.record import op
from ibm7094.state import State
from ibm7094.words import ADDRESS, DECREMENT, negative


@op("+0774", "1-2 guess", "709")
def axt(m: State, tag: int, address: int) -> None:
    """Address to index true"""
    set_index(m, tag, address)


@op("-0774", "1-2 guess", "709")
def axc(m: State, tag: int, address: int) -> None:
    """Address to index complemented"""
    set_index(m, tag, negative(address))


@op("+0534", "2 rule")
def lxa(m: State, tag: int, address: int) -> None:
    """Load index from address"""
    set_index(m, tag, m.core[address])


@op("+0535", "2 rule", "709")
def lac(m: State, tag: int, address: int) -> None:
    """Load complement of address in index"""
    set_index(m, tag, negative(m.core[address]))


@op("-0534", "2 p129")
def lxd(m: State, tag: int, address: int) -> None:
    """Load index from decrement"""
    set_index(m, tag, m.core[address] >> 18)


@op("-0535", "2 rule", "709")
def ldc(m: State, tag: int, address: int) -> None:
    """Load complement of decrement in index"""
    set_index(m, tag, negative(m.core[address] >> 18))


@op("+0634", "2 rule", "709")
def sxa(m: State, tag: int, address: int) -> None:
    """Store index in address"""
    store_field(m, address, ADDRESS, index(m, tag))


@op("+0636", "2 rule", "7094")
def sca(m: State, tag: int, address: int) -> None:
    """Store complement of index in address"""
    store_field(m, address, ADDRESS, negative(index(m, tag)))


@op("-0634", "2 rule")
def sxd(m: State, tag: int, address: int) -> None:
    """Store index in decrement"""
    store_field(m, address, DECREMENT, index(m, tag) << 18)


@op("-0636", "2 rule", "7094")
def scd(m: State, tag: int, address: int) -> None:
    """Store complement of index in decrement"""
    store_field(m, address, DECREMENT, negative(index(m, tag)) << 18)


@op("+0734", "1-2 guess")
def pax(m: State, tag: int) -> None:
    """Place address in index"""
    set_index(m, tag, m.ac)


@op("+0737", "1-2 guess", "709")
def pac(m: State, tag: int) -> None:
    """Place complement of address in index"""
    set_index(m, tag, negative(m.ac))


@op("-0734", "1-2 guess")
def pdx(m: State, tag: int) -> None:
    """Place decrement in index"""
    set_index(m, tag, m.ac >> 18)


@op("-0737", "1-2 guess", "709")
def pdc(m: State, tag: int) -> None:
    """Place complement of decrement in index"""
    set_index(m, tag, negative(m.ac >> 18))


@op("+0754", "1-2 guess", "709")
def pxa(m: State, tag: int) -> None:
    """Place index in address"""
    m.ac = index(m, tag)


@op("+0756", "1-2 guess", "7094")
def pca(m: State, tag: int) -> None:
    """Place complement of index in address"""
    m.ac = negative(index(m, tag))


@op("-0754", "1-2 guess")
def pxd(m: State, tag: int) -> None:
    """Place index in decrement"""
    m.ac = index(m, tag) << 18


@op("-0756", "1-2 guess", "7094")
def pcd(m: State, tag: int) -> None:
    """Place complement of index in decrement"""
    m.ac = negative(index(m, tag)) << 18
