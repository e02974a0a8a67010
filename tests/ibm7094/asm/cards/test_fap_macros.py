"""Macros, expanded as FAP's own source does it: arguments, names, repetition, condition, RMT."""

import pytest

from ibm7094.asm.cards.macros import iterations, parameters_of, split_arguments
from tests.rigs.fap_rig import card, deck, listed

ON = card("", "PMC", "ON")


def expanded(*cards: str) -> list[str]:
    """The cards that macros make of these, without what is listed beside them."""
    return [line[30:102].rstrip() for line in listed(ON, *cards) if line.endswith(".001")]


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("A,B", ["A", "B"]),
        ("A B", ["A"]),
        (",A", ["", "A"]),
        ("A,", ["A"]),
        ("A,,", ["A", ""]),
        ("(A,1),B", ["A,1", "B"]),
        ("(A B),C", ["A B", "C"]),
        ("((A,1),B),C", ["(A,1),B", "C"]),
        ("()", [""]),
        ("A,()", ["A", ""]),
        ("A(B)", ["A", "B"]),  # parentheses separate arguments like commas
        ("(A)B", ["A", "B"]),
        ("(A)(B)", ["A", "B"]),
        ("", []),
    ],
)
def test_a_call_is_cut_into_its_arguments(field: str, arguments: list[str]) -> None:
    assert split_arguments(field) == arguments


@pytest.mark.parametrize(
    ("argument", "items"),
    [
        ("A", ["A"]),
        ("A,B", ["A", "B"]),
        ("A,B,", ["A", "B", ""]),
        ("(A,1),B", ["A,1", "B"]),
        ("(A),(B)", ["A", "B"]),
        ("", [""]),
    ],
)
def test_irp_goes_through_an_argument(argument: str, items: list[str]) -> None:
    assert iterations(argument) == items


def test_any_mark_separates_the_parameters_of_a_definition() -> None:
    assert parameters_of("A,(B,C)*D+E F") == ["A", "B", "C", "D", "E"]


def test_mop_names_the_macro_in_its_field() -> None:
    assert expanded(
        card("", "MOP", "GET,X"), card("", "CLA", "X"), card("GET", "END"), card("", "GET", "5")
    ) == [card("", "CLA", "5")]


def test_a_macro_card_alone_is_followed_by_a_model_of_the_call() -> None:
    definition = [card("", "MACRO"), card("L", "GET", "X"), card("L", "CLA", "X"), card("", "END")]
    assert expanded(*definition, card("HERE", "GET", "5")) == [card("HERE", "CLA", "5")]
    assert deck(*definition, card("HERE", "GET", "5")).symbols == {"HERE": 0o100}


def test_mac_calls_a_macro_by_its_first_argument() -> None:
    definition = [card("GET", "MACRO", "X"), card("", "CLA", "X"), card("", "END")]
    assert expanded(*definition, card("", "MAC", "GET,5")) == [card("", "CLA", "5")]
    shown = listed(ON, *definition, card("", "MAC", "NOPE,5"))
    assert shown[-1] == " U" + " " * 35 + "MAC     NOPE,5"


def test_a_definition_ends_at_an_end_with_its_name_in_either_field_or_with_none() -> None:
    program = deck(
        card("M", "MACRO"), card("", "PZE", "1"), card("N", "END"), card("", "END", "M"), card("", "PZE", "2")
    )
    assert list(program.words.values()) == [2]


def test_a_generated_field_keeps_the_column_of_its_prototype() -> None:
    assert expanded(card("M", "MACRO", "X"), "       CLA X", card("", "END"), card("", "M", "5")) == [
        "       CLA 5"
    ]


def test_text_and_literals_keep_what_follows_a_blank_and_others_do_not() -> None:
    definition = [
        card("M", "MACRO", "X"),
        card("", "BCI", "2,X AND X"),
        card("", "CLA", "=1     IS X"),
        card("", "CLA", "X      IS X"),
        card("", "END"),
    ]
    assert expanded(*definition, card("", "M", "5")) == [
        card("", "BCI", "2,5 AND 5"),
        card("", "CLA", "=1     IS 5"),
        card("", "CLA", "5"),
    ]


