"""Boards in words, against the octal masks worked out from Samuel's 1959 paper, and drawn."""

import io
from typing import Any

import pytest
from hypothesis import given
from rich.console import Console

from samuel.checkers import boards
from samuel.checkers.boards import Words, from_words, octal, to_words, word
from samuel.checkers.rules import SQUARES, START, BadPosition, Position, Side, legal_moves
from tests.rigs.facts import shared
from tests.samuel.checkers.test_rules import positions

BLACK_START, WHITE_START = word(range(1, 13)), word(range(21, 33))
MASKS = {
    "VALID": (boards.VALID, "377377377377"),
    "Black start": (BLACK_START, "377360000000"),
    "White start": (WHITE_START, "000000017377"),
    "row 1": (word(range(1, 5)), "360000000000"),
    "row 2": (word(range(5, 9)), "017000000000"),
    "row 3": (word(range(9, 13)), "000360000000"),
    "row 4": (word(range(13, 17)), "000017000000"),
    "row 5": (word(range(17, 21)), "000000360000"),
    "row 6": (word(range(21, 25)), "000000017000"),
    "row 7": (word(range(25, 29)), "000000000360"),
    "row 8": (word(range(29, 33)), "000000000017"),
    "centre": (word([10, 11, 14, 15, 18, 19, 22, 23]), "000146146000"),
    "Black's bridge": (word([1, 3]), "240000000000"),
    "White's bridge": (word([30, 32]), "000000000005"),
    "Black's oreo": (word([2, 3, 7]), "142000000000"),
    "White's oreo": (word([26, 30, 31]), "000000000106"),
    "apex": (word([7, 26]), "002000000100"),
    "Black's move system": (word(square for square in SQUARES if (square - 1) // 4 % 2 == 0), "360360360360"),
    "White's move system": (word(square for square in SQUARES if (square - 1) // 4 % 2 == 1), "017017017017"),
    "double corners": (word([1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32]), "214306143061"),
    "single corners": (word([4, 8, 11, 15, 18, 22, 25, 29]), "021042104210"),
}


@pytest.mark.parametrize("name", MASKS)
def test_masks_follow_from_the_bit_rule(name: str) -> None:
    value, expected = MASKS[name]
    assert octal(value) == expected


def test_masks_are_listed_in_the_facts() -> None:
    facts = shared("facts/samuel-parameters.md").read_text()
    assert [name for name, (_, expected) in MASKS.items() if expected not in facts] == []


def test_squares_are_the_bits_that_samuel_used() -> None:
    assert [boards.bit(square) for square in range(1, 33)] == [
        number for number in range(1, 36) if number not in (9, 18, 27)
    ]
    assert octal(word([1])) == "200000000000"
    assert octal(word([32])) == "000000000001"


def test_the_start_is_black_forward_and_white_backward() -> None:
    assert to_words(START) == Words(BLACK_START, 0, 0, WHITE_START)
    assert str(to_words(START)) == "377360000000 000000000000 000000000000 000000017377"


def test_a_king_is_in_both_words_of_its_side_whoever_moves() -> None:
    black, white = (word([1, 2, 3]), word([3])), (word([23]), word([13, 21, 23]))
    assert to_words(Position.from_fen("B:W13,21,K23:B1,2,K3")) == Words(*black, *white)
    assert to_words(Position.from_fen("W:W13,21,K23:B1,2,K3")) == Words(*white, *black)


@given(positions())
def test_a_position_comes_back_from_its_words(position: Position) -> None:
    assert from_words(to_words(position), position.side) == position


@given(positions())
def test_a_step_is_a_shift_by_four_or_five_bits(position: Position) -> None:
    for move in legal_moves(position):
        if not move.captures:
            start, end = map(boards.bit, move.path)
            assert abs(start - end) in (4, 5)


@pytest.mark.parametrize(
    ("words", "side", "sentence"),
    [
        (Words(1 << 35, 0, 0, 0), "B", "the word 400000000000 has bits outside 377377377377"),
        (Words(0, 0, 0, 1 << 26), "B", "the word 000400000000 has bits outside"),
        (Words(-1, 0, 0, 0), "B", "has bits outside"),
        (Words(word([1]), word([5]), 0, 0), "B", "Black's piece on 5 moves only backward"),
        (Words(word([5]), word([20]), 0, 0), "W", "White's piece on 5 moves only backward"),
        (Words(word([9]), 0, 0, word([9])), "B", "square 9 is given twice"),
        (Words(word([30]), 0, 0, word([20])), "B", "a Black man on 30 would have been crowned"),
    ],
)
def test_words_that_are_not_a_board_are_refused_with_the_reason(
    words: Words, side: Side, sentence: str
) -> None:
    with pytest.raises(BadPosition, match=sentence):
        from_words(words, side)


DRAWN = """\
     32.     31.     30.     29.
 28.     27.     26.     25.
     24.     23W     22.     21w
 20.     19.     18.     17.
     16.     15.     14.     13w
 12.     11.     10.      9.
      8.      7.      6.      5.
  4.      3B      2b      1b"""


def test_a_board_is_drawn_with_black_below_as_in_samuels_figure() -> None:
    assert boards.draw(Position.from_fen("B:W13,21,K23:B1,2,K3")) == DRAWN


def test_a_board_can_be_drawn_with_white_below() -> None:
    lines = boards.draw(START, bottom="W").splitlines()
    assert lines[0] == "      1b      2b      3b      4b"
    assert lines[7] == " 29w     30w     31w     32w"


PIECES = Position.from_fen("B:W13,K23:B2,K3")


def shown(console: Console, position: Position = PIECES) -> str:
    with console.capture() as printed:
        console.print(boards.draw_rich(position))
    return printed.get()


def terminal(**options: Any) -> Console:
    """A terminal of 60 columns."""
    return Console(force_terminal=True, width=60, **options)


class Ascii(io.StringIO):
    encoding = "ascii"


@pytest.fixture
def colours_and_unicode(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.usefixtures("colours_and_unicode")
def test_a_terminal_with_colours_shows_pieces_in_shapes() -> None:
    assert {"○", "♔", "●", "♚"} <= set(shown(terminal(color_system="256")))


@pytest.mark.usefixtures("colours_and_unicode")
@pytest.mark.parametrize("lacking", ["colour", "NO_COLOR", "a smart terminal", "Unicode", "a locale"])
def test_a_terminal_that_lacks_something_shows_pieces_as_letters(
    lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lacking == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    elif lacking == "a smart terminal":
        monkeypatch.setenv("TERM", "dumb")
    elif lacking == "a locale":
        monkeypatch.setenv("LANG", "C")
    out = Console(width=60) if lacking == "colour" else terminal()
    if lacking == "Unicode":
        out = terminal(color_system="256", file=Ascii())
    printed = shown(out)
    assert printed.isascii() and max(map(len, printed.splitlines())) <= 60
    assert [line.split() for line in printed.splitlines()][2::5] == [
        ["24", ".", "23", "W", "22", ".", "21", "."],
        ["4", ".", "3", "B", "2", "b", "1", "."],
    ]
    assert "13 w" in printed


@pytest.mark.usefixtures("colours_and_unicode")
def test_a_board_in_colour_fits_forty_columns() -> None:
    out = Console(force_terminal=True, width=40, color_system="256")
    assert len(shown(out, START).splitlines()) == 8
