"""Trees compared, and read from files: Fig. 3 in every form, trees that differ in one place, damaged ones."""

import json
import random
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from conftest import shared
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from samuel import fig3, figure_page, treefile
from samuel.compare import Comparison, compare
from samuel.compare_view import render
from samuel.correlation import linear, spearman
from samuel.fig3 import FIGURE, search, tree_cards
from samuel.paper import Chosen
from samuel.replay import after, replay
from samuel.rules import START, Position, legal_moves
from samuel.tree import BadTree, BoardPath, Line, count_ends, count_usage
from samuel.treefile import FIGURE_3_BOARD, Printed, read_any, the_figure

few = settings(max_examples=40, deadline=None)

SAVED = {3: 4, 5: 4, 6: 3, 7: 3, 8: 3, 9: 2, 10: 2, 11: 2}
"""By ply, as Fig. 3 shows it; there it cannot be seen at plies 2 and 4."""


@cache
def oracle_text(count: int = 16) -> str:
    """What the native search prints, led by the figure, with this branching count."""
    return search(tree_cards(), {"COUNT": count}).text


def read_text(text: str | bytes) -> Printed:
    """What is read from a file with this text."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tree.txt"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_any(file)


def native(count: int = 16) -> Printed:
    return read_text(oracle_text(count))


# Trees in the form of the page


def page(printed: Printed) -> list[str]:
    """A tree as Fig. 3 would print it, without a column for plies."""
    rows = ["MOVE TREE\tALPHA\tBETA\tSCORE"]
    for line in printed.lines:
        before = line.serial if line.kind != "survey" and line.serial else ""
        behind = line.serial if line.kind == "survey" else ""
        moves = ",".join(f"{a:>2}-{b:>2}" for a, b in (move.split("-") for move in line.moves))
        score = f"{'-' if line.score < 0 else ''}{abs(line.score):05o}"
        rows.append(f"{before}\t{'*' if line.kind == 'star' else ''}{moves}\t{behind}\t\t{score}")
    return rows


def table(printed: Printed) -> list[str]:
    """The table below it."""
    usage, ends = count_usage(printed.lines), count_ends(printed.lines)
    rows = (("PLY", list(usage)), ("USAGE", list(usage.values())), ("ENDS", list(ends.values())))
    return ["\t".join([name, *map(str, numbers), str(sum(numbers))]) for name, numbers in rows]


def figure_page_text() -> str:
    return "\n".join([*page(the_figure()), *table(the_figure())])


# Trees by chance


@st.composite
def trees(draw: st.DrawFn) -> Printed:
    """A legal tree of the right form, from the start or from the board of Fig. 3."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    start = draw(st.sampled_from([START, FIGURE_3_BOARD]))
    boards: dict[BoardPath, tuple[Position, ...]] = {(): (start,)}
    made: set[BoardPath] = set()
    lines: list[Line] = []

    def moves(path: BoardPath) -> list[str]:
        found = dict.fromkeys(move.printed() for at in boards[path] for move in legal_moves(at))
        return [move for move in found if (*path, move) not in made]

    def add(kind: str, serial: int | None, path: BoardPath, count: int) -> BoardPath:
        begun = path
        while len(path) < len(begun) + count and (choice := moves(path)):
            move = chance.choice(choice)
            boards[*path, move] = after(boards[path], move)
            path = (*path, move)
            made.add(path)
        if len(path) > len(begun):
            score = chance.randint(-4000, 4000)
            new = path[len(begun) :]
            lines.append(Line(fig3.KINDS[kind], serial, len(begun) + 1, new, score, alpha=None, beta=None))
        return path

    surveyed = [add("survey", serial, (), 3) for serial in range(1, len(moves(())) + 1)]
    for serial, path in enumerate(surveyed[: draw(st.integers(0, len(surveyed)))], 1):
        path = add("resume", serial, path, chance.randint(1, 4))
        for _ in range(chance.randint(0, 4)):
            branch = path[: chance.randrange(len(path))]
            path = add("star", None, branch, chance.randint(1, 3)) if moves(branch) else path
    return Printed("random" if start == START else "fig. 3's board", tuple(lines))


