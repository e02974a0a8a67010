"""listings/RECONSTRUCTION.md is what its source, the records and the decks give."""

from samuel.pages import reconstruction
from samuel.pages.prose import decimals, filled


def test_the_page_is_what_its_source_and_the_records_give() -> None:
    made = reconstruction.page()
    assert reconstruction.PAGE.read_text(encoding="utf-8") == made, "run `make docs`"


def test_a_coefficient_has_no_zero_before_its_point() -> None:
    assert (decimals(0.48), decimals(-0.06), decimals(48.0, 1)) == (".48", "-.06", "48.0")


def test_a_paragraph_is_filled_again_and_a_table_is_not() -> None:
    row = "| " + "long " * 40 + "|"
    assert filled(f"one\ntwo\n{row}\n- {'word ' * 30}\n- item\n").splitlines() == [
        "one two",
        row,
        "- " + ("word " * 23).rstrip(),
        "  " + ("word " * 7).rstrip(),
        "- item",
    ]
