"""Random programs, and a comparison of what two simulators make of them.

A program is a few dozen instructions and as many words of data close together, so that stores into
instructions, transfers, indirect addresses and chains of XEC happen all the time. It runs for a given
number of instructions at most. The same programs serve to compare our two engines with each other and
either with SIMH.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from random import Random

from ibm7094.isa.record import Operation
from ibm7094.machine import Machine
from ibm7094.simh import Outcome, Program, Registers, Simh, Stop
from ibm7094.stop import Reason
from ibm7094.words import AC_Q, AC_SIGN, ADDRESS, INDIRECT, MAGNITUDE, RIGHT_HALF, SIGN, WORD, octal, to_ac

Runner = Callable[[Program], Outcome]


class Kind(StrEnum):
    """What the fields of an operation mean, so far as it matters for choosing them."""

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
    """An operation to draw from: its word without operands, and what operands it takes."""

    name: str
    word: int
    kind: Kind


WHOLE_STORES = frozenset(("STO", "STQ", "SLW", "STZ", "STI", "DST", "ANS", "ORS"))
PART_STORES = frozenset(("STA", "STD", "STT", "STP", "STL", "SLQ"))
BY_OPERAND = {"mask": Kind.MASK, "places": Kind.CONVERT, "count": Kind.COUNT, "n": Kind.SHIFT}


NOT_THE_PROCESSOR = frozenset(("input_output", "unfitted"))
"""Chapters of the instruction table that need channels, or features that no machine here has."""

NOT_IN_SIMH = ("ESNT",)
"""To be left out of programs for SIMH, whose own handling of the mode hides all that follows."""


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


# How often, of 100, an operand lies among the instructions rather than the data.
AMONG_CODE = {Kind.READ: 15, Kind.DOUBLE: 10, Kind.STORE: 15, Kind.ALTER: 70, Kind.COUNT: 15}
AMONG_CODE |= {Kind.TRANSFER: 85, Kind.LINK: 90, Kind.PREFIX: 90, Kind.INDEX: 50, Kind.CONVERT: 10}
TAGGED, POINTING, ASTRAY = 35, 15, 2
"""Of 100: instructions with a tag, with an indirect address, with an address anywhere in core."""

CODE_SIZE = DATA_SIZE = 32
BASES = (0o100, 0o100, 0o100, 0o4000, 0o77740)
"""Where a program begins; from the last one the addresses wrap around into location 0."""
TRAP_CELLS = (1, 2, 0o10)
MOST_STEPS = 60


class _Maker:
    """Draws one program's fields, knowing where its parts lie and what its index registers hold."""

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
        """A word of data, more often than not an awkward one."""
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


def random_program(rng: Random, ops: Sequence[Op], multiple_tag: int | None = None) -> Program:
    """A program drawn from these operations, with the registers and modes it starts in.

    Machines before the 7094 are always in multiple-tag mode, so for these it must be given as 1.
    """
    make = _Maker(rng, ops)
    core = {address: make.value() for address in make.data}
    core |= {cell: make.instruction(rng.choice(ops)) for cell in range(0o20)}
    for cell in TRAP_CELLS:  # a trap comes back, mostly
        core[cell] = 0o0021_00_0_00000 | rng.choice(make.code)
    remarks = {}
    for address in make.code:
        op = rng.choice(ops)
        core[address] = make.instruction(op)
        remarks[address] = op.name
    registers = make.registers()
    if multiple_tag is not None:
        registers = replace(registers, multiple_tag=multiple_tag)
    return Program(core, registers, limit=rng.randint(1, MOST_STEPS), remarks=remarks)


def random_programs(
    seed: int, count: int, ops: Sequence[Op], multiple_tag: int | None = None
) -> Iterator[Program]:
    """The same programs for the same seed and operations."""
    rng = Random(seed)
    return (random_program(rng, ops, multiple_tag) for _ in range(count))


# Our machine as one of the two.


STOPS = {
    Reason.HALT: Stop.HALT,
    Reason.LIMIT: Stop.LIMIT,
    Reason.BREAKPOINT: Stop.BREAKPOINT,
    Reason.ILLEGAL_OPERATION: Stop.UNDEFINED,
    Reason.DIVIDE_CHECK: Stop.DIVIDE_CHECK,
    Reason.XEC_LOOP: Stop.XEC_CHAIN,
}
"""Our reasons to stop by SIMH's; any other is a device's."""


