"""FAP's operation table: every mnemonic with its word and the fields it takes.

The table is derived from the machine's own definitions (`ibm7094.isa`); nothing is listed here again.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from ibm7094.isa import OPERATIONS, SENSE_CODES, Operation
from ibm7094.isa.commands import COMMANDS, Command
from ibm7094.isa.names import NAMES, Name
from ibm7094.words import ADDRESS, NO_TRANSMISSION

# Bits of a word of FAP's operation table, as OPD takes it and OPSYN shows it.
INDIRECT_B = 0o60 << 18
NEEDS = {"A": 0o10 << 18, "T": 0o4 << 18, "D": 0o2 << 18}
PLAIN_ADDRESS = 0o1 << 18
"""If on, the address part holds the flags below; otherwise it is part of the operation."""
INDIRECT_A, N_FORM, MACHINE, ON_704, ON_7090 = 0o400000, 0o200000, 0o100000, 0o40000, 0o20000
KINDS = {"K": 4, "C": 2, "D": 1}
CODE = 0o777700000000
NOT_TYPE_A = 0o077760000000
"""Bits that are off in an operation of type A: the code, and the marks beside it."""
BUILT_IN = 0o17777
"""The address that is part of an operation; the bits above it are flags."""

CHANNEL = 0o17000
"""The bits of a tape's number that give the channel."""
DENSITY = 0o20
SENSE_CODE = 0o760
SET_DENSITY = 0o776


@dataclass(frozen=True)
class Entry:
    """One mnemonic as FAP knows it."""

    name: str
    word: int
    kind: str
    """A: prefix with decrement; B: plain; C: with a count; D: with an 18-bit mask; E: sense; K: 7909."""
    needs: str = ""
    """Which of A, T, D must be given."""
    indirect: bool = False
    on_704: bool = True
    on_7090: bool = True
    improper: bool = False
    """On neither machine: only OPD can define such an operation."""

    @property
    def has_built_in(self) -> bool:
        """Whether the address is part of the operation, even if it is zero."""
        return bool(self.word & ADDRESS) or self.kind == "E"

    @property
    def table_word(self) -> int:
        """The entry as a word of FAP's operation table."""
        word = self.word & CODE | self.word & BUILT_IN
        word |= 0 if self.has_built_in else PLAIN_ADDRESS
        for field, bit in NEEDS.items():
            word |= bit if field in self.needs else 0
        if self.indirect:
            word |= INDIRECT_A if self.kind == "A" else INDIRECT_B
        word |= N_FORM if self.word & NO_TRANSMISSION else 0
        return word | MACHINE | (ON_704 * self.on_704) | (ON_7090 * self.on_7090) | KINDS.get(self.kind, 0)


def from_table_word(name: str, word: int) -> Entry:
    """An operation defined by OPD, from its table word; one that no machine has is improper."""
    plain = bool(word & PLAIN_ADDRESS)
    kind = "B" if word & NOT_TYPE_A else "A"
    if plain:
        kind = next((k for k, bit in KINDS.items() if word & bit), kind)
    return Entry(
        name,
        word & (CODE | NO_TRANSMISSION) | (0 if plain else word & BUILT_IN),
        kind,
        "".join(field for field, bit in NEEDS.items() if word & bit),
        bool(word & (INDIRECT_A | INDIRECT_B)),
        on_704=bool(word & ON_704),
        on_7090=bool(word & ON_7090),
        improper=not word & (ON_704 | ON_7090),
    )


def of_tape(name: str, tape: int, find: Callable[[str], object]) -> Entry | None:
    """An operation on a tape that a symbol stands for: RTD and A2 give RTDA 2. For operations that select no
    unit, such as RCH, the symbol gives only the channel."""
    channel = (tape & CHANNEL) >> 9
    plain, lettered = find(name), find(name + chr(ord("A") + channel - 1) if channel else name)
    if not isinstance(lettered, Entry):
        return None
    selects = isinstance(plain, Entry) and plain.has_built_in and plain.word >> 24 & 0o777 != SENSE_CODE
    if not selects:
        return lettered
    word = lettered.word | tape
    if lettered.word >> 24 & 0o3777 == SET_DENSITY and not lettered.word & DENSITY:
        word &= ~DENSITY
    return replace(lettered, word=word, needs="")


def of_operation(o: Operation) -> Entry:
    """The entry for an instruction definition."""
    wanted = set(o.operands)
    needs = "A" if wanted & {"y", "n", "x", "mask", "address"} or o.units or o.name in ("PSE", "MSE") else ""
    needs += "T" if "tag" in wanted and "places" not in wanted else ""
    needs += "D" if wanted & {"decrement", "count", "places"} else ""
    if o.prefix is not None:
        kind = "A"
    elif "mask" in wanted:
        kind = "D"
    elif wanted & {"count", "places"}:
        kind = "C"
    else:
        kind = "B" if o.sense is None else "E"
    later = o.until != "704" and not o.imitated
    indirect = o.indirect and kind != "C"  # bits 12 and 13 belong to the count
    return Entry(o.name, o.word, kind, needs, indirect, o.on("704"), later)


def of_name(n: Name) -> Entry:
    """The entry for an additional name."""
    base = of_operation(n.operation)
    sense = n.operation.codes[0] in SENSE_CODES
    plain = n.operation.indirect and not n.address and n.wants_unit
    return Entry(
        n.name,
        n.word,
        "E" if sense else base.kind,
        "A" if n.wants_unit else "",
        plain,
        n.since == "704",
        n.until != "704",
    )


def of_command(c: Command) -> Entry:
    """The entry for a channel command or prefix."""
    return Entry(c.name, c.word, "K" if c.short else "A", c.wants, c.indirect, c.since == "704")


@cache
def operation_table() -> dict[str, Entry]:
    """Every mnemonic of the machine."""
    entries = [of_operation(o) for o in OPERATIONS]
    # An additional name with the same spelling gives the address that FAP builds in.
    entries += [of_name(n) for n in NAMES] + [of_command(c) for c in COMMANDS]
    return {e.name: e for e in entries}
