"""The machine's page of a tree, each move in the column of its ply, on tape for off-line printing."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given

from ibm7094.devices.offline_printer import text_of_tape
from ibm7094.machine import Machine
from ibm7094.media.cards import Card, write_cards
from ibm7094.media.tape import END, MARK, Record, TapeFile
from samuel import Program
from samuel.paper.fig3 import OPENING
from samuel.paper.last_line import last_line
from samuel.player.job import program, run_job
from samuel.player.settings import TREE_UNIT
from samuel.player.steering import Steering
from samuel.studies.fig3.page import beside_figure, oracle_page
from samuel.studies.records import PAGE, PAGE_MEASURES
from samuel.trees import last_line as printed_last_line
from samuel.trees import ply_page, tree
from samuel.trees.tree import BadTree, Chosen, Line
from samuel.trees.treefile import Printed, read_any
from tests.rigs.simh_rig import LOAD_CARDS, LOAD_CARDS_AT, SimhRun, needs_simh
from tests.rigs.tree_rig import few, oracle_text, trees

KINGS = "W:WK10,K15,30:BK22,K1,5"
DEEP: Steering = {"COUNT": 72, "LIMIT": 22, "SAVED": 2}
CASES: dict[str, tuple[str, Steering]] = {
    "Fig. 3": (OPENING, {}),
    "an opening": ("11-15 23-19 8-11", {}),
    "plies beyond 17": (KINGS, DEEP),
    "kings": (KINGS, {}),
    "a lost piece": ("B:W18,25,26,29,K2:B10,11,12,K21", {"COUNT": 20}),
}


@cache
def pages(name: str, all_bounds: bool = False) -> tuple[str, str]:
    """What the printer prints and what the tape holds, of the same search."""
    where, steering = CASES[name]
    listing = Program(steering=steering).move(where).tree
    with TemporaryDirectory() as folder:
        tape = Path(folder) / "tree.tap"
        Program(steering=steering, tree_tape=tape, all_bounds=all_bounds).move(where)
        return listing, text_of_tape(tape)


@pytest.mark.parametrize("name", CASES)
def test_the_page_holds_the_same_tree_as_the_printers_listing(name: str) -> None:
    listing, page = pages(name)
    shown, found = tree.read(listing), ply_page.read(page.splitlines())
    assert found.lines == shown.lines
    assert (found.usage, found.ends, found.totals) == (shown.usage, shown.ends, shown.totals)


@pytest.mark.parametrize("name", CASES)
def test_every_move_stands_in_the_column_of_its_ply(name: str) -> None:
    """The layout is made a second time, in Python, from the printer's listing."""
    listing, page = pages(name)
    lines = tree.read(listing).lines
    stars = next((row for row in listing.splitlines() if row[45:47] == "**"), None)
    ends = next((line.number for line in lines if stars and _last_row(listing, line) == stars), None)
    printed = [row.rstrip() for row in page.splitlines()]
    assert printed[1 : printed.index("")] == list(ply_page.rows(lines, ends))


def _last_row(listing: str, line: Line) -> str:
    """The row of the listing that has a line's numbers."""
    return next(row for row in listing.splitlines()[line.number - 1 :] if len(row.rstrip()) > 68)


def test_a_line_is_at_most_131_columns_wide_and_deep_plies_fold_back() -> None:
    rows = pages("plies beyond 17")[1].splitlines()
    assert max(map(len, rows)) <= ply_page.COLUMNS
    assert any(row.startswith("   PLY18 ") for row in rows)
    stars = [row for row in rows if row.startswith("   PLY18") and "*" in row[8:100]]
    assert stars, "no line branches off beyond ply 17"


def test_the_last_line_is_the_same_on_both_papers() -> None:
    listing, page = pages("Fig. 3")
    found = ply_page.read(page.splitlines()).last
    assert found is not None
    assert found == next(filter(None, map(printed_last_line.read, listing.splitlines())))
    assert (found.game, found.chosen.move, found.first_moves, found.count) == (1, "15-19", 9, 16)
    survey = [line.moves[0] for line in tree.read(listing).lines if line.kind == "survey"]
    assert list(found.best) == survey[:4]


def test_infinite_bounds_are_printed_on_demand() -> None:
    page, full = (pages("Fig. 3", everything)[1] for everything in (False, True))
    assert "777777" not in page
    assert ply_page.read(full.splitlines()) == ply_page.read(page.splitlines())
    numbers = [row[107:128].split() for row in full.splitlines() if row[121:128].strip()]
    assert {len(row) for row in numbers[1:]} == {1, 3}  # a score alone before the minimax, then all three


