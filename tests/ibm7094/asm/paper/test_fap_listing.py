"""The listing: pages, titles, control cards, and what is listed beside a card."""

import pytest

from ibm7094.asm import assemble
from ibm7094.asm.paper.pages import Pages
from tests.rigs.fap_rig import card, closing, deck, listed


def paper(subtitle: str | None = None) -> Pages:
    return Pages(lambda page: f"1 PAGE {page}", subtitle)


def test_a_page_has_a_heading_a_blank_line_and_56_lines() -> None:
    pages = paper()
    for i in range(57):
        pages.put(f" {i}")
    assert pages.lines[:3] == ["1 PAGE 1", "", " 0"]
    assert pages.lines[57:] == [" 55", "1 PAGE 2", "", " 56"]


def test_a_subtitle_takes_a_line() -> None:
    pages = paper("SUB")
    for i in range(56):
        pages.put(f" {i}")
    assert pages.lines[:4] == ["1 PAGE 1", "SUB", "", " 0"]
    assert pages.lines[57:] == [" 54", "1 PAGE 2", "SUB", "", " 55"]


def test_a_blank_line_near_the_bottom_begins_a_page_and_is_lost() -> None:
    pages = paper()
    for i in range(53):
        pages.put(f" {i}")
    pages.blank()
    pages.put(" AFTER")
    assert pages.lines[-4:] == [" 52", "1 PAGE 2", "", " AFTER"]


def test_a_line_with_a_zero_before_it_takes_two() -> None:
    pages = paper()
    for i in range(55):
        pages.put(f" {i}")
    pages.put("0TWO")
    assert pages.lines[-3:] == ["1 PAGE 2", "", "0TWO"]


@pytest.mark.parametrize(("before", "count", "blank"), [(10, 3, 3), (10, 0, 1), (52, 1, 0), (40, 15, 0)])
def test_space_leaves_lines_blank_or_begins_a_page(before: int, count: int, blank: int) -> None:
    pages = paper()
    for i in range(before):
        pages.put(f" {i}")
    pages.space(count)
    pages.put(" AFTER")
    tail = pages.lines[before + 2 :]
    assert tail == [""] * blank + [" AFTER"] if blank else tail == ["1 PAGE 2", "", " AFTER"]


def test_the_symbol_table_continues_on_further_pages() -> None:
    lines = closing(*(card(f"S{i:02d}", "PZE") for i in range(60)))
    pages = [i for i, line in enumerate(lines) if line.endswith("PAGE 2")]
    assert len(pages) == 1
    assert lines[pages[0] + 1].strip() == "POST PROCESSOR ASSEMBLY DATA"
    assert lines[pages[0] + 2] == ""


def test_the_first_comment_is_the_title_if_nothing_is_defined_before_it() -> None:
    late = assemble("       COUNT   5\n*TITLE\n       ABS\n       END\n")
    too_late = assemble("       ABS\n       PZE\n*REMARK\n       END\n")
    assert (late.title, too_late.title) == ("TITLE", "")
    assert "*REMARK" in too_late.listing()
    assert assemble("*\n*SECOND\n       END\n").title == ""


def test_ttl_gives_the_pages_a_subtitle_and_a_number() -> None:
    lines = deck(card("", "PZE"), card("7", "TTL", "PART"), card("", "PZE")).listing().split("\n")
    second = next(i for i, line in enumerate(lines) if line.endswith("PAGE 7"))
    assert lines[second + 1 : second + 3] == [" " * 27 + "PART", ""]


def test_unlist_is_listed_and_list_leaves_a_blank_line() -> None:
    shown = listed(
        card("", "UNLIST"), card("", "PZE", "1"), card("", "CLA"), card("", "LIST"), card("", "PZE", "2")
    )
    assert [line[30:] for line in shown] == [
        card("", "UNLIST"),
        card("", "CLA"),
        "",
        card("", "PZE", "2"),
    ]


def test_pcc_is_always_listed_and_a_wrong_option_is_off_and_flagged() -> None:
    shown = listed(
        card("", "PCC", "ON"), card("", "COUNT", "5"), card("", "PCC", "WHAT"), card("", "COUNT", "6")
    )
    assert [(line[1:6].strip(), line[30:]) for line in shown] == [
        ("", card("", "PCC", "ON")),
        ("", card("", "COUNT", "5")),
        ("F", card("", "PCC", "WHAT")),
    ]


