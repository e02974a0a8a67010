"""Random programs.

A program is a few dozen instructions and as many words of data close together, so that stores into
instructions, transfers, indirect addresses and chains of XEC happen all the time. It runs for a given
number of instructions at most.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from ibm7094.isa.record import Operation
from ibm7094.lab.simh import Registers, RunnableProgram
from ibm7094.words import ADDRESS, INDIRECT, MAGNITUDE, RIGHT_HALF, SIGN, WORD, to_ac


class Kind(StrEnum):
    """What the fields of an operation mean, as far as it matters for choosing them."""

    READ = "address, tag, indirect; mostly data"
    DOUBLE = "the same, an even address"
    STORE = "the same, overwrites a word"
    ALTER = "the same, overwrites part of a word; mostly instructions"
    TRANSFER = "the same, an instruction"
    COUNT = "the same, with a count in bits 12-17"
    INDEX = "the tag is the register, the address direct"
    LINK = "the same, an instruction's address"
    PREFIX = "a decrement, the tag is the register, an instruction's address"
    SHIFT = "the address is a count"
    CONVERT = "a count in bits 10-17, a table's address"
    MASK = "18 bits"
    PLAIN = "nothing"


@dataclass(frozen=True)
class Op:
    """An operation to choose from: its word without operands, and what operands it takes."""

    name: str
    word: int
    kind: Kind


WHOLE_STORES = frozenset(("STO", "STQ", "SLW", "STZ", "STI", "DST", "ANS", "ORS"))
PART_STORES = frozenset(("STA", "STD", "STT", "STP", "STL", "SLQ"))
BY_OPERAND = {"mask": Kind.MASK, "places": Kind.CONVERT, "count": Kind.COUNT, "n": Kind.SHIFT}


NOT_THE_PROCESSOR = frozenset(("input_output", "unfitted"))
"""Chapters of the instruction table that need channels, or features that our machine lacks."""

NOT_IN_SIMH = ("ESNT",)
"""Operations not used in programs for SIMH: its handling of their mode hides everything after them."""


def draw_from(table: Iterable[Operation], leave_out: Iterable[str] = ()) -> list[Op]:
    """The operations of an instruction table that a random program may contain: those of the processor."""
    unwanted = frozenset(leave_out)
    ops = []
    for row in table:
        if row.chapter not in NOT_THE_PROCESSOR and row.name not in unwanted:
            ops += [Op(row.name, row.word + unit, _kind(row)) for unit in row.units or (0,)]
    return ops


def _kind(row: Operation) -> Kind:
    for operand, kind in BY_OPERAND.items():
        if operand in row.operands:
            return kind
    if row.prefix is not None:
        return Kind.PREFIX
    if "tag" in row.operands:
        return Kind.LINK if row.chapter == "transfer" else Kind.INDEX
    if "y" not in row.operands:
        return Kind.PLAIN
    if row.name in WHOLE_STORES:
        return Kind.STORE
    if row.name in PART_STORES:
        return Kind.ALTER
    if row.chapter == "transfer" or row.name.startswith("T"):
        return Kind.TRANSFER
    return Kind.DOUBLE if row.chapter == "double" else Kind.READ


# How often, in per cent, an operand is among the instructions rather than the data.
AMONG_CODE = {Kind.READ: 15, Kind.DOUBLE: 10, Kind.STORE: 15, Kind.ALTER: 70, Kind.COUNT: 15}
AMONG_CODE |= {Kind.TRANSFER: 85, Kind.LINK: 90, Kind.PREFIX: 90, Kind.INDEX: 50, Kind.CONVERT: 10}
TAGGED, POINTING, ASTRAY = 35, 15, 2
"""Per cent of instructions with a tag, with an indirect address, with an address anywhere in core."""

CODE_SIZE = DATA_SIZE = 32
BASES = (0o100, 0o100, 0o100, 0o4000, 0o77740)
"""Where a program begins; from the last one the addresses wrap around into location 0."""
TRAP_CELLS = (1, 2, 0o10)
MOST_STEPS = 60


class _Maker:
    """Chooses the fields of one program, knowing where its parts are and what its index registers hold."""

    def __init__(self, rng: Random, ops: Sequence[Op]) -> None:
        self.rng = rng
        self.ops = ops
        base = rng.choice(BASES)
        self.code = [(base + n) & ADDRESS for n in range(CODE_SIZE)]
        self.data = [(base + CODE_SIZE + n) & ADDRESS for n in range(DATA_SIZE)]
        self.xr = (0, *(rng.choice((0, 1, 2, 3, 5, rng.randrange(64), self.address())) for _ in range(7)))

    def happens(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def address(self, kind: Kind = Kind.READ) -> int:
        if self.happens(ASTRAY):
            return self.rng.randrange(ADDRESS + 1)
        found = self.rng.choice(self.code if self.happens(AMONG_CODE.get(kind, 50)) else self.data)
        return found & ~1 if kind is Kind.DOUBLE and self.happens(85) else found

    def instruction(self, op: Op) -> int:
        rng, kind = self.rng, op.kind
        if kind is Kind.PLAIN:
            return op.word
        if kind is Kind.MASK:
            return op.word | rng.choice((0, RIGHT_HALF, 1 << rng.randrange(18), rng.randrange(RIGHT_HALF)))
        tag = rng.randrange(8)
        if kind is Kind.CONVERT:
            return op.word | rng.randrange(8) << 18 | (tag & 1) << 15 | self.address(kind)
        if kind in (Kind.INDEX, Kind.LINK):
            return op.word | tag << 15 | self.address(kind)
        if kind is Kind.PREFIX:
            decrement = rng.choice(
                (0, 1, 2, ADDRESS, self.xr[tag], rng.randrange(64), rng.randrange(ADDRESS))
            )
            return op.word | decrement << 18 | tag << 15 | self.address(kind)
        if not self.happens(TAGGED):
            tag = 0
        if kind is Kind.SHIFT:
            count = rng.choice((0, 1, 3, 6, 18, 27, 34, 35, 36, 37, rng.randrange(80), rng.randrange(256)))
            return op.word | tag << 15 | (count + self.xr[tag]) & ADDRESS
        word = op.word | tag << 15 | (self.address(kind) + self.xr[tag]) & ADDRESS
        if kind is Kind.COUNT:
            return word | rng.choice((0, 1, 2, 10, 34, 35, 35, 36, rng.randrange(48))) << 18
        return word | (INDIRECT if self.happens(POINTING) else 0)

    def value(self) -> int:
        """A word of data, usually an edge case."""
        rng = self.rng
        sign = rng.choice((0, SIGN))
        kinds = (
            lambda: rng.choice((0, SIGN, WORD, MAGNITUDE, 1, SIGN | 1, SIGN | MAGNITUDE - 1)),
            lambda: 1 << rng.randrange(36),
            lambda: rng.randrange(WORD + 1),
            lambda: sign | rng.randrange(64),
            self.floating,
            self.floating,
            lambda: rng.choice((0, 0, rng.randrange(8))) << 15 | self.address(),
            lambda: self.instruction(rng.choice(self.ops)),
        )
        return rng.choice(kinds)()

    def floating(self) -> int:
        rng = self.rng
        near = rng.choice((0, 0o33, 0o177, 0o200, 0o233, 0o375)) + rng.randrange(-2, 3)
        characteristic = rng.choice((near, near, rng.randrange(256))) & 0o377
        normal = rng.choice((1 << 26, 1 << 26, 1 << 26, 0))
        fraction = rng.choice((0, 1, (1 << 27) - 1, rng.randrange(1 << 27), rng.randrange(1 << 27)))
        return rng.choice((0, SIGN)) | characteristic << 27 | normal | fraction

    def registers(self) -> Registers:
        rng = self.rng
        ac = to_ac(self.value())
        if self.happens(20):
            ac ^= rng.randrange(4) << 35
        return Registers(
            ic=self.code[0],
            ac=ac,
            mq=self.value(),
            si=self.value(),
            xr=self.xr,
            keys=self.value(),
            switches=rng.randrange(64),
            lights=rng.randrange(16),
            ac_overflow=rng.randrange(2),
            mq_overflow=rng.randrange(2),
            divide_check=rng.randrange(2),
            transfer_trap=int(self.happens(8)),
            fp_trap=int(self.happens(75)),
            multiple_tag=int(self.happens(25)),
        )


def random_program(rng: Random, ops: Sequence[Op], multiple_tag: int | None = None) -> RunnableProgram:
    """A random program of these operations, with the registers and modes it starts with.

    Machines before the 7094 are always in multiple-tag mode: give `multiple_tag` as 1 for these.
    """
    make = _Maker(rng, ops)
    core = {address: make.value() for address in make.data}
    core |= {cell: make.instruction(rng.choice(ops)) for cell in range(0o20)}
    for cell in TRAP_CELLS:  # most traps return to the program
        core[cell] = 0o0021_00_0_00000 | rng.choice(make.code)
    remarks = {}
    for address in make.code:
        op = rng.choice(ops)
        core[address] = make.instruction(op)
        remarks[address] = op.name
    registers = make.registers()
    if multiple_tag is not None:
        registers = replace(registers, multiple_tag=multiple_tag)
    return RunnableProgram(core, registers, limit=rng.randint(1, MOST_STEPS), remarks=remarks)


def random_programs(
    seed: int, count: int, ops: Sequence[Op], multiple_tag: int | None = None
) -> Iterator[RunnableProgram]:
    """Random programs: the same ones for the same seed and operations."""
    rng = Random(seed)
    return (random_program(rng, ops, multiple_tag) for _ in range(count))