def start_of(printed: Printed) -> Position:
    return START if printed.name == "random" else FIGURE_3_BOARD


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
    assert (found.first.b.line, found.first.b.move) == (place + 1, tree.lines[place + 1].moves[0])
    assert found.survey.rank_correlation is not None
    assert found.survey.rank_correlation < 1
    assert found.survey.equal == surveyed


@few
@given(trees(), st.data())
def test_another_score_is_found_at_its_line_and_is_no_other_move(tree: Printed, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(tree.lines) - 1))
    lines = list(tree.lines)
    lines[place] = replace(lines[place], score=lines[place].score + 1)
    found = compared(tree, replace(tree, lines=tuple(lines)))
    assert found.first.kind == "other score"
    assert found.first.a and found.first.b
    assert found.first.a.line == found.first.b.line == place + 1
    assert found.first_move.kind == "equal"
    assert found.lines["other score"] == 1


@few
@given(trees())
def test_a_page_is_read_as_it_was_meant_or_refused_as_open(tree: Printed) -> None:
    try:
        read = figure_page.read([*page(tree), *table(tree)], start_of(tree))
    except BadTree as error:
        assert "USAGE and ENDS do not decide" in str(error)
    else:
        assert read.lines == tree.lines


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


def test_a_repaired_move_does_not_judge() -> None:
    lines = list(fig3.figure().lines)
    place = next(number for number, line in enumerate(lines) if line.repaired == ("16-18", "15-18"))
    lines[place] = replace(lines[place], moves=("14-18",), repaired=None)
    found = compare(the_figure(), replace(the_figure(), lines=tuple(lines)))
    assert found.first.kind == "illegible"
    assert found.first.a
    assert found.first.a.line == place + 1
    assert found.lines["illegible"] == 1


def test_lost_scores_are_compared_with_nothing() -> None:
    lines = [replace(line, score=0) if line.side != "=" else line for line in fig3.figure().lines]
    assert compare(the_figure(), replace(the_figure(), lines=tuple(lines))).is_equal


def test_transpositions_are_the_same_by_position() -> None:
    def one(*moves: str) -> Printed:
        return Printed("one", (Line("survey", 1, 1, moves, 0, None, None),))

    found = compare(one("7-11", "25-22", "5-9"), one("5-9", "25-22", "7-11"))
    assert found.boards.shared == 0
    assert (found.boards.a_in_b, found.boards.b_in_a) == (1, 1)


def test_the_context_has_three_lines_before_and_behind() -> None:
    lines = list(the_figure().lines)
    del lines[50]
    found = compare(the_figure(), replace(the_figure(), lines=tuple(lines))).first
    assert found.a
    assert found.a.line == 51
    assert [number for number, _ in found.a.context] == list(range(48, 55))


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


def test_the_scan_is_refused_at_each_damaged_line_until_it_is_mended() -> None:
    scan = shared("seeds/000_b7d4587b99a76845.txt").read_text()
    rows = scan[scan.index("MOVE TREE") :].splitlines()[:97]
    refused = []
    damaged = [number for number, line in enumerate(fig3.figure().lines, 2) if line.repaired]
    while True:
        try:
            lines = read_text("\n".join(rows)).lines
            break
        except BadTree as error:
            line = next(number for number in damaged if f"line {number}:" in str(error))
            refused.append(line)
            repaired = fig3.figure().lines[line - 2].repaired
            assert repaired
            rows[line - 1] = rows[line - 1].replace(*repaired)
    assert refused == [36, 46, 47, 58, 84]
    assert [line.ply for line in lines] == [line.ply for line in the_figure().lines]


