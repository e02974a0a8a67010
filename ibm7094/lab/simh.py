"""SIMH's i7094 as a second opinion: run programs in it, many per process, and read their final states.

SIMH is another author's simulator (Debian package `simh`), used to check results and compare speed; nothing
else in this project needs it. A process reads one script of commands. What we observed in V3.8-1:

- `step N` counts fetched instructions: an XEC with everything it executes is one, and so is one that traps.
- HTR stops with PC after the HTR and the transfer pending (HTPEND, HTADDR); `reset` clears that.
- `reset` leaves AC, MQ, SI, the index registers, keys, switches and core as they are.
- A deposit takes 3 us, a search through all of core 0.5 ms, `deposit 0-77777 0` 60 ms, `restore` 46 ms;
  a program that clears core takes 0.5 ms, so that is how core is cleared between two programs.
- It knows the models 7090 and 7094 (and reads "709" as short for 7094).
"""

import re
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from ibm7094.errors import MachineError
from ibm7094.words import CORE_SIZE

MODELS = {"7090": "7090", "7094": "7094", "7094-II": "7094"}
CASES_PER_PROCESS = 1000
LONGEST_STEP = 2**31 - 1
SCRIPT = "commands"


class SimhError(MachineError):
    """SIMH did not do what it was asked."""

    exit_code = 3


class SimhMissing(SimhError):
    """SIMH is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "SIMH's i7094 is not installed: on Debian, install the package simh (apt-get install simh)."
        )


class Stop(StrEnum):
    """Why a run ended."""

    HALT = "halt"
    LIMIT = "limit"
    BREAKPOINT = "breakpoint"
    UNDEFINED = "undefined instruction"
    DIVIDE_CHECK = "divide check"
    XEC_CHAIN = "XEC chain"
    INPUT_OUTPUT = "input-output"


@dataclass(frozen=True)
class Registers:
    """The processor's state, with the names of `ibm7094.state`; all zero except for the power-on mode."""

    ic: int = 0
    ac: int = 0
    mq: int = 0
    si: int = 0
    xr: tuple[int, ...] = (0,) * 8
    keys: int = 0
    switches: int = 0
    lights: int = 0
    ac_overflow: int = 0
    mq_overflow: int = 0
    divide_check: int = 0
    io_check: int = 0
    transfer_trap: int = 0
    copy_trap: int = 0
    select_trap: int = 0
    fp_trap: int = 1
    nullified: int = 0
    multiple_tag: int = 0


@dataclass(frozen=True)
class RunnableProgram:
    """A program for either simulator: core, the registers to start with, and when to stop."""

    core: Mapping[int, int]
    registers: Registers = field(default_factory=Registers)
    limit: int | None = None
    breakpoint: int | None = None
    nth: int = 1
    """Stop before the breakpoint's nth execution."""
    watch: Sequence[int] | None = None
    """The addresses to read back; None reads all words that are not zero."""
    remarks: Mapping[int, str] = field(default_factory=dict)
    """What the word at an address was meant to be, for reports."""


@dataclass(frozen=True)
class Outcome:
    """The final state of a run."""

    stop: Stop
    registers: Registers
    core: Mapping[int, int]
    instructions: int
    location: int | None = None
    """The address of the last instruction."""


def find() -> Path | None:
    """The simulator's path, if it is installed."""
    path = shutil.which("i7094")
    return Path(path) if path else None


