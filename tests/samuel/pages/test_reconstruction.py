"""listings/RECONSTRUCTION.md is what its source, the records and the decks give."""

import re

import pytest
from jinja2 import UndefinedError

from samuel.pages import reconstruction
from samuel.pages.facts import fact, word
from samuel.pages.prose import decimals, filled, row
from samuel.pages.templates import rendered
from samuel.player.steering import BY_NAME
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
    low, high = found["seconds"]
    assert f"the machine: {found['boards']} boards" in readme
    assert re.search(rf"the same in both +{found['boards_shared']} \(", readme)
    assert f"{low:.1f} to {high:.1f} s" in readme
