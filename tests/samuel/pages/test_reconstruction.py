"""listings/RECONSTRUCTION.md is what its source, the records and the decks give."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from ibm7094.asm.cards.card import slice_card
from samuel.pages import reconstruction, statements_page
from samuel.pages.facts import fact, word
from samuel.pages.prose import decimals, filled, row
from samuel.pages.templates import rendered
from samuel.player.steering import BY_NAME
from samuel.report.evidence import Entry, entries
from samuel.resources import LISTINGS
from samuel.studies import records
from tests.rigs.facts import ROOT


def test_the_page_is_what_its_source_and_the_records_give() -> None:
    made = reconstruction.page()
    assert reconstruction.PAGE.read_text(encoding="utf-8") == made, "run `make docs`"


def test_a_coefficient_has_no_zero_before_its_point() -> None:
    assert (decimals(0.48), decimals(-0.06), decimals(48.0, 1)) == (".48", "-.06", "48.0")


def test_a_row_has_a_dash_where_there_is_no_coefficient() -> None:
    numbers = [0.33, -0.06, None, 0.5, 0.25, None]
    assert (row(numbers), row(numbers, 4), row(numbers, 1, 2)) == (
        ".33 -.06 - .50 .25 -",
        ".50 .25 -",
        ".33 -.06",
    )


def test_a_paragraph_is_filled_again_and_a_table_is_not() -> None:
    row = "| " + "long " * 40 + "|"
    assert filled(f"one\ntwo\n{row}\n- {'word ' * 30}\n- item\n").splitlines() == [
        "one two",
        row,
        "- " + ("word " * 23).rstrip(),
        "  " + ("word " * 7).rstrip(),
        "- item",
    ]


def test_a_name_that_no_fact_has_is_an_error() -> None:
    for name in ("agreement.no_such_measure", "no_such_record.boards"):
        with pytest.raises(UndefinedError):
            rendered(f"{{{{ {name} }}}}")


def test_a_word_is_what_the_deck_loads() -> None:
    assert word("STBRCT") == BY_NAME["COUNT"].default
    assert word("PNMAN") == BY_NAME["MAN"].default


def test_every_record_of_measures_has_a_name_on_the_pages() -> None:
    kept = {path.stem for path in records.AGREEMENT.path.parent.glob("*.json")}
    assert kept <= set(fact("records").values())


def test_the_demo_in_the_readme_has_the_numbers_on_record() -> None:
    found = records.AGREEMENT.kept()
    assert found is not None
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"the machine: {found['boards']} boards" in readme
    assert re.search(rf"the same in both +{found['boards_shared']} \(", readme)
    shown = re.search(r"time on the 7094 +63 s +([\d.]+) to ([\d.]+) s", readme)
    assert shown and [float(end) for end in shown.groups()] == pytest.approx(found["seconds"], abs=0.5)


@pytest.mark.parametrize("page", [reconstruction.PAGE, statements_page.PAGE], ids=lambda page: page.stem)
def test_every_row_has_as_many_cells_as_its_heading(page: Path) -> None:
    cells = 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("|"):
            cells = cells or line.count("|")
            assert line.count("|") == cells, number
        else:
            cells = 0


@cache
def symbols() -> dict[str, set[str]]:
    """The files that define each symbol of the listings."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in LISTINGS.rglob("*.fap"):
        for card in map(slice_card, file.read_text().splitlines()):
            found[card.location].add(str(file.relative_to(LISTINGS)))
    return found


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.routine)
def test_a_row_names_the_files_that_hold_its_routines(entry: Entry) -> None:
    files = set(entry.file.split(", "))
    assert [file for file in files if not (LISTINGS / file).exists()] == []
    named = re.findall(r"\b[A-Z][A-Z0-9]{1,5}\b", entry.routine.partition(":")[0])
    assert [name for name in named if name in symbols() and not symbols()[name] & files] == []


def test_every_file_of_the_listings_has_a_row() -> None:
    files = {str(file.relative_to(LISTINGS)) for file in LISTINGS.rglob("*.fap")}
    assert files - {file for entry in entries() for file in entry.file.split(", ")} == set()
