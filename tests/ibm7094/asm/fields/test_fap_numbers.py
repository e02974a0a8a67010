"""Constants, bit for bit: values that IBM's own FAP assembled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibm7094.asm.fields.decimal import BadConstant, decimal
from ibm7094.asm.fields.numbers import literal, octal


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("1", "000000000001"),
        ("-1", "400000000001"),
        ("34359738367", "377777777777"),
        ("34359738368", "031463146314"),  # a digit is dropped, without a flag
        (".1", "175631463146"),
        ("3.14159265", "202622077324"),
        ("1.E-3", "167406111564"),
        ("1E38", "377454732313"),
        ("1E-38", "002663437346"),
        ("1.7014118E38", "377777777775"),
        ("3.1415926535897932", "202622077325"),
        ("-0.", "400000000000"),
        ("1.5B17", "000001400000"),
        ("-.5B1", "500000000000"),
        ("12.5E1B20", "000017500000"),
        ("1-2", "400000000002"),  # a minus restarts the number
        ("1+1", "000000000013"),  # a plus means nothing
        (".25B-1", "200000000000"),  # the point may be before the word
        ("1.234567890E-38", "003414672726"),  # digits after the point lower the power, which may go to -48
    ],
)
def test_a_decimal_constant_is_the_word_that_fap_made(text: str, word: str) -> None:
    assert f"{decimal(text):012o}" == word


@pytest.mark.parametrize(
    ("text", "exact"), [("25.E17", 25e17), ("72.E-18", 72e-18), ("8.643340E-8", 8.64334e-8)]
)
def test_fap_is_one_low_in_the_last_place_where_it_is_known_to_be(text: str, exact: float) -> None:
    mantissa, exponent = __import__("math").frexp(exact)
    cut = (exponent + 128) << 27 | int(mantissa * 2**27)
    assert decimal(text) == cut - 1


@pytest.mark.parametrize("text", ["1EE3", "1..", "1B1B1", "1B-1", "1E39", "1.E-49", "X", "1.0.0", "1E2.5"])
def test_what_is_not_a_constant_is_flagged_e(text: str) -> None:
    with pytest.raises(BadConstant) as caught:
        decimal(text)
    assert caught.value.flags == "E"


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("8", "B"),
        ("12X", "B"),
        ("--1", "B"),
        ("1-2", "B"),
        ("1=2", "EB"),
        ("1'2", "EB"),
        ("1234567654321", "EB"),
    ],
)
def test_what_is_not_an_octal_constant_is_flagged(text: str, flags: str) -> None:
    with pytest.raises(BadConstant) as caught:
        octal(text)
    assert caught.value.flags == flags


def test_leading_zeros_do_not_make_an_octal_constant_too_long() -> None:
    assert octal("000000000000000017") == 0o17


@given(st.text(alphabet="0123456789+-.EBXH ", max_size=30))
def test_any_text_converts_to_a_word_or_is_flagged(text: str) -> None:
    for convert in (decimal, octal, literal):
        try:
            assert 0 <= convert(text) < 2**36
        except BadConstant as problem:
            assert problem.flags


@given(st.integers(0, 2**36 - 1))
def test_an_octal_constant_is_its_own_word(word: int) -> None:
    assert octal(f"{word:o}") == word
