"""The timing study: the papers' times beside simulated ones, and where the time of a move went."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

from ibm7094.models import MODELS
from ibm7094.timing import counts_on
from samuel.checkers.rules import START
from samuel.cli import main
from samuel.paper import Quantity, counts, times
from samuel.player.evaluation import pace
from samuel.player.game import Game
from samuel.player.job import UnexpectedStop, program
from samuel.studies import records
from samuel.studies.fig3.free_run import free_run
from samuel.studies.timing import study as timing_study
from samuel.studies.timing.book_learning import MOVES as TALLIED
from samuel.studies.timing.book_learning import learning_evidence
from samuel.studies.timing.profile import FINE, OTHER, STRETCHES, Profile, profiled
from samuel.studies.timing.speedscope import WAITING, speedscope
from samuel.studies.timing.stopwatch import Task, Work, booted, clocked, loaded
from samuel.studies.timing.study import ModelTime, Study, TimeRow, cannot, on_models, study
from samuel.studies.timing.workbench import Workbench
from samuel.views import demo
from tests.rigs.cli_rig import Ran

Samuel = Callable[..., Ran]


def shallow(tree: bool = False) -> Task:
    """A move that takes little time, for tests of how time is measured."""
    return Task("SMMOVE", ("MOVE",), ("START", "COUNT 1", "LIMIT 3", "SURVEY 1"), "7094", tree)


@pytest.fixture(scope="module")
def found() -> Study:
    return study()


@pytest.fixture(scope="module")
def profile() -> Profile:
    return profiled(shallow(tree=True))


@pytest.fixture(scope="module")
def work() -> Work:
    return clocked(shallow(tree=True))


@pytest.fixture
def samuel(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, found: Study, profile: Profile
) -> Samuel:
    """The command, given a finished study and profile."""
    monkeypatch.setenv("IBM7094_TRACEBACK", "1")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr("samuel.studies.timing.study.study", lambda: found)
    monkeypatch.setattr("samuel.studies.timing.profile.profiled", lambda task: profile)

    def run(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = main(["timing", *map(str, arguments)])
        return Ran(code, *capsys.readouterr())

    return run


# The papers' times


def test_every_time_of_the_papers_has_a_row(found: Study) -> None:
    assert list(dict.fromkeys(row.paper.name for row in found.rows)) == list(times())


def test_every_threshold_holds(found: Study) -> None:
    assert [(row.paper.name, row.ratio) for row in found.rows if not row.holds] == []


def test_the_move_of_fig_3_is_within_a_factor_of_2_of_63_seconds(found: Study) -> None:
    (row,) = (row for row in found.rows if row.paper.name.endswith("Fig. 3") and row.within)
    assert row.simulated and row.within == 2
    assert 31.5 <= row.simulated[0] <= row.simulated[1] <= 126


def test_what_is_not_timed_says_why(found: Study) -> None:
    silent = [row for row in found.rows if row.simulated is None]
    assert silent and {row.verdict for row in silent} <= {"not built", "not run"}
    assert all(row.how.partition(": ")[2] for row in silent)


def test_what_is_timed_says_what_its_cycles_rest_on(found: Study) -> None:
    for row in found.rows:
        if row.simulated:
            assert sum(share.share for share in row.evidence) == pytest.approx(1), row.how


def test_the_learning_run_rests_on_the_tally_of_another_and_says_so(found: Study) -> None:
    (row,) = (row for row in found.rows if row.paper.name == "7094, book moves" and row.within)
    assert row.evidence == learning_evidence() and str(TALLIED) in row.remark


def test_what_is_computed_uses_the_numbers_of_the_paper(found: Study) -> None:
    reckoned = {row.paper.name: row.simulated for row in found.rows if row.model == "7094" and row.simulated}
    boards = {name: each.low for name, each in counts().items()}
    a_board = found.moves[0].board_seconds[1]
    minutes, hours = reckoned["7094, 66,000 boards"], reckoned["7094, 10 plies without alpha-beta"]
    assert minutes[1] * 60 == pytest.approx(boards["boards in five minutes"] * a_board)
    whole = boards["branching of the example"] ** boards["plies of the example"]
    assert hours[1] * 3600 == pytest.approx(whole * a_board)


def test_the_bit_count_misses_the_papers_by_a_cycle_and_a_remark_says_why(found: Study) -> None:
    (row,) = (row for row in found.rows if row.paper.unit == "cycles")
    assert row.simulated and row.simulated[1] == row.paper.low - 1
    bench = Workbench("704")
    _, span = bench.call("BTCNT", ac=0o377)
    words = [
        int(bench.machine.core[bench.machine.address("BTCNT") + step]) for step in range(span.instructions)
    ]
    guessed = [
        o for o in (bench.machine.table.codes[word >> 24] for word in words) if o and o.name in ("PAX", "PDX")
    ]
    assert span.cycles[1] - span.cycles[0] == len(guessed) == 4
    assert "PAX and PDX, of which it has four" in row.remark


def test_a_704_is_said_to_use_the_7090s_counts(found: Study) -> None:
    assert {row.counts for row in found.rows if row.model == "704"} == {counts_on("704")}
    assert "7090's" in counts_on("704")


def test_a_rate_and_a_time_give_their_smaller_number_first(found: Study) -> None:
    assert all(row.simulated[0] <= row.simulated[1] for row in found.rows if row.simulated)


def test_a_ratio_of_two_intervals_is_as_wide_as_it_can_be() -> None:
    paper = Quantity("x", 2.0, 4.0, "s", "S67", "", "printed", "")
    assert TimeRow(paper, "", "7094", (4.0, 8.0)).ratio == (1, 4)


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [((4.0, 8.0), "holds"), ((1.0, 8.0), "holds"), ((0.9, 3.0), "MISSED"), ((3.0, 8.1), "MISSED")],
)
def test_a_threshold_holds_within_its_factor_of_the_papers_range(
    ours: tuple[float, float], verdict: str
) -> None:
    paper = Quantity("x", 2.0, 4.0, "s", "S67", "", "printed", "")
    assert TimeRow(paper, "", "7094", ours, within=2).verdict == verdict


# Computing and devices apart


@pytest.mark.parametrize("end", [0, 1])
def test_what_elapsed_is_reading_computing_and_waiting(work: Work, end: int) -> None:
    assert work.elapsed[end] == pytest.approx(work.reading[end] + work.computing[end] + work.waiting)


def test_loading_is_timed_apart_and_is_in_no_other_time(work: Work) -> None:
    """A deck read from cards takes the time of its cards, and the move after it takes no longer for that."""
    job, loading = booted(program("samuel.deck"))
    assert clocked(shallow(tree=True), job).elapsed == pytest.approx(work.elapsed, abs=0.24)
    assert loading == loaded()
    assert loading.seconds[0] == pytest.approx(60 * loading.cards / 250, rel=0.02)


# Demo and timing agree


@pytest.fixture(scope="module")
def demonstrated() -> demo.Shown:
    return demo.perform(lambda what: None)


def test_demo_and_timing_give_the_same_time_for_the_move_of_fig_3(
    demonstrated: demo.Shown, found: Study
) -> None:
    (row,) = (row for row in found.rows if row.paper.name.endswith("Fig. 3") and row.within)
    assert demonstrated.comparison.seconds[1] == demonstrated.work.elapsed
    assert demonstrated.work.elapsed == pytest.approx(found.moves[0].elapsed)
    assert row.simulated == pytest.approx(demonstrated.work.elapsed)
    assert demonstrated.work.computing == pytest.approx(found.moves[0].computing)
    assert demonstrated.loading == found.loading


def test_the_free_run_and_the_record_have_that_time_too(demonstrated: demo.Shown) -> None:
    kept = records.AGREEMENT.kept()
    assert kept and demonstrated.work.elapsed == pytest.approx(kept["seconds"], abs=0.001)
    assert free_run().printed.seconds == pytest.approx(demonstrated.work.elapsed)
    assert free_run().text == demonstrated.work.text


def test_the_demo_shows_the_parts_of_the_time_and_loading_apart(
    demonstrated: demo.Shown, capsys: pytest.CaptureFixture[str]
) -> None:
    demo.show(demonstrated, Console(width=110, no_color=True))
    out = capsys.readouterr().out
    low, high = demonstrated.work.elapsed
    for text in (
        f"{low:.3g} to {high:.3g} s",
        "middle of that",
        "computing",
        "reading the card",
        "waiting for the printer",
        "loading",
    ):
        assert text in out
    assert "loading included" not in out


def test_devices_overlap_computing_by_what_the_processor_did_not_wait_for(work: Work) -> None:
    assert 0 < work.overlap < work.busy <= work.elapsed[1]
    assert work.overlap == pytest.approx(work.busy - work.waiting)
    assert max(device.seconds for device in work.devices) <= work.busy + 1e-9


def test_the_printer_moves_once_for_each_line(work: Work) -> None:
    (printer,) = (device for device in work.devices if "printer" in device.name)
    with Game(steering={"COUNT": 1, "LIMIT": 3, "SURVEY": 1}, tree=True) as game:
        game.move()
    assert printer.times == len(game.text.splitlines())


def test_printing_the_tree_scores_no_more_boards_and_takes_longer(work: Work) -> None:
    silent = clocked(shallow())
    assert silent.boards == work.boards > 0
    assert silent.elapsed[1] < work.elapsed[1]
    assert silent.instructions < work.instructions


# Where the time went


def test_the_profile_accounts_for_every_cycle(profile: Profile, work: Work) -> None:
    begun = (work.elapsed[0] - work.reading[0], work.elapsed[1] - work.reading[1])
    assert profile.elapsed == pytest.approx(begun)
    assert profile.computing == pytest.approx(work.computing)
    assert profile.waiting == pytest.approx(work.waiting)


@pytest.mark.parametrize("end", [0, 1])
def test_parts_routines_cards_and_stacks_add_up_to_the_whole(profile: Profile, end: int) -> None:
    for rows in (profile.parts, profile.routines, profile.cards):
        assert sum(row.own.seconds[end] for row in rows) == pytest.approx(profile.computing[end])
    assert sum(line.seconds[end] for line in profile.lines) == pytest.approx(profile.elapsed[end])


def test_the_root_of_all_calls_takes_all_the_time(profile: Profile) -> None:
    root = next(routine for routine in profile.routines if routine.name == "SMMOVE")
    assert root.whole.share == pytest.approx(1)
    assert all(line.routines[0].text == "SMMOVE" for line in profile.lines)


def test_evaluations_are_called_once_for_each_board_scored(profile: Profile, work: Work) -> None:
    calls = {routine.name: routine.calls for routine in profile.routines}
    assert calls["PNEVAL"] == work.boards


def test_a_routine_called_through_the_vector_is_called_by_its_own_name(profile: Profile) -> None:
    stacks = [[card.text for card in line.routines] for line in profile.lines]
    assert any(stack[-2:] == ["ABTREE", "PLEVL"] for stack in stacks)


def test_every_file_of_the_player_belongs_to_a_part(profile: Profile) -> None:
    assert OTHER not in {part.name for part in profile.parts}


@pytest.mark.parametrize("end", [0, 1])
def test_stretches_are_in_order_without_gaps_and_have_all_the_time_of_the_processor(
    profile: Profile, end: int
) -> None:
    executed = sum(line.seconds[end] for line in profile.lines[:-1])
    for stretches in (profile.stretches, profile.fine):
        assert sum(each.seconds[end] for each in stretches) == pytest.approx(executed)
        for before, after in pairwise(stretches):
            assert after.begins == pytest.approx(before.begins + before.seconds[1])
            assert after.routines != before.routines


def test_stretches_are_as_many_as_can_be_read_or_drawn(profile: Profile) -> None:
    assert 10 < len(profile.stretches) <= STRETCHES
    assert len(profile.stretches) <= len(profile.fine) <= FINE


def test_in_order_of_time_cards_are_read_before_the_search_and_the_move_is_printed_after_it(
    profile: Profile,
) -> None:
    order = [each.routines[-1].text for each in profile.stretches]
    assert order.index("VFCARD") < next(at for at, name in enumerate(order) if name == "SCROOT")
    longest = [each.begins for each in profile.longest(5)]
    assert longest == sorted(longest)


def test_a_flame_graph_has_all_the_time_and_names_waiting(profile: Profile) -> None:
    record = speedscope(profile, "a move")
    frames = record["shared"]["frames"]
    *merged, in_time = record["profiles"]
    assert record["activeProfileIndex"] == 1 and "merged" in merged[1]["name"]
    assert "in order of time" in in_time["name"] and len(in_time["samples"]) == len(profile.fine)
    assert speedscope(profile, "a move", in_time=True)["activeProfileIndex"] == 2
    for sampled, elapsed in zip(merged, profile.elapsed, strict=True):
        assert sampled["endValue"] == pytest.approx(1e6 * elapsed, abs=len(sampled["weights"]) * 0.01)
        assert len(sampled["samples"]) == len(sampled["weights"])
        assert all(0 <= frame < len(frames) for stack in sampled["samples"] for frame in stack)
    assert WAITING in {frame["name"] for frame in frames}
    assert frames[record["profiles"][0]["samples"][0][0]]["file"] == "player.fap"


# Other models


def test_a_model_without_an_operation_names_it() -> None:
    assert "CAQ" in cannot("evaluate.deck", "704")
    assert cannot("evaluate.deck", "7094") == ""


def test_an_evaluation_on_a_704_stops_where_it_cannot_continue() -> None:
    with pytest.raises(UnexpectedStop, match="is not an operation of a 704"):
        pace(START, model="704")


def test_the_pieces_run_on_a_704_and_the_player_does_not() -> None:
    cells = {each.what: each for each in on_models(["704"])}
    assert all(bool(each.seconds) != bool(each.trouble) for each in cells.values())
    assert cells["bit count"].seconds and "704" in cells["Fig. 3's move, computing"].trouble


# The command


def test_the_command_shows_rows_devices_and_verdicts(samuel: Samuel) -> None:
    ran = samuel()
    assert (ran.code, ran.err) == (0, "")
    for text in (
        "7094, the move of Fig. 3, s",
        "holds, threshold 2",
        "7090 page",
        f"704: {counts_on('704')}",
        "PAX and PDX",
        "not built",
        "reading the card",
        "waiting for printer and card reader",
        "Loading is not in these times",
        "while the processor",
    ):
        assert text in ran.out


def test_the_command_exits_1_if_a_threshold_is_missed(
    samuel: Samuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = Quantity("x", 1.0, 1.0, "s", "S67", "", "printed", "")
    missed = Study((TimeRow(paper, "x", "7094", (3.0, 3.0), within=2),), ())
    monkeypatch.setattr(timing_study, "study", lambda: missed)
    ran = samuel()
    assert ran.code == 1 and "MISSED" in ran.out
    assert not json.loads(samuel("--json").out)["holds"]


def test_json_has_rows_moves_models_and_profile(samuel: Samuel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing_study, "on_models", lambda models: (ModelTime("x", models[0], (1.0, 2.0)),))
    record = json.loads(samuel("--json", "--profile", "--top", "3", "--model", "709").out)
    assert {"rows", "fig_3", "models", "profile", "holds"} <= set(record)
    assert record["models"][0]["model"] == "709"
    assert len(record["profile"]["routines"]) == len(record["profile"]["cards"]) == 3


def test_the_profile_is_shown_by_part_routine_and_card(samuel: Samuel) -> None:
    ran = samuel("--profile", "--top", "5")
    assert all(text in ran.out for text in ("parameters", "By routine", "By card", "that it calls"))
    assert "Merged: all time" in ran.out and "in order of time" not in ran.out.lower()
    assert samuel("--profile", "--top", "5", "--order", "merged").out == ran.out


def test_the_profile_in_order_of_time_says_so_and_has_begin_and_length(samuel: Samuel) -> None:
    ran = samuel("--profile", "--top", "5", "--order", "time")
    assert all(text in ran.out for text in ("In order of time", "begins at", "lasts", "SMMOVE"))
    assert "By routine" not in ran.out
    record = json.loads(samuel("--json", "--profile", "--order", "time", "--top", "4").out)["profile"]
    assert record["order"] == "time" and len(record["stretches"]) == 4


@pytest.mark.parametrize("columns", ["60", "80"])
def test_a_narrow_terminal_has_everything_whole(
    samuel: Samuel, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    cells = tuple(ModelTime("an evaluation, 20 terms", model, (0.00308, 0.00336)) for model in MODELS)
    monkeypatch.setattr(timing_study, "on_models", lambda models: cells)
    arguments = ("--profile", "--model", "all", "--top", "5")
    wide = set(samuel(*arguments).out.split())
    monkeypatch.setenv("COLUMNS", columns)
    narrow = samuel(*arguments).out
    assert max(map(len, narrow.splitlines())) <= int(columns)
    words = {word for word in wide if not set(word) <= {"─"}}
    assert words - set(narrow.split()) == set()


def test_speedscope_writes_its_file(samuel: Samuel, tmp_path: Path) -> None:
    assert samuel("--speedscope", tmp_path / "move.json").code == 0
    assert json.loads((tmp_path / "move.json").read_text())["exporter"] == "samuel timing"
    assert samuel("--speedscope", tmp_path / "move.json").code == 0  # its own file is replaced


def test_speedscope_replaces_no_file_of_another_kind(samuel: Samuel, tmp_path: Path) -> None:
    other = tmp_path / "notes.json"
    other.write_text("[]")
    ran = samuel("--speedscope", other)
    assert ran.code == 2 and "--force" in ran.err and other.read_text() == "[]"
    assert samuel("--speedscope", other, "--force").code == 0
    assert other.read_text() != "[]"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--model", "7080"), "7080"),
        (("--speedscope", "/nowhere/x.json"), "/nowhere/x.json"),
        (("--order", "time"), "--profile"),
    ],
)
def test_bad_input_is_one_sentence(samuel: Samuel, arguments: tuple[str, ...], said: str) -> None:
    ran = samuel(*arguments)
    assert ran.code == 2 and ran.out == ""
    assert said in ran.err and len(ran.err.splitlines()) == 1
