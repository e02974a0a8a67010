"""Table 1 as the playing program prints it: learnt coefficients go to it by tape, and it chooses the terms.

print("\\n".join(in_print(kept().coefficients)))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ibm7094.machine import Machine
from samuel import paper
from samuel.player.coefficients import NAMES, ONE, PARAMETERS, LearntCoefficients, write_tape
from samuel.player.game import DECK, END_OF_JOB
from samuel.player.job import run_job
from samuel.player.settings import TAPE_UNIT
from samuel.player.store import stored

COLUMNS = 70
"""What the widest row takes: ten names."""


def in_print(coefficients: Mapping[str, Sequence[float]]) -> tuple[str, ...]:
    """The lines that the program prints, phase by phase."""
    values = tuple(
        {name: round(ONE * coefficients[name][phase]) if name in coefficients else 0 for name in NAMES}
        for phase in range(6)
    )
    nothing = tuple(dict.fromkeys(NAMES, 0) for _ in range(6))  # L and H are not on record
    with TemporaryDirectory(prefix="samuel-") as folder:
        tape = Path(folder) / "coefficients.tap"
        write_tape(tape, LearntCoefficients(values, nothing, nothing, 0))
        machine = Machine()
        machine.attach(TAPE_UNIT, "tape", tape, write_protected=True)
        return tuple(run_job(stored(DECK), ["LEARNT", "COEFF"], END_OF_JOB, machine).printed)


@dataclass(frozen=True)
class Shared:
    """How many of the terms in print the program chose too, phase by phase."""

    shared: tuple[int, ...]
    of: tuple[int, ...]
    by_chance: float
    """How many it would share in all if it chose its terms at random."""


def shared_terms(lines: Sequence[str]) -> Shared:
    """The program's choice beside the paper's."""
    chosen: list[set[str]] = []
    for line in lines:
        if line.startswith("PHASE "):
            chosen.append(set())
        else:
            chosen[-1] |= {word for word in line.split() if word[0].isalpha()}
    theirs = [{term.name for term in paper.table_1() if term.phase == phase} for phase in range(1, 7)]
    return Shared(
        tuple(len(ours & names) for ours, names in zip(chosen, theirs, strict=True)),
        tuple(map(len, theirs)),
        sum(len(ours) * len(names) / len(PARAMETERS) for ours, names in zip(chosen, theirs, strict=True)),
    )
