"""`make fuzz`: run random programs on both engines and, if it is installed, on SIMH.

    python -m ibm7094.lab.fuzz --programs 20000 --seed 7 --model 7090

The exit code is 0 if all agree, 1 if an unknown difference was found.
"""

import argparse
import sys
from time import time_ns

from rich.console import Console
from rich.progress import track

from ibm7094.isa import MODELS, OPERATIONS
from ibm7094.lab.fuzz.engines import first_disagreement
from ibm7094.lab.fuzz.programs import NOT_IN_SIMH, Op, draw_from, random_programs
from ibm7094.lab.fuzz.versus_simh import compare_with_simh, runner, tally
from ibm7094.lab.simh import Simh, SimhMissing, find
from ibm7094.machine import Machine

BATCH = 500
IN_SIMH = ("7090", "7094")


def main() -> int:
    """Compare, and print the differences."""
    options = _options()
    out, ops = Console(), draw_from(o for o in OPERATIONS if o.on(options.model))
    out.print(f"seed {options.seed}, model {options.model}, {options.programs} programs")
    found = _engines(options, ops, out)
    if find() is None:
        out.print(str(SimhMissing()))
    elif options.model in IN_SIMH:
        found += _simh(options, [op for op in ops if op.name not in NOT_IN_SIMH], out)
    return 1 if found else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m ibm7094.lab.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=int, default=20_000, help="how many programs (default: 20000)")
    parser.add_argument("--seed", type=int, default=time_ns() % 1_000_000, help="seed, to repeat a run")
    parser.add_argument("--model", choices=MODELS, default="7094")
    return parser.parse_args()


def _engines(options: argparse.Namespace, ops: list[Op], out: Console) -> int:
    """Compare the compiled engine with the reference."""
    ours, plain = Machine(options.model), Machine(options.model, compiled=False)
    found = 0
    programs = random_programs(options.seed, options.programs, ops)
    for number, program in enumerate(
        track(programs, "engines", options.programs, console=Console(stderr=True))
    ):
        difference = first_disagreement(ours, plain, program)
        if difference:
            found += 1
            out.print(f"program {number}: {difference}")
    out.print(f"compiled engine and reference: {options.programs} programs, {found} differences")
    return found


def _simh(options: argparse.Namespace, ops: list[Op], out: Console) -> int:
    """Compare the compiled engine with SIMH."""
    run, simh = runner(Machine(options.model)), Simh(options.model)
    multiple_tag = 1 if options.model == "7090" else None
    differences = []
    batches = range(0, options.programs, BATCH)
    for first in track(batches, "SIMH", console=Console(stderr=True)):
        programs = random_programs(options.seed + first, BATCH, ops, multiple_tag)
        differences += compare_with_simh(run, programs, simh)
    unknown = [d for d in differences if not d.known]
    for difference in unknown:
        out.print(difference.report(), highlight=False)
    for what, count in tally(differences).items():
        if what:
            out.print(f"known: {what}: {count}")
    out.print(f"our machine and {simh.version()}: {options.programs} programs, {len(unknown)} differences")
    return len(unknown)


if __name__ == "__main__":
    sys.exit(main())
