"""`samuel figure`, `samuel compare` and `samuel demo`: what they print, and their exit codes."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from time import perf_counter

import pytest
from rich.console import Console

from samuel.cli import main
from samuel.paper.fig3 import FIGURE
from samuel.studies import records
from samuel.studies.fig3 import agreement
from samuel.studies.fig3.chance import KINDS, Draw, record_draws, recorded_draws
from samuel.trees.treefile import the_figure
from samuel.views.side_by_side import side_by_side
from tests.rigs.cli_rig import Ran

Samuel = Callable[..., Ran]


@pytest.fixture
def samuel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Samuel:
    monkeypatch.setenv("IBM7094_TRACEBACK", "1")

    def run(*arguments: str | Path, columns: int = 100) -> Ran:
        monkeypatch.setenv("COLUMNS", str(columns))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Records go to a folder of their own."""
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path / "own"))
    return tmp_path / "own"


@pytest.mark.parametrize("command", ["figure", "compare", "demo"])
def test_every_command_has_help_with_examples(samuel: Samuel, command: str) -> None:
    ran = samuel(command, "--help")
    assert ran.code == 0
    assert f"samuel {command}" in ran.out.partition("Examples:")[2]
    assert "--json" in ran.out


# figures


@pytest.mark.parametrize(("number", "rows"), [(1, 7), (2, 27)])
def test_figures_1_and_2_agree_and_say_so(samuel: Samuel, number: int, rows: int) -> None:
    ran = samuel("figure", number, columns=80)
    assert (ran.code, ran.err) == (0, "")
    assert f"{rows} of {rows} agree with the text." in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "…" not in ran.out


def test_figure_2_as_json_has_every_step(samuel: Samuel) -> None:
    record = json.loads(samuel("figure", 2, "--json").out)
    assert (record["agreeing"], record["of"], record["agrees"]) == (27, 27, True)
    assert record["rows"][4] == {
        "what": "        E  score",
        "paper": "2",
        "machine": "2",
        "agrees": True,
        "standing": "printed",
        "place": "Alpha-beta pruning",
    }


def test_figure_3_prints_measures_bars_chance_and_the_comparison(samuel: Samuel) -> None:
    ran = samuel("figure", 3)
    assert (ran.code, ran.err) == (0, "")
    for text in ("239 met", "forced replay: first tries", "shuffled", "with chance", "USAGE", "ENDS"):
        assert text in ran.out
    assert "First divergence" in ran.out


def test_figure_3_as_json_has_the_measures_of_the_record(samuel: Samuel) -> None:
    record = json.loads(samuel("figure", 3, "--json").out)
    assert record["measures"] == records.AGREEMENT.kept()
    assert record["differences"] == []
    assert len(record["replay"]["crossroads"]) == 110
    assert set(record["chance"]) == set(KINDS)


def test_a_measure_that_left_the_record_is_named_and_exits_with_1(samuel: Samuel, elsewhere: Path) -> None:
    found = json.loads(samuel("figure", 3, "--json").out)["measures"]
    records.AGREEMENT.write(found | {"boards_shared": found["boards_shared"] + 1})
    ran = samuel("figure", 3, "--json")
    assert ran.code == 1
    expected = f"boards_shared is {found['boards_shared']}, and was recorded as {found['boards_shared'] + 1}."
    assert ran.err.splitlines()[0] == expected


