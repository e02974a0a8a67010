"""Run our machine and SIMH on the same programs, and find the first instruction on which they differ."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from ibm7094.isa import OPERATIONS, SENSE_CODES
from ibm7094.lab.fuzz.engines import prepare
from ibm7094.lab.fuzz.programs import NOT_THE_PROCESSOR
from ibm7094.lab.simh import Outcome, Registers, RunnableProgram, Simh, Stop
from ibm7094.machine import Machine
from ibm7094.stop import Reason
from ibm7094.words import AC_Q, AC_SIGN, ADDRESS, INDIRECT, octal

Runner = Callable[[RunnableProgram], Outcome]

# Running our machine.


STOPS = {
    Reason.HALT: Stop.HALT,
    Reason.LIMIT: Stop.LIMIT,
    Reason.BREAKPOINT: Stop.BREAKPOINT,
    Reason.ILLEGAL_OPERATION: Stop.UNDEFINED,
    Reason.DIVIDE_CHECK: Stop.DIVIDE_CHECK,
    Reason.XEC_LOOP: Stop.XEC_CHAIN,
}
"""Our reasons to stop, and SIMH's; any other comes from a device."""


def outcome(machine: Machine, reason: Reason, location: int, before: int) -> Outcome:
    """The machine's current state, in the same form as SIMH's."""
    values = {r.name: getattr(machine.state, r.name) for r in fields(Registers) if r.name != "xr"}
    registers = Registers(**values, xr=(0, *(machine.state.xr[n] for n in range(1, 8))))
    core = {int(address): int(machine.core[address]) for address in machine.core.nonzero()[0]}
    stop = STOPS.get(reason, Stop.INPUT_OUTPUT)
    return Outcome(stop, registers, core, machine.instructions - before, location)


def runner(machine: Machine) -> Runner:
    """Run programs in one machine, one after the other."""

    def run(program: RunnableProgram) -> Outcome:
        prepare(machine, program)
        before = machine.instructions
        stops = () if program.breakpoint is None else (program.breakpoint,)
        stop = machine.run(limit=program.limit, breakpoints=stops)
        return outcome(machine, stop.reason, stop.ic, before)

    return run


# The comparison.


@dataclass(frozen=True)
class Known:
    """An expected difference: for which instructions and states, and why."""

    what: str
    why: str
    applies: Callable[[int, Outcome], bool]


def code(word: int) -> int:
    """The operation code of a word, S,1-11."""
    return word >> 24


def effective(word: int, state: Outcome, indirect: bool = False) -> int:
    """The effective address of an instruction in this state."""
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
    """The word that the machine executes next; for XEC, the object word."""
    word = state.core.get(state.registers.ic, 0)
    for _ in range(256):
        if code(word) != 0o0522:
            break
        word = state.core.get(effective(word, state, indirect=True), 0)
    return word


NO_PROCESSOR_CODES = frozenset(
    code for o in OPERATIONS if o.chapter in NOT_THE_PROCESSOR for code in o.codes if code not in SENSE_CODES
)
DEVICE_SENSES = 0o340
"""The first sense address that names a device or a channel."""
END_OF_TAPE_TEST_704 = 0o4760, 0o11


def senses_device(word: int, state: Outcome) -> bool:
    """Whether an instruction of the sense group addresses a device, a channel or the 704's tapes."""
    sensed = code(word), effective(word, state)
    return sensed == END_OF_TAPE_TEST_704 or (sensed[0] in SENSE_CODES and sensed[1] >= DEVICE_SENSES)


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
        "STR, TXH or TXL with several tag bits in multiple-tag mode",
        "STR names no register, and TXH and TXL only test; SIMH writes the OR of those tagged back",
        lambda word, state: (
            word >> 33 in (3, 5, 7)
            and bool(state.registers.multiple_tag)
            and (word >> 15 & 7).bit_count() > 1
        ),
    ),
    Known(
        "nullified storage",
        "SIMH notices a change of this mode only when it is started again",
        lambda word, state: bool(state.registers.nullified) or code(word) == 0o4021,
    ),
    Known(
        "a transfer trap in select or copy trap mode",
        "IBM's 9COMB (00673): the modes stay on; SIMH leaves them",
        lambda _, state: bool(
            state.registers.transfer_trap and (state.registers.select_trap or state.registers.copy_trap)
        ),
    ),
    Known(
        "an operation of the data channels or their devices",
        "channels are tested on their own, and SIMH has features that are not fitted here",
        lambda word, state: code(word) in NO_PROCESSOR_CODES or senses_device(word, state),
    ),
)


@dataclass(frozen=True)
class Difference:
    """Where two runs of a program first differ."""

    program: RunnableProgram
    step: int
    """The number of the instruction that was executed differently, from 1."""
    before: Outcome
    """The state of both before that instruction."""
    ours: Outcome
    theirs: Outcome
    known: Known | None

    def report(self) -> str:
        """A report for people: the instruction, what differs, the state before it, the program."""
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
    """The names of the registers and words that differ.

    A stopped machine may show the location of the last instruction or of the next, so then the location of
    the last one is compared instead. SIMH counts an instruction that was refused, and we do not.
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
    run_ours: Runner, programs: Iterable[RunnableProgram], simh: Simh | None = None
) -> list[Difference]:
    """Run every program in both; if they end differently, find the first instruction that differs."""
    simh = simh or Simh()
    tried = list(programs)
    return [
        _first_difference(run_ours, program, simh)
        for program, theirs in zip(tried, simh.run(tried), strict=True)
        if different(run_ours(program), theirs)
    ]


def _first_difference(run_ours: Runner, program: RunnableProgram, simh: Simh) -> Difference:
    """Run the program again for one instruction, for two, and so on."""
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
    """How many differences there are of each known kind; unknown ones are counted under ""."""
    counts: dict[str, int] = {}
    for difference in differences:
        what = difference.known.what if difference.known else ""
        counts[what] = counts.get(what, 0) + 1
    return counts
