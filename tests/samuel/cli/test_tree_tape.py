"""`samuel move --tree-tape` and `samuel figure 3 --page`: the machine's own page of a tree."""

from pathlib import Path

import pytest

from ibm7094.devices.offline_printer import text_of_tape
from samuel.cli import main
from samuel.trees import ply_page
from samuel.trees.treefile import read_any
from tests.rigs.cli_rig import Ran

SHALLOW = ("--steer", "COUNT=4", "--steer", "LIMIT=3")


@pytest.fixture
def samuel(capsys: pytest.CaptureFixture[str]) -> "Samuel":
    return Samuel(capsys)


class Samuel:
    """The command."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str | Path) -> Ran:
        code = main([str(argument) for argument in arguments])
        return Ran(code, *self.capsys.readouterr())


def test_the_screen_shows_the_page_that_is_on_the_tape(samuel: Samuel, tmp_path: Path) -> None:
    tape = tmp_path / "tree.tap"
    ran = samuel("move", "11-15", *SHALLOW, "--tree-tape", tape)
    assert ran.code == 0
    assert ran.out.startswith(text_of_tape(tape).rstrip("\n"))
    assert "White plays" in ran.out


def test_the_printed_page_with_its_result_line_is_compared_with_the_tape(
    samuel: Samuel, tmp_path: Path
) -> None:
    tape, text = tmp_path / "tree.tap", tmp_path / "tree.txt"
    text.write_text(samuel("move", "11-15", *SHALLOW, "--tree-tape", tape).out)
    ran = samuel("compare", text, tape, "--moves", "11-15")
    assert ran.code == 0
    assert "The trees are equal" in ran.out


def test_without_the_tree_only_the_tape_has_it(samuel: Samuel, tmp_path: Path) -> None:
    ran = samuel("move", "11-15", *SHALLOW, "--no-tree", "--tree-tape", tmp_path / "tree.tap")
    assert "MOVE TREE" not in ran.out
    assert ply_page.read(text_of_tape(tmp_path / "tree.tap").splitlines()).lines


def test_a_tape_is_replaced_only_on_demand(samuel: Samuel, tmp_path: Path) -> None:
    tape = tmp_path / "tree.tap"
    samuel("move", "11-15", *SHALLOW, "--tree-tape", tape)
    before = tape.read_bytes()
    assert "--force" in samuel("move", "12-16", *SHALLOW, "--tree-tape", tape).sentence
    assert tape.read_bytes() == before
    assert samuel("move", "12-16", *SHALLOW, "--tree-tape", tape, "--force").code == 0
    assert tape.read_bytes() != before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("move", "--all-bounds"), "--tree-tape"),
        (("move", "--tree-tape", "-"), "A tape is a file"),
        (("figure", "1", "--page"), "only to Fig. 3"),
        (("figure", "2", "--tree-tape", "x.tap"), "only to Fig. 3"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(samuel: Samuel, arguments: tuple[str, ...], said: str) -> None:
    ran = samuel(*arguments)
    assert ran.code == 2
    assert said in ran.sentence


def test_the_page_of_the_figure_is_printed_and_its_tape_kept(samuel: Samuel, tmp_path: Path) -> None:
    ran = samuel("figure", "3", "--page", "--tree-tape", tmp_path / "fig3.tap")
    assert ran.out == text_of_tape(tmp_path / "fig3.tap")
    assert len(read_any(tmp_path / "fig3.tap").lines) == 92
