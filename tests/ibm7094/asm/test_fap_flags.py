"""Which flags a card gets, and what its word is then, according to FAP's own source."""

import pytest

from tests.rigs.fap_rig import card, deck, flags, listed


@pytest.mark.parametrize(
    ("operation", "field", "line"),
    [
        # a field counts as missing only after the last one given
        ("TIX", "5", "TD    2 00000 0 00005"),
        ("TIX", "5,,1", "      2 00001 0 00005"),
        ("TIX", ",1,1", "      2 00001 1 00000"),
        ("TXI", "", "ATD   1 00000 0 00000"),
        # a decrement that is not allowed, or a count that is too large or looks like an indirect address
        ("CLA", "5,1,0", "      0500 00 1 00005"),
        ("CLA", "5,1,1", "D     0500 01 1 00005"),
        ("CLA", "5,,48", "DI    0500 60 0 00005"),
        ("CAQ", "5,,6", "     -0114 06 0 00005"),
        ("CAQ", "5,,300", "D    -0114 54 0 00005"),
        ("CAQ", "5,,63", "I    -0114 77 0 00005"),
        # with a wrong address the built-in one is dropped too
        ("RTDA", "3", "      0762 00 0 01203"),
        ("RTDA", "NOPE", "U     0762 00 0"),
        ("CLA", "5,NOPE", "U     0500 00   00005"),
        # channels beyond D
        ("RTDE", "1", "N     0762 00 0 05201"),
        ("RDS", "3000", "N     0762 00 0 05670"),
        # characters that are not allowed in an expression invalidate one field
        ("PZE", "5=6,4", "EB    0 00000 4"),
        ("PZE", "5'6,4", "EB    0 00000 4"),
        ("PZE", "5,=1", "EB    0 00000   00005"),
        ("PZE", "$", "$     0 00000 0"),
        ("PZE", "AB$5", "$     0 00000 0"),
        ("PZE", "X$5", "      0 00000 0 00005"),
        ("PZE", "1234567890123", "EB    0 00000 0"),
        ("PZE", "000000000000000012", "      0 00000 0 00014"),
        ("PZE", "34359738368", "E     0 00000 0"),
        # masks
        ("SIL", "*+77", "     -0055 00  000077"),
        ("SIL", "/77*777", "     -0055 00  000700"),
        ("SIL", "777*/77", "     -0055 00  000700"),
        ("SIL", "=1", "B    -0055 00"),
        ("SIL", "77,4", "F    -0055 00  000077"),
        ("SIL", "NOPE", "UB   -0055 00"),
        # literals
        ("CLA", "=HABC,4", "      0500 00 0 00101"),
        ("CLA", "=HABC   REMARK", "L     0500 00 0"),
        ("CLA", "=HABC      REMARK", "      0500 00 0 00101"),
        ("CLA", "=HABCDEF,4", "      0500 00 4 00101"),
        # unknown operations
        ("XYZ*", "5,1", "O       00000 5 00005"),
        ("VERYLONG", "5,1", "O       00000 0 00000"),
        ("BSS*", "5", "O       00000 0 00000"),
        ("IRP", "A", "O       00000 0 00000"),
        ("ENTRY", "A", "O       00000 0 00000"),
        ("EXTERN", "A", "O       00000 0 00000"),
    ],
)
def test_an_instruction_is_flagged_and_listed_as_fap_did(operation: str, field: str, line: str) -> None:
    (shown,) = listed(card("", operation, field))
    assert f"{shown[1:6]}{shown[12:30]}".rstrip() == line


def test_a_literal_of_characters_takes_six_columns_whatever_they_contain() -> None:
    assert deck(card("", "CLA", "=HA,B C")).words[0o101] == 0o217322602360


@pytest.mark.parametrize(
    ("location", "operation", "field", "flag", "value"),
    [
        ("X", "EQU", "", "A", "00000"),
        ("X", "EQU", "1,2", "F", "00001"),
        ("X", "EQU", "NOPE", "F", "00000"),
        ("X", "EQU", "LATER", "F", "00000"),
        ("", "SET", "1", "F", "00001"),
        ("X", "MAX", "1,-1,5", "", "77777"),
        ("X", "MIN", "1,-1,5", "", "00001"),
        ("X", "MAX", "", "A", "00000"),
        ("X", "BOOL", "NOPE", "F", "000000"),
        ("X", "BOOL", "", "A", "000000"),
        ("X", "TAPENO", "A2B", "", "01222"),
        ("X", "TAPENO", "B10H", "", "02232"),
        ("X", "TAPENO", "3", "", "00203"),
        ("X", "TAPENO", "A99", "F", "00000"),
        ("X", "TAPENO", "", "A", "00200"),
        ("", "ORG", "", "A", "00000"),
        ("", "ORG", "NOPE", "U", ""),
        ("", "ORG", "LATER", "P", ""),
        ("", "ORG", "100,1", "F", "00144"),
        ("", "TCD", "", "A", "00000"),
        ("", "TCD", "NOPE", "U", "00000"),
        ("", "DUP", "1,1", "F", "00100"),
        ("", "DUP", "1", "", "00100"),
        ("", "DUP", "", "A", "00100"),
    ],
)
def test_a_definition_is_flagged_and_valued_as_fap_did(
    location: str, operation: str, field: str, flag: str, value: str
) -> None:
    shown = listed(card(location, operation, field), card("LATER", "PZE"))[0]
    assert (shown[1:6].strip(), shown[12:30].strip()) == (flag, value)


