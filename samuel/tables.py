"""Signature tables in plain Python: their three forms, the tape they are kept on, and the judge of the native
evaluation (listings/sigval.fap), which is never used in play.

The judge knows no weights and no signature numbers. It lists every combination of arguments in order, lowest
first, the first argument changing slowest; a table has an entry for each, in that order, or if it is folded
for those from the middle on.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import NamedTuple, Self

from ibm7094.errors import MediaError
from ibm7094.media.bcd import word_of
from ibm7094.media.tape import Record, TapeFile, frames_of, words_of
from ibm7094.words import MAGNITUDE, SIGN, ring_sum
from samuel import terms
from samuel.rules import Position

PHASES = 6
ONE = 1000
"""1.00 in a table whose values are scores."""

Arguments = tuple[int, ...]
Table = tuple[int, ...]
Level = tuple[Table, ...]


class Shape(NamedTuple):
    """The tables of one level: what goes into each, and what comes out."""

    tables: int
    values: tuple[int, ...]
    """How many values each argument can have."""
    folded: bool
    limit: int
    """The largest value a table holds; the smallest is minus that."""

    @property
    def entries(self) -> int:
        """Of one table."""
        count = prod(self.values)
        return (count + 1) // 2 if self.folded else count


@dataclass(frozen=True)
class Form:
    """An arrangement of tables."""

    number: int
    types: tuple[str, ...]
    """Of each signature type the parameters."""
    levels: tuple[Shape, ...]

    @property
    def entries(self) -> int:
        """In all phases."""
        return PHASES * sum(shape.tables * shape.entries for shape in self.levels)

    def arguments(self, position: Position, root: Position | None = None) -> Iterator[Arguments]:
        """What each type makes of a position, for the credit of the side that is not to move: all of it, or
        what is more or less than on the root of a look-ahead."""
        found, counts = changes(position, root), self.levels[0].values
        for names in self.types:
            yield tuple(limited(found[n], count // 2) for n, count in zip(names.split(), counts, strict=True))


GRIFFITH = Form(
    1,
    (
        "ANGLE CENTR OREO GUARD KCENT",
        "ADVAN FRONT SPIKE SHOVE GUARD",
        "MOBIL UNCEN FREE DENYS UNDEN",
        "EXCHS THRET PANTS PINS DENYS",
        "NODES HOLES STARS DEUCE EDGES",
        "DYKSQ LINES DIAGL DEUCE CENTR",
        "QUART OFSET DCHOL EDGES CRAMP",
        "PRESS PINS CRAMP SPIKE KCENT",
    ),
    (Shape(8, (3,) * 5, True, ONE),),
)
FIG_4 = Form(
    2,
    (
        "GUARD ANGLE CENTR",
        "KCENT DIAGL UNCEN",
        "SPIKE FRONT ADVAN",
        "STARS NODES DYKSQ",
        "CRAMP PINS EDGES",
        "PRESS QUART OFSET",
        "THRET FREE MOBIL",
        "PANTS EXCHS DENYS",
        "SHOVE DCHOL DEUCE",
    ),
    (Shape(9, (3, 5, 7), False, 2), Shape(3, (5,) * 3, False, 3), Shape(1, (7,) * 3, False, ONE)),
)
FIG_5 = Form(
    3,
    (
        "CENTR GUARD ANGLE KCENT",
        "ADVAN FRONT SPIKE SHOVE",
        "OFSET QUART DCHOL EDGES",
        "DYKSQ STARS NODES DIAGL",
        "MOBIL UNCEN DENYS PRESS",
        "EXCHS THRET PANTS PINS",
    ),
    (Shape(6, (5, 3, 3, 3), True, 2), Shape(2, (5,) * 3, False, 7), Shape(1, (15,) * 2, False, ONE)),
)
FORMS = (GRIFFITH, FIG_4, FIG_5)


class BadTables(MediaError):
    """Not the tables of any form, or a tape that does not hold them."""


@dataclass(frozen=True)
class Tables:
    """Tables of all phases, and the number of book moves they were learnt from."""

    form: Form
    phases: tuple[tuple[Level, ...], ...]
    moves: int = 0

    def __post_init__(self) -> None:
        if len(self.phases) != PHASES:
            raise BadTables(f"There are tables for {len(self.phases)} phases: make them for {PHASES}.")
        for number, levels in enumerate(self.phases, 1):
            if len(levels) != len(self.form.levels):
                raise BadTables(
                    f"Phase {number} has {len(levels)} levels: {len(self.form.levels)} are wanted."
                )
            for shape, level in zip(self.form.levels, levels, strict=True):
                if [len(table) for table in level] != [shape.entries] * shape.tables:
                    raise BadTables(
                        f"Phase {number} has a level without {shape.tables} tables of {shape.entries}."
                    )
                if any(abs(value) > shape.limit for table in level for value in table):
                    raise BadTables(f"Phase {number} has a value out of range: the largest is {shape.limit}.")

    @classmethod
    def random(cls, form: Form, seed: int = 0) -> Self:
        """Tables full of chance numbers, for tests."""
        chance = random.Random(seed)
        return cls(
            form,
            tuple(
                tuple(
                    tuple(
                        tuple(chance.randint(-shape.limit, shape.limit) for _ in range(shape.entries))
                        for _ in range(shape.tables)
                    )
                    for shape in form.levels
                )
                for _ in range(PHASES)
            ),
            chance.randrange(200_000),
        )


# The judge


class Strategy(NamedTuple):
    """The strongest and the weakest signature type, from 0; None if no value has that sign."""

    highest: int | None = None
    lowest: int | None = None


NO_STRATEGY = Strategy()


class Verdict(NamedTuple):
    """What tables make of a position, for the credit of the side that is not to move."""

    levels: tuple[tuple[int, ...], ...]
    """The outputs of each level."""
    value: int
    """In thousandths."""


def changes(position: Position, root: Position | None) -> dict[str, int]:
    """Every parameter, less what it was on the root if there is one, whoever was to move there."""
    found = terms.values(position)
    before = terms.values(Position(position.side, root.board)) if root else {}
    return {name: value - before.get(name, 0) for name, value in found.items()}


def judge(
    tables: Tables, position: Position, strategy: Strategy = NO_STRATEGY, root: Position | None = None
) -> Verdict:
    """Every output of the tables, two of the first level doubled if there is a strategy."""
    levels = tables.phases[terms.phase(root or position) - 1]
    outputs = [first_level(tables, position, root)]
    limit = tables.form.levels[0].limit
    outputs[0] = tuple(
        limited(2 * output, limit) if place in strategy else output for place, output in enumerate(outputs[0])
    )
    for shape, level in zip(tables.form.levels[1:], levels[1:], strict=True):
        inputs = in_turn(outputs[-1], len(shape.values))
        outputs.append(tuple(look_up(shape, t, each) for t, each in zip(level, inputs, strict=True)))
    return Verdict(tuple(outputs), sum(outputs[-1]))


def first_level(tables: Tables, position: Position, root: Position | None = None) -> tuple[int, ...]:
    """What each signature type says, without emphasis."""
    shape, level = tables.form.levels[0], tables.phases[terms.phase(root or position) - 1][0]
    arguments = tables.form.arguments(position, root)
    return tuple(look_up(shape, table, each) for table, each in zip(level, arguments, strict=True))


def pick(tables: Tables, position: Position, root: Position | None = None) -> Strategy:
    """The types to be emphasised, by the position behind the most plausible move."""
    found = first_level(tables, position, root)
    highest, lowest = found.index(max(found)), found.index(min(found))
    return Strategy(highest if max(found) > 0 else None, lowest if min(found) < 0 else None)


def score(
    tables: Tables,
    position: Position,
    strategy: Strategy,
    unit: int,
    advantage: int,
    root: Position | None = None,
) -> int:
    """Points as seen by the side to move; the advantage in pieces is the other side's."""
    value = judge(tables, position, strategy, root).value
    return -advantage - terms.toward_zero(unit * value, ONE)


