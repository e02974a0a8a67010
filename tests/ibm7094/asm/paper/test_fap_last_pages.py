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
