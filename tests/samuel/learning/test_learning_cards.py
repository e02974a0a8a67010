"""Cards of the learning program that ask for totals, voids and preferred moves, or change what is kept."""

from pathlib import Path

import numpy as np
import pytest

from ibm7094.errors import MachineError
from samuel.cli import main
from samuel.judges.book_learning import Judge, situations
from samuel.learning import book_tape
from samuel.learning import run as learning
from samuel.learning.run import read
from samuel.player.job import Job
from samuel.player.signature_tables import FIG_4, FIG_5, Form, read_tape
from samuel.player.store import stored
from tests.samuel.learning.test_learning import MOVES, check_totals, native, some_games
from tests.samuel.learning.test_learning_totals import native_levels


@pytest.fixture
def book(tmp_path: Path) -> Path:
    book_tape.write(tmp_path / "book.tap", some_games())
    return tmp_path / "book.tap"


def printed(book: Path, *cards: str) -> learning.Learnt:
    """What a run of the program prints, all counts included."""
    return read(*learning.run(book, cards))


def test_in_full_tables_the_grand_totals_of_a_and_d_are_equal(book: Path) -> None:
    for level in printed(book, "FORM  2", f"LEARN {MOVES}", "TOTALS").totals:
        assert level.stored == level.given
        assert level.given[0] == level.given[1] > 0


def test_in_folded_tables_they_are_equal_before_folding_and_not_after(book: Path) -> None:
    first, *others = printed(book, "FORM  3", f"LEARN {MOVES}", "TOTALS").totals
    assert first.given[0] == first.given[1]
    assert sum(first.stored) == sum(first.given)
    assert first.stored[0] != first.stored[1]
    assert all(level.stored == level.given for level in others)


@pytest.mark.parametrize("form", [FIG_4, FIG_5], ids=lambda form: f"form{form.number}")
def test_every_table_by_itself_has_equal_totals_unless_it_is_folded(book: Path, form: Form) -> None:
    machine = native(book, [f"FORM  {form.number}", f"LEARN {MOVES}"])
    for shape, level in zip(form.levels, native_levels(machine, form), strict=True):
        a, d = level.sum(axis=(1, 3))
        assert shape.folded or (a == d).all()


def test_voids_are_the_entries_without_data(book: Path) -> None:
    machine = native(book, ["FORM  2", f"LEARN {MOVES}"])
    found = printed(book, "FORM  2", f"LEARN {MOVES}", "VOIDS").voids
    for level, counted in zip(native_levels(machine, FIG_4), found, strict=True):
        empty = (level.sum(axis=0) == 0).sum(axis=(1, 2))
        assert counted.voids == tuple(map(int, empty))
        assert counted.entries == np.prod(level.shape[2:])


def test_there_are_no_voids_without_tables(book: Path) -> None:
    with pytest.raises(MachineError, match="no tables"):
        printed(book, "FORM  0", "VOIDS")


def test_the_preferred_move_is_the_one_rated_highest(book: Path) -> None:
    listed = printed(book, "FORM  2", f"LIST  {MOVES}", f"LEARN {MOVES}").preferred
    judge = Judge(FIG_4)
    games = list(book_tape.read(book))
    lessons = list(situations(games))[:MOVES]
    assert len(listed) == MOVES
    for number, ((position, book_move), found) in enumerate(zip(lessons, listed, strict=True)):
        if number in (20, 41):  # the tables have been remade
            judge = Judge(FIG_4)
            judge.learn(games, number)
        ratings = dict(judge.ratings(position))
        best = max(ratings.values())
        mine = next(rating for move, rating in ratings.items() if move.path == book_move.path)
        assert (found.rating, found.book_rating) == (best, mine)
        assert found.book == "-".join(map(str, book_move.path))
        first = next("-".join(map(str, move.path)) for move, rating in ratings.items() if rating == best)
        assert found.move == (found.book if mine == best else first)


