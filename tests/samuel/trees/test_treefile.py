"""Trees read from files: Fig. 3 in every form, damaged ones, and text that is not a tree."""

import os
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from samuel.checkers.rules import START, Position, legal_moves
from samuel.paper.fig3 import FIGURE, FIGURE_3_BOARD
from samuel.trees import figure_page, result
from samuel.trees.compare import compare
from samuel.trees.replay import replay
from samuel.trees.transcription import figure
from samuel.trees.tree import BadTree, Chosen, Line
from samuel.trees.treefile import Printed, read_any, the_figure
from samuel.views.comparison import render
from tests.rigs.facts import shared
from tests.rigs.tree_rig import few, figure_page_text, oracle_text, page, read_text, start_of, table, trees


@few
@given(trees())
def test_a_page_is_read_as_it_was_meant_or_refused_as_open(tree: Printed) -> None:
    try:
        read = figure_page.read([*page(tree), *table(tree)], start_of(tree))
    except BadTree as error:
        assert "USAGE and ENDS do not decide" in str(error)
    else:
        assert read.lines == tree.lines


# Fig. 3 from files


def test_the_transcription_is_read() -> None:
    printed = read_any(FIGURE)
    assert printed.lines == the_figure().lines
    assert printed.chosen == the_figure().chosen


def test_the_lost_plies_of_the_page_are_found_by_legality_usage_and_ends() -> None:
    lines = read_text(figure_page_text()).lines
    assert [(x.kind, x.serial, x.ply, x.moves, x.score) for x in lines] == [
        (x.kind, x.serial, x.ply, x.moves, x.score) for x in the_figure().lines
    ]


def test_the_scan_is_refused_at_each_damaged_line_until_it_is_repaired() -> None:
    scan = shared("seeds/000_b7d4587b99a76845.txt").read_text()
    rows = scan[scan.index("MOVE TREE") :].splitlines()[:97]
    refused = []
    damaged = [number for number, line in enumerate(figure().lines, 2) if line.repaired]
    while True:
        try:
            lines = read_text("\n".join(rows)).lines
            break
        except BadTree as error:
            line = next(number for number in damaged if f"Line {number}:" in str(error))
            refused.append(line)
            repaired = figure().lines[line - 2].repaired
            assert repaired
            assert f"replace {repaired[0]} by {repaired[1]}" in str(error)
            assert "traces/paper/fig3.tsv" in str(error)
            rows[line - 1] = rows[line - 1].replace(*repaired)
    assert refused == [36, 46, 47, 58, 84]
    assert [line.ply for line in lines] == [line.ply for line in the_figure().lines]


def test_what_the_player_prints_below_a_tree_is_its_choice() -> None:
    text = oracle_text().replace("MOVE  15-19   SCORE", "GAME 1  MOVE   5  BLACK  15-19      SCORE")
    text = text.split("NOT ANSWERED")[0]
    assert "GAME 1" in text
    assert read_text(text).chosen == Chosen("15-19", 0o34)


@pytest.mark.parametrize("seconds", [(69.83, 89.49), (0.5, 0.5), (90000.0, 119990.125)])
def test_the_line_below_a_tree_gives_back_its_choice_and_its_time(seconds: tuple[float, float]) -> None:
    line = result.line_of(Chosen("22-8", -9), seconds)
    read = read_text(oracle_text().split("MOVE  15-19")[0] + f"{line}\n")
    assert (read.chosen, read.seconds) == (Chosen("22-8", -9), seconds)


def test_the_choice_below_a_second_tree_is_not_that_of_the_first() -> None:
    text = oracle_text()
    read = read_text(text.split("MOVE  15-19")[0] + text)
    assert (read.chosen, read.seconds) == (None, None)


def test_the_time_of_the_paper_belongs_to_the_tree_of_the_figure_in_either_form() -> None:
    assert read_any(FIGURE).seconds == read_text(figure_page_text()).seconds == the_figure().seconds
    other = "\n".join(row for row in FIGURE.read_text().splitlines() if not row.startswith("93"))
    assert read_text(other).seconds is None


# Text that is not a tree


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "tree heading"),
        (b"PLY 1 2 3\n", "tree heading"),
        (b"MOVE TREE\n\xff\xfe\x00\x01", "Line 2 is not text"),
        (b"MOVE TREE ALPHA BETA SCORE\n", "no tree below it"),
        (b"MOVE TREE ALPHA BETA SCORE\n1. e4 e5 2. Nf3\n", "Line 2 should hold moves"),
        (b"MOVE TREE ALPHA BETA SCORE\n 9-14  00012\n", "Line 2 has neither"),
        (
            b"MOVE TREE ALPHA BETA SCORE\n15-24 1 00012\n",
            "Line 2: 15-24 at ply 1 is not legal",
        ),
        (b"MOVE TREE ALPHA BETA SCORE\n15-19 1 00012\n3 24-15 00012\n", "Line 3 continues path 3"),
        (b"MOVE TREE ALPHA BETA SCORE\n15-19 1 00012\nPLY 3 4\nUSAGE 1 x\n", "Line 4 should be the USAGE"),
        (b"MOVE TREE ALPHA BETA SCORE PLY\n", "begins in line 1 is incomplete"),
        (
            b"MOVE TREE ALPHA BETA SCORE\n15-19 1 00012\nPLY 3\nUSAGE 1\nENDS " + b"9" * 5000,
            "Line 5 is too long",
        ),
    ],
)
def test_foreign_text_is_refused_with_its_line(text: bytes, why: str) -> None:
    with pytest.raises(BadTree, match=why):
        read_text(text)