def test_what_does_not_fit_on_a_generated_card_goes_on_an_etc_card() -> None:
    long = ",".join(["A123456789"] * 5)
    definition = [card("M", "MACRO", "X"), card("", "PZE", "X,X"), card("", "END")]
    first, second = expanded(*definition, card("", "M", f"({long})"))
    assert len(first) == 72
    assert second.startswith("       ETC     ")
    assert first[15:] + second[15:] == f"{long},{long}"


def test_a_704_has_the_field_of_such_a_card_in_column_12() -> None:
    definition = [card("M", "MACRO", "X"), card("", "PZE", "X,X"), card("", "END")]
    long = ",".join(["A123456789"] * 5)
    assert expanded(card("", "704"), *definition, card("", "M", f"({long})"))[1].startswith("       ETC 2")


def test_irp_on_what_is_not_an_argument_skips_its_cards() -> None:
    definition = [card("M", "MACRO", "X"), card("", "IRP", "Y"), card("", "PZE", "1"), card("", "IRP")]
    assert expanded(*definition, card("", "PZE", "X"), card("", "END"), card("", "M", "2")) == [
        card("", "PZE", "2")
    ]


def test_parentheses_that_do_not_match_are_flagged_as_such_and_fatal() -> None:
    program = deck(card("M", "MACRO", "X"), card("", "PZE", "1"), card("", "END"), card("", "M", "(A"))
    assert " ()" + " " * 34 + "M       (A" in program.listing().split("\n")
    assert program.is_fatal


def test_a_macro_with_an_asterisk_is_not_an_operation() -> None:
    shown = listed(card("M", "MACRO"), card("", "PZE", "1"), card("", "END"), card("", "M*"))
    assert shown[-1].startswith(" O    00100    00000 0 00000")


def test_a_condition_ignores_comments_and_applies_to_continuations_too() -> None:
    program = deck(
        card("", "IFF", "0"),
        "*      A COMMENT",
        card("", "VFD", "18/1,"),
        card("", "ETC", "18/2"),
        card("", "PZE", "3"),
    )
    assert list(program.words.values()) == [3]


def test_cards_that_a_condition_skips_are_listed_like_control_cards() -> None:
    cards = [card("", "IFF", "0"), card("", "PZE", "1")]
    assert listed(*cards) == []
    shown = listed(card("", "PCC", "ON"), *cards)
    assert [line[30:] for line in shown] == [card("", "PCC", "ON"), *cards]


def test_cards_set_aside_lose_their_comments_and_keep_their_head() -> None:
    aside = [card("", "HEAD", "X"), card("", "RMT"), "A      PZE     A,,B'B  COMMENT", card("", "RMT")]
    shown = listed(ON, *aside, card("", "HEAD", "0"), card("BB", "PZE"), card("", "RMT", "*"))
    assert shown[-1][30:102].rstrip() == "A      PZE     A,,BB"
    assert deck(*aside, card("", "HEAD", "0"), card("", "RMT", "*")).symbols == {"X$A": 0o100}


def test_cards_set_aside_and_not_called_for_follow_the_end() -> None:
    lines = deck(ON, card("", "RMT"), card("", "PZE", "5"), card("", "RMT")).listing().split("\n")
    end = lines.index(" " * 37 + "END")
    assert lines[end + 1] == " " * 46 + "REMOTE SEQUENCES"
    assert lines[end + 2].startswith("      00100  0 00000 0 00005         PZE     5")


@pytest.mark.parametrize(
    ("field", "symbol"), [("", "..001"), ("Q100", ".Q101"), ("5", ".0006"), ("999", ".1000")]
)
def test_created_symbols_begin_where_orgcrs_says(field: str, symbol: str) -> None:
    definition = [card("M", "MACRO", "X"), card("", "PZE", "X"), card("", "END")]
    assert expanded(*definition, card("", "ORGCRS", field), card("", "M")) == [card("", "PZE", symbol)]


def test_a_macro_called_like_an_operation_is_flagged_but_not_an_error() -> None:
    program = deck(card("CLA", "MACRO"), card("", "PZE", "1"), card("", "END"))
    assert [problem.flags for problem in program.problems] == ["M"]
    assert not program.is_fatal
    assert "0 NO ERROR IN ABOVE ASSEMBLY." in program.listing()
