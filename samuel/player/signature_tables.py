"""Signature tables: their three forms, and the tape that holds them.

A table has an entry for every combination of its arguments, in ascending order, the first argument changing
slowest. A folded table has only the entries from the middle on.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from math import prod
from pathlib import Path
from typing import NamedTuple, Self

from ibm7094.errors import MediaError
from ibm7094.media.bcd import word_of
from ibm7094.media.tape import TapeFile
from samuel.player.tape_records import closed, from_word, next_record, to_word, write_records

PHASES = 6
ONE = 1000
"""The value of 1.00 in a table of scores."""

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
        """How many entries one table has."""
        count = prod(self.values)
        return (count + 1) // 2 if self.folded else count


@dataclass(frozen=True)
class Form:
    """An arrangement of tables."""

    number: int
    types: tuple[str, ...]
    """The parameters of each signature type."""
    levels: tuple[Shape, ...]

    @property
    def title(self) -> str:
        """Which arrangement it is."""
        return TITLES[self.number]

    @property
    def entries(self) -> int:
        """How many entries all phases have together."""
        return PHASES * sum(shape.tables * shape.entries for shape in self.levels)


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
TITLES = {1: "of Griffith", 2: "of Fig. 4", 3: "of Fig. 5"}
"""What people call each arrangement."""


def in_turn(values: Iterable[int], count: int) -> Iterator[tuple[int, ...]]:
    """The values, `count` at a time."""
    rest = tuple(values)
    return (rest[first : first + count] for first in range(0, len(rest), count))


class BadTables(MediaError):
    """Tables that fit no form, or a tape that does not hold tables."""


@dataclass(frozen=True)
class Tables:
    """Tables of all phases, and the number of book moves they were learnt from."""

    form: Form
    phases: tuple[tuple[Level, ...], ...]
    moves: int = 0
    states: bool = False
    """Whether arguments are states of the board; if not, what has changed."""

    def __post_init__(self) -> None:
        if len(self.phases) != PHASES:
            raise BadTables(f"There are tables for {len(self.phases)} phases: {PHASES} are needed.")
        for number, levels in enumerate(self.phases, 1):
            if len(levels) != len(self.form.levels):
                raise BadTables(
                    f"Phase {number} has {len(levels)} levels: {len(self.form.levels)} are needed."
                )
            for shape, level in zip(self.form.levels, levels, strict=True):
                if [len(table) for table in level] != [shape.entries] * shape.tables:
                    raise BadTables(
                        f"Phase {number} has a level without {shape.tables} tables of {shape.entries}."
                    )
                if any(abs(value) > shape.limit for table in level for value in table):
                    raise BadTables(f"Phase {number} has a value out of range: the largest is {shape.limit}.")

    def __repr__(self) -> str:
        form = self.form
        return f"<Tables {form.title}: {form.entries:,} entries, learnt from {self.moves:,} book moves>"

    def _repr_html_(self) -> str:
        """The tables as a notebook shows them: how many entries of each are not zero, phase by phase."""
        heads = "".join(
            f"<th>{name}</th>" for name in ("table", *(f"phase {n}" for n in range(1, PHASES + 1)))
        )
        names = [
            *self.form.types,
            *(
                f"level {level}, table {number}"
                for level, shape in enumerate(self.form.levels[1:], 2)
                for number in range(1, shape.tables + 1)
            ),
        ]
        columns = [[table for level in phase for table in level] for phase in self.phases]
        rows = "".join(
            f"<tr><td>{escape(name)}</td>"
            + "".join(f"<td>{sum(map(bool, column[at]))} of {len(column[at])}</td>" for column in columns)
            + "</tr>"
            for at, name in enumerate(names)
        )
        caption = f"{escape(repr(self)[1:-1])}. Entries that are not zero:"
        return f"<table><caption>{caption}</caption><tr>{heads}</tr>{rows}</table>"

    @classmethod
    def random(cls, form: Form, seed: int = 0) -> Self:
        """Tables filled with random numbers, for tests."""
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


# The tape; listings/tables/sigtap.fap says what is on it

LABEL = word_of("SIGTAB")
VERSION = 1


def records(tables: Tables) -> Iterator[list[int]]:
    """The words of each record, the label first."""
    yield closed([LABEL, VERSION, tables.states << 18 | tables.form.number, tables.moves])
    for phase, levels in enumerate(tables.phases, 1):
        for number, level in enumerate(levels, 1):
            yield closed([phase << 18 | number, *(to_word(value) for table in level for value in table)])


def write_tape(path: Path | str, tables: Tables) -> None:
    """Write tables on a new tape."""
    write_records(path, records(tables))


def read_tape(path: Path | str) -> Tables:
    """The tables on a tape; BadTables names the record that cannot be used."""
    with TapeFile.open(path, write_protected=True) as tape:
        label = next_record(tape, path, 1, 5, BadTables)
        states, kind = divmod(label[2], 1 << 18)
        if label[:2] != [LABEL, VERSION] or states > 1 or kind not in range(1, len(FORMS) + 1):
            raise BadTables(f"{path}: record 1 is not a known label of signature tables.")
        form = FORMS[kind - 1]
        number = 1
        phases = []
        for phase in range(1, PHASES + 1):
            levels = []
            for level, shape in enumerate(form.levels, 1):
                number += 1
                first, *words, _ = next_record(
                    tape, path, number, shape.tables * shape.entries + 2, BadTables
                )
                if first != phase << 18 | level:
                    raise BadTables(f"{path}: record {number} is not phase {phase}, level {level}.")
                levels.append(tuple(in_turn(map(from_word, words), shape.entries)))
            phases.append(tuple(levels))
    return Tables(form, tuple(phases), label[3], bool(states))
