"""`samuel fit fig3`: the program's numbers varied on the tree itself, with chance beside it."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from samuel.cli.comparing.fit import show
from samuel.fit.fig3 import state as fig3_state
from samuel.fit.fig3 import study as fig3
from samuel.fit.fig3.climb import LARGEST, SEARCHED_PHASES, begun, climb, drawn, searcher, varied
from samuel.fit.fig3.search import ALLOWED
from samuel.fit.fig3.study import RECORD, Fit, fit, keep, kept, searches
from samuel.studies import records
from samuel.studies.fig3.chance import Kind, recorded_draws
from samuel.trees.transcription import figure
from tests.samuel.cli.test_samuel_cli import Samuel, samuel

__all__ = ["samuel"]


def quietly(done: int, best: float) -> None:
    """Nobody watches."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Fit:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fig3, "DRAWS", 2)
        return fit(3, 2, tmp_path_factory.mktemp("fit") / "state.json", 2, quietly)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path))
    return tmp_path


# The climb


def test_what_is_varied_stays_within_what_the_papers_allow() -> None:
    setting = searcher().printed
    for number in range(500):
        setting = varied(setting, random.Random(number))
    assert all(abs(value) <= LARGEST for phase in setting.coefficients for value in phase)
    assert all(setting.numbers[name] in values for name, values in ALLOWED.items())
    assert setting.coefficients[2:] == searcher().printed.coefficients[2:]


def test_every_coefficient_of_the_searched_phases_and_every_number_is_varied() -> None:
    start = setting = searcher().printed
    moved, seen = set[tuple[int, int]](), set[tuple[str, int]]()
    for number in range(2000):
        setting = varied(setting, random.Random(number))
        moved |= {
            (phase, term)
            for phase, (one, other) in enumerate(zip(start.coefficients, setting.coefficients, strict=True))
            for term, (before, after) in enumerate(zip(one, other, strict=True))
            if before != after
        }
        seen |= set(setting.numbers.items())
    assert moved == {
        (phase, term) for phase in SEARCHED_PHASES for term in range(len(start.coefficients[phase]))
    }
    assert {name for name, number in seen if number != start.numbers[name]} == ALLOWED.keys()


def test_a_climb_never_goes_down_and_can_be_cut_in_two() -> None:
    start = begun(3)
    whole = climb(start, 6)
    assert whole.best.outcome.nearness >= start.best.outcome.nearness
    assert climb(climb(start, 2), 4) == whole


def test_a_climb_comes_nearer_than_the_printed_numbers() -> None:
    start = begun(0)
    assert climb(start, 30).best.outcome.nearness > start.best.outcome.nearness


@pytest.mark.parametrize("kind", ["shuffled", "random", "zero"])
def test_draws_of_chance_are_those_on_record(kind: Kind) -> None:
    recorded = recorded_draws()[kind][0]
    found = drawn(kind, 0)
    assert (found.shared, found.survey, found.move) == (recorded.shared, recorded.survey, recorded.move)


# The study


def test_a_study_has_what_was_climbed_unfitted_by_chance_and_fitted(small: Fit) -> None:
    told = small.as_dict()
    assert told["printed"]["nearness"] == round(begun(0).best.outcome.nearness, fig3.DIGITS)
    assert [each["nearness"] for each in told["climbs"]] == [
        round(2 * each["shared"] / (each["boards"] + len(figure().boards)), fig3.DIGITS)
        for each in told["climbs"]
    ]
    draws = [drawn("shuffled", number).nearness for number in range(2)]
    assert told["chance"]["shuffled"]["nearness"]["most"] == round(max(draws), fig3.DIGITS)
    assert told["chance"]["shuffled"]["nearness"]["deviation"] > 0


def test_the_table_shows_nearness_of_every_row(small: Fit, capsys: pytest.CaptureFixture[str]) -> None:
    show(small)
    printed = capsys.readouterr().out
    for outcome in (small.printed, *(each.best.outcome for each in small.climbs)):
        assert f"{outcome.nearness:.3f}" in printed
    for fared in small.chance.values():
        assert f"{fared.nearness.mean:.3f}" in printed