def test_a_job_ends_its_tape_with_one_mark_and_each_tree_begins_a_page(tmp_path: Path) -> None:
    with Program(tree_tape=tmp_path / "t.tap", steering={"COUNT": 4, "LIMIT": 3}).game() as game:
        game.move()
        game.answer("23-19")
    with TapeFile.open(tmp_path / "t.tap", write_protected=True) as tape:
        blocks = list(iter(tape.read_record, END))
        assert blocks[-1] is MARK
        assert all(isinstance(block, Record) and len(block.frames) == 132 for block in blocks[:-1])
    pages = text_of_tape(tmp_path / "t.tap").split("\f")
    assert len(pages) == 2
    assert all(ply_page.read(page.splitlines()).lines for page in pages)


def test_a_tape_is_compared_like_any_tree(tmp_path: Path) -> None:
    page = oracle_page(tmp_path / "t.tap")
    (tmp_path / "page.txt").write_text(page)
    assert read_any(tmp_path / "t.tap").lines == read_any(tmp_path / "page.txt").lines
    assert read_any(tmp_path / "t.tap").chosen == Chosen("15-19", 0o34)


@few
@given(trees())
def test_what_is_laid_out_is_read_back(printed: Printed) -> None:
    table = [f"{name:6}{'    0' * 20}     0" for name in ("PLY", "USAGE", "ENDS")]
    found = ply_page.read([ply_page.HEADING, *ply_page.rows(printed.lines), "", *table])
    assert found.lines == printed.lines


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("MOVE TREE", "MOVE  TREE", "no heading"),
        ("\nUSAGE", "\nUSAG", "should be the USAGE"),
        ("\nPLY", "\nPLAY", "incomplete"),
        (" 7-11,25-22", " 7-11;25-22", "a move in each place"),
        ("*12-16     ", "           ", "moves of one ply after another"),
        ("00014", "00018", "octal"),
    ],
)
def test_a_damaged_page_is_refused_in_one_sentence(before: str, after: str, said: str) -> None:
    page = oracle_page_text().replace(before, after, 1)
    with pytest.raises(BadTree, match=said):
        ply_page.read(page.splitlines())


@cache
def oracle_page_text() -> str:
    return oracle_page()


# Fig. 3


def test_the_page_of_the_oracle_run_is_that_of_the_figure_line_by_line() -> None:
    found = beside_figure(oracle_page_text())
    assert (found.lines_equal, found.lines) == (92, 92)
    assert (found.scores_equal, found.scores) == (14, 14)
    assert (found.bounds_equal, found.bounds) == (78, 78)
    assert (found.counts_equal, found.counts) == (19, 20), "USAGE of PLY 3 is 10, and 11 in the figure"


def test_the_fields_of_the_last_line_that_are_understood_agree() -> None:
    """All but the game: the oracle run plays only one."""
    found = beside_figure(oracle_page_text()).last
    assert [read.field for read in found] == list(last_line())
    agreeing = {read.field.reading for read in found if read.agrees}
    assert agreeing == {field.reading for field in last_line() if field.reading} - {"game"}
    assert not any(read.agrees is False for read in found)


def test_another_count_and_fewer_sorted_moves_would_show_in_the_last_line() -> None:
    rows = oracle_text(15).splitlines()
    found = next(filter(None, map(printed_last_line.read, rows)))
    assert found.count == 15
    short = Program(steering={"SORT": 3}).move(OPENING).tree.splitlines()
    assert len(next(filter(None, map(printed_last_line.read, short))).best) == 3


def test_the_page_on_record_is_what_the_machine_writes() -> None:
    if PAGE.is_current():
        assert PAGE.differences(oracle_page_text()) == []
    if PAGE_MEASURES.is_current():
        assert PAGE_MEASURES.differences(beside_figure(oracle_page_text()).as_dict()) == []


@needs_simh
@pytest.mark.slow
def test_simh_writes_the_same_tape(tmp_path: Path) -> None:
    cards = [f"PLAY  {OPENING}", "OFFLIN1", "MOVE"]
    assembled, deck = program("samuel.deck"), tmp_path / "deck.cbn"
    write_cards(deck, [*assembled.deck("self-loading"), *map(Card.from_text, cards)])
    attach = [f"attach -c cdr {deck}", f"attach mta3 {tmp_path}/theirs.tap", "deposit ss1 1"]
    theirs = SimhRun(tmp_path, attach, dict(enumerate(LOAD_CARDS, LOAD_CARDS_AT)), LOAD_CARDS_AT)
    assert theirs.halted_at == assembled.symbols["SMEND"]
    machine = Machine()
    machine.switches[1] = 1
    machine.attach(TREE_UNIT, "tape", tmp_path / "ours.tap")
    ours = run_job(assembled, cards, "SMEND", machine)
    assert theirs.printed == ours.printed
    assert (tmp_path / "theirs.tap").read_bytes() == (tmp_path / "ours.tap").read_bytes()
