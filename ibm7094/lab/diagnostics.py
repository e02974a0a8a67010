"""IBM's own diagnostic programs: run them to their pass points and compare the final state.

A folder holds the core images (NAME.oct) and golden.tsv, made with two other simulators. Each row is a test:
the start address, the switches, the address reached when all tests of the program have passed and how many
times it is reached; then the number of instructions, the registers and a hash of core.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from ibm7094.errors import MediaError
from ibm7094.files.problems import file_problem
from ibm7094.machine import Machine
from ibm7094.media.images import read_image
from ibm7094.stop import Reason
from ibm7094.words import octal

TABLE = "golden.tsv"
HEADINGS = (
    *("test", "start", "sw1-6", "pass_ic", "nth", "instr", "AC(S,Q,P,1-35)", "MQ", "SI"),
    *("XR1", "XR2", "XR4", "SL1-4", "ACOVF", "MQOVF", "DVC", "core_sha256"),
)
SLACK = 2
LEAST_LIMIT = 10_000
"""A program fails if it has not passed after SLACK times its instructions plus LEAST_LIMIT."""


@dataclass(frozen=True)
class Test:
    """One row of the table."""

    __test__ = False  # this is not a pytest test

    name: str
    image: Path
    start: int
    switches: str
    pass_point: int
    times: int
    instructions: int
    registers: dict[str, str]
    core_hash: str

    @property
    def title(self) -> str:
        """The name, with the number of passes if it is more than one."""
        return self.name if self.times == 1 else f"{self.name} ({self.times})"


@dataclass(frozen=True)
class Result:
    """The result of a test."""

    test: Test
    reached: bool
    message: str
    differs: list[str]
    """The registers that differ, with what was expected."""
    core_equal: bool
    instructions: int
    seconds: tuple[float, float]

    @property
    def counted_right(self) -> bool:
        """Whether it took as many instructions as the table says."""
        return self.instructions == self.test.instructions

    @property
    def passed(self) -> bool:
        """Whether everything is as expected."""
        return self.reached and not self.differs and self.core_equal and self.counted_right


def read_tests(folder: Path) -> list[Test]:
    """The tests of a folder."""
    path = folder / TABLE
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise file_problem(path, error) from None
    except UnicodeDecodeError:
        raise MediaError(f"{path}: this is not a table of tests: give the diagnostics' folder.") from None
    rows = [(number, line.split("\t")) for number, line in enumerate(lines, 1) if line and line[0] != "#"]
    if not rows or tuple(rows[0][1][: len(HEADINGS)]) != HEADINGS:
        first = ", ".join(HEADINGS[:3])
        raise MediaError(f"{path}: this is not a table of tests: its headings must begin with {first}.")
    tests = []
    for number, fields in rows[1:]:
        try:
            tests.append(_test(folder, dict(zip(HEADINGS, fields, strict=False))))
        except (KeyError, ValueError):
            raise MediaError(
                f"{path}: line {number}: this row is not a test: compare it with the other rows."
            ) from None
    return tests


def _test(folder: Path, row: dict[str, str]) -> Test:
    registers = (*HEADINGS[6:9], *HEADINGS[9:16])
    return Test(
        name=row["test"],
        image=folder / f"{row['test']}.oct",
        start=int(row["start"], 8),
        switches=row["sw1-6"],
        pass_point=int(row["pass_ic"], 8),
        times=int(row["nth"]),
        instructions=int(row["instr"]),
        registers={heading: row[heading] for heading in registers},
        core_hash=row["core_sha256"],
    )


def run_test(test: Test, *, model: str = "7094", compiled: bool = True) -> Result:
    """Run one test from cleared core to its pass point."""
    machine = Machine(model, compiled=compiled)  # its printer works: one of the tests prints
    machine.load(read_image(test.image))
    machine.switches = test.switches
    machine.multiple_tag = machine.fp_trap = 1
    machine.ic = test.start
    for _ in range(test.times):
        left = SLACK * test.instructions + LEAST_LIMIT - machine.instructions
        stop = machine.run(limit=left, breakpoints=[test.pass_point])
        if stop.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt  # which says nothing about the test
        if stop.reason is not Reason.BREAKPOINT:
            break
    machine.close()
    found = registers(machine)
    return Result(
        test,
        stop.reason is Reason.BREAKPOINT,
        str(stop),
        [
            f"{name} {found[name]}, not {wanted}"
            for name, wanted in test.registers.items()
            if found[name] != wanted
        ],
        core_hash(machine) == test.core_hash,
        machine.instructions,
        machine.seconds,
    )


def registers(machine: Machine) -> dict[str, str]:
    """The registers as the table writes them."""
    return {
        "AC(S,Q,P,1-35)": f"{machine.ac:013o}",
        "MQ": octal(machine.mq),
        "SI": octal(machine.si),
        **{f"XR{number}": f"{machine.xr[number]:05o}" for number in (1, 2, 4)},
        "SL1-4": repr(machine.lights),
        "ACOVF": str(machine.ac_overflow),
        "MQOVF": str(machine.mq_overflow),
        "DVC": str(machine.divide_check),
    }


def core_hash(machine: Machine) -> str:
    """A hash of all of core, as lines of twelve octal digits."""
    return hashlib.sha256("".join(f"{int(word):012o}\n" for word in machine.core).encode()).hexdigest()
