"""Relocatable programs: what they call elsewhere, and what others may call."""

from tests.rigs.fap_rig import card, closing, deck, listed


def test_the_transfer_vector_is_listed_before_the_program_begins() -> None:
    shown = listed(card("", "EXTERN", "SQRT"), card("", "TSX", "$EXIT,4"), absolute=False)
    assert shown == [
        " " * 37 + "EXTERN  SQRT",
        "",
        "        TRANSFER VECTOR",
        "      00000  625051636060     SQRT",
        "      00001  256731636060     EXIT",
        "",
        "      00002  0074 00 4 00001         TSX     $EXIT,4",
    ]


def test_an_entry_lists_where_it_is() -> None:
    shown = listed(card("", "ENTRY", "GO"), card("", "ENTRY", "NOPE"), card("GO", "PZE"), absolute=False)
    assert [line[:28] for line in shown[:2]] == [" " * 23 + "00000", " U" + " " * 21 + "00000"]


def test_an_entry_or_abs_after_the_first_word_is_too_late() -> None:
    shown = listed(card("A", "PZE"), card("", "ENTRY", "A"), card("", "ABS"), absolute=False)
    assert shown[1:] == [" P" + " " * 35 + "ENTRY   A", " O    00001    00000 0 00000         ABS"]


def test_call_makes_a_word_for_every_argument_even_for_an_omitted_one() -> None:
    program = deck(card("A", "CALL", "SUB,A,,"), card("", "ETC", "5"), absolute=False)
    assert list(program.words.values())[1:] == [
        0o007400400000,
        0o007400000001,
        0o007400000000,
        0o007400000005,
    ]


def test_ifeof_stores_the_location_by_way_of_the_vector() -> None:
    program = deck(card("A", "IFEOF", "A"), absolute=False)
    assert list(program.words.values()) == [0o742546263460, 0o462560000000, 0o076100000001]


def test_common_lists_its_symbol_or_what_is_left_and_the_last_location_not_used() -> None:
    cards = [card("X", "COMMON", "10"), card("", "COMMON", "5"), card("", "CLA", "X")]
    assert [line[23:28] for line in listed(*cards, absolute=False)[:2]] == ["77461", "77442"]
    assert closing(*cards, absolute=False)[0] == "       77442 IS THE LAST LOCATION NOT USED BY THIS PROGRAM"


def test_even_makes_the_vector_even_too() -> None:
    program = deck(card("", "TSX", "$SUB,4"), card("", "EVEN"), card("A", "PZE"), absolute=False)
    assert program.symbols["A"] == 4
    assert "      00001  0774 00 0 00000  *EVEN*" in program.listing().split("\n")


def test_a_transfer_card_is_not_allowed_in_a_relocatable_program() -> None:
    assert listed(card("", "TCD", "5"), absolute=False)[0].startswith(" O    00000    00000 0 00000")


def test_the_flags_of_ifeof_stand_beside_its_second_word() -> None:
    """FAP09085-09106: the address is evaluated after the first word is listed. It must be a place here."""
    cards = [card("", "IFEOF"), card("", "IFEOF", "5"), card("", "IFEOF", "NONE"), card("", "IFEOF", "0,1")]
    lines = [line for line in listed(*cards, absolute=False) if line[6:11].isdigit()][1:]
    assert [line[1:6].strip() for line in lines] == ["", "A", "", "R", "", "U", "", "F"]
    assert lines[5] == " U    00006  0761 00 0"


def test_a_field_of_vfd_moves_with_the_program_only_where_an_address_or_decrement_ends() -> None:
    """FAP09627-09666: else flag R."""
    fields = ("18/A,18/A", "3/1,15/A,18/1", "21/0,15/A", "15/A,21/0", "36/5,20/A")
    lines = listed(card("A", "PZE"), *(card("", "VFD", field) for field in fields), absolute=False)
    assert [line[1:6].strip() for line in lines[1:]] == ["", "", "", "R", "", "R"]
    program = deck(card("A", "VFD", "18/A,18/A"), card("", "VFD", "18/A"), absolute=False)
    assert [word.relocation for word in program.assembly.words] == ["DA", "D"]


def test_an_entry_of_zero_is_the_first_word_and_a_minus_sign_marks_a_secondary_one() -> None:
    """FAP09002-09044."""
    entries = [card("", "ENTRY", field) for field in ("0", "-GO", "GO", "N", "", "GO,1")]
    shown = listed(*entries, card("GO", "TSX", "$SUB,4"), card("N", "EQU", "5"), absolute=False)
    assert [line[23:28] for line in shown[:6]] == ["00001", "00001", "00001", "00005", "00000", "00001"]
    assert [line[1:6].strip() for line in shown[:6]] == ["", "", "", "R", "A", "F"]