def test_the_progress_bar_ends_where_it_should(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fig3, "DRAWS", 1)
    told: list[int] = []
    fit(2, 1, tmp_path / "state.json", 1, lambda done, best: told.append(done))
    assert told == sorted(told)
    assert told[-1] == searches(2, 1)


def test_a_study_can_be_stopped_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fig3, "DRAWS", 1)
    state, at_once = tmp_path / "state.json", tmp_path / "other.json"
    fit(2, 1, state, 1, quietly)
    resumed = fit(4, 1, state, 1, quietly)
    whole = fit(4, 1, at_once, 1, quietly)
    assert resumed == whole
    assert json.loads(state.read_text()) == json.loads(at_once.read_text())


def test_climbers_that_are_not_asked_for_stay_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fig3, "DRAWS", 1)
    state = tmp_path / "state.json"
    fit(1, 2, state, 1, quietly)
    assert [each.seed for each in fit(2, 1, state, 1, quietly).climbs] == [0]
    read = fig3_state.read(state, searcher().printed)
    assert {seed: climb.trials for seed, climb in read.items()} == {0: 2, 1: 1}


def test_a_setting_whose_search_does_not_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samuel.fit.fig3.search.LIMIT", 1000)
    with pytest.raises(fig3_state.BadState, match="does not end"):
        fit(1, 1, tmp_path / "state.json", 1, quietly)


@pytest.mark.slow
def test_a_study_that_is_stopped_says_how_to_resume(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    command = [sys.executable, "-c", "import sys; from samuel.cli import main; sys.exit(main())"]
    process = subprocess.Popen(
        [*command, "fit", "fig3", "--trials", "100000", "--state", state],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not state.exists():
        time.sleep(0.1)
    time.sleep(1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    announced, _, said = err.partition("\n")
    assert announced.startswith("Searching: this takes about ")
    assert said.startswith(f"Stopped by the operator: {state} holds its state, and")
    assert err.endswith("the same command resumes from there.\n")
    assert fig3_state.read(state, searcher().printed).keys() & {0, 1}  # of one climber, or of both by then


def test_a_study_that_is_stopped_before_it_has_begun_says_only_that(
    samuel: Samuel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fig3, "fit", stopped)
    ran = samuel("fit", "fig3", "--state", tmp_path / "state.json")
    assert (ran.code, ran.err.splitlines()[-1]) == (130, "Stopped by the operator.")


# The record


def test_a_study_on_record_is_read_as_it_was_kept(small: Fit, elsewhere: Path) -> None:
    keep(small)
    found = kept()
    assert found is not None
    assert found.as_dict() == small.as_dict()


def test_without_a_record_there_is_none(elsewhere: Path) -> None:
    assert kept() is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("printed", None),
        ("printed", {}),
        ("climbs", []),
        ("climbs", "two"),
        ("climbs", [{"seed": 0}]),
        ("chance", {}),
        ("chance", {"shuffled": 1}),
        ("figure", float("inf")),
        ("printed", {"boards": -239, "shared": 1, "survey": 1, "move": "1-5"}),
    ],
)
def test_a_damaged_record_is_reported_in_a_sentence(
    small: Fit, elsewhere: Path, name: str, value: object
) -> None:
    RECORD.write({**small.as_dict(), name: value})
    with pytest.raises(records.BadRecord, match="is not a study: record one with samuel fit fig3 --record"):
        kept()


def test_a_record_without_measures_is_reported_in_a_sentence(elsewhere: Path) -> None:
    RECORD.write({})
    with pytest.raises(records.BadRecord, match="is not a study"):
        kept()


def test_the_climbs_on_record_reached_what_they_say() -> None:
    found = kept()
    assert found is not None
    assert found.printed == begun(0).best.outcome
    for each in found.climbs:
        assert searcher().search(each.best.setting) == each.best.outcome
