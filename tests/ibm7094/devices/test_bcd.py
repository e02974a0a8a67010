"""Characters in core, as text, as punches, on tape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibm7094.errors import MediaError
from ibm7094.media import bcd

PRINTABLE = "".join(graphic for graphic in bcd.GRAPHICS if graphic != bcd.UNPRINTABLE)
RECORD_MARK = "|"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("ABCDEF", 0o212223242526),
        ("(LONG)", 0o744346452734),
        ("******", 0o545454545454),
        (".01300", 0o330001030000),
        ("", 0o606060606060),
    ],
)
def test_words_are_those_of_period_listings(text: str, word: int) -> None:
    assert bcd.word_of(text) == word
    assert bcd.text_of(word) == text.ljust(6)


@pytest.mark.parametrize(
    ("character", "rows"),
    [
        (" ", ()),
        ("0", (0,)),
        ("9", (9,)),
        ("+", (12,)),
        ("-", (11,)),
        ("A", (12, 1)),
        ("R", (11, 9)),
        ("/", (0, 1)),
        ("S", (0, 2)),
        ("=", (8, 3)),
        ("'", (8, 4)),
        (".", (12, 8, 3)),
        ("*", (11, 8, 4)),
        ("(", (0, 8, 4)),
        ("?", (12, 0)),
        ("!", (11, 0)),
        (RECORD_MARK, (0, 8, 2)),
    ],
)
def test_punches_are_those_of_the_026(character: str, rows: tuple[int, ...]) -> None:
    column = bcd.punches(bcd.to_bcd(character)[0])
    assert column == sum(1 << (11 - bcd.ROWS.index(row)) for row in rows)


@pytest.mark.parametrize(
    ("character", "tape"),
    [("0", 0o12), ("1", 0o01), (" ", 0o20), ("/", 0o21), ("-", 0o40), ("+", 0o60), ("A", 0o61), (",", 0o33)],
)
def test_tape_codes_exchange_the_zones_and_move_zero(character: str, tape: int) -> None:
    assert bcd.to_tape(bcd.to_bcd(character)[0]) == tape


def test_every_code_has_its_own_punches() -> None:
    assert [bcd.code_of_punches(bcd.punches(code)) for code in range(64)] == list(range(64))


def test_only_core_12_is_lost_on_even_parity_tape() -> None:
    lost = [code for code in range(64) if bcd.from_tape(bcd.to_tape(code)) != code]
    assert lost == [0o12]


def test_a_column_that_is_not_a_character_has_no_code() -> None:
    assert bcd.code_of_punches(0o7777) is None


def test_the_two_ways_to_punch_a_signed_zero_read_alike() -> None:
    assert bcd.code_of_punches(0o4202) == bcd.code_of_punches(0o5000) == 0o32
    assert bcd.code_of_punches(0o2202) == bcd.code_of_punches(0o3000) == 0o52


@given(st.text(PRINTABLE))
def test_text_comes_back_from_core(text: str) -> None:
    assert bcd.from_bcd(bcd.to_bcd(text)) == text


def test_lower_case_and_commercial_graphics_read_as_their_counterparts() -> None:
    assert bcd.from_bcd(bcd.to_bcd("cla x#@&%")) == "CLA X='+("


def test_a_code_without_a_graphic_shows_but_cannot_be_read() -> None:
    assert bcd.from_bcd([0o77]) == bcd.UNPRINTABLE
    with pytest.raises(MediaError, match="column 2: '·' cannot be punched"):
        bcd.to_bcd("A" + bcd.UNPRINTABLE)


def test_seven_characters_are_refused_as_a_word() -> None:
    with pytest.raises(MediaError, match="has 7 characters"):
        bcd.word_of("ABCDEFG")
