"""Griffith's scheme as his memo writes it: the study and the test on record."""

import json
from pathlib import Path

import pytest

from samuel.cli import main
from samuel.learning import book_tape
from samuel.learning.books import games_of, identify
from samuel.studies.books import griffith_written as study
from samuel.studies.books.griffith import LOTS, rows, told
from samuel.studies.books.griffith_written import Trial
from tests.samuel.learning.test_learning import some_games

MOVES, RATED = 12, 2


@pytest.fixture
def book(tmp_path: Path) -> Path:
    book_tape.write(tmp_path / "book.tap", some_games())
    return tmp_path / "book.tap"


@pytest.fixture
def trial(book: Path) -> Trial:
    return study.run(book, identify(games_of(book), book.name), MOVES, RATED)


def recorded() -> Trial:
    found = study.kept()
    assert found is not None
    return found


def test_each_curve_has_its_points_and_each_point_its_lots(trial: Trial) -> None:
    for curve in trial.curves.values():
        assert [point.learnt for point in curve] == [2, 4, 6, 12]
        assert all(point.lots[lot]["tables"].moves == RATED for point in curve for lot in LOTS)


def test_a_record_is_read_as_it_was_kept(
    trial: Trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path))
    study.keep(trial)
    assert study.kept() == trial
    assert study.is_comparable(trial)
    assert study.differences(trial) == []


def test_on_record_the_memos_figures_are_near() -> None:
    found = {row.what: row for row in rows(recorded().curves["kin"])}
    for what in ("rated first", "rated second", "accurate", "index of the tables"):
        assert abs(found[what].difference("new")) <= 2


def test_on_record_the_chosen_sets_gain_on_positions_not_learnt_from() -> None:
    assert recorded().gain("new") > 0
    assert recorded().gain("further") > 0


def test_on_record_the_tables_fall_on_positions_learnt_from_and_stay_above() -> None:
    for curve in recorded().curves.values():
        _, falls, above = told(curve)
        assert falls.agrees and above.agrees


def test_the_command_shows_sets_and_curves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["griffith", "--written", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["trial"]["sets"]["chosen"]) == 8


def test_a_book_that_is_too_short_is_reported_in_one_sentence(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["griffith", "--written", "--book", str(book)]) == 2
    assert "too few moves" in capsys.readouterr().err
