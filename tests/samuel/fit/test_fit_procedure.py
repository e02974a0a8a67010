"""Trials of the search procedure on Fig. 3: each is counted, and has a control that shares all else."""

import json
from pathlib import Path

import pytest

from samuel.fit import procedure
from samuel.fit.procedure import TRIALS, Found, Tried, kept, tried
from samuel.player.steering import BY_NAME
from samuel.studies import records
from samuel.studies.fig3.forced import SHIPPED, Procedure, forced_replay
from samuel.studies.fig3.free_run import free_run
from samuel.trees.transcription import figure
from samuel.trees.tree import boards_of
from samuel.views.procedure import HEADINGS, rows, sentences


@pytest.fixture(scope="module")
def few() -> Tried:
    """Three trials, with two draws each."""
    with pytest.MonkeyPatch.context() as patch:
        wanted = {"as shipped", "analysis without alpha", "only its moves are stored with a path"}
        patch.setattr(procedure, "TRIALS", tuple(trial for trial in TRIALS if trial.name in wanted))
        return tried(2)


def named(found: Tried, name: str) -> Found:
    return next(trial for trial in found.trials if trial.name == name)


def test_the_first_trial_is_the_program_as_shipped() -> None:
    assert (TRIALS[0].cards, TRIALS[0].by) == ((), SHIPPED)


def test_every_card_of_a_trial_changes_a_default() -> None:
    for card in (card for trial in TRIALS for card in trial.cards):
        word = BY_NAME[card[:6].strip()]
        assert int(card[6:]) != word.default
        assert word.lowest <= int(card[6:]) <= word.highest


def test_no_two_trials_are_the_same() -> None:
    assert len({(trial.cards, trial.by) for trial in TRIALS}) == len({t.name for t in TRIALS}) == len(TRIALS)


def test_a_trial_is_the_free_run_and_the_replay_with_its_cards(few: Tried) -> None:
    found = named(few, "analysis without alpha")
    boards = boards_of(free_run(cards=["BOUND 0"]).printed.lines)
    replay = forced_replay(by=Procedure(bounded=False))
    assert found.outcome and found.replay
    assert found.outcome.boards == len(boards)
    assert found.outcome.shared == len(set(boards) & set(figure().boards))
    assert (found.replay.first, found.replay.saved) == (replay.first, replay.saved)


def test_what_only_the_replay_can_tell_has_no_free_run(few: Tried) -> None:
    found = named(few, "only its moves are stored with a path")
    assert found.replay
    assert (found.outcome, found.control) == (None, None)


def test_the_alpha_of_a_board_changes_only_orders_where_one_was_known() -> None:
    bounded, plain = forced_replay(), forced_replay(by=Procedure(bounded=False))
    changed = [one.at for one, other in zip(bounded.taken, plain.taken, strict=True) if one != other]
    assert changed
    assert all(at.alpha is not None and not at.stored for at in changed)


def test_trials_survive_their_record(few: Tried, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path))
    assert kept() is None
    procedure.keep(few)
    assert kept() == few
    assert json.loads(procedure.RECORD.path.read_text())["measures"]["draws"] == 2


def test_a_record_that_holds_something_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path))
    procedure.RECORD.write({"trials": 3})
    with pytest.raises(records.BadRecord, match="does not hold trials"):
        kept()


def test_every_trial_has_a_row_and_the_number_of_trials_is_said(few: Tried) -> None:
    shown = list(rows(few))
    assert len(shown) == len(few.trials)
    assert all(len(row) == len(HEADINGS) for row in shown)
    assert next(iter(sentences(few))).startswith("3 ways")


@pytest.mark.slow
def test_the_program_as_shipped_is_as_recorded() -> None:
    found = kept()
    assert found and found.trials[0].outcome and found.trials[0].replay
    assert procedure.RECORD.is_current()
    assert found.trials[0].outcome.boards == len(boards_of(free_run().printed.lines))
    assert found.trials[0].replay.first == forced_replay().first
