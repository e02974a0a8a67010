"""Figs. 1 to 3 made again: agreement with the text, the measures of Fig. 3, and the record of them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from samuel.paper.fig3 import OPENING
from samuel.player.program import Program
from samuel.studies import records
from samuel.studies.alpha_beta import figures
from samuel.studies.alpha_beta.card_trees import Event, Printout
from samuel.studies.fig3 import agreement
from samuel.studies.fig3.agreement import YARDSTICKS, Agreement, Measured
from samuel.studies.fig3.chance import COLUMNS, KINDS, Kind, draw, recorded_draws, spread
from samuel.studies.fig3.forced import forced_replay
from samuel.studies.fig3.free_run import free_run
from samuel.trees.transcription import figure
from samuel.trees.treefile import the_figure


@pytest.fixture(scope="module")
def printout() -> Printout:
    return figures.look_at_figures()


@pytest.fixture(scope="module")
def measured() -> Measured:
    return agreement.measure(agreement.oracle_run(), free_run(), forced_replay())


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Records go to a folder of their own."""
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path / "own"))
    return tmp_path / "own"


# Figs. 1 and 2


def test_figure_1_agrees_with_the_text_in_every_row(printout: Printout) -> None:
    found = figures.figure_1(printout)
    assert [row for row in found.rows if not row.agrees] == []
    assert len(found.rows) == 7


def test_figure_2_agrees_with_the_text_in_every_step(printout: Printout) -> None:
    found = figures.figure_2(printout)
    assert [row for row in found.rows if not row.agrees] == []
    assert len(found.rows) == 27


@pytest.mark.parametrize(
    ("at", "change"),
    [
        (7, {"value": -3}),
        (8, {"value": 1}),
        (10, {"alpha": 0}),
        (20, {"other": "D"}),
        (21, {"board": "J"}),
        (21, {"kind": "ALPHA FINAL"}),
    ],
)
def test_a_step_that_the_text_does_not_describe_is_named(
    printout: Printout, at: int, change: dict[str, object]
) -> None:
    look = printout.looks[0]
    events = list(look.events)
    events[at] = replace(events[at], **change)  # type: ignore[arg-type]
    found = figures.figure_2(
        replace(printout, looks=(replace(look, events=tuple(events)), printout.looks[1]))
    )
    assert not found.agrees
    assert next(number for number, row in enumerate(found.rows) if not row.agrees) == at


def test_a_look_ahead_that_stops_early_does_not_agree(printout: Printout) -> None:
    look = replace(printout.looks[0], events=printout.looks[0].events[:20])
    found = figures.figure_2(replace(printout, looks=(look, printout.looks[1])))
    assert found.rows[20].machine == "nothing more"
    assert not found.agrees


def test_events_beyond_the_narration_are_not_compared(printout: Printout) -> None:
    look = printout.looks[0]
    further = replace(look, events=(*look.events, Event("SCORE", 4, "ZZ", 9)))
    assert figures.figure_2(replace(printout, looks=(further, printout.looks[1]))).agrees


# Fig. 3


def test_given_order_and_verdicts_the_search_makes_all_239_boards(measured: Measured) -> None:
    assert measured.measures.oracle_boards == 239


def test_the_free_run_is_what_the_program_answers(measured: Measured) -> None:
    choice = Program().move(OPENING)
    assert measured.own.text.startswith(choice.tree)
    assert (measured.measures.move, measured.measures.score) == (choice.move, choice.score)
    assert measured.own.printed.seconds == pytest.approx(choice.seconds)


def test_the_measures_are_those_on_record(measured: Measured) -> None:
    assert records.AGREEMENT.differences(measured.measures.as_dict()) == []


def test_the_measures_survive_json(measured: Measured) -> None:
    measures = measured.measures.as_dict()
    assert json.loads(json.dumps(measures)) == measures


def test_the_most_of_a_yardstick_is_what_the_figure_has(measured: Measured) -> None:
    most = {stick.measure: stick.most for stick in YARDSTICKS}
    printed, replay = the_figure(), measured.replay
    assert printed.chosen and printed.seconds
    assert most == {
        "oracle_boards": str(len(figure().boards)),
        "move": printed.chosen.move,
        "survey_paths": str(sum(line.kind == "survey" for line in printed.lines)),
        "survey_order": "1",
        "boards_shared": str(len(figure().boards)),
        "nearness": "1",
        "scores_level": "1",
        "seconds": f"{printed.seconds[0]:g}",
        "replay_first": str(replay.boards),
        "replay_saved": str(replay.known_moves),
        "replay_exact": str(replay.known),
        "replay_in_order": str(replay.known),
    }