class Simh:
    """A driver for one installed i7094, set to one model."""

    def __init__(self, model: str = "7094", path: Path | None = None, timeout: float = 120.0) -> None:
        found = path or find()
        if found is None:
            raise SimhMissing
        if model not in MODELS:
            raise SimhError(f"SIMH has no model {model}: choose one of {', '.join(MODELS)}.")
        self.path = found
        self.model = model
        self.timeout = timeout

    def version(self) -> str:
        """SIMH's own name and version, such as "IBM 7094 simulator V3.8-1"."""
        return next(filter(None, map(str.strip, self._talk("q\n").splitlines())), "unknown")

    def run(self, programs: Iterable[RunnableProgram]) -> list[Outcome]:
        """Run each program from cleared core, many per process."""
        cases = list(programs)
        outcomes: list[Outcome] = []
        for first in range(0, len(cases), CASES_PER_PROCESS):
            some = cases[first : first + CASES_PER_PROCESS]
            token = uuid4().hex
            outcomes += parse(self._talk(script(some, self.model, token)), token, len(some))
        return outcomes

    def run_timed(self, program: RunnableProgram) -> tuple[float, Outcome]:
        """Run one program in its own process; the seconds include starting the process."""
        token = uuid4().hex
        commands = script([program], self.model, token)
        start = time.perf_counter()
        output = self._talk(commands)
        seconds = time.perf_counter() - start
        return seconds, parse(output, token, 1)[0]

    def _talk(self, commands: str) -> str:
        # A file, not a pipe: SIMH sometimes loses a character of its standard input.
        with TemporaryDirectory(prefix="simh-") as folder:
            (Path(folder) / SCRIPT).write_text(commands)
            try:
                done = subprocess.run(
                    [self.path, SCRIPT],
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=self.timeout,
                    check=False,
                )
            except subprocess.TimeoutExpired as error:
                raise SimhError(f"SIMH did not finish within {self.timeout:g} s and was killed.") from error
            except OSError as error:
                raise SimhError(f"SIMH at {self.path} cannot be started: {error.strerror}.") from error
        if done.returncode < 0:
            raise SimhError(f"SIMH was killed by signal {-done.returncode} while running a batch.")
        return done.stdout


# Our name for a register, and SIMH's names for its parts, the highest first.
WHOLE = {"ic": "PC", "ac": "AC", "mq": "MQ", "si": "SI", "keys": "KEYS"}
WHOLE |= {"ac_overflow": "OVF", "mq_overflow": "MQO", "divide_check": "DVC", "io_check": "IOC"}
WHOLE |= {"transfer_trap": "TTRAP", "copy_trap": "CTRAP", "select_trap": "STRAP", "fp_trap": "FTRAP"}
WHOLE |= {"nullified": "STORN", "multiple_tag": "MULTI"}
BITS = {
    "switches": ("SS1", "SS2", "SS3", "SS4", "SS5", "SS6"),
    "lights": ("SL1", "SL2", "SL3", "SL4"),
}

# Clear core from 20 up, eight words at a time; the words below are then deposited as zeros.
SWEEP_STEP = 8
SWEEP = [0o0600_00_1_00000 + n for n in range(SWEEP_STEP)]  # STZ n,1
SWEEP += [0o2_00010_1_00000, 0o0420_00_0_00000]  # TIX 0,1,8; HPR
SWEEP_END = 0o20


def script(programs: Sequence[RunnableProgram], model: str, token: str) -> str:
    """The commands that run the programs; in the output `token` marks where each program's part begins."""
    lines = [f"set cpu {MODELS[model]}", "deposit xecmax 255"]
    for number, program in enumerate(programs):
        if number:
            lines += _clear_core()
        lines.append("reset")
        lines += (f"d {address:o} {word:o}" for address, word in program.core.items())
        lines += _set_registers(program.registers)
        if program.breakpoint is not None:
            lines.append(f"break {program.breakpoint:o}[{program.nth}]")
        if program.limit is not None and not 0 < program.limit <= LONGEST_STEP:
            raise SimhError(f"SIMH cannot stop after {program.limit} instructions, only after 1 to 2**31-1.")
        lines += [f"echo {token} {number}", "show time"]
        lines.append(f"step {program.limit}" if program.limit is not None else "cont")
        lines += ["show time", "e pc-multi,oldpc"]
        if program.watch is None:
            lines.append(f"e !=0 0-{CORE_SIZE - 1:o}")
        else:
            lines += (f"e {address:o}" for address in program.watch)
        if program.breakpoint is not None:
            lines.append("nobreak all")
    lines += [f"echo {token} end", "q"]
    return "\n".join(lines) + "\n"


