"""What a Python user sees: one line in a shell, a drawing or a table in a notebook."""

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from samuel import Program
from samuel.checkers.board_html import svg
from samuel.checkers.rules import START, Move, Position, find
from samuel.player.signature_tables import FORMS, Tables
from samuel.trees import tree
from tests.rigs.facts import ROOT

KINGS = Position.from_fen("W:W30,K14:B5,K22")
OWN_TREE = (ROOT / "traces" / "own" / "fig3.txt").read_text(encoding="utf-8")
SHALLOW = {"COUNT": 1, "LIMIT": 3, "SURVEY": 1}


class Checked(HTMLParser):
    """Reads HTML, and fails on a tag that is not closed or could run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "iframe", "object", "link", "img")
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("href", "src")]
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("rect", "circle", "path")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.cells.append(data)


# One line


def test_every_object_shows_itself_in_one_true_line() -> None:
    program = Program(steering=SHALLOW)
    assert repr(Program()) == "<Samuel's program on a 7094: default settings>"
    assert repr(program) == f"<Samuel's program on a 7094: steering={SHALLOW}>"
    assert repr(find(START, "9-14")) == "<Move 9-14>"
    assert repr(Move((22, 15, 8), (18, 11))) == "<Move 22x15x8>"
    choice = program.move("11-15")
    low, high = choice.seconds
    assert (
        repr(choice)
        == f"<Choice {choice.move}, score {choice.score}: {low:.1f} to {high:.1f} s on the machine>"
    )
    found = tree.read(choice.tree)
    assert (
        repr(found)
        == f"<Tree of {len(found.lines)} lines and {len(found.boards)} boards, {found.totals[1]} ends>"
    )
    with program.game("11-15") as game:
        assert repr(game) == "<Game on a 7094: 1 move, White to move>"
        game.play("22-18")
        assert repr(game) == "<Game on a 7094: 2 moves, Black to move>"
    with program.game("W:W13:B9,6,K25") as game:
        assert repr(game.move()).startswith("<Choice White has no move: ")
        assert repr(game) == "<Game on a 7094: 0 moves, White has no move>"
    assert repr(program.evaluate("")) == "<Evaluation: score 0, phase 1, 1 of 31 parameters not zero>"
    assert repr(Tables.random(FORMS[2])).startswith("<Tables of Fig. 5: 5,298 entries, learnt from ")


@pytest.mark.parametrize("position", [START, KINGS], ids=["start", "kings"])
def test_a_position_shows_how_to_make_it_again(position: Position) -> None:
    assert eval(repr(position)) == position


# Notebooks


@pytest.mark.parametrize("bottom", ["B", "W"])
def test_a_board_is_an_svg_with_every_square_and_piece(bottom: str) -> None:
    drawn = ElementTree.fromstring(svg(KINGS, "B" if bottom == "B" else "W"))
    name = "{http://www.w3.org/2000/svg}"
    numbers = [int(text.text or "") for text in drawn.iter(f"{name}text")]
    assert sorted(numbers) == list(range(1, 33))
    assert (len(list(drawn.iter(f"{name}circle"))), len(list(drawn.iter(f"{name}path")))) == (4, 2)
    title = drawn.find(f"{name}title")
    assert title is not None and title.text == KINGS.to_fen()


def test_a_piece_is_drawn_on_its_square() -> None:
    lone = Position.from_fen("B:W32:B5")  # square 5 is at the left if White is below
    assert '<circle cx="20" cy="60" r="14" fill="#1c1c1c"' in svg(lone, "W")
    assert '<circle cx="300" cy="260" r="14" fill="#1c1c1c"' in svg(lone, "B")


def test_a_position_a_tree_tables_and_an_evaluation_have_a_form_for_notebooks() -> None:
    assert "Black to move</figcaption>" in START._repr_html_()
    Checked(START._repr_html_())
    own = tree.read(OWN_TREE)
    cells = Checked(own._repr_html_()).cells
    assert [cell for cell in cells if "-" in cell and cell[0].isdigit()] == [
        m for line in own.lines for m in line.moves
    ]
    for form in FORMS:
        tables = Tables.random(form)
        shown = Checked(tables._repr_html_()).cells
        counted = [cell for cell in shown if re.fullmatch(r"\d+ of \d+", cell)]
        assert sum(int(cell.split()[2]) for cell in counted) == form.entries
    found = Program().evaluate("9-14 22-17")
    assert dict(re.findall(r"<tr><td>([A-Z]+)</td><td>(-?\d+)</td>", found._repr_html_())) == {
        name: str(value) for name, value in found.parameters.items() if value
    }


# The notebook


@pytest.mark.slow
def test_the_notebook_runs_from_cards_to_fig_3(tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    page = nbformat.read(  # type: ignore[no-untyped-call]
        ROOT / "examples" / "samuel.ipynb", as_version=4
    )
    assert not [cell for cell in page.cells if cell.get("outputs")], "clear the outputs before committing"
    NotebookClient(page, timeout=120, resources={"metadata": {"path": str(ROOT / "examples")}}).execute()
    kinds = {kind for cell in page.cells for out in cell.get("outputs", ()) for kind in out.get("data", ())}
    assert "text/html" in kinds
    last = [out for cell in page.cells for out in cell.get("outputs", ())][-1]
    assert "15-19" in str(last)
