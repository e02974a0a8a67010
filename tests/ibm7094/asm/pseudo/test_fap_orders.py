"""Orders for a 7909: characters in one or two words (FAP09377-09453, 09748-09794)."""

from tests.rigs.fap_rig import card, deck, flags, listed


def test_an_order_of_the_disk_file_takes_two_words_with_zeros_as_on_tape() -> None:
    assert listed(card("A", "DVSR", "0,1234,7X"), card("", "PZE", "A")) == [
        "      00100  1002 1212 0102   A      DVSR    0,1234,7X",
        "      00101  0304 0767 1212",
        "      00102  0 00000 0 00100         PZE     A",
    ]
    assert list(deck(card("", "DNOP")).words.values()) == [0o121212121212] * 2


def test_an_order_of_hypertape_is_its_code_and_unit_twice() -> None:
    assert listed(card("", "HSEL", "3"), card("", "HBSF")) == [
        "      00100  1206 0312 0603          HSEL    3",
        "      00101  0305 1203 0512          HBSF",
    ]


def test_fields_that_are_missing_or_too_many_are_flagged_beside_their_word() -> None:
    assert flags(card("", "DVSR", "1,2"), card("", "DSEK", "1,2,3"), card("", "DNOP", "1")) == [
        *["", "A"],
        *["", "F"],
        *["F", ""],
    ]
    assert flags(card("", "HSEL"), card("", "HBSF", "1"), card("", "DSEK", "NONE,1")) == ["A", "F", "U", ""]
