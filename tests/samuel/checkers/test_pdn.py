"""Games in PDN: real archives, everything the format allows, and damaged games."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibm7094.errors import MediaError
from samuel.checkers import pdn
from samuel.checkers.pdn import BadGame, Game
from samuel.checkers.rules import START, Position, legal_moves
from tests.rigs.facts import shared

HEAD = '[Event "One"]\n[Result "*"]\n'


def parsed(text: str) -> tuple[list[Game], list[BadGame]]:
    bad: list[BadGame] = []
    return list(pdn.parse(text.splitlines(keepends=True), bad.append)), bad


def moves_of(text: str) -> list[str]:
    (game,), bad = parsed(text)
    assert not bad
    return [move.text() for move in game.moves]


def test_every_game_of_samuels_program_replays() -> None:
    bad: list[BadGame] = []
    games = list(pdn.read(shared("games/samuel-program.pdn"), bad.append))
    assert not bad
    assert len(games) == 17
    for game in games:
        assert all(move in legal_moves(position) for position, move in game.positions())
    assert games[0].winner == "B"
    assert len(games[0].moves) == 53


@pytest.mark.slow
def test_every_period_game_is_read_and_none_is_bad() -> None:
    bad: list[BadGame] = []
    games = pdn.read(shared("games/period-games.pdn"), bad.append)
    assert (sum(1 for _ in games), bad) == (10_001, [])


def test_games_come_one_at_a_time() -> None:
    endless = (line for _ in iter(int, 1) for line in (HEAD, "1. 11-15 *\n"))
    assert [game.number for game in islice(pdn.parse(endless), 3)] == [1, 2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "1. 11-15 22-18 2. 15x22 25x18 *",
        "1.11-15 22-18 2.15x22 25x18 *",
        "1. 11-15 1... 22-18 2. 15-22 25-18 *",
        "11-15! 22-18?? 15x22 $12 25x18!? *",
        "1. 11-15 {a comment; with ( and [Event} 22-18 2. 15x22 25x18 *",
        "1. 11-15 {over\n\ntwo lines} 22-18 ; to the end 9-13 {\n2. 15x22 25x18 *",
        "1. 11-15 (1. 9-13 22-18 (22-17 {deep ) } 13x22) 9-14) 22-18 2. 15x22 (x) 25x18 *",
        "% 9-13 is no move here\n1. 11-15 22-18 2. 15x22 25x18 *",
        "1. 11-15 22-18\r\n2. 15x22 25x18\r\n",
    ],
)
def test_numbers_comments_variations_and_marks_are_skipped(text: str) -> None:
    assert moves_of(HEAD + text) == ["11-15", "22-18", "15x22", "25x18"]


@pytest.mark.parametrize(("result", "winner"), [("1-0", "B"), ("0-1", "W"), ("1/2-1/2", None), ("*", None)])
def test_a_result_ends_a_game_and_names_the_winner(result: str, winner: str | None) -> None:
    games, bad = parsed(f"1. 11-15 {result}\n1. 9-13 {result}")
    assert not bad
    assert [(game.result, game.winner, str(game.moves[0])) for game in games] == [
        (result, winner, "11-15"),
        (result, winner, "9-13"),
    ]


def test_tags_end_a_game_without_a_result_which_its_tag_then_gives() -> None:
    games, bad = parsed('[Event "One"]\n[Result "0-1"]\n1. 11-15\n\n[Event "Two"]\n1. 9-13\n')
    assert not bad
    assert [(g.tags["Event"], g.result, g.number, g.line) for g in games] == [
        ("One", "0-1", 1, 1),
        ("Two", "*", 2, 5),
    ]


def test_a_tag_may_hold_quotes_and_stand_beside_another() -> None:
    (game,), _ = parsed('[Event "The "Big" match"] [Site "Hull [UK]"]\n1. 11-15 *')
    assert game.tags == {"Event": 'The "Big" match', "Site": "Hull [UK]"}


def test_a_game_may_start_from_a_fen() -> None:
    fen = "W:W18,K32:B15,K5"
    (game,), _ = parsed(f'[FEN "{fen}"]\n1. 18x11 5-9 *')
    assert game.start == Position.from_fen(fen)
    assert [position.side for position, _ in game.positions()] == ["W", "B"]
    assert game.final().to_fen() == "W:W11,K32:BK9"


def test_a_game_without_moves_starts_and_ends_at_the_start() -> None:
    (game,), bad = parsed(HEAD + "*")
    assert not bad
    assert game.final() == game.start == START


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (
            "1. 11-15 22-18\n2. 9-13 *",
            4,
            "after 22-18 (ply 2), 9-13 is not legal: Black must jump 15x22",
        ),
        ("1. 11-18 22-17 *", 3, "11-18 is not legal: Black may play 9-13, "),
        ("1. 11-15\nfoo 22-17 *", 4, "after 11-15 (ply 1), 'foo' is not a tag, move or result"),
        ("1. 11-15 22-17} *", 3, "'}' is not a tag, move or result"),
        ("1. 11-15 22-17) *", 3, "')' is not a tag, move or result"),
        ("1. 111-15 *", 3, "'111-15' is not a tag, move or result"),
        ("1. 11-15\n{never closed\n22-17 *\n", 4, "the comment opened on this line is never closed"),
        ("1. 11-15\n(22-17 {ok}\n", 4, "the variation opened on this line is never closed"),
        ("[Site unquoted 1-0]\n1. 11-15 *", 3, "'[Site unquoted 1-0]' is not a tag, move or result"),
        ('[FEN "B:W99:B1"]\n1. 11-15 *', 3, "there is no square 99"),
        ('[GameType "20,W"]\n1. 11-15 *', 3, "its GameType is 20,W, but English draughts is 21"),
        ('[Round "1"]\n', 1, "it has tags, but neither moves nor a result"),
    ],
)
def test_a_bad_game_is_named_by_number_and_line_and_its_neighbours_are_read(
    text: str, line: int, reason: str
) -> None:
    good = "1. 11-15 22-18 *\n\n"
    before = HEAD + good
    games, bad = parsed(before + HEAD + text + "\n\n" + HEAD + good)
    assert [game.number for game in games] == [1, 3]
    (fault,) = bad
    assert (fault.number, fault.line - before.count("\n")) == (2, line)
    assert reason in str(fault)
    assert str(fault).startswith(f"Game 2, line {fault.line}: ")


def test_a_game_whose_tag_and_end_disagree_is_skipped() -> None:
    games, (bad,) = parsed('[Result "1-0"]\n1. 11-15 0-1')
    assert not games
    assert "it ends with 0-1, but its tag says 1-0" in bad.reason


def test_a_result_tag_that_says_nothing_is_ignored() -> None:
    (game,), bad = parsed('[Result "?"]\n1. 11-15 0-1')
    assert not bad
    assert game.winner == "W"


PIECES_OF_PDN = [
    "11-15 ",
    "22x15 ",
    "1-0 ",
    "*",
    '[Event "x"]',
    '[FEN "B:W:B1"]',
    "{",
    "}",
    "(",
    ")",
    ";",
    "[",
    "\n",
]


@given(st.lists(st.sampled_from(PIECES_OF_PDN) | st.text(max_size=5)).map("".join))
def test_any_text_gives_games_and_reports_and_never_an_exception(text: str) -> None:
    games, bad = parsed(text)
    numbers = sorted([game.number for game in games] + [fault.number for fault in bad])
    assert numbers == list(range(1, len(numbers) + 1))


def test_by_default_bad_games_are_reported_on_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert list(pdn.parse(["1. 11-18 *"])) == []
    assert capsys.readouterr().err.startswith("Game 1, line 1: 11-18 is not legal: Black may play 9-13")


def test_names_in_an_old_code_do_not_stop_the_reader(tmp_path: Path) -> None:
    file = tmp_path / "old.pdn"
    file.write_bytes(b'\xef\xbb\xbf[Black "Ren\xe9"]\n1. 11-15 *')
    (game,) = pdn.read(file)
    assert game.tags["Black"] == "Ren\ufffd"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(MediaError, match=r"none\.pdn: there is no such file"):
        list(pdn.read(tmp_path / "none.pdn"))
