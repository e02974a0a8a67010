"""Matches: two ways of playing against each other, and what a score is worth."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from samuel.checkers import pdn
from samuel.checkers.openings import openings, spread
from samuel.checkers.rules import Side
from samuel.cli.playing.match import player, told
from samuel.player.settings import Options
from samuel.resources import LISTINGS
from samuel.studies.match import Match, Played, play_match
from tests.samuel.cli.test_samuel_cli import Samuel, samuel

__all__ = ["samuel"]

SHALLOW: Options = {"steering": {"COUNT": 1, "LIMIT": 3, "SURVEY": 1}}
OTHER: Options = {"terms": 1, "steering": {"COUNT": 1, "LIMIT": 3, "SURVEY": 1}}
SETTINGS = ("--first", "COUNT=1,LIMIT=3,SURVEY=1", "--second", "terms=1,COUNT=1,LIMIT=3,SURVEY=1")
WHITE_WINS, BLACK_WINS, DRAW = "0-1", "1-0", "1/2-1/2"


def played(*results: tuple[str, Side]) -> Match:
    """A match of which only the results are known, two to an opening."""
    nothing = ((0.0, 0.0), (0.0, 0.0))
    return Match(
        {},
        {},
        tuple(
            Played(openings()[place // 2].moves, colour, (), result, "", nothing)
            for place, (result, colour) in enumerate(results)
        ),
    )


# another version of the listings


@pytest.mark.slow
def test_another_version_of_the_listings_plays_by_its_own_words(tmp_path: Path) -> None:
    other = tmp_path / "older" / "listings"
    shutil.copytree(LISTINGS, other)
    steer = other / "search" / "steer.fap"
    text = steer.read_text(encoding="utf-8")
    steer.write_text(text.replace("STBRCT DEC     16 ", "STBRCT DEC     1  "), encoding="utf-8")
    match = play_match({"listings": other}, {"steering": {"COUNT": 1}}, spread(1), workers=1, most=8)
    as_black, as_white = match.games
    assert as_black.moves == as_white.moves  # both are the same player, so colours do not matter
    assert told(match.first) == "listings=older/listings"


def test_a_folder_without_a_player_is_refused_in_a_sentence(samuel: Samuel, tmp_path: Path) -> None:
    done = samuel("match", "--second", f"listings={tmp_path}")
    assert done.code == 2
    assert f"{tmp_path} has no samuel.deck: name a folder of listings." in done.err


# what a score is worth


def test_points_are_the_first_players_whatever_its_colour() -> None:
    match = played((BLACK_WINS, "B"), (BLACK_WINS, "W"), (DRAW, "B"), (WHITE_WINS, "W"))
    assert (match.wins, match.draws, match.losses) == (2, 1, 1)
    assert match.score == 0.625
    assert match.with_colour("W").score == 0.5


def test_openings_that_black_always_wins_leave_no_error() -> None:
    games: list[tuple[str, Side]] = [(BLACK_WINS, "B"), (BLACK_WINS, "W")]
    match = played(*games * 4)
    assert (match.score, match.error, match.odds) == (0.5, 0.0, 1.0)


def test_the_error_is_that_of_the_mean_of_openings() -> None:
    match = played((BLACK_WINS, "B"), (WHITE_WINS, "W"), (DRAW, "B"), (DRAW, "W"))
    assert match.score == 0.75
    assert match.error == pytest.approx(0.25)
    assert match.interval == pytest.approx((0.26, 1.0), abs=0.001)


def test_one_opening_has_no_error() -> None:
    match = played((BLACK_WINS, "B"), (BLACK_WINS, "W"))
    assert match.error is None and match.interval is None


def test_five_openings_won_with_both_colours_are_not_yet_beyond_chance_and_six_are() -> None:
    won: list[tuple[str, Side]] = [(BLACK_WINS, "B"), (WHITE_WINS, "W")]
    assert played(*won * 5).odds == 2 / 32
    assert not played(*won * 5).is_beyond_chance
    assert played(*won * 6).is_beyond_chance


def test_drawn_openings_do_not_change_the_odds() -> None:
    won: list[tuple[str, Side]] = [(BLACK_WINS, "B"), (WHITE_WINS, "W")]
    drawn: list[tuple[str, Side]] = [(DRAW, "B"), (DRAW, "W")]
    assert played(*won * 3, *drawn * 9).odds == played(*won * 3).odds == 2 / 8


def test_no_game_is_no_difference() -> None:
    assert (played().score, played().error, played().is_beyond_chance) == (0.5, None, False)


# play


def test_every_opening_is_played_with_both_colours_and_the_rules_are_kept() -> None:
    told_of: list[int] = []
    chosen = spread(2)
    match = play_match(SHALLOW, OTHER, chosen, 1, 30, lambda so_far: told_of.append(len(so_far.games)))
    assert told_of == [1, 2, 3, 4]
    assert [(game.opening, game.colour) for game in match.games] == [
        (opening.moves, colour) for opening in chosen for colour in ("B", "W")
    ]
    for game, archived in zip(match.games, match.archived("a test", ("one", "two")), strict=True):
        assert list(archived.positions())[3][0] == next(o.position for o in chosen if o.moves == game.opening)
        assert archived.tags["Black" if game.colour == "B" else "White"] == "one"
        assert all(0 < least <= most for least, most in game.seconds)


def test_a_game_with_the_most_moves_is_a_draw() -> None:
    (game, _) = play_match(SHALLOW, OTHER, spread(1), 1, 6).games
    assert (len(game.moves), game.result, game.end) == (6, DRAW, "Cut at 6 moves")


def test_a_player_against_itself_has_half_of_the_points() -> None:
    match = play_match(SHALLOW, SHALLOW, spread(1), 1, 40)
    assert match.score == 0.5
    assert match.games[0].moves == match.games[1].moves


def test_several_cores_play_the_same_games() -> None:
    here, there = (play_match(SHALLOW, OTHER, spread(2), workers, 20) for workers in (1, 2))
    assert [game.moves for game in here.games] == [game.moves for game in there.games]


# the command


def test_settings_of_a_player_are_separated_by_commas_or_given_one_by_one() -> None:
    together = player(["tables=t.tap,emphasis,SAVED=99,99,4,count=8"])
    assert together == {
        "emphasis": True,
        "tables": Path("t.tap"),
        "steering": {"SAVED": [99, 99, 4], "COUNT": [8]},
    }
    assert player(["tables=t.tap", "emphasis", "SAVED=99,99,4", "COUNT=8"]) == together
    assert told(together) == "tables=t.tap,emphasis,SAVED=99,99,4,COUNT=8"
    assert told(player(None)) == "default settings"


def test_the_command_shows_the_score_and_keeps_the_games(samuel: Samuel, tmp_path: Path) -> None:
    sheet = tmp_path / "games.pdn"
    ran = samuel(
        "match",
        *SETTINGS,
        "--openings",
        "2",
        "--moves",
        "12",
        "--workers",
        "1",
        "-o",
        sheet,
        "--model",
        "7090",
    )
    assert (ran.code, ran.err) == (0, "")
    assert "in all               4     0      4       0  50.0% ± 0.0" in ran.out
    assert "The difference is within chance" in ran.out
    assert "4 games of these draws reached the maximum number of moves" in ran.out
    assert "on an IBM 7090" in ran.out
    assert [len(game.moves) for game in pdn.read(sheet)] == [12] * 4


def test_the_command_as_json_has_all_games(samuel: Samuel) -> None:
    ran = samuel("match", *SETTINGS, "--openings", "1", "--moves", "8", "--workers", "1", "--json")
    record: dict[str, Any] = json.loads(ran.out)
    assert (record["wins"], record["draws"], record["losses"], record["error"]) == (0, 2, 0, None)
    assert record["second"] == "terms=1,COUNT=1,LIMIT=3,SURVEY=1"
    assert [game["first_plays"] for game in record["games"]] == ["Black", "White"]


def test_the_command_has_help_with_examples(samuel: Samuel) -> None:
    assert "samuel match" in samuel("match", "--help").out.partition("Examples:")[2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Both players have the same settings"),
        (["--first", "terms=many"], "'terms=many' is not a setting"),
        (["--first", "terms=0"], "1 to 99 terms"),
        (["--first", "tables"], "'tables' is not a setting"),
        (["--first", "emphasis=1"], "is not a setting"),
        (["--first", "emphasis"], "--tables"),
        (["--first", "COUNT"], "is not a steering word"),
        (["--first", "FOO=1", "--openings", "1"], "There is no steering word 'FOO'"),
        (["--first", "tables=nowhere.tap"], "nowhere.tap: there is no such file"),
        (["--first", "terms=5", "--openings", "0"], "--openings"),
        (["--first", "terms=5", "--openings", "999"], f"give at most {len(openings())}"),
        (["--first", "terms=5", "--workers", "0"], "--workers"),
        (["--first", "terms=5", "--model", "7070"], "There is no model '7070'"),
        (["--first", "terms=5", "-o", "."], "this is a folder"),
        (["--first", "terms=5", "-o", "nowhere/games.pdn"], "there is no folder nowhere"),
    ],
    ids=" ".join,
)
def test_bad_input_is_reported_in_a_sentence(samuel: Samuel, arguments: list[str], words: str) -> None:
    ran = samuel("match", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.sentence


def test_a_match_that_is_stopped_before_a_game_ends_leaves_no_file(
    samuel: Samuel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("samuel.studies.match.play_match", stopped)
    assert samuel("match", "--first", "terms=5", "-o", tmp_path / "games.pdn").code == 130
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_match_that_is_stopped_keeps_what_was_played(tmp_path: Path, workers: str) -> None:
    sheet = tmp_path / "games.pdn"
    command = [sys.executable, "-c", "import sys; from samuel.cli import main; sys.exit(main())", "match"]
    process = subprocess.Popen(
        [*command, *SETTINGS, "--moves", "40", "--openings", "174", "--workers", workers, "-o", sheet],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(8)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert re.fullmatch(rf"Stopped by the operator after \d+ of 348 games: {sheet} has them\.\n", err)
    assert "in all" in out
    assert len(list(pdn.read(sheet))) >= 1
