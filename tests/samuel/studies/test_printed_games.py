"""The papers' games with our program's choices: the record, and how agreement is counted."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from samuel.cli import main
from samuel.paper import games
from samuel.paper.archive import named
from samuel.player.game import Game, on_card
from samuel.studies import printed_games, records
from samuel.studies.printed_games import Beside, Own, counted, is_samuels

SHORT = named(["Fig. 3"])


@pytest.fixture(scope="module")
def short() -> tuple[Beside, ...]:
    return printed_games.run(SHORT, workers=1)


def test_the_record_has_every_move_of_every_game_and_is_of_the_program_as_it_is() -> None:
    found = printed_games.kept()
    assert found and [each.name for each in found] == [game.name for game in games()]
    assert printed_games.RECORD.is_current()


def test_a_game_gives_again_what_is_on_record(short: tuple[Beside, ...]) -> None:
    assert printed_games.differences(short) == []


def test_a_choice_is_that_of_a_move_in_play(short: tuple[Beside, ...]) -> None:
    with Game(" ".join(move.text() for move in SHORT[0].moves[:4])) as game:
        assert game.move().move == short[0].choices[4].own == on_card(SHORT[0].moves[4])


def test_another_choice_is_reported(short: tuple[Beside, ...]) -> None:
    (game,) = short
    other = replace(game, choices=(replace(game.choices[0], own="12-16"), *game.choices[1:]))
    assert printed_games.differences([other]) == ["Fig. 3: our program's choices differ from the record."]


def test_only_moves_of_samuels_programs_that_had_a_choice_are_counted() -> None:
    (game,) = SHORT
    assert is_samuels(game, "B") and not is_samuels(game, "W")
    same, other, forced = Own("a", "a", 0, 4), Own("a", "b", 0, 2), Own("a", "a", 0, 1)
    found = counted([Beside(game.name, (same, same, forced, same, other), (0, 0))], SHORT)
    assert (found.moves, found.same) == (2, 1)
    assert found.by_chance == pytest.approx(1 / 4 + 1 / 2)
    assert found.deviation == pytest.approx((3 / 16 + 1 / 4) ** 0.5)


def test_a_record_of_other_games_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path))
    assert printed_games.kept() is None
    printed_games.keep([Beside("G-0", (Own("11-15", "11-15", 0, 7),), (1.0, 2.0))])
    with pytest.raises(records.BadRecord, match="other games"):
        printed_games.kept()
    printed_games.RECORD.write({"G-0": {"choices": ["11-15"], "seconds": [1, 2]}})
    with pytest.raises(records.BadRecord, match="does not hold choices"):
        printed_games.kept()


def test_the_command_shows_the_moves_and_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "Fig. 3", "--choices"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "15-19 =" in shown and "the same move" in shown and "(22-17)" in shown
    assert main(["games", "Fig. 3", "--choices", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counted"]["moves"] == 3


@pytest.mark.parametrize("arguments", [["--record"], ["G-30", "--choices", "--record"]])
def test_only_the_choices_of_all_games_can_be_recorded(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", *arguments]) == 2
    assert "--choices of all games" in capsys.readouterr().err


@pytest.mark.slow
def test_all_choices_are_those_on_record() -> None:
    assert printed_games.differences(printed_games.run(games())) == []
