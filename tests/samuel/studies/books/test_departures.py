"""Table 2 as the paper prints it, and our departures: the study and what is on record."""

import json
from pathlib import Path

import pytest

from samuel.cli import main
from samuel.learning import book_tape
from samuel.learning.books import games_of, identify
from samuel.studies.books import departures as study
from samuel.studies.books.departures import Case, Departures
from tests.samuel.learning.test_learning import some_games


def recorded() -> Departures:
    found = study.kept()
    assert found is not None
    return found


@pytest.mark.slow
def test_a_record_is_read_as_it_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tmp_path / "book.tap"
    book_tape.write(book, some_games())
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path))
    found = study.run(book, identify(games_of(book), book.name), 25)
    study.keep(found)
    assert study.kept() == found
    assert study.is_comparable(found)
    assert study.differences(found) == []


def test_tables_lead_from_the_line_after_the_last_at_which_they_do_not() -> None:
    case = Case((), ((1, 0.5, 0.1), (2, 0.1, 0.1), (3, 0.2, 0.1), (4, 0.3, 0.1)))
    assert case.leads_from == 3
    assert Case((), ((1, 0.1, 0.2),)).leads_from is None


def test_on_record_every_departure_brings_the_tables_nearer_to_the_paper() -> None:
    cases = {name: case.lines[-1][1] for name, case in recorded().cases.items()}
    for name in ("changes instead of states", "our smoothing instead of the four", "groups of equal data"):
        assert cases["as printed"] < cases[name] < cases["ours"]


def test_on_record_the_case_as_printed_stays_below_the_polynomial() -> None:
    assert recorded().cases["as printed"].leads_from is None


def test_on_record_the_polynomial_begins_lower_if_less_is_remade() -> None:
    first = {name: case.lines[0][2] for name, case in recorded().beginnings.items()}
    assert first["remade after 100 book moves and more"] < 0 < first["ours"]


def test_the_command_shows_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "2", "--departures", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["departures"]["cases"]) == set(study.CASES)
    assert main(["table", "2", "--departures"]) == 0
    assert "as printed" in capsys.readouterr().out


def test_departures_are_of_table_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "1", "--departures"]) == 2
    assert "about Table 2" in capsys.readouterr().err
