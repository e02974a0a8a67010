"""The games of the papers, listed and written as an archive that the program follows."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from samuel import paper
from samuel.checkers import pdn
from samuel.cli import main
from tests.rigs.cli_rig import Ran

Samuel = Callable[..., Ran]


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Samuel:
    monkeypatch.setenv("COLUMNS", "60")

    def run(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = main(list(map(str, arguments)))
        return Ran(code, *capsys.readouterr())

    return run


def test_the_archive_has_the_games_of_the_papers(ran: Samuel, tmp_path: Path) -> None:
    assert ran("games", "--pdn", tmp_path / "games.pdn").code == 0
    read = [(game.moves, game.result) for game in pdn.read(tmp_path / "games.pdn")]
    assert read == [(game.moves, game.result) for game in paper.games()]


def test_a_game_is_chosen_by_its_name_and_followed(ran: Samuel, tmp_path: Path) -> None:
    assert ran("games", "g-30", "--pdn", tmp_path / "one.pdn").code == 0
    (game,) = (game for game in paper.games() if game.name == "G-30")
    summary = json.loads(ran("follow", tmp_path / "one.pdn", "--json").out)
    assert (summary["games"], summary["moves"], summary["refused"]) == (1, len(game.moves), [])


def test_every_game_and_opponent_is_listed_whole_at_60_columns(ran: Samuel) -> None:
    shown = ran("games").out
    assert "…" not in shown
    assert all(f" {game.name}, " in shown for game in paper.games())
    assert all(each.opponent in shown for each in paper.encounters())


def test_json_has_moves_and_encounters(ran: Samuel) -> None:
    record = json.loads(ran("games", "--json").out)
    assert [len(game["moves"]) for game in record["games"]] == [len(game.moves) for game in paper.games()]
    assert sum(each["games"] for each in record["encounters"]) == sum(e.games for e in paper.encounters())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("G-2",), "no game 'G-2'"), (("--pdn", "/nowhere/games.pdn"), "/nowhere/games.pdn")],
)
def test_bad_input_is_reported_in_one_sentence(ran: Samuel, arguments: tuple[str, ...], said: str) -> None:
    found = ran("games", *arguments)
    assert (found.code, found.out) == (2, "")
    assert said in found.err and len(found.err.splitlines()) == 1
