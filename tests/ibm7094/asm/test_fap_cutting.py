"""Binary cards: where FAP begins them, their numbers, and the lines that list these (FAP07380-07701)."""

import pytest

from ibm7094.asm.cutting import label_of, next_number
from tests.rigs.fap_rig import card, deck, flags, listed

NUMBER = "  BINARY CARD NO. "


def numbers(*cards: str, absolute: bool = True) -> list[str]:
    """The numbers listed."""
    lines = deck(*cards, absolute=absolute).listing().split("\n")
    return [line.removeprefix(NUMBER) for line in lines if line.startswith(NUMBER)]


def words(count: int) -> list[str]:
    return [card("", "PZE", str(n)) for n in range(count)]


def test_the_number_of_a_card_is_listed_before_its_first_word() -> None:
    shown = listed(card("", "LBL", "NAME,X"), *words(23))
    assert shown[:3] == ["", "  BINARY CARD NO. NAME0000", "      00100  0 00000 0 00000         PZE     0"]
    assert shown[24:] == ["", "  BINARY CARD NO. NAME0001", "      00126  0 00000 0 00026         PZE     22"]


def test_lbl_lists_numbers_only_if_it_has_a_second_field() -> None:
    """IBM's FAP lists none for LBL CARD of the deck f1."""
    assert numbers(card("", "LBL", "NAME"), *words(30)) == []
    assert numbers(card("", "LBL", "NAME,X"), *words(30)) == ["NAME0000", "NAME0001"]
    assert numbers(card("", "LBL", "NAME,0"), *words(30)) == []


def test_a_one_lists_the_first_number_only() -> None:
    """FAP07674: FAP clears the last bit of the field after the first card."""
    assert numbers(card("", "LBL", "NAME,1"), *words(50)) == ["NAME0000"]


@pytest.mark.parametrize(
    ("between", "count"),
    [
        ([], 1),
        ([card("", "ORG", "*")], 2),
        ([card("", "BSS", "1")], 2),
        ([card("", "BSS", "0")], 1),
        ([card("", "BES", "2")], 2),
        ([card("", "LOC", "512")], 1),
        ([card("", "ABS")], 1),
        ([card("", "FUL")], 2),
        ([card("", "9LP", "1")], 2),
        ([card("", "LBL", "NAME0001,X")], 2),
    ],
)
def test_a_card_ends_where_the_program_jumps_or_changes_its_form(between: list[str], count: int) -> None:
    found = numbers(card("", "LBL", "NAME,X"), card("", "PZE"), *between, card("", "PZE"))
    assert found == ["NAME0000", "NAME0001"][:count]


def test_a_transfer_card_is_named_after_its_address_and_takes_a_number() -> None:
    tcd = card("", "TCD", "64")
    assert numbers(card("", "LBL", "N,X"), card("", "PZE"), tcd, tcd, card("", "PZE")) == [
        "N0000000",
        "TRA00100",
        "TRA00100",
        "N0000002",
    ]


def test_the_transfer_card_of_end_is_listed_last() -> None:
    program = deck(card("", "LBL", "N,X"), card("", "CLA", "=5"), card("", "END", "64"))
    lines = program.listing().split("\n")
    at = lines.index("  BINARY CARD NO. TRA00100")
    assert lines[at - 4 : at] == ["", "        LITERALS", "      00101  000000000005", ""]


def test_the_origin_of_a_card_is_listed_if_loc_gives_other_locations() -> None:
    found = numbers(card("", "LBL", "N,X"), card("", "LOC", "512"), card("", "PZE"))
    assert found == ["N0000000    CARD ORIGIN    100"]


def test_no_number_is_listed_for_a_card_begun_while_listing_is_off() -> None:
    """FAP07656: not even if listing is on again by its first word."""
    off, on = card("", "UNLIST"), card("", "LIST")
    assert numbers(card("", "LBL", "N,X"), off, *words(22), on, *words(23)) == ["N0000002"]


def test_lbl_without_a_field_ends_the_card_and_the_numbers() -> None:
    program = deck(card("", "LBL", "N,X"), card("", "PZE"), card("", "LBL"), card("", "PZE"))
    assert [punched.text()[72:] for punched in program.deck()] == ["N0000000", "00000000"]
    assert numbers(card("", "LBL", "N,X"), card("", "PZE"), card("", "LBL"), card("", "PZE")) == ["N0000000"]


def test_the_program_card_of_a_main_program_is_listed_before_its_vector() -> None:
    shown = listed(card("", "LBL", "N,X"), card("", "TSX", "$SUB,4"), absolute=False)
    assert shown == [
        "",
        "  BINARY CARD NO. N0000000",
        "        PROGRAM CARD",
        "",
        "        TRANSFER VECTOR",
        "",
        "  BINARY CARD NO. N0000001",
        "      00000  626422606060     SUB",
        "",
        "      00001  0074 00 4 00000         TSX     $SUB,4",
    ]


def test_the_program_card_of_a_subprogram_is_listed_before_its_first_entry() -> None:
    shown = listed(card("", "LBL", "N,X"), card("", "ENTRY", "A"), card("A", "PZE"), absolute=False)
    assert shown == [
        "",
        "  BINARY CARD NO. N0000000",
        f"{'':23}00000         ENTRY   A",
        "",
        "  BINARY CARD NO. N0000001",
        "      00000  0 00000 0 00000  A      PZE",
    ]


def test_a_relocatable_card_is_full_with_20_words_or_with_too_many_relocation_bits() -> None:
    plain = numbers(card("", "LBL", "N,X"), *words(41), absolute=False)
    assert plain == ["N0000000", "N0000001", "N0000002", "N0000003"]
    both = [card("A" if not n else "", "TXI", "A,1,A") for n in range(19)]
    assert numbers(card("", "LBL", "N,X"), *both, absolute=False) == ["N0000000", "N0000001", "N0000002"]
    assert numbers(card("", "LBL", "N,X"), *both[:18], absolute=False) == ["N0000000", "N0000001"]


@pytest.mark.parametrize(
    ("field", "name", "listing", "is_bad"),
    [
        ("NAME", "NAME", "", False),
        ("NAME,X", "NAME", "X", False),
        ("00AB,00", "AB", "", False),
        ("ABCDEFGHIJ,X", "ABCDEFGH", "X", False),
        ("A+B,X", "", "", True),
        ("AB,X*", "AB", "", True),
        ("AB,X,Y", "AB", "X", True),
    ],
)
def test_the_fields_of_lbl(field: str, name: str, listing: str, is_bad: bool) -> None:
    assert label_of(field) == (name, listing, is_bad)
    assert flags(card("", "LBL", field)) == (["F"] if is_bad else [])


def test_the_digits_at_the_end_count_up_and_begin_again() -> None:
    assert [next_number(n) for n in ("NAME0009", "A9999999", "ABCDEFGH", "99999999")] == [
        "NAME0010",
        "A0000000",
        "ABCDEFGH",
        "00000000",
    ]