@pytest.mark.parametrize(
    ("measure", "good", "bad"),
    [
        ("oracle_boards", 239, 238),
        ("move", "15-19", "8-11"),
        ("survey_paths", 6, 5),
        ("boards_shared", 92, 91),
        ("nearness", 0.43, 0.429),
        ("seconds", (62.0, 64.0), (64.0, 127.0)),
        ("replay_first", 61, 60),
        ("replay_saved", 66, 65),
        ("replay_exact", 10, 9),
    ],
)
def test_a_threshold_holds_from_its_figure_on(
    measured: Measured, measure: str, good: object, bad: object
) -> None:
    (stick,) = [stick for stick in YARDSTICKS if stick.measure == measure]

    def found(value: object) -> Agreement:
        return replace(measured.measures, **{measure: value})  # type: ignore[arg-type]

    assert stick.holds
    assert (stick.holds(found(good)), stick.holds(found(bad))) == (True, False)


def test_the_free_run_is_nearer_than_each_of_200_draws_of_shuffled_coefficients(measured: Measured) -> None:
    draws = recorded_draws()["shuffled"]
    assert len(draws) >= 200
    assert measured.measures.nearness > max(draw.nearness for draw in draws)


# The record


@pytest.mark.parametrize("golden", records.GOLDENS, ids=lambda golden: golden.name)
def test_the_record_was_made_by_the_decks_of_today(golden: records.Golden) -> None:
    assert golden.is_current(), f"record it with {golden.command}"


def test_the_printouts_are_as_recorded(printout: Printout, measured: Measured) -> None:
    assert records.FIGURES.differences(printout.text) == []
    assert records.ORACLE.differences(measured.oracle.text) == []
    assert records.FREE_RUN.differences(measured.own.text) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_draw_of_chance_is_as_recorded(kind: Kind) -> None:
    assert draw(kind, 0) == recorded_draws()[kind][0]


def test_a_text_is_kept_below_its_heading(elsewhere: Path) -> None:
    records.FIGURES.write("ONE  \nTWO")
    assert records.FIGURES.kept() == "ONE\nTWO\n"
    assert records.FIGURES.is_current()
    assert records.FIGURES.differences("ONE\nTWO   \n") == []
    assert records.FIGURES.differences("ONE\nTHREE") == [
        f"The program no longer prints what {records.FIGURES.path} holds."
    ]


def test_a_change_of_cards_makes_a_record_old(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records.FIGURES.write("ONE")
    records.AGREEMENT.write({"boards": 1})
    monkeypatch.setattr(records, "deck_hash", lambda deck: "another")
    assert not records.FIGURES.is_current()
    assert not records.AGREEMENT.is_current()


def test_a_measure_that_differs_either_way_is_named(elsewhere: Path) -> None:
    records.AGREEMENT.write({"boards": 266, "move": "15-19", "old": 1})
    assert records.AGREEMENT.differences({"boards": 267, "move": "15-19", "new": 2}) == [
        "boards is 267, and was recorded as 266.",
        "new is 2, and was recorded as None.",
        "old is None, and was recorded as 1.",
    ]


def test_a_missing_record_is_reported(elsewhere: Path) -> None:
    (sentence,) = records.AGREEMENT.differences({})
    assert sentence.endswith("record it with samuel figure 3 --record.")
    assert recorded_draws() == {}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"measures": 3}', "\0"])
def test_a_damaged_record_of_measures_is_refused(elsewhere: Path, text: str) -> None:
    elsewhere.mkdir()
    records.AGREEMENT.path.write_text(text)
    with pytest.raises(records.BadRecord, match="does not hold measures"):
        records.AGREEMENT.kept()


@pytest.mark.parametrize("text", ["", "kind\n", "\t".join(COLUMNS) + "\nshuffled\t1\t2\n"])
def test_a_damaged_record_of_chance_is_refused(elsewhere: Path, text: str) -> None:
    elsewhere.mkdir()
    records.CHANCE.path.write_text(text)
    with pytest.raises(records.BadRecord, match="does not hold draws"):
        recorded_draws()


def test_a_record_that_is_not_text_is_refused(elsewhere: Path) -> None:
    elsewhere.mkdir()
    records.FREE_RUN.path.write_bytes(b"\xff\xfe")
    with pytest.raises(records.BadRecord, match="is not text"):
        records.FREE_RUN.kept()


def test_a_spread_has_mean_deviation_and_most() -> None:
    found = spread([1, 2, 3])
    assert (found.mean, found.deviation, found.most) == (2, 1, 3)
    assert spread([5]).deviation == 0
