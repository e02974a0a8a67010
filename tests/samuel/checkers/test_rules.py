"""The rules of English draughts, alone and against pydraughts."""

import random
import warnings
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from samuel.checkers import pdn
from samuel.checkers.rules import (
    START,
    AmbiguousMove,
    BadPosition,
    IllegalMove,
    Move,
    Position,
    Side,
    UnreadableMove,
    find,
    legal_moves,
    perft,
    play,
    winner,
)
from tests.rigs.facts import shared

with warnings.catch_warnings():  # importing it resets the filters, and warnings would no longer be errors
    import draughts


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position a game might reach, and many that no game reaches."""
    squares = draw(st.lists(st.integers(1, 32), unique=True, max_size=24))
    on: dict[str, list[int]] = {piece: [] for piece in "bBwW"}
    for square in squares:
        piece = draw(st.sampled_from("bBwW"))
        # A man on its king row would be a king, and no side has more than twelve pieces.
        piece = piece.upper() if (piece == "b" and square > 28) or (piece == "w" and square < 5) else piece
        if len(on[piece.lower()]) + len(on[piece.upper()]) < 12:
            on[piece].append(square)
    return Position.of(draw(st.sampled_from(("B", "W"))), on["b"], on["B"], on["w"], on["W"])


def texts(fen: str) -> set[str]:
    return {move.text() for move in legal_moves(Position.from_fen(fen))}


def pydraughts_moves(position: Position) -> list[list[int]]:
    return sorted(move.steps_move for move in draughts.Board("english", position.to_fen()).legal_moves())


@pytest.mark.parametrize(("depth", "count"), list(enumerate([1, 7, 49, 302, 1469, 7361, 36768, 179740])))
def test_the_tree_from_the_start_has_the_published_sizes(depth: int, count: int) -> None:
    assert perft(START, depth) == count


def test_legal_moves_of_200_positions_of_period_games_are_those_of_pydraughts() -> None:
    games = list(islice(pdn.read(shared("games/period-games.pdn")), 400))
    pool = [position for game in games for position, _ in game.positions()]
    for position in random.Random(1967).sample(pool, 200):
        assert sorted(list(move.path) for move in legal_moves(position)) == pydraughts_moves(position), (
            position
        )


@settings(deadline=None)
@given(positions())
def test_legal_moves_of_any_position_are_those_of_pydraughts(position: Position) -> None:
    assert sorted(list(move.path) for move in legal_moves(position)) == pydraughts_moves(position)


@given(positions())
def test_a_position_comes_back_from_its_fen(position: Position) -> None:
    assert Position.from_fen(position.to_fen()) == position


@given(positions())
def test_a_move_takes_what_it_says_and_nothing_else(position: Position) -> None:
    enemy: Side = "W" if position.side == "B" else "B"
    for move in legal_moves(position):
        after = play(position, move)
        assert after.pieces(enemy) == position.pieces(enemy) - set(move.captures)
        assert after.pieces(position.side) == position.pieces(position.side) - {move.path[0]} | {
            move.path[-1]
        }
        assert after.side == enemy


@settings(deadline=None)
@given(positions())
def test_every_legal_move_is_found_by_its_full_text(position: Position) -> None:
    for move in legal_moves(position):
        assert find(position, move.text()) == move


def test_a_jump_is_forced() -> None:
    assert texts("B:W18,32:B1,15") == {"15x22"}


def test_any_jump_may_be_chosen_even_the_shorter() -> None:
    assert texts("B:W18,19,27:B15") == {"15x22", "15x24x31"}


def test_a_jump_continues_as_long_as_it_can() -> None:
    assert texts("B:W6,15,24:B1") == {"1x10x19x28"}


def test_a_man_does_not_jump_backward_but_a_king_does() -> None:
    assert texts("W:W10:B15,14") == {"10-6", "10-7"}
    assert texts("W:WK10:B15,14") == {"10x19", "10x17"}


def test_a_crowned_man_stops_though_a_king_could_jump_on() -> None:
    position = Position.from_fen("B:W26,27:B22")
    assert texts(position.to_fen()) == {"22x31"}
    assert play(position, find(position, "22x31")).kings("B") == {31}
    assert texts("B:W26,27:BK22") == {"22x31x24"}


def test_a_man_is_crowned_by_a_step_too() -> None:
    assert play(Position.from_fen("W:W5:B12"), Move((5, 1))).kings("W") == {1}


def test_a_king_may_jump_round_to_where_it_began_both_ways() -> None:
    position = Position.from_fen("B:W6,7,14,15:BK2")
    assert texts(position.to_fen()) == {"2x9x18x11x2", "2x11x18x9x2"}
    assert play(position, find(position, "2x2")).to_fen() == "W:W:BK2"


def test_no_piece_is_jumped_twice() -> None:
    assert texts("B:W6:BK1") == {"1x10"}


def test_a_side_without_a_move_has_lost() -> None:
    assert winner(START) is None
    assert winner(Position.from_fen("W:W:B1")) == "B"
    assert winner(Position.from_fen("B:W17,14:B13,9,6")) is None
    assert winner(Position.from_fen("B:W17,22:B13")) == "W"


def test_moves_print_as_people_and_as_samuel_wrote_them() -> None:
    step, jump = Move((11, 15)), Move((22, 15, 8), (18, 11))
    assert (str(step), step.text(), step.printed()) == ("11-15", "11-15", "11-15")
    assert (str(jump), jump.text(), jump.printed()) == ("22x8", "22x15x8", "22-8")


@pytest.mark.parametrize("text", ["1x28", "1-28", "1x10x28", "1X19X28", "1x10x19x28", "1-10-19-28"])
def test_a_jump_is_found_by_its_ends_or_some_of_its_squares(text: str) -> None:
    assert find(Position.from_fen("B:W6,15,24:B1"), text).captures == (6, 15, 24)


def test_a_jump_to_one_square_by_two_ways_must_say_which() -> None:
    position = Position.from_fen("B:W6,7,14,15:B2")
    with pytest.raises(AmbiguousMove, match=r"2x18 is ambiguous: write 2x9x18 or 2x11x18$"):
        find(position, "2x18")
    assert find(position, "2x11x18").captures == (7, 15)


@pytest.mark.parametrize(
    ("fen", "text", "sentence"),
    [
        (START.to_fen(), "11-18", "11-18 is not legal: Black may play 9-13, 9-14, .*, 12-16$"),
        (START.to_fen(), "11x15", "11x15 is not legal: Black may play"),
        (START.to_fen(), "22-17", "22-17 is not legal: Black may play"),
        ("B:W18,32:B1,15", "1-6", "1-6 is not legal: Black must jump 15x22$"),
        ("B:W6,15,24:B1", "1x10", "1x10 is not legal: Black must jump 1x10x19x28$"),
        ("B:W17,22:B13", "13-17", "13-17 is not legal: Black has no move and has lost$"),
    ],
)
def test_an_illegal_move_is_refused_with_the_legal_ones(fen: str, text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        find(Position.from_fen(fen), text)


@pytest.mark.parametrize("text", ["", "11", "11-", "e3-d4", "11--15", "111-15", "11 15", "1١-15"])
def test_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMove, match="is not a move: write it like 11-15 or 22x15"):
        find(START, text)


@pytest.mark.parametrize(
    "fen", ["B:W21-32:B1-12", "B:B1-12:W21-32.", " B : W21-24,25-32 : B1-12 ", "B:W32,21-31:B12,1-11"]
)
def test_the_start_is_read_in_every_way_pdn_allows(fen: str) -> None:
    assert Position.from_fen(fen) == START


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "is not a position"),
        ("B:W1:W2", "is not a position"),
        ("X:W1:B2", "is not a position"),
        ("B:W21,x:B2", "'x' in .* is not a square"),
        ("B:W21,:B2", "'' in .* is not a square"),
        ("B:W32-21:B2", "'32-21' in .* is not a square"),
        ("B:W33:B2", "there is no square 33"),
        ("B:W0:B2", "there is no square 0"),
        ("B:W21:B21", "square 21 is given twice"),
        ("B:W3:B2", "a White man on 3 would have been crowned"),
        ("B:W21:B30", "a Black man on 30 would have been crowned"),
        ("B:W20-32:B1", "White has 13 pieces"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(fen: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        Position.from_fen(fen)