def prepare(machine: Machine, program: Program) -> None:
    """Put the program into the machine, and nothing else."""
    machine.clear()
    machine.load(program.core)
    for register in fields(Registers):
        if register.name != "xr":
            setattr(machine.state, register.name, getattr(program.registers, register.name))
    for number in range(1, 8):
        machine.state.xr[number] = program.registers.xr[number]


def outcome(machine: Machine, reason: Reason, location: int, before: int) -> Outcome:
    """What the machine holds now, in the form in which SIMH's state is given."""
    values = {r.name: getattr(machine.state, r.name) for r in fields(Registers) if r.name != "xr"}
    registers = Registers(**values, xr=(0, *(machine.state.xr[n] for n in range(1, 8))))
    core = {int(address): int(machine.core[address]) for address in machine.core.nonzero()[0]}
    stop = STOPS.get(reason, Stop.INPUT_OUTPUT)
    return Outcome(stop, registers, core, machine.instructions - before, location)


def runner(machine: Machine) -> Runner:
    """Run programs in one machine, one after the other."""

    def run(program: Program) -> Outcome:
        prepare(machine, program)
        before = machine.instructions
        stops = () if program.breakpoint is None else (program.breakpoint,)
        stop = machine.run(limit=program.limit, breakpoints=stops)
        return outcome(machine, stop.reason, stop.ic, before)

    return run


# The comparison.


@dataclass(frozen=True)
class Known:
    """A difference that is expected, when an instruction meets a state; and why."""

    what: str
    why: str
    applies: Callable[[int, Outcome], bool]


def code(word: int) -> int:
    """S,1-11 of a word."""
    return word >> 24


def effective(word: int, state: Outcome, indirect: bool = False) -> int:
    """The address that an instruction means in this state."""
    xr, tag = state.registers.xr, word >> 15 & 7
    if state.registers.multiple_tag:
        held = (xr[1] if tag & 1 else 0) | (xr[2] if tag & 2 else 0) | (xr[4] if tag & 4 else 0)
    else:
        held = xr[tag]
    address = (word - held) & ADDRESS
    if indirect and word & INDIRECT == INDIRECT:
        return effective(state.core.get(address, 0), state)
    return address


def next_instruction(state: Outcome) -> int:
    """The word that the machine does next, XEC followed to its object."""
    word = state.core.get(state.registers.ic, 0)
    for _ in range(256):
        if code(word) != 0o0522:
            break
        word = state.core.get(effective(word, state, indirect=True), 0)
    return word


CHANNEL_CODES = frozenset(
    sign | digits
    for sign in (0, 0o4000)
    for digits in (
        *(0o22, 0o24, 0o26, 0o27, 0o30, 0o31, 0o32, 0o33),  # TRC, TEF
        *range(0o60, 0o70),  # TCO, TCN
        *(0o460, 0o700),  # LDA, CPY, CAD
        *range(0o540, 0o550),  # RCH, LCH
        0o564,  # ENB
        *range(0o640, 0o650),  # SCH, SCD
        *(0o762, 0o764, 0o766, 0o770, 0o772, 0o776),  # selects
    )
)

KNOWN = (
    Known(
        "RND of a negative accumulator",
        "IBM 223-6895 page 69: the magnitude grows by one; SIMH adds one algebraically",
        lambda word, state: (
            code(word) == 0o0760 and effective(word, state) == 0o10 and bool(state.registers.ac & AC_SIGN)
        ),
    ),
    Known(
        "CVR with Q on",
        "IBM 223-6895 page 134: the table's six bits replace P,1-5; SIMH ORs Q into them",
        lambda word, state: code(word) & ~3 == 0o0114 and bool(state.registers.ac & AC_Q),
    ),
    Known(
        "a variable-length operation with bits 12 and 13 on",
        "IBM 223-6895 pages 64, 69: the indirect word's bits 12-17 are ORed into the count; SIMH's are not",
        lambda word, _: code(word) in range(0o0204, 0o0230) and word & INDIRECT == INDIRECT,
    ),
    Known(
        "STR with several tag bits in multiple-tag mode",
        "STR names no register; SIMH writes the OR of those tagged back",
        lambda word, state: (
            word >> 33 == 5 and bool(state.registers.multiple_tag) and (word >> 15 & 7).bit_count() > 1
        ),
    ),
    Known(
        "nullified storage",
        "SIMH takes up a change of this mode only when it is started anew",
        lambda word, state: bool(state.registers.nullified) or code(word) == 0o4021,
    ),
    Known(
        "an operation of the data channels",
        "channels are tested on their own",
        lambda word, state: (
            code(word) in CHANNEL_CODES
            or (code(word) & 0o3777 == 0o0760 and effective(word, state) >= 0o1000)
        ),
    ),
)


