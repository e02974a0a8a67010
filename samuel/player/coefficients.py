"""Reads the coefficients of Table 1 from a machine's core, and changes them for a trial.

words = places(symbols)            # where they are, by phase
sets = read(machine, words)        # one tuple per phase, in the order of the listing
put(machine, words, sets)
"""

import random
from collections.abc import Mapping, Sequence

from ibm7094.machine import Machine
from ibm7094.words import SIGN

PHASES = range(1, 7)
WORDS_A_TERM = 4
"""Words per term in listings/evaluation/table1.fap: the call of the parameter, a skip if it is zero, the call
that adds, and the coefficient."""

Coefficients = tuple[tuple[int, ...], ...]
"""In hundredths, phase by phase, the smallest first as in the listing."""


def places(symbols: Mapping[str, int]) -> tuple[range, ...]:
    """The addresses of the coefficients of each phase."""
    return tuple(
        range(symbols[f"T1P{phase}"] + WORDS_A_TERM - 1, symbols[f"T1E{phase}"], WORDS_A_TERM)
        for phase in PHASES
    )


def read(machine: Machine, words: Sequence[range]) -> Coefficients:
    """The coefficients in core."""
    return tuple(tuple(_number(int(machine.core[address])) for address in phase) for phase in words)


def put(machine: Machine, words: Sequence[range], values: Coefficients) -> None:
    """Put other coefficients into core."""
    for phase, numbers in zip(words, values, strict=True):
        for address, number in zip(phase, numbers, strict=True):
            machine.core[address] = abs(number) | (SIGN if number < 0 else 0)


def shuffled(values: Coefficients, seed: str) -> Coefficients:
    """The same numbers, shuffled within each phase: random, but with the right sizes and signs."""
    chance = random.Random(seed)
    return tuple(tuple(chance.sample(phase, len(phase))) for phase in values)


def thrown(values: Coefficients, seed: str) -> Coefficients:
    """Random numbers between the largest of the phase and its negative."""
    chance = random.Random(seed)
    return tuple(
        tuple(chance.randint(-max(map(abs, phase)), max(map(abs, phase))) for _ in phase) for phase in values
    )


def _number(word: int) -> int:
    return -(word - SIGN) if word & SIGN else word
