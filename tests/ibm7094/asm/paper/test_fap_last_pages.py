"""The last pages of a listing: what is free, and where each symbol is used.

What FAP did is in its own source (CTSS version of 03/06/70); the numbers of its cards are named here.
"""

from tests.rigs.fap_rig import card, closing, deck, listed


def test_common_storage_wraps_around_core() -> None:
    """FAP08415-08422 and FAP03886-03892: the counter has 15 bits."""
    cards = [card("X", "COMMON", "32563"), card("Y", "COMMON", "1"), card("", "CLA", "Y")]
    assert [line[23:28] for line in listed(*cards, absolute=False)[:2]] == ["77461", "77776"]
    lines = closing(*cards, absolute=False)
    assert lines[0] == "       77775 IS THE LAST LOCATION NOT USED BY THIS PROGRAM"
    assert [line for line in lines if line[12:18].strip() == "Y"] == ["      77776      Y     0"]


def test_a_program_that_reaches_into_common_storage_is_an_error() -> None:
    """FAP08424-08429: flag E before the first location not used."""
    cards = [card("", "COMMON", "32560"), card("", "PZE"), card("", "PZE")]
    lines = closing(*cards, absolute=False)
    assert lines[:2] == [
        "           1 IS THE LAST LOCATION NOT USED BY THIS PROGRAM",
        " E        2 IS THE FIRST LOCATION NOT USED BY THIS PROGRAM",
    ]
    assert "0    ERROR IN ABOVE ASSEMBLY." in lines
    program = deck(*cards, absolute=False)
    assert program.is_fatal
    assert [p.message for p in program.problems] == ["the program reaches into common storage"]


def test_common_storage_down_to_location_zero_is_not_mentioned() -> None:
    """FAP08417: a common break of zero means that there is no common storage."""
    cards = [card("", "COMMON", "32561"), card("", "PZE")]
    assert closing(*cards, absolute=False)[0] == "          1 IS THE FIRST LOCATION NOT USED BY THIS PROGRAM"


SYMBOLS = [
    card("A", "PZE", "A"),
    card("B", "PZE"),
    card("C", "EQU", "5"),
    card("A", "PZE"),
    card("N", "BSS", "0"),
]


def names(lines: list[str]) -> list[str]:
    """The symbols listed, in order."""
    return [line[12:18].strip() for line in lines if line[2:11].strip().isdigit() and " IS THE " not in line]


def test_ref_lists_only_symbols_with_several_values_and_those_without_any() -> None:
    """FAP09476-09484, 09846: the heading too is listed only before a symbol (FAP08541)."""
    undefined = card("", "PZE", "NOWHERE"[:6])
    assert names(closing(*SYMBOLS, undefined)) == ["A", "A", "B", "C", "N", "NOWHER"]
    assert names(closing(*SYMBOLS, undefined, card("", "REF"))) == ["A", "A", "NOWHER"]
    lines = closing(card("A", "PZE"), card("", "REF"))
    assert not [line for line in lines if "REFERENCES" in line]


def test_ref_with_a_number_lists_symbols_that_are_used_or_are_places() -> None:
    """FAP09842-09853, in CTSS only: 1 used, 2 also places of this program, 3 all."""
    cards = [card("A", "PZE", "A"), card("B", "PZE"), card("C", "TAPENO", "A1")]
    by_level = [names(closing(*cards, card("", "REF", str(n)), absolute=False)) for n in range(4)]
    assert by_level == [[], ["A", "C"], ["A", "B", "C"], ["A", "B", "C"]]


def test_a_bad_ref_is_flagged_and_changes_nothing() -> None:
    assert listed(card("", "REF", "NONE"))[0].startswith(" F ")
    assert names(closing(card("A", "PZE"), card("", "REF", "NONE"))) == ["A", "NONE"]


def test_zeros_after_the_first_of_six_characters_are_listed_as_blanks() -> None:
    """FAP08486-08502: the first character stands where a head would, and the rest is right-adjusted."""
    cards = [card(name, "PZE") for name in (".03310", "A00000", "A0B0C0", "(EOF)", "..001")]
    lines = closing(*cards, card("", "HEAD", "X"), card("01", "PZE"))
    shown = [line[12:18] for line in lines if line.startswith("        ") and "IS THE" not in line]
    assert sorted(shown) == sorted([". 3310", "A    0", "A B0C0", " (EOF)", " ..001", "X    1"])
