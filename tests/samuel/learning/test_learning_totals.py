"""The totals of book learning on the machine, beside those that numpy counts."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from ibm7094.machine import Machine
from samuel.checkers import pdn
from samuel.definitions.boards import Indexes
from samuel.judges.totals import NAMES, made, totals
from samuel.learning import book_tape
from samuel.learning import run as learning
from samuel.player.coefficients import CONNECTIVES, PARAMETERS
from samuel.player.signature_tables import FIG_4, FORMS, PHASES, Form, read_tape
from tests.rigs.facts import shared
from tests.samuel.learning.test_learning import MOVES, native, some_games

GAMES = 300
"""More than 5,000 book moves are in them."""
HALF, LEFT = 2**17, 2**18
"""Where a half of a word is carried, and where the left one begins."""


def check_totals(book: Path, form: Form, moves: int) -> None:
    """Native L, H, A and D are those of numpy, every one."""
    machine = native(book, [f"FORM  {form.number}", f"LEARN {moves:,}"])
    found = totals(book_tape.read(book), form, moves)
    assert cells(machine, "LNMOVS", 1)[0] == found.moves == moves
    order = [NAMES.index(name) for name in PARAMETERS]
    for place, counts in (("LPLO", found.lower), ("LPHI", found.higher)):
        everything = cells(machine, place, PHASES * (len(CONNECTIVES) + len(PARAMETERS))).reshape(PHASES, -1)
        np.testing.assert_array_equal(everything[:, len(CONNECTIVES) :], counts[:, order])
    for mine, its in zip(found.levels, native_levels(machine, form), strict=True):
        np.testing.assert_array_equal(mine, its)


def cells(machine: Machine, first: str, number: int) -> Indexes:
    """`number` words of core."""
    return np.array(machine.core[machine.address(first) :][:number], np.int64)


def native_levels(machine: Machine, form: Form) -> Iterator[Indexes]:
    """A and D of each level in core, with carries, by phase, table and entry."""
    words = cells(machine, "LTTOT", form.entries)
    both = np.stack([words // LEFT, words % LEFT])
    for at in range(1, int(cells(machine, "LTCNUM", 1)[0]) + 1):
        entry = int(machine.core[machine.address("LTCA") - at]) - machine.address("LTTOT")
        carried = int(machine.core[machine.address("LTCN") - at])
        both[:, entry] += HALF * np.array([carried // LEFT, carried % LEFT])
    ends = np.cumsum([shape.tables * shape.entries for shape in form.levels])[:-1]
    levels = np.split(both.reshape(2, PHASES, -1), ends, axis=2)
    for shape, level in zip(form.levels, levels, strict=True):
        yield level.reshape(2, PHASES, shape.tables, shape.entries)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"form{form.number}")
def test_native_totals_are_those_of_numpy(form: Form, tmp_path: Path) -> None:
    book_tape.write(tmp_path / "book.tap", some_games())
    check_totals(tmp_path / "book.tap", form, MOVES)


def test_the_tables_made_of_them_are_those_of_numpy(tmp_path: Path) -> None:
    book, out = tmp_path / "book.tap", tmp_path / "tables.tap"
    book_tape.write(book, some_games())
    learning.learn(book, "fig4", MOVES, out)
    of_levels = zip(*read_tape(out).phases, strict=True)
    counted = totals(book_tape.read(book), FIG_4, MOVES).levels
    for shape, level, its in zip(FIG_4.levels, counted, of_levels, strict=True):
        np.testing.assert_array_equal(made(shape, level), np.array(its))


@pytest.mark.slow
def test_native_totals_of_5000_moves_of_masters_are_those_of_numpy(tmp_path: Path) -> None:
    book_tape.write(tmp_path / "book.tap", islice(pdn.read(shared("games/period-games.pdn")), GAMES))
    check_totals(tmp_path / "book.tap", FIG_4, 5_000)
