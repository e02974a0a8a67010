"""`samuel table`: a run of the learning program beside Tables 1 and 2."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from samuel import paper
from samuel.checkers import pdn
from samuel.cli import main
from samuel.learning import book_tape
from samuel.learning import run as learning
from samuel.studies.books import tables_1_2
from samuel.studies.books.tables_1_2 import Book, bars_1, bars_2, table_1, table_2
from samuel.studies.thresholds import Threshold
from tests.rigs.facts import shared
from tests.samuel.learning.test_learning import some_games


def book(coefficients: dict[str, tuple[float, ...]], lines: tuple[tuple[int, float, float], ...]) -> Book:
    return Book("some games", lines[-1][0], lines, coefficients, lines[-1][0], (0.4, 0.3, 0.3), (30.0, 60.0))


def printed() -> dict[str, tuple[float, ...]]:
    rows = {term.name: [0.0] * 6 for term in paper.table_1()}
    for term in paper.table_1():
        rows[term.name][term.phase - 1] = term.hundredths / 100
    return {name: tuple(row) for name, row in rows.items()}


LINES = ((300, 0.1, 0.0), (1000, 0.2, 0.1), (5000, 0.3, 0.2))


def test_the_papers_own_coefficients_agree_with_table_1_in_every_phase() -> None:
    found = table_1(book(printed(), LINES))
    assert [phase.printed for phase in found.phases] == [19] * 6
    assert all(phase.same_sign == 19 for phase in found.phases)
    assert all(phase.rank_correlation == 1 for phase in found.phases)


def test_coefficients_with_the_sign_changed_disagree() -> None:
    changed = {name: tuple(-value for value in row) for name, row in printed().items()}
    found = table_1(book(changed, LINES))
    assert all(phase.same_sign == 0 for phase in found.phases)
    assert all(phase.rank_correlation == -1 for phase in found.phases)


def test_a_coefficient_that_is_not_printed_stands_alone() -> None:
    rows = table_1(book(printed() | {"OREO": (0.5,) * 6}, LINES)).rows
    assert rows["OREO"] == ((None, 0.5),) * 6


def test_table_2_has_the_papers_rows_up_to_the_runs_end_each_with_the_nearest_of_ours() -> None:
    rows = table_2(book(printed(), LINES))
    assert [row.moves for row in rows] == [row.moves for row in paper.table_2() if row.moves <= 5000]
    assert [row.own_moves for row in rows[:3]] == [300, 1000, 1000]


def test_book_moves_a_minute_come_from_the_simulated_time() -> None:
    assert book(printed(), LINES).a_minute == (5000, 10000)


def test_the_papers_own_numbers_hold_every_threshold() -> None:
    lines = tuple((row.moves, row.tables / 100, row.polynomial / 100) for row in paper.table_2())
    found = book(printed(), lines)
    assert all(bar.holds for bar in (*bars_1(found), *bars_2(found)))


def test_a_polynomial_that_leads_at_one_count_misses_the_threshold() -> None:
    lead, *_ = bars_2(book(printed(), (*LINES, (200_000, 0.2, 0.3))))
    assert lead.is_missed
    assert lead.found == "1 of 2"


@pytest.mark.parametrize("bars", [bars_1, bars_2])
def test_thresholds_do_not_apply_to_a_short_run(bars: Callable[[Book], tuple[Threshold, ...]]) -> None:
    poor = book(dict.fromkeys(printed(), (0.0,) * 6), ((5000, 0.1, 0.2),))
    assert not any(bar.is_missed for bar in bars(poor))
    assert not all(bar.holds for bar in bars(poor))


def test_a_test_lot_that_the_book_has_no_moves_for_is_not_judged() -> None:
    whole = book(printed(), (*LINES, (200_000, 0.5, 0.3)))
    nothing_left = replace(whole, not_lower=(0.0,) * 10)
    assert [bar.what for bar in bars_2(nothing_left) if bar.unasked] == [
        "unseen book moves rated first",
        "first or second",
    ]


def test_signs_of_published_names_are_counted_apart() -> None:
    changed = printed() | {"GUARD": (-0.3,) * 6}
    assert table_1(book(changed, LINES)).signs_of_published == (35, 40)


def test_the_run_on_record_was_made_by_todays_cards_and_holds_every_threshold() -> None:
    assert tables_1_2.RECORD.is_current()
    kept = tables_1_2.kept()
    assert kept is not None
    assert all(bar.holds for bar in (*bars_1(kept), *bars_2(kept)))


@pytest.mark.parametrize("number", ["1", "2"])
def test_the_run_on_record_is_shown(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", number]) == 0
    out, err = capsys.readouterr()
    assert ("met." in out, err) == (True, "")
    kept = tables_1_2.kept()
    assert kept is not None
    said = f"The run on record, of {kept.name}, made by: {tables_1_2.RECORD.command} "
    assert " ".join(out.split()).startswith(said)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("number", ["1", "2"])
def test_no_number_is_cut_on_a_narrow_screen(
    number: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    main(["table", number])
    out = capsys.readouterr().out
    assert "…" not in out
    assert max(map(len, out.splitlines())) <= width


def test_every_coefficient_in_print_is_shown_beside_ours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    main(["table", "1"])
    shown = re.findall(r"\((-?\d\.\d\d)\)", capsys.readouterr().out)
    assert sorted(map(float, shown)) == sorted(term.hundredths / 100 for term in paper.table_1())


def test_what_rounds_to_nothing_has_no_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path / "own"))
    tables_1_2.keep(book({"OREO": (-0.004,) * 6}, LINES))
    main(["table", "1"])
    *printed, row = (line for line in capsys.readouterr().out.splitlines() if line.startswith("OREO"))
    assert [line.split() for line in printed] == [["OREO"]] * 6  # by the program, which shows 0.00 below it
    assert row.split()[1:] == ["0.00"] * 6


@pytest.mark.parametrize("number", ["1", "2"])
def test_a_number_of_moves_without_a_book_is_refused(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", number, "--moves", "400"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith("--moves applies only to a new run")) == ("", True)


def test_a_new_run_is_reported_as_of_another_book_kept_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path / "own"))
    tape = tmp_path / "book.tap"
    book_tape.write(tape, some_games())

    def command(lines: tuple[tuple[int, float, float], ...], *more: str) -> tuple[int, str]:
        found = replace(book(printed(), lines), sha256="1" * 64, source="some games")
        monkeypatch.setattr(tables_1_2, "run", lambda *given: found)
        arguments = ["table", "2", "--book", str(tape), "--moves", "100", *more]
        return main(arguments), capsys.readouterr().err

    code, err = command(LINES)
    assert (code, "Not compared" in err) == (0, True)
    assert command(LINES, "--record") == command(LINES) == (0, "")
    code, err = command(((300, 0.1, 0.05), *LINES[1:]))
    assert (code, err.startswith("At 300 book moves C is")) == (1, True)


@pytest.mark.parametrize(
    ("moves", "code", "outcome"),
    [(200_000, 1, "MISSED"), (5_000, 0, f"only from {tables_1_2.LATE:,} book moves on")],
    ids=["whole run", "short run"],
)
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["for people", "for programs"])
def test_a_threshold_that_a_whole_run_misses_is_reported_and_exits_with_1(
    more: list[str],
    moves: int,
    code: int,
    outcome: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path / "own"))
    tables_1_2.keep(book(printed(), ((moves, 0.2, 0.3),)))
    assert main(["table", "2", *more]) == code
    out, err = capsys.readouterr()
    assert ("A threshold is missed: tables lead from 2,000 book moves on, 0 of 1" in err) == (code == 1)
    assert more or outcome in " ".join(out.split())


@pytest.mark.parametrize(
    "given",
    [[], ["--record"], ["--book", "none.pdn"]],
    ids=["no record", "record of no book", "no file"],
)
def test_what_cannot_be_done_is_one_sentence(
    given: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path / "own"))
    assert main(["table", "1", *given]) == 2
    out, err = capsys.readouterr()
    assert (len(err.splitlines()), out) == (1, "")


@pytest.mark.slow
def test_the_program_learns_as_it_did_when_the_run_was_recorded(tmp_path: Path) -> None:
    games = pdn.read(shared("games/period-games.pdn"))
    book_tape.write(tmp_path / "book.tap", games, shuffle=1967)
    kept = tables_1_2.kept()
    assert kept is not None
    recorded = [line for line in kept.lines if line[0] <= 5_446]
    found = learning.learn(tmp_path / "book.tap", tables_1_2.SCHEME, recorded[-1][0]).lines
    assert [(line.moves, line.tables and line.tables[0], line.polynomial[0]) for line in found][
        : len(recorded)
    ] == recorded
