"""Our speed compared with SIMH's on the same programs, and the start-up time.

How the comparison is made fair: both run the same words from the same state to the same halt, alternately,
so that other load on the computer affects both; and both must end with the same registers, core and number
of instructions. Ours is timed around `run` alone, after warm-up runs of the same program, so that compiling
is not counted (starts, with and without compiling, are measured separately). SIMH can only be timed from
outside, as a process. So each round runs it twice, for one pass and for many, and takes the difference:
the time for starting, reading the script and printing cancels out.
"""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from json import dumps
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ibm7094.errors import MachineError
from ibm7094.lab.bench import assembly
from ibm7094.lab.bench.loops import LOOPS, Loop
from ibm7094.lab.fuzz import different, outcome, prepare
from ibm7094.lab.simh import Outcome, Simh, SimhMissing
from ibm7094.machine import Machine
from ibm7094.stop import Reason
from ibm7094.terminal.exit_codes import INTERRUPTED

LEAST_RATIO = 2.0
LEAST_CARDS = 5_000
LEAST_SHARE = 0.7
"""The share of a small deck's speed that a large one must reach: time should grow in proportion."""
WARM_START = 1.0
COLD_START = 5.0
LEAST_ROUNDS = 5
STARTS = 3

CACHE_VARIABLE = "IBM7094_CACHE"
ONE_HALT = "00100 000000000100\n"


@dataclass(frozen=True)
class Speed:
    """One loop, measured in both; each list has one entry per round."""

    name: str
    what: str
    instructions: int
    ours: list[float]
    simh: list[float]
    differs: list[str]
    """The registers and words that differed at the end; empty if the two agree."""

    @property
    def ratios(self) -> list[float]:
        """Our speed divided by SIMH's, in each round."""
        return [mine / theirs for mine, theirs in zip(self.ours, self.simh, strict=True)]


@dataclass(frozen=True)
class Starts:
    """Seconds of wall time that the command takes for a program that only halts."""

    cold: list[float]
    """With an empty cache folder."""
    warm: list[float]
    """With the folder that the cold start has filled."""


@dataclass(frozen=True)
class Verdict:
    """One threshold (`bar`), and whether it was met."""

    name: str
    bar: str
    measured: str
    holds: bool


class _Ours:
    """Our machine with one loop loaded."""

    def __init__(self, loop: Loop) -> None:
        self.machine = Machine("7094")
        self.loop = loop

    def run(self, passes: int) -> tuple[float, Outcome]:
        program = self.loop.program(passes)
        prepare(self.machine, program)
        before = self.machine.instructions
        start = time.perf_counter()
        stop = self.machine.run()
        seconds = time.perf_counter() - start
        if stop.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt
        return seconds, outcome(self.machine, stop.reason, stop.ic, before)

    def warm_up(self, passes: int, seconds: float) -> None:
        """Run for at least this long: regions may be translated while the program already runs."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.run(passes)


def passes_for(loop: Loop, simh: Simh, seconds: float) -> int:
    """How many passes keep SIMH busy for about this long."""
    _, each = loop.cost(lambda program: simh.run([program])[0])
    trial = 20_000_000 // each
    spent = simh.run_timed(loop.program(trial))[0] - simh.run_timed(loop.program(1))[0]
    return max(int(trial * seconds / max(spent, 1e-3)), trial)


def measure(
    loop: Loop, simh: Simh, rounds: int, seconds: float, tick: Callable[[], None] = lambda: None
) -> Speed:
    """Time one loop in both, alternately."""
    passes = passes_for(loop, simh, seconds)
    ours = _Ours(loop)
    ours.warm_up(passes, seconds)
    tick()
    mine: list[float] = []
    theirs: list[float] = []
    differs: set[str] = set()
    for _ in range(rounds):
        short, _ = simh.run_timed(loop.program(1))
        long, expected = simh.run_timed(loop.program(passes))
        spent, found = ours.run(passes)
        differs.update(different(found, expected))
        millions = expected.instructions / 1e6
        theirs.append(millions / max(long - short, 1e-9))
        mine.append(millions / max(spent, 1e-9))
        tick()
    return Speed(loop.name, loop.what, expected.instructions, mine, theirs, sorted(differs))


def start_times(starts: int = STARTS, tick: Callable[[], None] = lambda: None) -> Starts:
    """Run the command on a deck of one halt, each time first with an empty cache and then again."""
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(starts):
        with TemporaryDirectory(prefix="ibm7094-") as folder:
            deck = Path(folder) / "halt.oct"
            deck.write_text(ONE_HALT)
            environment = os.environ | {CACHE_VARIABLE: str(Path(folder) / "cache")}
            for times in (cold, warm):
                times.append(_start_once(deck, environment))
                tick()
    return Starts(cold, warm)


def _start_once(deck: Path, environment: dict[str, str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "ibm7094", "run", deck],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode == INTERRUPTED:
        raise KeyboardInterrupt
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise MachineError(f"`ibm7094 run` of a halt exited with code {done.returncode}: {' '.join(said)}")
    return seconds


def verdicts(speeds: Iterable[Speed], starts: Starts) -> list[Verdict]:
    """Every threshold, with the measured value."""
    found = []
    for speed in speeds:
        ratio = median(speed.ratios)
        measured = f"{ratio:.1f} times ({min(speed.ratios):.1f} to {max(speed.ratios):.1f})"
        if speed.differs:
            measured += f", but the results differ: {', '.join(speed.differs[:4])}"
        holds = ratio >= LEAST_RATIO and not speed.differs
        found.append(Verdict(f"{speed.name}, against SIMH", f"{LEAST_RATIO:g} times", measured, holds))
    for name, bar, times in (
        ("start, warm", WARM_START, starts.warm),
        ("start, empty cache", COLD_START, starts.cold),
    ):
        measured = f"{median(times):.2f} s ({min(times):.2f} to {max(times):.2f})"
        found.append(Verdict(name, f"under {bar:g} s", measured, median(times) < bar))
    return found


def assembly_verdicts(small: assembly.Rate, large: assembly.Rate) -> list[Verdict]:
    """The assembler's thresholds: its speed, and that a larger deck takes no longer per card."""
    share = large.middle / small.middle
    return [
        Verdict(
            f"assembling {large.cards:,} cards",
            f"{LEAST_CARDS:,} cards/s",
            f"{large.middle:,.0f} ({min(large.rates):,.0f} to {max(large.rates):,.0f})",
            large.middle >= LEAST_CARDS,
        ),
        Verdict(
            "time in proportion to cards",
            f"{LEAST_SHARE:g} of the speed",
            f"{share:.2f} of that for {small.cards:,}",
            share >= LEAST_SHARE,
        ),
    ]


