"""Trees compared: Fig. 3 with ours, random trees that differ in one place."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from samuel.correlation import linear, spearman
from samuel.paper.fig3 import FIGURE_3_BOARD
from samuel.trees.compare import Comparison, compare
from samuel.trees.differences import Difference
from samuel.trees.result import line_of
from samuel.trees.transcription import figure
from samuel.trees.tree import Chosen, Line
from samuel.trees.treefile import Printed, the_figure
from samuel.views.comparison import percent, render
from tests.rigs.tree_rig import few, native, oracle_text, read_text, start_of, trees

FIRST_LINE = 2
"""The first line of moves in Fig. 3, whose heading is line 1."""

SAVED = {3: 4, 5: 4, 6: 3, 7: 3, 8: 3, 9: 2, 10: 2, 11: 2}
"""By ply, as Fig. 3 shows it; there it cannot be seen at plies 2 and 4."""


def compared(a: Printed, b: Printed) -> Comparison:
    return compare(a, b, start_of(a))


@few
@given(trees())
def test_a_tree_is_equal_to_itself_everywhere(tree: Printed) -> None:
    found = compared(tree, tree)
    assert found.is_equal
    assert found.first_move.kind == "equal"
    assert found.lines["equal"] == len(tree.lines) == sum(found.lines.values())
    assert found.boards.shares == (1, 1)
    assert found.boards.a_in_b == found.boards.b_in_a == found.boards.a
    assert found.survey.equal == len(found.survey.rows)
    assert found.survey.rank_correlation == pytest.approx(1)
    assert found.orders.same == found.orders.same_first == found.orders.boards
    for rows in (found.saved, found.usage, found.ends, found.scores.rows):
        assert all(row.a == row.b for row in rows)
    assert json.loads(json.dumps(found.as_dict()))["equal"] is True


@few
@given(trees(), st.data())
def test_a_tree_cut_short_is_missing_what_comes_next(tree: Printed, data: st.DataObject) -> None:
    kept = data.draw(st.integers(1, len(tree.lines) - 1))
    short = replace(tree, lines=tree.lines[:kept])
    found = compared(tree, short)
    assert (found.first.kind, found.first.b) == ("missing", None)
    assert found.first.a
    assert (found.first.a.line, found.first.a.move) == (kept + 1, tree.lines[kept].moves[0])
    assert compared(short, tree).first.kind == "extra"


@few
@given(trees(), st.data())
def test_lines_that_change_places_are_found_in_another_order(tree: Printed, data: st.DataObject) -> None:
    surveyed = sum(line.kind == "survey" for line in tree.lines)
    place = data.draw(st.integers(0, surveyed - 2))
    lines = list(tree.lines)
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    found = compared(tree, replace(tree, lines=tuple(lines)))
    assert found.first == found.first_move
    assert found.first.kind == "order"
    assert found.first.a and found.first.b
    assert (found.first.a.line, found.first.a.move) == (place + 1, tree.lines[place].moves[0])
    assert (found.first.b.line, found.first.b.move) == (place + 2, tree.lines[place + 1].moves[0])
    assert found.survey.rank_correlation is not None
    assert found.survey.rank_correlation < 1
    assert found.survey.equal == surveyed


@few
@given(trees(), st.data())
def test_another_score_is_found_at_its_line_and_is_not_another_move(
    tree: Printed, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(tree.lines) - 1))
    lines = list(tree.lines)
    lines[place] = replace(lines[place], score=lines[place].score + 1)
    found = compared(tree, replace(tree, lines=tuple(lines)))
    assert found.first.kind == "other score"
    assert found.first.a and found.first.b
    assert found.first.a.line == found.first.b.line == place + 1
    assert found.first_move.kind == "equal"
    assert found.lines["other score"] == 1


# Fig. 3


def test_the_native_tree_led_by_the_figure_is_equal_to_it() -> None:
    found = compare(the_figure(), native())
    assert found.is_equal
    assert found.lines["equal"] == 92
    assert (found.survey.equal, found.scores.of, len(found.scores.rows)) == (9, 14, 14)
    assert found.chosen == (Chosen("15-19", 0o34), Chosen("15-19", 0o34))
    assert found.seconds == ((63, 63), None)


@pytest.mark.parametrize(("count", "boards", "published"), [(15, 224, 224), (17, 334, 237)])
def test_another_branching_count_leaves_the_figure_where_it_must(
    count: int, boards: int, published: int
) -> None:
    found = compare(the_figure(), native(count))
    assert (found.boards.a, found.boards.b, found.boards.shared) == (239, boards, published)
    assert found.first.kind == ("missing" if count < 16 else "extra")
    assert (found.lines["missing"] > 0, found.lines["extra"] > 0) == (published < 239, boards > published)


def test_the_moves_saved_at_each_ply_are_those_of_the_steering_words() -> None:
    found = compare(the_figure(), native())
    assert {row.ply: list(row.a.limited) for row in found.saved if row.a.limited} == {
        ply: [saved] for ply, saved in SAVED.items()
    }
    assert sum(row.a.boards for row in found.saved) == 160
    assert all(row.a == row.b for row in found.saved)


def test_usage_shows_the_one_board_that_the_lines_lack() -> None:
    rows = compare(the_figure(), native()).usage
    assert [(row.ply, row.a, row.a_printed) for row in rows if row.a != row.a_printed] == [(3, 10, 11)]


def test_a_repaired_move_does_not_decide() -> None:
    lines = list(figure().lines)
    place = next(number for number, line in enumerate(lines) if line.repaired == ("16-18", "15-18"))
    lines[place] = replace(lines[place], moves=("14-18",), repaired=None)
    found = compare(the_figure(), replace(the_figure(), lines=tuple(lines)))
    assert found.first.kind == "illegible"
    assert found.first.a
    assert found.first.a.line == place + FIRST_LINE
    assert found.lines["illegible"] == 1


def test_lost_scores_are_not_compared() -> None:
    lines = [replace(line, score=0) if line.side != "=" else line for line in figure().lines]
    assert compare(the_figure(), replace(the_figure(), lines=tuple(lines))).is_equal


def test_equal_lines_of_which_a_score_is_lost_are_counted() -> None:
    found = compare(the_figure(), native())
    lost = sum(line.side != "=" for line in figure().lines)
    assert found.equal_unscored == lost
    assert f"92 equal ({lost} without two scores to compare)" in shown(found)


def test_a_line_in_another_order_may_have_another_score_too() -> None:
    lines = list(the_figure().lines)
    lines[0], lines[1] = replace(lines[1], score=lines[1].score + 1), lines[0]
    found = compare(the_figure(), replace(the_figure(), lines=tuple(lines)))
    assert found.order_rescored == 1
    assert found.lines["other score"] == 0
    assert "(1 with a different score too)" in shown(found)


def test_transpositions_are_the_same_by_position() -> None:
    def one(*moves: str) -> Printed:
        return Printed("one", (Line("survey", 1, 1, moves, 0, None, None),))

    found = compare(one("7-11", "25-22", "5-9"), one("5-9", "25-22", "7-11"))
    assert found.boards.shared == 0
    assert (found.boards.a_in_b, found.boards.b_in_a) == (1, 1)


def test_the_context_has_three_lines_before_and_after() -> None:
    lines = list(the_figure().lines)
    del lines[50]
    found = compare(the_figure(), replace(the_figure(), lines=tuple(lines))).first
    assert found.a
    assert found.a.line == 50 + FIRST_LINE
    assert [number for number, _ in found.a.context] == list(range(47 + FIRST_LINE, 54 + FIRST_LINE))


def test_a_line_of_a_printout_is_numbered_as_in_its_file() -> None:
    found = compare(the_figure(), read_text("A GAME\n\n" + oracle_text().replace("00014  1", "00015  1", 1)))
    assert found.first.a and found.first.b
    assert (found.first.a.line, found.first.b.line) == (FIRST_LINE, FIRST_LINE + 2)
    assert found.scores.rows[0].line == FIRST_LINE


# Correlation


def test_ranks_that_are_the_same_correlate_fully_and_reversed_ones_inversely() -> None:
    assert spearman([1, 2, 3, 9], [10, 20, 30, 31]) == pytest.approx(1)
    assert spearman([1, 2, 3, 9], [4, 3, 2, 1]) == pytest.approx(-1)


def test_equal_values_share_their_rank() -> None:
    assert spearman([1, 2, 2, 3], [1, 3, 2, 4]) == pytest.approx(4.5 / (4.5 * 5) ** 0.5)


def test_too_few_values_have_no_correlation() -> None:
    assert linear([], []) is linear([1], [1]) is linear([1, 1], [1, 2]) is None


# What is printed besides moves and scores


def printout() -> str:
    """A tree with everything that may follow it."""
    return f"{oracle_text()}{line_of(Chosen('15-19', 0o34), (69.8, 89.5))}\n"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("MOVE  15-19 ", "MOVE   8-11 ", Difference("move chosen", "15-19", "8-11")),
        ("SCORE        34   NOT", "SCORE        35   NOT", Difference("its score", "00034", "00035")),
        ("69.800 89.500", "69.800 89.600", Difference("time", "69.8 to 89.5 s", "69.8 to 89.6 s")),
        ("USAGE  10 16", "USAGE  10 17", Difference("USAGE at PLY 4", "16", "17")),
        ("ENDS    0  8", "ENDS    1  8", Difference("ENDS at PLY 3", "0", "1")),
        ("    88\n", "    38\n", Difference("ENDS, TOTAL", "88", "38")),
        (
            " 00034         00021 11",
            " 00033         00021 11",
            Difference("alpha and beta after 12-16, line 15 of A", "00034, infinite", "00033, infinite"),
        ),
    ],
)
def test_whatever_both_print_is_compared(old: str, new: str, what: Difference) -> None:
    text = printout()
    assert text.count(old) == 1
    found = compare(read_text(text), read_text(text.replace(old, new)))
    assert found.differences == (what,)
    assert (found.first.kind, found.is_equal) == ("equal", False)
    assert what.what in shown(found)
    assert "The trees are equal" not in shown(found)


def test_the_same_boards_in_other_lines_are_not_equal() -> None:
    def tree(*lines: Line) -> Printed:
        return Printed("tree", lines)

    whole = tree(Line("survey", 1, 1, ("15-19", "23-16"), 0, None, None, number=1))
    split = tree(
        Line("survey", 1, 1, ("15-19",), 0, None, None, number=1),
        Line("resume", 1, 2, ("23-16",), 0, None, None, number=2),
    )
    assert [each.what for each in compare(whole, split).differences] == ["line 1 of A"]


def test_what_one_side_lacks_does_not_differ() -> None:
    bare = Printed("bare", read_text(printout()).lines)
    assert compare(read_text(printout()), bare).is_equal


def test_the_board_that_fig_3_counts_and_does_not_show_differs_only_from_another_figure() -> None:
    usage = the_figure().usage
    assert usage
    assert compare(the_figure(), native()).is_equal
    without = replace(the_figure(), usage=usage | {3: usage[3] - 1})
    assert [each.what for each in compare(the_figure(), without).differences] == ["USAGE at PLY 3"]
    more = replace(the_figure(), usage=usage | {3: usage[3] + 1})
    assert [each.what for each in compare(more, native()).differences] == ["USAGE at PLY 3"]


def test_a_stated_time_within_the_interval_of_the_other_does_not_differ() -> None:
    within, beyond = (replace(native(), seconds=ends) for ends in ((60.0, 70.0), (64.0, 70.0)))
    assert compare(the_figure(), within).is_equal
    assert [each.what for each in compare(the_figure(), beyond).differences] == ["time"]


# For people


def shown(found: Comparison, width: int = 110) -> str:
    paper = StringIO()
    Console(width=width, file=paper).print(render(found))
    return paper.getvalue()


@pytest.mark.parametrize("width", [45, 60, 80])
def test_nothing_is_cut_off_on_a_narrow_terminal(width: int) -> None:
    odd = replace(native(), usage={3: 99}, chosen=Chosen("12-16", -0o6404), seconds=(69.83, 89.49))
    for other in (native(17), odd):
        text = shown(compare(the_figure(), other), width)
        assert "…" not in text
        assert "10 (11 printed)" in text
        assert max(map(len, text.splitlines())) <= width


def test_a_share_is_all_or_nothing_only_if_it_is_just_that() -> None:
    assert [percent(part / 407) for part in (0, 1, 203, 406, 407)] == ["0%", "1%", "50%", "99%", "100%"]


def test_both_sides_of_the_first_divergence_are_side_by_side() -> None:
    lines = list(the_figure().lines)
    lines[0], lines[1] = lines[1], lines[0]
    text = shown(compare(the_figure(), replace(the_figure(), name="[/B]", lines=tuple(lines))))
    rows = text.splitlines()
    heading = next(number for number, row in enumerate(rows) if row.startswith("First divergence"))
    assert "in a different order" in rows[heading]
    assert f"Fig. 3, line {FIRST_LINE}: 15-19" in rows[heading + 1]
    assert f"[/B], line {FIRST_LINE + 1}: 7-11" in rows[heading + 1]
    assert rows[heading + 2].count(">") == 2


def test_equal_trees_are_said_to_be_equal() -> None:
    text = shown(compare(the_figure(), the_figure()))
    assert "The trees are equal." in text
    assert "239 (100%)" in text
    assert "10 (11 printed)" in text


def test_rows_of_the_tables_come_in_order() -> None:
    found = compare(the_figure(), native(17))
    for rows in (found.saved, found.usage, found.ends):
        plies = [row.ply for row in rows]
        assert plies == sorted(set(plies))


def test_the_board_of_fig_3_is_that_of_the_opening() -> None:
    assert FIGURE_3_BOARD.to_fen() == ("B:W13,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,12,14,15")
