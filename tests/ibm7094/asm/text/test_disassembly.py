"""Words as an assembler would write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibm7094.disassemble import disassemble
from ibm7094.isa import OPERATIONS


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (0o050000100500, "CLA    500,1"),
        (0o450060000700, "CAL*   700"),
        (0o200001400103, "TIX    103,4,1"),
        (0o076000000161, "SWT    1"),
        (0o476000000003, "SSM"),
        (0o076000100003, "PSE    3,1"),
        (0o011406000500, "CVR    500,,6"),
        (0o020443000500, "VLM    500,,43"),
        (0o405500777777, "SIL    777777"),
        (0o077400300005, "AXT    5,3"),
        (0o076000001000, "BTTA"),
        (0o076200001221, "RTBA   1"),
        (0o076400000201, "BSR    201"),
        (0o020460000500, "VLM    500,,60"),
        (0o001000000000, "OCT    001000000000"),
    ],
)
def test_a_word_reads_as_it_was_written(word: int, text: str) -> None:
    assert disassemble(word) == text


def test_addresses_read_as_symbols_where_there_are_any() -> None:
    assert disassemble(0o002000000300, symbols={0o300: "LOOP"}) == "TRA    LOOP"


def test_an_instruction_that_names_itself_shows_a_star() -> None:
    assert disassemble(0o006000000100, location=0o100) == "TCOA   *"


def test_every_operation_reads_by_its_own_name() -> None:
    for o in OPERATIONS:
        if o.name in ("PSE", "MSE"):
            continue  # without an address they are CLM
        unit = o.units[0] if o.units else 0
        assert disassemble(o.word + unit).split()[0] == o.name


@given(st.integers(0, 2**36 - 1))
def test_any_word_reads_as_something(word: int) -> None:
    assert disassemble(word)