def test_a_bar_that_is_missed_is_named_and_exits_with_1(
    samuel: Samuel, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = replace(the_figure(), seconds=(1.0, 1.0))
    monkeypatch.setattr(agreement, "the_figure", lambda: quick)
    ran = samuel("figure", "3")
    assert ran.code == 1
    assert "free run: simulated seconds" in ran.err
    assert "MISSED" in ran.out


def test_record_keeps_what_was_printed(samuel: Samuel, elsewhere: Path) -> None:
    assert samuel("figure", 1).code == 1
    assert samuel("figure", 1, "--record").code == 0
    assert samuel("figure", 2).code == 0
    assert records.FIGURES.is_current()


@pytest.mark.slow
def test_record_of_figure_3_keeps_trees_measures_and_draws(samuel: Samuel, elsewhere: Path) -> None:
    assert samuel("figure", 3, "--record", "--chance", 1).code == 0
    assert {path.name for path in elsewhere.iterdir()} == {
        golden.name for golden in records.GOLDENS if golden != records.FIGURES
    }
    assert [len(draws) for draws in recorded_draws().values()] == [1, 1, 1]
    ran = samuel("figure", 3)
    assert (ran.code, ran.err) == (0, "")


def test_draws_of_earlier_cards_are_told(
    samuel: Samuel, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draws = (Draw(40, 50, 4, 1, 250, 60, 6, "15-19"),)
    record_draws(dict.fromkeys(KINDS, draws))
    monkeypatch.setattr(records, "deck_hash", lambda deck: "another")
    assert "made with an earlier version of the program" in samuel("figure", 3).err


@pytest.mark.parametrize("arguments", ["4", "0", "x", "", "1 --chance 3", "3 --chance 0"])
def test_a_figure_that_is_not_there_is_refused(samuel: Samuel, arguments: str) -> None:
    ran = samuel("figure", *arguments.split())
    assert ran.code == 2
    assert ran.sentence


def test_all_figures_are_made_again_within_ten_seconds(samuel: Samuel) -> None:
    samuel("figure", 3)  # so that everything is in the cache
    began = perf_counter()
    assert [samuel("figure", number).code for number in (1, 2, 3)] == [0, 0, 0]
    assert perf_counter() - began < 10


# compare


def test_a_tree_compared_with_itself_exits_with_0(samuel: Samuel) -> None:
    ran = samuel("compare", FIGURE, FIGURE)
    assert (ran.code, ran.err) == (0, "")
    assert "The trees are equal." in ran.out


def test_the_oracles_tree_is_equal_to_the_figure(samuel: Samuel) -> None:
    assert samuel("compare", FIGURE, records.ORACLE.path).code == 0


def test_trees_that_differ_exit_with_1_and_show_where(samuel: Samuel) -> None:
    ran = samuel("compare", FIGURE, records.FREE_RUN.path)
    assert ran.code == 1
    assert "First divergence" in ran.out
    record = json.loads(samuel("compare", FIGURE, records.FREE_RUN.path, "--json").out)
    assert record["equal"] is False
    assert record["boards"]["a"] == 239


def test_a_tree_of_another_position_needs_its_moves(samuel: Samuel, tmp_path: Path) -> None:
    tree = tmp_path / "tree.txt"
    opening = ("11-15", "23-19")
    shallow = ("--steer", "COUNT=1", "--steer", "LIMIT=3", "--steer", "SURVEY=1")
    tree.write_text(samuel("move", *opening, *shallow).out)
    assert samuel("compare", tree, tree).code == 2
    assert samuel("compare", tree, tree, "--moves", " ".join(opening)).code == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: "1. e4 e5 2. Nf3 Nc6\n", "tree heading"),
        (lambda text: "", "tree heading"),
        (lambda text: text[: len(text) // 2], "begins in line 1 is incomplete"),
        (lambda text: text.replace("23-16,12-19", "23-17,12-19", 1), "Line 2: 23-17 at ply 2"),
        (lambda text: text.replace("USAGE", "WASTE"), "Line 9[0-9] should be the USAGE"),
        (lambda text: text + "x" * 600, "too long"),
    ],
)
def test_damaged_and_foreign_trees_are_refused_in_one_sentence(
    samuel: Samuel, tmp_path: Path, change: Callable[[str], str], why: str
) -> None:
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(change(records.ORACLE.kept() or ""))
    ran = samuel("compare", FIGURE, damaged)
    assert ran.code == 2
    assert "damaged.txt" in ran.sentence
    assert re.search(why, ran.sentence)


def test_files_that_are_missing_or_no_text_are_refused(samuel: Samuel, tmp_path: Path) -> None:
    (tmp_path / "core").write_bytes(bytes(range(256)))
    for name in ("missing", "core", ""):
        ran = samuel("compare", FIGURE, tmp_path / name)
        assert ran.code == 2
        assert ran.sentence


# demo


@pytest.mark.parametrize("columns", [80, 120, 170])
def test_the_demonstration_fits_the_terminal(samuel: Samuel, columns: int) -> None:
    ran = samuel("demo", columns=columns)
    assert (ran.code, ran.err) == (0, "")
    rows = ran.out.splitlines()[1:]  # the first is a sentence, which the terminal wraps
    assert max(map(len, rows)) <= columns
    for text in ("Fig. 3: 239 boards", "search after 15-19", "move chosen", "63 s", "Black to move"):
        assert text in ran.out


@pytest.mark.parametrize("columns", [80, 170])
def test_the_legend_speaks_of_scores_only_where_they_are_shown(samuel: Samuel, columns: int) -> None:
    out = samuel("demo", columns=columns).out
    survey = next(row for row in out.splitlines() if "15-19,23-16,12-19" in row)
    assert ("scores are octal" in out) == ("00014" in survey) == (columns > 80)


@pytest.mark.parametrize("coloured", [True, False])
def test_the_legend_speaks_of_colours_only_where_there_are_any(
    samuel: Samuel, monkeypatch: pytest.MonkeyPatch, coloured: bool
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    if not coloured:
        monkeypatch.setenv("NO_COLOR", "1")
    assert ("only in Fig. 3" in samuel("demo").out) is coloured


def test_the_demonstration_as_json_has_tree_and_comparison(samuel: Samuel) -> None:
    record = json.loads(samuel("demo", "--json").out)
    assert record["boards"]["a"] == 239
    assert "MOVE TREE" in record["tree"]


def test_a_line_without_room_ends_behind_a_whole_move() -> None:
    lines = the_figure().lines
    for width in range(60, 110):
        paper = StringIO()
        Console(width=width, file=paper).print(side_by_side(lines, lines, ("A", "B"), width))
        text = paper.getvalue()
        assert max(map(len, text.splitlines())) <= width
        assert text.count("…") == len(re.findall(r"[-,][ \d]\d-[ \d]\d…", text))
        assert "…" in text


def test_a_tree_beside_itself_is_shared_throughout() -> None:
    lines = the_figure().lines
    paper = StringIO()
    Console(width=170, file=paper).print(side_by_side(lines, lines, ("A", "B"), 170))
    rows = [row for row in paper.getvalue().splitlines() if row.startswith("=")]
    assert len(rows) == len(lines)
    assert all(row[:83].rstrip() == row[86:].rstrip() for row in rows)
