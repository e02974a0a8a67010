"""Coefficients of the polynomial: those of Table 1 in a machine's core, and learnt ones on tape.

words = places(symbols)            # where they are in core, by phase
sets = read(machine, words)        # one tuple per phase, in the order of the listing
put(machine, words, sets)          # others, for a trial
read_tape("coefficients.tap").values[0]["GUARD"]  # learnt, in phase 1, in thousandths
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ibm7094.errors import MediaError
from ibm7094.machine import Machine
from ibm7094.media.bcd import word_of
from ibm7094.words import SIGN
from samuel.player.tape_records import closed, from_word, record_of, to_word, write_records

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


# Learnt coefficients on tape; listings/coefficients/costor.fap says what is on it

LABEL = word_of("COEFFS")
VERSION = 1
ONE = 1000
"""A coefficient of 1.00 on the tape."""
CONNECTIVES = ("MOC1", "MOC3", "MOC2", "MOC4", "MODE1", "MODE2", "MODE3", "MODE4")
PARAMETERS = (
    *("GUARD", "OREO", "ANGLE", "CENTR", "KCENT", "ADVAN", "FRONT", "SPIKE", "QUART", "DCHOL", "DIAGL"),
    *("EDGES", "OFSET", "CRAMP", "NODES", "HOLES", "STARS", "DYKSQ", "LINES", "DEUCE", "PRESS", "FREE"),
    *("MOBIL", "UNCEN", "EXCHS", "SHOVE", "DENYS", "UNDEN", "THRET", "PANTS", "PINS"),
)
NAMES = (*CONNECTIVES, *PARAMETERS)
"""In the order of listings/coefficients/names.fap."""
_HEAD = 5

Values = tuple[dict[str, int], ...]
"""A number for every name, phase by phase."""


class BadCoefficients(MediaError):
    """A tape that does not hold coefficients."""


@dataclass(frozen=True)
class LearntCoefficients:
    """Coefficients that the learning program made, and what they were made of."""

    values: Values
    """C of each parameter in thousandths, for each of six phases, whether or not they are used."""
    lower: Values
    """Moves with a smaller value than the book's move."""
    higher: Values
    """Moves with a larger value."""
    moves: int
    """Book moves they were learnt from."""
    phases: int = 6
    connectives: bool = False

    def __repr__(self) -> str:
        more = ", with connectives" if self.connectives else ""
        return f"<Coefficients of {self.phases} phases{more}, learnt from {self.moves:,} book moves>"

    def largest(self, phase: int, count: int) -> list[tuple[str, int]]:
        """The `count` largest coefficients of a phase by size; of equals the first in `NAMES` is first."""
        there = [(name, value) for name, value in self.values[phase - 1].items() if value]
        return sorted(there, key=lambda each: -abs(each[1]))[:count]


def words_on_tape(found: LearntCoefficients) -> list[int]:
    """The one record, with its checksum."""
    count = len(NAMES if found.connectives else PARAMETERS)
    rows = (found.lower, found.higher, found.values)
    numbers = [to_word(row[phase].get(name, 0)) for row in rows for phase in range(6) for name in NAMES]
    return closed([LABEL, VERSION, count, found.phases, found.moves, *numbers])


def write_tape(path: Path | str, found: LearntCoefficients) -> None:
    """Write coefficients on a new tape."""
    write_records(path, [words_on_tape(found)])


def read_tape(path: Path | str) -> LearntCoefficients:
    """The coefficients on a tape; BadCoefficients says why they cannot be used."""
    words = record_of(path, _HEAD + 3 * 6 * len(NAMES) + 1, BadCoefficients)
    if words[:2] != [LABEL, VERSION]:
        raise BadCoefficients(f"{path}: record 1 is not a known label of coefficients.")
    _, _, count, phases, moves, *rest = words[:-1]
    if count not in (len(PARAMETERS), len(NAMES)) or phases not in range(1, 7):
        raise BadCoefficients(f"{path}: {count} parameters in {phases} phases are not what the program uses.")
    lower, higher, values = (_by_phase(map(from_word, part)) for part in _thirds(rest))
    if any(abs(value) > ONE for phase in values for value in phase.values()):
        raise BadCoefficients(f"{path}: a coefficient is out of range: the largest is 1.000.")
    return LearntCoefficients(values, lower, higher, moves, phases, count == len(NAMES))


def _thirds(words: Sequence[int]) -> list[Sequence[int]]:
    size = len(words) // 3
    return [words[first : first + size] for first in range(0, len(words), size)]


def _by_phase(numbers: Iterable[int]) -> Values:
    rest = iter(numbers)
    return tuple({name: next(rest) for name in NAMES} for _ in range(6))