@pytest.mark.parametrize(("field", "flag"), [("NOPE", "U"), ("LATER", "P")])
def test_storage_of_unknown_size_defines_nothing_and_has_no_location(field: str, flag: str) -> None:
    shown = listed(card("X", "BSS", field), card("LATER", "PZE", "X"))
    assert shown[0] == f" {flag:<29}X      BSS     {field}"
    assert shown[1][1:6].strip() == "U"


@pytest.mark.parametrize(
    ("operation", "field", "word"),
    [
        ("OPD", "012300X", " 0 00000 0 00000"),
        ("OPD", "", " 0 00000 0 00000"),
        ("OPSYN", "NOPE", " 0 00000 0 00000"),
        ("OPVFD", "O12/0500,O6/0", " 0 00000 0 00000"),
    ],
)
def test_an_operation_that_cannot_be_defined_is_flagged_f(operation: str, field: str, word: str) -> None:
    (shown,) = listed(card("X", operation, field))
    assert (shown[1:6].strip(), shown[12:30].rstrip()) == ("F", word)


@pytest.mark.parametrize(
    ("of", "word"),
    [
        ("CLA", " 0500 71 1 60000"),
        ("TIX", " 2 00017 1 60000"),
        ("SIL", "-0055 11  120001"),
        ("BSFA", "-0764 10 1 21200"),
        ("CLM", " 0760 00 1 60000"),
        ("PSE", " 0760 11 1 60000"),
    ],
)
def test_a_synonym_lists_the_word_of_faps_table_in_the_form_of_its_kind(of: str, word: str) -> None:
    (shown,) = listed(card("X", "OPSYN", of))
    assert shown[12:30].rstrip() == word


@pytest.mark.parametrize("operation", ["ABS", "FUL", "704", "709"])
def test_a_field_on_a_card_that_takes_none_is_flagged_f(operation: str) -> None:
    assert flags(card("", operation, "X")) == ["F"]


def test_set_redefines_a_symbol_and_flags_it_if_another_card_defined_it() -> None:
    shown = listed(card("X", "PZE"), card("X", "SET", "5"), card("", "PZE", "X"))
    assert [line[1:6].strip() for line in shown] == ["", "F", ""]
    assert shown[2][23:28] == "00005"


def test_a_tape_symbol_may_be_the_last_letter_of_an_operation() -> None:
    program = deck(
        card("Q", "TAPENO", "B3"), card("", "RTDQ"), card("", "WTBQ"), card("", "RCHQ", "5"), card("", "XYZQ")
    )
    assert list(program.words.values())[:3] == [0o076200002203, 0o076600002223, 0o454000000005]
    assert program.flags == {0o103: "O"}


def test_words_of_even_are_listed_like_the_instruction_before() -> None:
    assert listed(card("", "PZE"), card("", "EVEN"))[1][12:28] == " 0 77400 0 00000"
    assert listed(card("", "CLA", "1"), card("", "EVEN"))[1][12:28] == " 0774 00 0 00000"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("       BCI ,TEN WORDS", 0o632545606646),
        ("       BCD TEN WORDS", 0o606060606060),
        ("       BCD 1ABC", 0o212223606060),
    ],
)
def test_text_is_counted_by_column_12(line: str, word: int) -> None:
    assert next(iter(deck(line).words.values())) == word


def test_text_of_no_words_has_a_location() -> None:
    assert listed(card("X", "BCI", "0,ABC"))[0][6:11] == "00100"


def test_bits_in_a_field_with_an_error_turn_its_blanks_into_letters() -> None:
    """FAP08239-08303: FAP ORs digits into blanks, so that an indirect command with a bad tag shows a U."""
    assert [
        line[12:28]
        for line in listed(
            card("", "IORT*", "1,NONE,5"),
            card("", "CLA*", "1,2,NONE"),
            card("", "TIX*", "1,NONE,NONE"),
            card("", "CLA", "1,NONE"),
        )
    ] == [" 3 00005 U 00001", " 0500 W  2 00001", " 2       U 00001", " 0500 00   00001"]