def test_half_a_page_without_its_table_is_refused_where_it_is_open() -> None:
    with pytest.raises(BadTree, match="can begin at ply 6 or 10, and there are no USAGE and ENDS to decide"):
        read_text("\n".join(page(the_figure())[:50]))


def test_half_a_page_with_the_whole_table_is_refused() -> None:
    with pytest.raises(BadTree, match="do not match its USAGE and ENDS"):
        read_text("\n".join([*page(the_figure())[:50], *table(the_figure())]))


def line_of(text: str, part: str) -> int:
    """The number of the first line that contains this."""
    return next(number for number, row in enumerate(text.splitlines(), 1) if part in row)


def test_an_impossible_move_of_a_transcription_is_named_by_the_line_of_the_file() -> None:
    text = FIGURE.read_text().replace("10-15 19-10", "10-15 19-16").replace("19-16 19-10", "19-16 19-16")
    where = line_of(text, "10-15 19-16")
    with pytest.raises(BadTree, match=f"Line {where}: 19-16 at ply 6 is not legal, White has 19-10"):
        read_text(text)


def test_an_impossible_move_of_a_printout_is_named_by_the_line_of_the_file() -> None:
    text = "A GAME\n\n" + oracle_text().replace("*27-23", "*27-32", 1)
    with pytest.raises(BadTree, match=f"Line {line_of(text, '*27-32')}: 27-32 at ply 10 is not legal"):
        read_text(text)


@pytest.mark.parametrize("form", ["own", "tsv"])
def test_a_line_that_occurs_twice_is_refused_by_the_lines_of_the_file(form: str) -> None:
    text = {"own": oracle_text(), "tsv": FIGURE.read_text()}[form]
    rows = text.splitlines()
    last = line_of(text, {"own": "PLY     3", "tsv": "93\tstar"}[form]) - (form == "own")
    rows.insert(last, rows[last - 1])
    with pytest.raises(
        BadTree, match=f"Line {last + 1}: 6-9 at ply 5 is not new, line {last} has that board"
    ):
        read_text("\n".join(rows))


def test_two_jumps_with_the_same_ends_are_both_new() -> None:
    position = Position.from_fen("B:W7,8,15,16:BK3")
    ends = [move.printed() for move in legal_moves(position)]
    twice = next(move for move in ends if ends.count(move) == 2)
    lines = [Line("survey", serial, 1, (twice,), 0, None, None) for serial in (1, 2, 3)]
    replay(lines[:2], position)
    with pytest.raises(BadTree, match="is not new"):
        replay(lines, position)


def test_a_line_number_that_is_not_one_is_refused() -> None:
    text = FIGURE.read_text().replace("\n93\tstar", "\nno. 93\tstar")
    with pytest.raises(BadTree, match=f"line {line_of(text, 'no. 93')}: line 'no. 93' is not the number"):
        read_text(text)


def test_a_printout_that_ends_too_early_is_refused_as_incomplete() -> None:
    rows = oracle_text().splitlines()
    table = line_of(oracle_text(), "PLY     3")
    with pytest.raises(BadTree, match="begins in line 1 is incomplete, without PLY, USAGE and ENDS"):
        read_text("\n".join(rows[:50]))
    with pytest.raises(BadTree, match=f"ends with line {table + 1}, before its ENDS"):
        read_text("\n".join(rows[: table + 1]))


def test_a_transcription_may_come_through_a_pipe() -> None:
    out, into = os.pipe()
    with os.fdopen(into, "wb") as pipe:
        pipe.write(FIGURE.read_bytes())
    assert read_any(Path(f"/dev/fd/{out}")).lines == the_figure().lines
    os.close(out)


def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(BadTree, match="longer than"):
        read_any(Path("/dev/zero"))


def test_a_tree_of_another_position_cannot_be_compared() -> None:
    with pytest.raises(
        BadTree, match=r"Fig\. 3: Line 2: 15-19 at ply 1 is not legal, .*for a tree of another position"
    ):
        compare(the_figure(), the_figure(), START)


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadTree, match="cannot be read"):
        read_any(Path("no such tree.txt"))


@given(st.one_of(st.text(), st.binary(), st.text().map(lambda text: f"MOVE TREE ALPHA BETA SCORE\n{text}")))
def test_no_text_makes_anything_but_a_refusal(text: str | bytes) -> None:
    with pytest.raises(BadTree):
        read_text(text if isinstance(text, bytes) else text.encode("utf-8", "replace"))


@few
@given(st.sampled_from(["page", "own", "tsv"]), st.data())
def test_a_damaged_tree_is_read_as_a_legal_one_or_refused(form: str, data: st.DataObject) -> None:
    text = {"page": figure_page_text(), "own": oracle_text(), "tsv": FIGURE.read_text()}[form]
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        gone = data.draw(st.integers(0, 40))
        text = text[:place] + data.draw(st.text("0123456789-,* \t\nPLYK", max_size=6)) + text[place + gone :]
    try:
        printed = read_text(text)
    except BadTree:
        return
    replay(printed.lines, FIGURE_3_BOARD)
    for pair in ((the_figure(), printed), (printed, the_figure()), (printed, printed)):
        Console(file=StringIO(), width=60).print(render(compare(*pair)))
    assert compare(printed, printed).is_equal
