"""The language, card by card, checked against the known facts about FAP."""

import pytest

from ibm7094.asm import AssemblyError, Program, assemble
from ibm7094.asm.cards.card import slice_card
from ibm7094.errors import MediaError


def fap(*cards: str, absolute: bool = True) -> Program:
    """Assemble these cards, with a title before them and an END after them."""
    deck = [*(["       ABS", "       ORG     64"] if absolute else []), *cards, "       END"]
    return assemble("\n".join(["*TITLE", *deck]) + "\n")


def card(location: str, operation: str, field: str = "") -> str:
    return f"{location:<6} {operation:<7} {field}"


def words(*cards: str) -> list[str]:
    return [f"{w:012o}" for w in fap(*cards).words.values()]


@pytest.mark.parametrize(
    ("text", "location", "operation", "variable", "column"),
    [
        ("A      CLA     B      REMARK", "A", "CLA", "B", 16),
        ("  D E  PZE     4", "DE", "PZE", "4", 16),
        ("       CLA A         AT 12", "", "CLA", "A", 12),
        ("       CLA      A    AT 17", "", "CLA", "", 0),
        ("        CLA    A", "", "", "CLA", 9),
        ("       CLA*    A", "", "CLA", "A", 16),
        ("       ***     A", "", "***", "A", 16),
    ],
)
def test_a_card_is_cut_by_its_columns(
    text: str, location: str, operation: str, variable: str, column: int
) -> None:
    c = slice_card(text)
    assert (c.location, c.operation, c.variable, c.column) == (location, operation, variable, column)


def test_an_ending_asterisk_makes_an_operation_indirect() -> None:
    assert words(card("", "CLA*", "5,1")) == ["050060100005"]


def test_a_literal_is_merged_by_value_and_the_pool_sorted_after_the_program() -> None:
    assert words(
        card("", "CLA", "=10"), card("", "CLA", "=O12"), card("", "CLA", "=-1"), card("", "CLA", "=1")
    ) == [
        "050000000105",
        "050000000105",
        "050000000106",
        "050000000104",
        "000000000001",
        "000000000012",
        "400000000001",
    ]


def test_two_heads_define_a_symbol_under_both() -> None:
    program = fap(
        card("", "HEAD", "X,Y"), card("Q", "PZE", "1"), card("", "HEAD", "0"), card("", "PZE", "X$Q,,Y$Q")
    )
    assert program.words[0o101] == 0o000100000100


def test_set_takes_its_new_value_each_time() -> None:
    made = words(card("I", "SET", "1"), card("", "PZE", "I"), card("I", "SET", "I*3"), card("", "PZE", "I"))
    assert made == ["000000000001", "000000000003"]


def test_a_macro_within_a_macro_is_expanded() -> None:
    inner = [card("IN", "MACRO", "A"), card("", "CLA", "A"), card("", "END")]
    outer = [card("OUT", "MACRO", "B"), card("", "IN", "B+1"), card("", "STO", "B"), card("", "END")]
    assert words(*inner, *outer, card("", "OUT", "7")) == ["050000000010", "060100000007"]


def test_a_macro_call_continues_on_an_etc_card() -> None:
    deck = [card("M", "MACRO", "A,B,C"), card("", "PZE", "A,B,C"), card("", "END")]
    assert words(*deck, card("", "M", "1,2,$"), card("", "ETC", "3")) == ["000003200001"]


def test_vfd_continues_on_an_etc_card() -> None:
    assert words(card("", "VFD", "18/1,"), card("", "ETC", "18/2")) == ["000001000002"]


def test_a_condition_takes_or_skips_the_next_card() -> None:
    assert words(card("", "IFF", "1"), card("", "PZE", "1"), card("", "IFF", "0"), card("", "PZE", "2")) == [
        "000000000001"
    ]


def test_opsyn_takes_effect_at_its_card() -> None:
    assert words(card("", "CLA", "1"), card("CLA", "OPSYN", "ADD"), card("", "CLA", "1")) == [
        "050000000001",
        "040000000001",
    ]


def test_opd_defines_an_operation_by_its_table_word() -> None:
    program = fap(card("LOAD", "OPD", "050071160000"), card("", "LOAD", "5,1"), card("", "LOAD*", "5"))
    assert list(program.words.values()) == [0o050000100005, 0o050060000005]
    assert not program.flags


def test_a_relocatable_program_begins_with_its_transfer_vector() -> None:
    program = fap(
        card("", "ENTRY", "GO"),
        card("GO", "CALL", "SQRT,X"),
        card("", "TSX", "$EXIT,4"),
        card("X", "DEC", "2."),
        absolute=False,
    )
    assert program.is_relocatable
    assert [f"{w:012o}" for w in program.words.values()] == [
        "625051636060",  # SQRT
        "256731636060",  # EXIT
        "007400400000",
        "007400000005",
        "007400400001",
        "202400000000",
    ]
    assert program.symbols == {"SQRT": 0, "EXIT": 1, "GO": 2, "X": 5}


def test_a_sum_of_two_relocatable_symbols_is_flagged_r() -> None:
    program = fap(card("A", "PZE", "A+A"), card("", "PZE", "A-A"), absolute=False)
    assert program.flags == {0: "R"}


