"""The three-move openings, which are computed and not copied."""

from collections import Counter

from samuel.checkers.openings import gain, is_level, openings, sound_moves, spread
from samuel.checkers.rules import START, Position, play
from samuel.player.game import position_of
from tests.rigs.facts import shared


def ballots() -> dict[str, str]:
    """The federation's list: what it says of each position."""
    rows = shared("games/three_move_ballots.tsv").read_text(encoding="utf-8").splitlines()
    return {position: status for _, _, status, _, position in (row.split("\t") for row in rows[1:])}


def test_there_are_174_openings_and_their_moves_lead_to_them() -> None:
    assert len(openings()) == 174
    assert all(position_of(each.moves) == each.position for each in openings())


def test_the_openings_are_those_of_the_federation_and_no_others() -> None:
    listed = ballots()
    assert Counter(listed.values()) == {"crossboard": 144, "mail only": 12, "barred": 18}
    assert {each.position.to_fen() for each in openings()} == set(listed)


def test_an_opening_that_gives_a_man_away_is_dropped() -> None:
    lost = position_of("9-14 22-17 14-18")
    assert gain(lost) > 0
    assert lost not in [each.position for each in openings()]


def test_an_exchange_that_is_not_finished_is_not_a_loss() -> None:
    assert gain(position_of("9-13 22-17 13x22")) == 0


def test_a_spread_comes_from_all_over_the_list() -> None:
    few = spread(4)
    assert [openings().index(each) for each in few] == [0, 43, 87, 130]
    assert spread(1000) == openings()


def test_sound_moves_lose_no_man() -> None:
    position = position_of("9-14 22-17")
    texts = [move.text() for move in sound_moves(position)]
    assert "11-15" in texts and "14-18" not in texts
    assert all(gain(play(position, move)) == 0 for move in sound_moves(position))


def test_a_side_without_a_sound_move_takes_the_least_loss() -> None:
    assert [move.text() for move in sound_moves(Position.from_fen("B:W18:B1,10,14"))]


def test_a_position_is_level_by_men_and_kings() -> None:
    assert is_level(START)
    assert not is_level(Position.from_fen("B:WK18:B10"))
