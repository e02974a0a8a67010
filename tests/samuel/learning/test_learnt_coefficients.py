"""Coefficients that the learning program writes on tape, and what may steer them."""

import json
from pathlib import Path

import pytest

from samuel.cli import main
from samuel.learning import book_tape
from samuel.learning.run import learn
from samuel.player.coefficients import CONNECTIVES, NAMES, PARAMETERS, read_tape
from samuel.studies.books import tables_1_2
from samuel.studies.books.table_1_in_print import in_print, shared_terms
from tests.samuel.learning.test_learning import MOVES, native, some_games

STEERED = ["PHASES 3", "CONNEC 1", "POWER 2"]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    book_tape.write(tmp_path / "book.tap", some_games())
    return tmp_path / "book.tap"


def test_the_tape_has_the_coefficients_of_the_run_with_l_and_h(book: Path, tmp_path: Path) -> None:
    learnt = learn(book, "polynomial", MOVES, tmp_path / "c.tap")
    tape = read_tape(tmp_path / "c.tap")
    assert (tape.moves, tape.phases, tape.connectives) == (MOVES, 6, False)
    assert set(learnt.coefficients) == set(PARAMETERS)
    machine = native(book, [f"LEARN {MOVES}"])
    for name, row in learnt.coefficients.items():
        for phase, printed in enumerate(row):
            assert tape.values[phase][name] == round(1000 * printed)
            place = phase * len(NAMES) + NAMES.index(name)
            lower = int(machine.core[machine.address("LPLO") + place])
            higher = int(machine.core[machine.address("LPHI") + place])
            assert (tape.lower[phase][name], tape.higher[phase][name]) == (lower, higher)


def test_the_tape_has_the_cs_themselves_whatever_the_power(book: Path, tmp_path: Path) -> None:
    """Both have rated moves by other coefficients, so that L and H may differ; C follows from them."""
    learn(book, "polynomial", MOVES, tmp_path / "c.tap", more_cards=["POWER 3"])
    tape = read_tape(tmp_path / "c.tap")
    for phase in range(6):
        for name in PARAMETERS:
            lower, higher = tape.lower[phase][name], tape.higher[phase][name]
            assert tape.values[phase][name] == int(1000 * (lower - higher) / max(1, lower + higher))


def test_a_resumed_run_writes_the_same_tape(book: Path, tmp_path: Path) -> None:
    learn(book, "polynomial", MOVES, tmp_path / "whole.tap", more_cards=STEERED)
    learn(book, "polynomial", MOVES // 2, tmp_path / "parts.tap", more_cards=STEERED, every=10)
    learn(book, "polynomial", MOVES, tmp_path / "parts.tap", resume=True, more_cards=STEERED)
    assert (tmp_path / "parts.tap").read_bytes() == (tmp_path / "whole.tap").read_bytes()
    tape = read_tape(tmp_path / "whole.tap")
    assert (tape.phases, tape.connectives) == (3, True)
    assert any(tape.values[phase][name] for phase in range(3) for name in CONNECTIVES)
    assert not any(value for phase in range(3, 6) for value in tape.values[phase].values())


def test_the_command_steers_phases_connectives_and_power(
    book: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--phases", "3", "--connectives", "--power", "2", "--no-advantage"]
    tape = tmp_path / "c.tap"
    command = ["learn", "--book", str(book), "--scheme", "polynomial", "--moves", str(MOVES), *given]
    assert main([*command, "--out", str(tape), "--json"]) == 0
    coefficients = json.loads(capsys.readouterr().out)["coefficients"]
    assert set(coefficients) == set(NAMES)
    learn(book, "polynomial", MOVES, tmp_path / "same.tap", more_cards=STEERED)
    assert tape.read_bytes() == (tmp_path / "same.tap").read_bytes()


@pytest.mark.parametrize("given", [["--phases", "3"], ["--connectives"]])
def test_tables_have_six_phases_and_no_connectives(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", *given]) == 2
    assert "are for a polynomial learnt alone: add --scheme polynomial" in capsys.readouterr().err


def test_the_program_prints_the_nineteen_largest_on_record_in_the_papers_rows() -> None:
    kept = tables_1_2.kept()
    assert kept is not None
    lines = in_print(kept.coefficients)
    for phase in range(6):
        head, *rows = lines[5 * phase : 5 * phase + 5]
        assert head == f"PHASE {phase + 1} - TERMS AND COEFFICIENTS"
        largest = sorted(
            (name for name in PARAMETERS if kept.coefficients[name][phase]),
            key=lambda name: -abs(kept.coefficients[name][phase]),
        )[:19]
        assert [rows[0].split(), rows[2].split()] == [largest[:10], largest[10:]]


def test_terms_are_shared_with_the_paper_if_the_numbers_are_the_papers() -> None:
    from samuel import paper

    rows: dict[str, list[float]] = {}
    for term in paper.table_1():
        rows.setdefault(term.name, [0.0] * 6)[term.phase - 1] = term.hundredths / 100
    found = shared_terms(in_print(rows))
    assert found.shared == found.of == (19,) * 6
