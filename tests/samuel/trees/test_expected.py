"""The line that a look-ahead expects, backed up from the ends of the tree it printed."""

import pytest

from samuel.player.program import Program
from samuel.trees.expected import expected
from samuel.trees.tree import Line, Tree, boards_by_line, read

FIG_3 = "9-14 22-17 11-15 17-13"


def line(kind: str, ply: int, moves: str, score: int, serial: int | None = None) -> Line:
    return Line(kind, serial, ply, tuple(moves.split()), score, None, None)  # type: ignore[arg-type]


def test_each_side_plays_what_is_best_for_it() -> None:
    """White answers 1-5 with the worse end for Black, although another line ends better for Black."""
    tree = Tree(
        (
            line("survey", 1, "1-5 30-26 5-9", 10, 1),
            line("star", 2, "30-25 5-9", 3),
            line("star", 3, "5-8", 4),
            line("survey", 1, "2-6 30-26 6-9", -20, 2),
        ),
        {},
        {},
        (0, 0),
    )
    assert expected(tree, "1-5") == ("1-5", "30-25", "5-8")
    assert expected(tree, "2-6") == ("2-6", "30-26", "6-9")


def test_a_line_that_is_resumed_goes_on_from_its_end() -> None:
    tree = Tree(
        (line("survey", 1, "1-5 30-26 5-9", 10, 1), line("resume", 4, "26-23", -7, 1)), {}, {}, (0, 0)
    )
    assert expected(tree, "1-5") == ("1-5", "30-26", "5-9", "26-23")


def test_a_move_that_the_tree_lacks_is_all_that_is_expected() -> None:
    assert expected(Tree((), {}, {}, (0, 0)), "22-15-8") == ("22-8",)


@pytest.mark.parametrize("where", [FIG_3, "11-15 23-19", "W:W30,K14:B5,K22,11,12"])
def test_the_line_ends_with_the_score_of_the_move(where: str) -> None:
    choice = Program(concede=False).move(where)
    assert choice.move and choice.score is not None
    tree = read(choice.tree)
    expected_line = expected(tree, choice.move)
    ends = {
        boards[-1]: line.score for line, boards in zip(tree.lines, boards_by_line(tree.lines), strict=True)
    }
    sign = 1 if len(expected_line) % 2 else -1
    assert sign * ends[expected_line] == choice.score