def main(rounds: int = LEAST_ROUNDS, seconds: float = 1.0, json: bool = False) -> int:
    """Measure and print. The exit code says whether every threshold is met: 0 yes, 1 no, 3 no SIMH."""
    rounds = max(rounds, LEAST_ROUNDS)
    stderr = Console(stderr=True)
    try:
        simh = Simh(timeout=max(60.0, 60 * seconds))
    except SimhMissing as missing:
        stderr.print(str(missing), highlight=False)
        return missing.exit_code
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=stderr, transient=True) as progress:
        task = progress.add_task("starts", total=2 * STARTS + len(LOOPS) * (rounds + 1) + 1)

        def tick() -> None:
            progress.advance(task)

        starts = start_times(tick=tick)
        speeds = []
        for loop in LOOPS:
            progress.update(task, description=loop.name)
            speeds.append(measure(loop, simh, rounds, seconds, tick))
        progress.update(task, description="assembler")
        rates = [assembly.measure(cards) for cards in (assembly.SMALL, assembly.CARDS)]
        tick()
    bars = [*verdicts(speeds, starts), *assembly_verdicts(*rates)]
    holds = all(bar.holds for bar in bars)
    if json:
        print(dumps(_record(simh, speeds, starts, bars, holds), indent=2))
    else:
        _print(Console(), simh, speeds, bars, rounds)
    return 0 if holds else 1


def _record(
    simh: Simh, speeds: list[Speed], starts: Starts, bars: list[Verdict], holds: bool
) -> dict[str, object]:
    return {
        "simh": simh.version(),
        "computer": f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}",
        "loops": [asdict(speed) | {"ratio": median(speed.ratios)} for speed in speeds],
        "starts": asdict(starts),
        "bars": [asdict(bar) for bar in bars],
        "holds": holds,
    }


def _print(console: Console, simh: Simh, speeds: list[Speed], bars: list[Verdict], rounds: int) -> None:
    """Print two tables. No colour carries meaning."""
    speed_table = Table(
        box=box.MARKDOWN, title=f"Millions of instructions per second, median of {rounds} rounds"
    )
    for heading in ("loop", "instructions", "ours", simh.version()):
        speed_table.add_column(heading, justify="left" if heading == "loop" else "right")
    for speed in speeds:
        speed_table.add_row(
            speed.name, f"{speed.instructions:,}", f"{median(speed.ours):.0f}", f"{median(speed.simh):.0f}"
        )
    bar_table = Table("what", "threshold", "measured", "verdict", box=box.MARKDOWN, title="Thresholds")
    for bar in bars:
        bar_table.add_row(bar.name, bar.bar, bar.measured, "met" if bar.holds else "MISSED")
    console.print(speed_table, bar_table, highlight=False)