def test_what_the_player_prints_below_a_tree_is_its_choice() -> None:
    text = oracle_text().replace("MOVE  15-19   SCORE", "GAME 1  MOVE   5  BLACK  15-19      SCORE")
    text = text.split("NOT ANSWERED")[0]
    assert "GAME 1" in text
    assert read_text(text).chosen == Chosen("15-19", 0o34)


# Text that is no tree


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "heading of a tree"),
        (b"PLY 1 2 3\n", "heading of a tree"),
        (b"MOVE TREE\n\xff\xfe\x00\x01", "line 2: this is not text"),
        (b"MOVE TREE ALPHA BETA SCORE\n", "no tree below it"),
        (b"MOVE TREE ALPHA BETA SCORE\n1. e4 e5 2. Nf3\n", "line 2 should hold moves"),
        (b"MOVE TREE ALPHA BETA SCORE\n 9-14  00012\n", "line 2 has neither"),
        (
            b"MOVE TREE ALPHA BETA SCORE\n15-24 1 00012\n",
            "line 2 has a move that is not legal, 15-24 at ply 1",
        ),
        (b"MOVE TREE ALPHA BETA SCORE\n15-19 1 00012\n3 24-15 00012\n", "line 3 goes on with path 3"),
        (b"MOVE TREE ALPHA BETA SCORE\n15-19 1 00012\nPLY 3 4\nUSAGE 1 x\n", "line 4 should be the USAGE"),
        (b"MOVE TREE ALPHA BETA SCORE PLY\n", "should be the USAGE"),
        (
            b"MOVE TREE ALPHA BETA SCORE\n15-19 1 00012\nPLY 3\nUSAGE 1\nENDS " + b"9" * 5000,
            "line 5 is too long",
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
    with pytest.raises(BadTree, match="do not belong together"):
        read_text("\n".join([*page(the_figure())[:50], *table(the_figure())]))


def test_an_impossible_move_is_named_by_line_and_ply() -> None:
    with pytest.raises(BadTree, match=r"Line 35 of the tree: 19-16 at ply 6 is not legal, White has 19-10"):
        read_text(
            FIGURE.read_text().replace("10-15 19-10", "10-15 19-16").replace("19-16 19-10", "19-16 19-16")
        )


def test_a_tree_of_another_position_cannot_be_compared() -> None:
    with pytest.raises(BadTree, match=r"Fig\. 3: Line 1 of the tree: 15-19 at ply 1 is not legal"):
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
    compare(the_figure(), printed)


# Correlation


def test_ranks_that_are_the_same_correlate_fully_and_reversed_ones_inversely() -> None:
    assert spearman([1, 2, 3, 9], [10, 20, 30, 31]) == pytest.approx(1)
    assert spearman([1, 2, 3, 9], [4, 3, 2, 1]) == pytest.approx(-1)


def test_equal_values_share_their_rank() -> None:
    assert spearman([1, 2, 2, 3], [1, 3, 2, 4]) == pytest.approx(4.5 / (4.5 * 5) ** 0.5)


def test_too_few_values_have_no_correlation() -> None:
    assert linear([], []) is linear([1], [1]) is linear([1, 1], [1, 2]) is None


# For people


def shown(found: Comparison) -> str:
    paper = StringIO()
    Console(width=110, file=paper).print(render(found))
    return paper.getvalue()


def test_both_sides_of_the_first_divergence_stand_beside_one_another() -> None:
    lines = list(the_figure().lines)
    lines[0], lines[1] = lines[1], lines[0]
    text = shown(compare(the_figure(), replace(the_figure(), name="[/B]", lines=tuple(lines))))
    rows = text.splitlines()
    heading = next(number for number, row in enumerate(rows) if row.startswith("First divergence"))
    assert "in another order" in rows[heading]
    assert "Fig. 3, line 1: 15-19" in rows[heading + 1]
    assert "[/B], line 1: 7-11" in rows[heading + 1]
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
    assert treefile.FIGURE_3_BOARD.to_fen() == (
        "B:W13,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,12,14,15"
    )
