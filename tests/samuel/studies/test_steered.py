"""The polynomial learnt by fewer phases, with connectives and by powers of C: a study with a record."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from samuel.cli import main
from samuel.learning import book_tape
from samuel.learning.books import games_of, identify
from samuel.learning.run import learn
from samuel.studies.books import steered
from samuel.studies.books.steered import WAYS, Study, Way
from samuel.studies.records import BadRecord
from tests.samuel.learning.test_learning import some_games

MOVES = 40


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path / "own"))
    book_tape.write(tmp_path / "book.tap", some_games())
    return tmp_path / "book.tap"


@pytest.fixture
def study(book: Path) -> Study:
    return steered.run(book, identify(games_of(book), book.name), MOVES)


def test_every_way_is_a_run_with_its_cards(book: Path, study: Study) -> None:
    assert list(study.ways) == list(WAYS)
    assert study.moves == MOVES
    alone = learn(book, "polynomial", MOVES, test=895, more_cards=WAYS["three phases"])
    assert study.ways["three phases"].learnt == round(alone.rated["polynomial"].coefficient, 3)
    assert study.ways["three phases"].tested == round(alone.tested["polynomial"].coefficient, 3)


def test_a_study_is_kept_compared_and_shown(study: Study, capsys: pytest.CaptureFixture[str]) -> None:
    steered.keep(study)
    assert steered.kept() == study
    assert steered.is_comparable(study)
    assert steered.differences(study) == []
    other = replace(study, ways=study.ways | {"one phase": Way(0.9, 0.9, 0.9)})
    (said,) = steered.differences(other)
    assert said.startswith("one phase:")
    assert main(["table", "1", "--steered"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in WAYS)
    assert main(["table", "1", "--steered", "--json"]) == 0
    assert (
        json.loads(capsys.readouterr().out)["ways"]["C squared"]["learnt"] == study.ways["C squared"].learnt
    )


def test_table_2_is_not_steered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "2", "--steered"]) == 2
    assert capsys.readouterr().err == "--steered is for Table 1.\n"


def test_a_damaged_record_is_refused_in_a_sentence(book: Path) -> None:
    steered.RECORD.write({"ways": []})
    with pytest.raises(BadRecord, match="does not hold a study"):
        steered.kept()