@dataclass(frozen=True)
class Difference:
    """Where two runs of a program first part."""

    program: Program
    step: int
    """The number of the instruction that was done differently, from 1."""
    before: Outcome
    """The state in which both met it."""
    ours: Outcome
    theirs: Outcome
    known: Known | None

    def report(self) -> str:
        """For a person: the instruction, what differs, the state before it, the program."""
        state = self.before.registers
        lines = [
            f"instruction {self.step} of {self.program.limit}, at {state.ic:05o}: "
            f"{octal(self.before.core.get(state.ic, 0))} {self.program.remarks.get(state.ic, '')}".rstrip(),
            f"executed word: {octal(next_instruction(self.before))}",
            f"{'':15}{'before':>14}{'ours':>14}{'SIMH':>14}",
        ]
        old = _readable(self.before)
        ours, theirs = _readable(self.ours), _readable(self.theirs)
        lines += (
            f"{name:15}{old.get(name, '0'):>14}{ours.get(name, '0'):>14}{theirs.get(name, '0'):>14}"
            for name in different(self.ours, self.theirs)
        )
        if self.known:
            lines.append(f"known: {self.known.what}: {self.known.why}")
        lines.append("before: " + " ".join(f"{k}={v}" for k, v in old.items() if not k[0].isdigit()))
        lines.append("program:")
        lines += (
            f"  {address:05o} {octal(word)} {self.program.remarks.get(address, '')}".rstrip()
            for address, word in sorted(self.program.core.items())
        )
        return "\n".join(lines)


def _readable(state: Outcome) -> dict[str, str]:
    """Every register and word by name, in octal."""
    named = {"stop": str(state.stop), "instructions": str(state.instructions)}
    for register in fields(Registers):
        value = getattr(state.registers, register.name)
        if register.name == "xr":
            named |= {f"xr{n}": f"{value[n]:05o}" for n in range(1, 8)}
        else:
            named[register.name] = f"{value:o}"
    return named | {f"{address:05o}": octal(word) for address, word in sorted(state.core.items()) if word}


def different(ours: Outcome, theirs: Outcome) -> list[str]:
    """The names of the registers and words that are not alike.

    A machine that stopped may show the last instruction's location or the next, so then the location is
    compared instead; and an instruction that was refused SIMH counts, and we do not.
    """
    a, b = _readable(ours), _readable(theirs)
    names = [name for name in {**a, **b} if a.get(name) != b.get(name)]
    unlike = set()
    if ours.stop not in (Stop.LIMIT, Stop.BREAKPOINT) and ours.location == theirs.location:
        unlike.add("ic")
    if ours.stop in (Stop.UNDEFINED, Stop.XEC_CHAIN):
        unlike.add("instructions")
    return [name for name in names if name not in unlike]


def compare_with_simh(
    run_ours: Runner, programs: Iterable[Program], simh: Simh | None = None
) -> list[Difference]:
    """Run every program in both; where they end differently, find the instruction that did it."""
    simh = simh or Simh()
    tried = list(programs)
    return [
        _first_difference(run_ours, program, simh)
        for program, theirs in zip(tried, simh.run(tried), strict=True)
        if different(run_ours(program), theirs)
    ]


def _first_difference(run_ours: Runner, program: Program, simh: Simh) -> Difference:
    """Repeat the program for one instruction, for two, and so on."""
    if program.limit is None:
        raise ValueError("a program to be compared needs a limit")
    prefixes = [replace(program, limit=n) for n in range(1, program.limit + 1)]
    before = Outcome(Stop.LIMIT, program.registers, program.core, 0)
    for step, (part, theirs) in enumerate(zip(prefixes, simh.run(prefixes), strict=True), 1):
        ours = run_ours(part)
        if different(ours, theirs):
            word = next_instruction(before)
            known = next((k for k in KNOWN if k.applies(word, before)), None)
            return Difference(program, step, before, ours, theirs, known)
        before = theirs
    raise ValueError("the runs differed once and then did not: one of the two is not deterministic")


def tally(differences: Sequence[Difference]) -> Mapping[str, int]:
    """How many differences there are of each known kind, and under "" of none."""
    counts: dict[str, int] = {}
    for difference in differences:
        what = difference.known.what if difference.known else ""
        counts[what] = counts.get(what, 0) + 1
    return counts