def look_up(shape: Shape, table: Table, arguments: Arguments) -> int:
    """The entry of a combination; where it is folded away, minus the entry of the opposite one."""
    places = order(shape.values)
    if not shape.folded:
        return table[places[arguments]]
    middle = len(places) // 2
    if places[arguments] >= middle:
        return table[places[arguments] - middle]
    return -table[places[tuple(-argument for argument in arguments)] - middle]


@cache
def order(values: tuple[int, ...]) -> dict[Arguments, int]:
    """Every combination of arguments with so many values each, and its place."""
    ranges = [range(-(count // 2), count // 2 + 1) for count in values]
    return {arguments: place for place, arguments in enumerate(product(*ranges))}


def in_turn(values: Iterable[int], count: int) -> Iterator[tuple[int, ...]]:
    """The values, so many at a time."""
    rest = tuple(values)
    return (rest[first : first + count] for first in range(0, len(rest), count))


def limited(value: int, limit: int) -> int:
    """The value, or the end of the range it lies beyond."""
    return max(-limit, min(limit, value))


# The tape; listings/sigtap.fap says what is on it

LABEL = word_of("SIGTAB")
VERSION = 1


def records(tables: Tables) -> Iterator[list[int]]:
    """The words of each record, the label first."""
    yield closed([LABEL, VERSION, tables.form.number, tables.moves])
    for phase, levels in enumerate(tables.phases, 1):
        for number, level in enumerate(levels, 1):
            yield closed([phase << 18 | number, *(to_word(value) for table in level for value in table)])


def write_tape(path: Path | str, tables: Tables) -> None:
    """Write tables on a new tape."""
    write_records(path, records(tables))


def write_records(path: Path | str, contents: Iterable[Sequence[int]]) -> None:
    """Binary records and a tape mark, in place of what the file held."""
    Path(path).unlink(missing_ok=True)
    with TapeFile.open(path) as tape:
        for words in contents:
            tape.write_record(frames_of(words, binary=True))
        tape.write_mark()


def read_tape(path: Path | str) -> Tables:
    """The tables on a tape; BadTables with the record if they cannot be taken from it."""
    with TapeFile.open(path, write_protected=True) as tape:
        label = _record(tape, path, 1, 5)
        if label[:2] != [LABEL, VERSION] or label[2] not in range(1, len(FORMS) + 1):
            raise BadTables(f"{path}: record 1 is no label of signature tables that this program knows.")
        form = FORMS[label[2] - 1]
        number = 1
        phases = []
        for phase in range(1, PHASES + 1):
            levels = []
            for level, shape in enumerate(form.levels, 1):
                number += 1
                first, *words, _ = _record(tape, path, number, shape.tables * shape.entries + 2)
                if first != phase << 18 | level:
                    raise BadTables(f"{path}: record {number} is not that of phase {phase}, level {level}.")
                levels.append(tuple(in_turn(map(from_word, words), shape.entries)))
            phases.append(tuple(levels))
    return Tables(form, tuple(phases), label[3])


def _record(tape: TapeFile, path: Path | str, number: int, length: int) -> list[int]:
    block = tape.read_record()
    if not isinstance(block, Record):
        raise BadTables(f"{path}: the tape ends where record {number} should be.")
    words, good = words_of(block.frames, binary=True)
    if block.bad or not good:
        raise BadTables(f"{path}: record {number} has a redundancy check.")
    if len(words) != length:
        raise BadTables(f"{path}: record {number} has {len(words)} words, not {length}.")
    if words != closed(words[:-1]):
        raise BadTables(f"{path}: the checksum of record {number} is wrong.")
    return words


def closed(words: Sequence[int]) -> list[int]:
    """The words with their checksum behind them."""
    total = 0
    for word in words:
        total = ring_sum(total, word)
    return [*words, total]


def to_word(value: int) -> int:
    """A number as the machine keeps it, sign and magnitude."""
    return abs(value) | (SIGN if value < 0 else 0)


def from_word(word: int) -> int:
    """The number in a word."""
    return -(word & MAGNITUDE) if word & SIGN else word
