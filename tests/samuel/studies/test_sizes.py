"""How much memory our programs take, beside the sizes that the papers state."""

import json

import pytest

from samuel.cli import main
from samuel.paper import sizes
from samuel.player.game import DECK
from samuel.player.job import program
from samuel.player.signature_tables import FIG_4, FIG_5, GRIFFITH
from samuel.studies.sizes.program_size import DeckSize, deck_size
from samuel.studies.sizes.study import SizeStudy, size_study
from samuel.studies.timing.profile import OTHER


@pytest.fixture(scope="module")
def deck() -> DeckSize:
    return deck_size(DECK)


@pytest.fixture(scope="module")
def study() -> SizeStudy:
    return size_study()


def test_the_words_of_the_files_are_those_of_the_deck(deck: DeckSize) -> None:
    assert deck.loaded == len(program(DECK).image)


def test_words_and_work_space_are_all_of_core_that_the_program_takes(deck: DeckSize) -> None:
    assembled = program(DECK)
    places = [place for name, place in assembled.symbols.items() if name not in assembled.source.constants]
    first = min(each.here for each in assembled.assembly.statements if each.card.operation == "BES")
    assert first + deck.loaded + deck.work_space == max(*assembled.image, *places) + 1


def test_every_file_of_both_decks_belongs_to_a_part(study: SizeStudy) -> None:
    assert OTHER not in {file.part for each in study.decks for file in each.files}


def test_a_routine_goes_to_the_next_one_of_its_file(deck: DeckSize) -> None:
    words = {routine.name: routine.words for routine in deck.routines}
    symbols = program(DECK).symbols
    assert words["BTBLD"] == symbols["BTCNT"] - symbols["BTBLD"]


def test_constants_and_texts_are_not_instructions(deck: DeckSize) -> None:
    (masks,) = (file for file in deck.files if file.file == "steer")
    assert masks.data > masks.instructions > 0


def test_every_size_of_the_papers_has_a_row(study: SizeStudy) -> None:
    assert [row.paper for row in study.rows] == list(sizes().values())


def test_what_is_the_same_is_as_large_but_for_the_one_in_doubt(study: SizeStudy) -> None:
    others = [row.paper for row in study.rows if row.likeness == "same" and row.ratio != 1]
    assert [paper.standing for paper in others] == ["doubtful"]


def test_the_tables_are_as_large_as_the_judge_has_them(study: SizeStudy) -> None:
    ours = {row.paper.name: row.ours for row in study.rows}
    assert ours["first form"] == GRIFFITH.entries
    assert (ours["Fig. 4"], ours["Fig. 5"]) == (2 * FIG_4.entries, 2 * FIG_5.entries)


def test_what_is_not_here_says_why_and_has_no_ratio(study: SizeStudy) -> None:
    missing = [row for row in study.rows if row.likeness == "none"]
    assert missing and all(row.what and row.ratio is None for row in missing)


@pytest.mark.parametrize("columns", ["60", "80"])
def test_the_command_shows_it_whole_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["sizes"]) == 0
    shown = capsys.readouterr().out
    assert "…" not in shown and max(map(len, shown.splitlines())) <= int(columns)
    assert all(text in shown for text in ("10,136", "doubtful", "nearest", "book learning", "MKMOVE"))


def test_json_has_rows_and_decks(capsys: pytest.CaptureFixture[str], study: SizeStudy) -> None:
    assert main(["sizes", "--json", "--top", "3"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [row["ratio"] for row in record["rows"]] == [row.ratio for row in study.rows]
    assert [len(each["routines"]) for each in record["decks"]] == [3, 3]