def test_title_lists_the_first_word_of_a_card_and_no_literals() -> None:
    text = deck(card("", "TITLE"), card("", "OCT", "1,2"), card("", "CLA", "=7")).listing()
    assert "+000000000002" not in text
    assert "LITERALS" not in text


def test_copies_by_dup_of_a_card_without_a_word_are_blank_lines() -> None:
    shown = listed(card("", "DUP", "2,2"), "*      COMMENT", card("", "PZE"))
    assert [line[30:] for line in shown] == [
        card("", "DUP", "2,2"),
        "*      COMMENT",
        card("", "PZE"),
        "",
        "",
    ]


def test_index_is_a_table_of_contents() -> None:
    shown = listed(card("A", "PZE"), card("", "INDEX", "A,NOPE"))
    assert shown[1:] == ["", "        TABLE OF CONTENTS", "            A        100", " F          NOPE"]


def test_only_the_operation_of_a_rem_card_is_blanked() -> None:
    assert listed("REMARK REM     REMEMBER") == [" " * 30 + "REMARK         REMEMBER"]


def test_a_word_of_vfd_is_listed_beside_the_card_that_completes_it() -> None:
    shown = listed(card("", "VFD", "18/1,18/2,36/NOPE,"), card("", "ETC", "36/3,10/1"))
    assert [(line[1:6].strip(), line[13:25], line[30:]) for line in shown] == [
        ("", "000001000002", card("", "VFD", "18/1,18/2,36/NOPE,")),
        ("UE", "000000000000", ""),
        ("", "000000000003", card("", "ETC", "36/3,10/1")),
        ("", "000400000000", ""),
    ]


@pytest.mark.parametrize(
    ("field", "word"),
    [
        ("", 0),
        ("H6/AB,O30/0", 0o220000000000),  # the last characters count
        ("H18/A,O18/0", 0o606021000000),
        ("O36/77+770000000000", 0o770000000077),
        ("O36//0", 0o777777777777),
    ],
)
def test_a_field_of_vfd_is_cut_on_the_left(field: str, word: int) -> None:
    assert deck(card("", "VFD", field)).words[0o100] == word


def test_sst_is_too_late_once_something_is_defined() -> None:
    """FAP06765: flag F, and a control card with a flag is listed."""
    assert listed(card("", "SST"), absolute=False) == []
    assert listed(card("A", "PZE"), card("", "SST"), absolute=False)[1] == f" F{'':35}SST"


def test_literals_after_a_remote_sequence_are_listed_only_after_pmc() -> None:
    """FAP08033-08037, 07310: a line is listed like the last card, and a macro made that one."""
    remote = [card("", "RMT"), card("", "CLA", "=5"), card("", "RMT")]
    heading = "        LITERALS"
    assert heading not in deck(*remote).listing().split("\n")
    assert heading in deck(card("", "PMC", "ON"), *remote).listing().split("\n")
    assert heading in deck(*remote, card("", "RMT", "*")).listing().split("\n")


def numbered(text: str, identification: str) -> str:
    return f"{text:<72}{identification}"


def test_cards_that_a_macro_makes_have_the_identification_of_the_call() -> None:
    """FAP06136-06149: the expansion fills columns 1-72 and leaves the rest of the last card read."""
    shown = listed(
        card("", "PMC", "ON"),
        numbered(card("M", "MACRO", "X,Y"), "M0000001"),
        numbered(card("", "IRP", "X"), "M0000002"),
        numbered(card("", "PZE", "X,Y"), "M0000003"),
        numbered(card("", "IRP"), "M0000004"),
        numbered(card("", "END"), "M0000005"),
        numbered(card("", "M", "(1,2),$"), "M0000006"),
        numbered(card("", "ETC", "4"), "M0000007"),
        numbered(card("", "RMT"), "M0000008"),
        numbered(card("", "PZE", "5"), "M0000009"),
        numbered(card("", "RMT"), "M0000010"),
        numbered(card("", "RMT", "*"), "M0000011"),
    )
    assert [line[102:] for line in shown[-8:]] == [
        "M0000007",
        "M0000007.001",
        "M0000007.001",
        "M0000008",
        "M0000009",
        "M0000010",
        "M0000011",
        "M0000011.001",
    ]
