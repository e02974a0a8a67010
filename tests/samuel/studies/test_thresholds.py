"""Thresholds: one place for each, so that commands and the report agree on which apply and which are met."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from samuel.cli import main
from samuel.report.blocks import Section, Table
from samuel.report.sections import books
from samuel.report.sections import griffith as griffith_section
from samuel.resources import RECORDS
from samuel.studies import records, thresholds
from samuel.studies.books import griffith, tables_1_2
from samuel.studies.fig3 import agreement
from samuel.studies.thresholds import Threshold

Said = dict[str, bool | None]


def judged(found: tuple[Threshold, ...]) -> Said:
    return {each.what: each.verdict for each in found}


def in_report(section: Section) -> Said:
    return {result.what: result.holds for result in section.results if result.asked}


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Records of the test's own."""
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path))
    return tmp_path


def test_a_threshold_that_does_not_apply_is_neither_met_nor_missed() -> None:
    poor = Threshold("it", "2", "1", holds=False)
    assert poor.is_missed and poor.verdict is False and thresholds.missed([poor])
    short = replace(poor, unasked="only from 3 on")
    assert not short.is_missed and short.verdict is None and thresholds.missed([short]) == []
    assert "does not apply: only from 3 on" in str(short)


def test_the_report_and_the_tables_judge_the_run_on_record_alike(capsys: pytest.CaptureFixture[str]) -> None:
    run = tables_1_2.kept()
    assert run
    said: Said = {}
    for number, bars in ((1, tables_1_2.bars_1(run)), (2, tables_1_2.bars_2(run))):
        main(["table", str(number), "--json"])
        shown = json.loads(capsys.readouterr().out)["bars"]
        assert {each["what"]: None if each["unasked"] else each["holds"] for each in shown} == judged(bars)
        said |= judged(bars)
    assert in_report(books.section()) == said


def test_a_short_run_is_judged_by_no_threshold_in_table_and_report(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tables_1_2._from(json.loads((RECORDS / "learning.json").read_text())["measures"])
    tables_1_2.keep(replace(run, moves=1000, terms_moves=1000))
    assert set(in_report(books.section()).values()) == {None}
    assert books.section().missed == ()
    assert main(["table", "2"]) == 0
    assert "does not apply: only from" in " ".join(capsys.readouterr().out.split())
    table = next(b for b in books.section().blocks if isinstance(b, Table) and b.heads[-1] == "threshold")
    assert all("only from" in row[-1].text and not row[-1].tone for row in table.rows)


def test_a_small_test_of_griffiths_is_judged_by_no_threshold_in_command_and_report(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = griffith.RECORD
    measures = json.loads((RECORDS / whole.name).read_text())["measures"]
    whole.write(measures)
    trial = griffith.kept()
    assert trial and griffith.is_whole(trial)
    assert in_report(griffith_section.section()) == judged(griffith.thresholds(trial))
    assert main(["griffith"]) == (1 if thresholds.missed(griffith.thresholds(trial)) else 0)
    griffith.keep(replace(trial, rated=10))
    assert set(in_report(griffith_section.section()).values()) == {None}
    capsys.readouterr()
    assert main(["griffith"]) == 0
    assert "does not apply" in capsys.readouterr().out


def test_fig_3_is_judged_by_its_yardsticks_alone() -> None:
    kept = records.AGREEMENT.kept()
    assert kept
    found = agreement.Agreement(**{**kept, "seconds": tuple(kept["seconds"])})
    assert judged(agreement.thresholds(found)) == {
        stick.what: stick.holds(found) for stick in agreement.YARDSTICKS if stick.holds
    }
    poor = replace(found, boards_shared=0)
    assert thresholds.missed(agreement.thresholds(poor)) == [
        "A threshold is missed: free run: boards of the figure, 0, should be 92."
    ]