def test_a_symbol_defined_twice_takes_its_last_value() -> None:
    program = fap(card("A", "PZE"), card("A", "PZE"), card("", "PZE", "A"))
    assert (program.words[0o102], program.flags[0o102]) == (0o101, "M")


def test_a_problem_names_card_and_column_with_a_caret() -> None:
    (problem,) = fap(card("", "CLA", "NOWHER")).problems
    text = str(problem)
    assert "card 4, column 16" in text
    assert text.endswith("\n    " + " " * 15 + "^")


def test_lower_case_is_read_as_capitals() -> None:
    program = fap("       cla     5      a remark")
    assert list(program.words.values()) == [0o050000000005]
    assert program.assembly.raised is not None


def test_lower_case_in_remarks_and_comments_is_the_editors_own() -> None:
    assert fap("* an editor's note", "       CLA     5      a remark").assembly.raised is None


def test_files_are_assembled_in_order_as_one_program(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.fap").write_text("       ABS\n       ORG     64\n       TRA     LAST\n")
    (tmp_path / "b.fap").write_text("LAST   HTR     0\n       END\n")
    (tmp_path / "all.deck").write_text("# the parts\na.fap\nb.fap\n")
    for source in ([tmp_path / "a.fap", tmp_path / "b.fap"], tmp_path / "all.deck"):
        assert assemble(source).words == {0o100: 0o002000000101, 0o101: 0}


def test_a_remark_may_hold_what_cannot_be_punched() -> None:
    assert words("       CLA     5      IS IT <THIS>?") == ["050000000005"]


def test_what_cannot_be_punched_flags_its_card_and_the_assembly_goes_on() -> None:
    program = fap("       CLA     <5>", "       PZE     1", "M\N{LATIN SMALL LETTER SHARP S}     PZE     2")
    assert [program.words[place] for place in (0o101, 0o102)] == [1, 2]
    assert (program.flags[0o100], program.flags[0o102]) == ("UE", "E")
    assert "'<' in column 16 cannot be punched" in str(program.problems[0])
    assert program.problems[1].column == 2
    assert program.is_fatal


def test_in_a_text_what_cannot_be_punched_is_not_fatal() -> None:
    """The colon is CTSS's addition to the set, and FAP's own source has one; others become blanks."""
    program = fap("       BCI     1,A:B", "       BCI     1,A;B", "       VFD     H36/:;")
    assert list(program.words.values())[:2] == [0o213522606060, 0o216022606060]
    assert program.words[0o102] == 0o606060603560
    assert (program.flags[0o100], program.flags[0o101], program.flags[0o102]) == ("F", "F", "E")
    assert not fap("       BCI     1,A:B").is_fatal


def test_updates_of_symbolic_tapes_make_no_words() -> None:
    assert words(card("", "UPDATE", "1"), card("", "NUMBER"), card("", "PZE", "1")) == ["000000000001"]


def test_a_pseudo_operation_keeps_its_meaning_under_another_name() -> None:
    assert words(card("SPEED", "OPSYN", "704"), card("", "SPEED"), card("", "CPY", "5")) == ["070000000005"]
    program = fap(card("SPEED", "OPSYN", "704"), card("", "SPEED"), card("", "CPY", "5"))
    assert not program.flags


def test_a_dollar_sign_without_a_symbol_is_flagged_as_such() -> None:
    assert fap(card("", "CLA", "$")).flags == {0o100: "$"}


# what must not crash it


def test_a_macro_that_calls_itself_is_refused_in_a_sentence() -> None:
    with pytest.raises(AssemblyError, match="macros call each other more than 60 deep"):
        fap(card("M", "MACRO"), card("", "M"), card("", "END"), card("", "M"))


def test_a_macro_that_doubles_itself_is_refused_too() -> None:
    with pytest.raises(AssemblyError, match="deep"):
        fap(card("M", "MACRO"), card("", "M"), card("", "M"), card("", "END"), card("", "M"))


def test_a_dup_of_millions_is_refused_in_a_sentence() -> None:
    with pytest.raises(AssemblyError, match="a DUP of 1 cards 9000000 times is more than core can hold"):
        fap(card("", "DUP", "1,9000000"), card("", "PZE"))


def test_a_missing_end_is_a_problem_with_a_sentence() -> None:
    program = assemble("       ABS\n       PZE     1\n")
    assert program.words == {0: 1}
    assert "the deck has no END card" in str(program.problems[0])


def test_an_unclosed_macro_is_a_problem_with_a_sentence() -> None:
    program = assemble("       ABS\nM      MACRO\n       PZE     1\n")
    assert "the definition of M has no END" in str(program.problems[0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\tCLA\tA\n", "card 1, column 1: a tab cannot be punched"),
        ("       CLA     A".ljust(200, "X") + "\n", "card 1: the line has 200 columns and a card has 80"),
    ],
)
def test_a_line_that_is_not_a_card_is_refused_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(MediaError, match=message):
        assemble(text)


def test_a_binary_file_is_refused_in_a_sentence(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "x.fap").write_bytes(bytes(range(256)))
    with pytest.raises(MediaError, match="this is a binary file"):
        assemble(tmp_path / "x.fap")