def test_tables_can_keep_whose_turn_it_is(book: Path) -> None:
    check_totals(book, FIG_4, 1, MOVES, ["TURN  1"], by_turn=True)


def test_griffiths_rule_is_refused_with_another_form_than_his(book: Path) -> None:
    for cards in (("FORM  2", "RULE  2"), ("RULE  2", "FORM  3")):
        with pytest.raises(MachineError, match="rule 2 is for form 1"):
            printed(book, *cards)


def test_a_form_begins_the_book_again(book: Path) -> None:
    once = printed(book, "FORM  2", "LEARN 20", "COEFF")
    twice = printed(book, "FORM  3", "LEARN 7", "FORM  2", "LEARN 20", "COEFF")
    assert twice.lines[-1] == once.lines[-1]


def test_games_skipped_beyond_the_end_of_the_book_remake_nothing(book: Path) -> None:
    with Job(stored(learning.DECK), learning.END_OF_JOB) as job:
        job.load()
        job.machine.attach("B2", "tape", book, write_protected=True)
        job.read(["FORM  2", "REMAKE 1000 1", "LEARN 10"])
        tables = job.machine.address("SGTAB")
        job.machine.core[tables] = 1
        assert job.read(["SKIP  1000"]).printed == ("THE BOOK ENDS",)
        assert job.machine.core[tables] == 1


def test_tables_from_a_tape_begin_with_no_counts(book: Path, tmp_path: Path) -> None:
    out = tmp_path / "tables.tap"
    learning.learn(book, "fig5", 20, out)
    with Job(stored(learning.DECK), learning.END_OF_JOB) as job:
        job.load()
        job.machine.attach("B1", "tape", out, write_protected=True)
        job.machine.attach("B2", "tape", book, write_protected=True)
        job.read(["FORM  2", "LEARN 30", "TABLES"])
        core, address = job.machine.core, job.machine.address
        assert not any(core[address("LTTOT") : address("LTTOT") + 9978])
        assert not any(core[address("LPLO") : address("LPLO") + 6 * 31])
        assert core[address("LNMOVS")] == 0
        assert core[address("LNKIND")] == FIG_5.number


def test_a_carry_without_room_stays_in_its_half_of_the_word(book: Path) -> None:
    nearly = 2**17 - 1
    with Job(stored(learning.DECK), learning.END_OF_JOB) as job:
        job.load()
        machine = job.machine
        machine.attach("B2", "tape", book, write_protected=True)
        job.read(["FORM  2", "REMAKE 1000 1", "LEARN 20"])
        machine.core[machine.address("LTCNUM")] = 64  # the list is full
        first = machine.address("LTTOT")
        used = [first + at for at in range(FIG_4.entries) if machine.core[first + at]]
        for at in used:
            machine.core[at] = nearly << 18 | nearly
        assert "THE TOTALS ARE FULL" in job.read(["LEARN 21"]).printed
        assert any(int(machine.core[at]) & 2**17 for at in used)


@pytest.mark.parametrize("states", [True, False], ids=["states", "changes"])
def test_the_tape_tells_whether_tables_are_of_states(book: Path, tmp_path: Path, states: bool) -> None:
    out = tmp_path / "tables.tap"
    learning.learn(book, "fig5", MOVES, out, more_cards=[f"CHANGE {int(not states)}"])
    assert read_tape(out).states is states


def test_ways_of_smoothing_have_names(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["learn", "--book", str(book), "--moves", "5"]
    assert main([*given, "--smooth", "inversion,phases,interpolation,extrapolation"]) == 0
    assert main([*given, "--smooth", "magic"]) == 2
    assert "--smooth knows no 'magic'" in capsys.readouterr().err
    assert main([*given, "--smooth", "none,lean"]) == 2


def test_the_command_lists_preferred_moves_totals_and_voids(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "--book", str(book), "--moves", "5", "--list", "2"]) == 0
    out = capsys.readouterr().out
    assert out.count("Prefers ") == 2
    assert "Totals of level 1" in out
    assert "Entries without data on level 3" in out