def _clear_core() -> Iterator[str]:
    yield "reset"
    for address, word in enumerate(SWEEP):
        yield f"d {address:o} {word:o}"
    yield f"d xr1 {CORE_SIZE - SWEEP_END:o}"
    yield "d pc 0"
    yield "cont"
    yield f"d 0-{SWEEP_END - 1:o} 0"


def _set_registers(registers: Registers) -> Iterator[str]:
    for ours, theirs in WHOLE.items():
        yield f"d {theirs} {getattr(registers, ours):o}"
    for number in range(1, 8):
        yield f"d xr{number} {registers.xr[number]:o}"
    for ours, parts in BITS.items():
        value = getattr(registers, ours)
        for bit, part in enumerate(reversed(parts)):
            yield f"d {part} {value >> bit & 1}"


STOPS = {
    "HALT instruction": Stop.HALT,
    "Step expired": Stop.LIMIT,
    "Breakpoint": Stop.BREAKPOINT,
    "Undefined instruction": Stop.UNDEFINED,
    "Divide check": Stop.DIVIDE_CHECK,
    "Nested XEC limit exceeded": Stop.XEC_CHAIN,
}
"""SIMH's messages; any other stop comes from a channel or a device."""

STOP_LINE = re.compile(r"(?P<why>.+), PC: [0-7]{5} \(.*\)")
TIME_LINE = re.compile(r"Time:\s+(?P<count>\d+)")
WORD_LINE = re.compile(r"(?P<address>[0-7]{1,5}):\t(?P<word>[0-7]{12})")
REGISTER_LINE = re.compile(r"(?P<name>[A-Z]+\d?):\t(?P<value>[0-7]+)")


def parse(output: str, token: str, count: int) -> list[Outcome]:
    """Read the outcomes from SIMH's output; raise SimhError if any part of it is not as expected."""
    before, *parts = output.split(f"{token} ")
    if refusal := re.search(rf"^{re.escape(SCRIPT)}> (.*)\n(.*)$", output, re.MULTILINE):
        raise SimhError(f"SIMH refused the command '{refusal[1]}': {refusal[2]}.")
    if len(parts) != count + 1 or not parts[-1].startswith("end"):
        last = (parts[-1] if parts else before).strip().splitlines()[-1:]
        said = f"; its last line was '{last[0]}'" if last else ""
        raise SimhError(f"SIMH ended after {max(len(parts) - 1, 0)} of {count} programs{said}.")
    return [_outcome(part) for part in parts[:-1]]


def _outcome(part: str) -> Outcome:
    stop: Stop | None = None
    times: list[int] = []
    values: dict[str, int] = {}
    core: dict[int, int] = {}
    for line in part.splitlines()[1:]:
        if found := WORD_LINE.fullmatch(line):
            core[int(found["address"], 8)] = int(found["word"], 8)
        elif found := REGISTER_LINE.fullmatch(line):
            values[found["name"]] = int(found["value"], 8)
        elif found := TIME_LINE.fullmatch(line):
            times.append(int(found["count"]))
        elif found := STOP_LINE.fullmatch(line):
            stop = stop or STOPS.get(found["why"], Stop.INPUT_OUTPUT)
    wanted = {*WHOLE.values(), "OLDPC"}
    if stop is None or len(times) != 2 or not wanted <= values.keys():
        raise SimhError(f"SIMH's answer cannot be read: '{' '.join(part.split())[:80]}'.")
    registers = Registers(
        **{ours: values[theirs] for ours, theirs in WHOLE.items()},
        **{ours: int("".join(str(values[p]) for p in parts), 2) for ours, parts in BITS.items()},
        xr=(0, *(values[f"XR{n}"] for n in range(1, 8))),
    )
    return Outcome(stop, registers, core, times[1] - times[0], values["OLDPC"])
