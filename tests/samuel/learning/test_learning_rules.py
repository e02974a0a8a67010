"""Rules that the papers state for book learning, each checked on the machine."""

from pathlib import Path
from statistics import median

import pytest

from samuel import paper
from samuel.checkers.rules import Move, Position, play
from samuel.judges.book_learning import Judge, machine_order
from samuel.learning import book_tape
from samuel.learning import run as learning
from samuel.player.signature_tables import FIG_4
from samuel.player.store import stored
from tests.samuel.learning.test_learning import MOVES, native, some_games

METHOD = "polynomial"
ONCE = "REMAKE 1000 1"
"""A card: tables are made at the end only, so that ratings do not change the totals' places."""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    book_tape.write(tmp_path / "book.tap", some_games())
    return tmp_path / "book.tap"


def totals(book: Path, smoothing: int) -> list[int]:
    machine = native(book, [ONCE, f"SMOOTH {smoothing}", "FORM  2", f"LEARN {MOVES}"])
    first = machine.address("LTTOT")
    return [int(word) for word in machine.core[first : first + FIG_4.entries]]


def test_smoothing_leaves_the_totals_as_they_are(book: Path) -> None:
    plain = totals(book, 0)
    assert any(plain)
    assert [totals(book, ways) for ways in (1, 2, 4, 8)] == [plain] * 4


def test_equal_moves_count_as_higher_in_a_line_of_table_2(book: Path) -> None:
    found = learning.learn(book, "fig4", MOVES)
    rated = found.rated["polynomial"]
    assert rated.lower and rated.equal and rated.higher
    others = rated.lower + rated.equal + rated.higher
    since_the_beginning, _ = found.lines[-1].polynomial
    assert since_the_beginning == pytest.approx((2 * rated.lower - others) / others, abs=0.001)


def test_the_lines_of_a_run_come_at_the_numbers_of_table_2() -> None:
    deck = stored(learning.DECK)
    rows = [row.moves for row in paper.table_2()]
    first = deck.symbols["LNT2S"]
    assert [deck.image[first + at] for at in range(len(rows))] == rows


class Median(Judge):
    """The judge, counting book moves that are rated below the median of their position."""

    blunders = 0

    def _analyse(self, position: Position, book: Move) -> None:
        self._root = position
        ratings = {
            move.path: self._final(self._quiet(play(position, move), position.side)[1], position.side, METHOD)
            for move in machine_order(position)
        }
        self.blunders += ratings[book.path] < median(ratings.values())
        super()._analyse(position, book)


def test_blunders_are_book_moves_rated_below_the_median(book: Path) -> None:
    judge = Median(FIG_4)
    judge.learn(list(book_tape.read(book)), MOVES)
    assert 0 < judge.blunders == learning.learn(book, "fig4", MOVES).rated[METHOD].blunders
