"""How the fields of an instruction become the operands of its definition.

The parameter names of a definition say what it needs; each name is a function here. Like the definitions,
these functions are both run by Python and compiled.
"""

from collections.abc import Callable

from ibm7094.state import State
from ibm7094.words import ADDRESS, COUNT, INDIRECT, LONG_COUNT, NULLIFIED_ADDRESS, RIGHT_HALF


def address_mask(m: State) -> int:
    """15 bits, or 14 while storage is nullified (a 7094 acting as a smaller machine)."""
    return NULLIFIED_ADDRESS if m.nullified else ADDRESS


def indexed(m: State, word: int) -> int:
    """The address minus the index register that the tag names."""
    return (word - m.xe[(word >> 15) & 7]) & address_mask(m)


def is_indirect(m: State, word: int) -> bool:
    """Whether bits 12 and 13 are both on; a 704 has no indirect addresses."""
    return m.level > 0 and word & INDIRECT == INDIRECT


def effective(m: State, word: int) -> int:
    """The address after indexing and, if it is indirect, one level of indirection."""
    y = indexed(m, word)
    if is_indirect(m, word):
        y = indexed(m, m.core[y])
    return y


def indirect_cycles(m: State, word: int) -> int:
    """The extra cycle for an indirect address."""
    return 1 if is_indirect(m, word) else 0


def address(m: State, word: int) -> int:
    """The address field itself."""
    return word & address_mask(m)


def tag(m: State, word: int) -> int:
    """The tag, bits 18-20."""
    return (word >> 15) & 7


def decrement(m: State, word: int) -> int:
    """The decrement, bits 3-17."""
    return (word >> 18) & ADDRESS


def n(m: State, word: int) -> int:
    """A shift count: the low eight bits of the indexed address."""
    return indexed(m, word) & LONG_COUNT


def count(m: State, word: int) -> int:
    """The count of a variable-length operation, bits 12-17. A count with bits 12 and 13 on is an
    indirect address too, and the indirect word's bits 12-17 are ORed in (IBM 223-6895, pages 64, 69)."""
    own = (word >> 18) & COUNT
    if word & INDIRECT == INDIRECT:
        own = own | ((m.core[indexed(m, word)] >> 18) & COUNT)
    return own


def places(m: State, word: int) -> int:
    """The count of a convert operation, bits 10-17."""
    return (word >> 18) & LONG_COUNT


def mask(m: State, word: int) -> int:
    """The 18-bit mask of an immediate sense indicator operation."""
    return word & RIGHT_HALF


DECODERS: dict[str, Callable[[State, int], int]] = {
    f.__name__: f for f in (address, tag, decrement, n, count, places, mask)
}
DECODERS["y"] = effective
DECODERS["x"] = indexed

BOUND = ("channel", "unit", "word")
"""Operands not decoded here: from the record (channel), the sense address (unit), the whole word (word)."""
