"""Random programs that look for differences between our two engines, and between our machine and SIMH."""

from ibm7094.lab.fuzz.engines import first_disagreement, prepare
from ibm7094.lab.fuzz.programs import NOT_IN_SIMH, Op, draw_from, random_program, random_programs
from ibm7094.lab.fuzz.versus_simh import (
    KNOWN,
    Difference,
    compare_with_simh,
    different,
    outcome,
    runner,
    tally,
)

__all__ = [
    "KNOWN",
    "NOT_IN_SIMH",
    "Difference",
    "Op",
    "compare_with_simh",
    "different",
    "draw_from",
    "first_disagreement",
    "outcome",
    "prepare",
    "random_program",
    "random_programs",
    "runner",
    "tally",
]
