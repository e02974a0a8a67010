"""Griffith's own scheme on the machine, beside the same scheme in plain Python."""

import re
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import pytest

from ibm7094.errors import MachineError
from samuel.checkers.rules import START
from samuel.judges import griffith_functions as judge
from samuel.judges import terms
from samuel.judges.book_learning import situations
from samuel.learning import book_tape, griffith_deck
from samuel.learning import run as learning
from samuel.learning.griffith_deck import Functions
from samuel.player.store import stored
from tests.samuel.learning.test_learning import CORE, MOVES, some_games

BIAS = re.compile(r"BIAS +([A-Z]+) +(\d+) +(\d+)")
LEARNT = 30
"""Of MOVES; the others are rated."""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    book_tape.write(tmp_path / "book.tap", some_games())
    return tmp_path / "book.tap"


@pytest.fixture
def functions(book: Path) -> Iterator[Functions]:
    with Functions(book) as found:
        yield found


def test_the_program_fits_into_core() -> None:
    assert max(stored(griffith_deck.DECK).image) < CORE - 1


@pytest.mark.parametrize(
    ("arguments", "place"), [((1, 0, 1, 0, 2), 92), ((0, 0, 2, 0, 1), 19), ((2, 0, 1, 0, 1), 172)]
)
def test_five_arguments_are_a_number_in_the_scale_of_three(
    arguments: tuple[int, ...], place: int, functions: Functions
) -> None:
    assert [functions.entry(function, arguments).place for function in range(1, 9)] == [place] * 8


def test_halves_and_values_are_those_of_plain_python(book: Path, functions: Functions) -> None:
    functions.learn(MOVES)
    judged = judge.Functions(functions.sets())
    judged.learn(book_tape.read(book), MOVES)
    core, tables = functions.machine.core, functions.machine.address("GFTOT")
    values = functions.machine.address("GFVAL")
    for function, (place, five) in product(range(8), enumerate(product(range(3), repeat=5))):
        word = int(core[tables + 243 * function + place])
        assert (word >> 18, word & 0o777777) == (judged.left[function, five], judged.right[function, five])
        assert int(core[values + 243 * function + place]) == judged.value(function, five)


def test_ratings_are_those_of_plain_python(book: Path, functions: Functions) -> None:
    functions.learn(LEARNT)
    functions.read("REWIND")
    rated = functions.test(MOVES)["tables"]
    judged = judge.Functions(functions.sets())
    judged.learn(book_tape.read(book), LEARNT)
    counted = judged.rate(book_tape.read(book), MOVES)
    assert (rated.lower, rated.equal, rated.higher) == tuple(counted[w] for w in ("lower", "equal", "higher"))


def test_the_machine_divides(functions: Functions) -> None:
    functions.learn(LEARNT)
    for rated in functions.test(20).values():
        assert rated.shares == tuple(round(count / 20, 3) for count in rated.not_lower[:7])
        assert rated.accurate == pytest.approx(100 * sum(rated.not_lower[:2]) / 20, abs=0.06)
        assert rated.below_median == pytest.approx(100 * rated.blunders / 20, abs=0.06)
        assert rated.index == pytest.approx(100 * rated.coefficient, abs=0.06)


def test_the_sets_chosen_are_those_of_plain_python(book: Path, functions: Functions) -> None:
    names = list(learning.learn(book, "polynomial", 1).coefficients)  # in the program's order
    assert list(functions.choose(MOVES)) == judge.chosen_sets(book_tape.read(book), MOVES, names)


def test_every_parameter_is_in_a_chosen_set_and_none_in_three(functions: Functions) -> None:
    members = [name for each in functions.choose(MOVES) for name in each]
    assert set(members) == set(terms.values(START))
    assert max(map(members.count, members)) == 2


def test_a_set_can_be_given_by_names(functions: Functions) -> None:
    functions.read("SET   PINS  FREE  GUARD MOBIL KCENT")
    assert functions.sets()[0] == ("PINS", "FREE", "GUARD", "MOBIL", "KCENT")
    assert functions.sets()[1] == ("ADVAN", "FRONT", "SPIKE", "SHOVE", "GUARD")


def test_a_name_that_no_parameter_has_is_refused(functions: Functions) -> None:
    with pytest.raises(MachineError, match="no such parameter"):
        functions.read("SET   PINS  FREE  GUARD MOBIL ROOK")


def test_nothing_is_chosen_without_pairs(functions: Functions) -> None:
    with pytest.raises(MachineError, match="no pairs have been counted"):
        functions.read("CHOOSE")


def test_a_lot_begins_where_cards_say(functions: Functions) -> None:
    functions.learn(LEARNT)
    straight = functions.test(20)
    functions.read("REWIND", f"PASS  {LEARNT}")
    assert functions.test(20) == straight


def test_new_positions_leave_out_those_learnt_from(functions: Functions) -> None:
    functions.learn(LEARNT)
    functions.read("REWIND", "NEW   1")
    with pytest.raises(MachineError, match="the book ends"):
        functions.test(MOVES * 10)
    functions.read("REWIND", "NEW   0")
    seen = functions.test(5)
    functions.read("REWIND", "NEW   1")
    assert functions.test(5) != seen


def test_what_the_turn_is_worth_is_counted_as_by_plain_python(book: Path, functions: Functions) -> None:
    printed = functions.read(f"BIAS  {MOVES}")
    found = {name: (int(a), int(b)) for name, a, b in re.findall(BIAS, "\n".join(printed))}
    counted = {name: [0, 0] for name in found}
    for position, _ in islice(situations(book_tape.read(book)), MOVES):
        for name, value in terms.values(position).items():  # credited to the side that is not to move
            counted[name][0] += value < 0
            counted[name][1] += value > 0
    assert len(found) == 31
    assert {name: tuple(both) for name, both in counted.items()} == found
