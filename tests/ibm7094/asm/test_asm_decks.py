"""Decks of assembled programs: as FAP punched them, by rows, and booting here and in SIMH."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibm7094 import Machine
from ibm7094.asm import AssemblyError, Program, assemble
from ibm7094.asm.pseudo import PSEUDO
from ibm7094.asm.punch import Form
from ibm7094.errors import MediaError
from ibm7094.media import decks
from ibm7094.media.cards import Card, write_cards
from tests.rigs.facts import shared
from tests.rigs.simh_rig import load_cards, needs_simh

FORMS: tuple[Form, ...] = ("column", "row", "self-loading")
COUNT = 0o77 << 18
ADDRESS = 0o77777


def fap(*cards: str) -> Program:
    return assemble("\n".join(cards) + "\n")


def card(location: str, operation: str, variable: str = "") -> str:
    return f"{location:<6} {operation:<7} {variable}".rstrip()


END = card("", "END")
SUM = [
    card("", "ABS"),
    card("", "ORG", "64"),
    card("START", "CLA", "=5"),
    card("", "ADD", "=O12"),
    card("", "STO", "SUM"),
    card("DONE", "HTR", "DONE"),
    card("SUM", "PZE"),
    card("", "END", "START"),
]
SUM_AT, DONE_AT = 0o104, 0o103


def micro(name: str) -> Program:
    return assemble(shared(f"fap-micro/{name}.fap"))


def control(punched: Card) -> str:
    """The first word of a column card."""
    return f"{punched.column_words()[0]:012o}"


def identification(punched: Card) -> str:
    return punched.text()[72:]


# as FAP punched


def test_f1_changes_its_cards_at_each_abs_ful_and_tcd() -> None:
    assert [control(punched) for punched in micro("f1").deck()] == [
        "000502000100",
        "000024000003",  # FUL: the first word of the program itself
        "000501000200",
        "000502000400",  # 9LP
        "000500000100",  # TCD 64
        "000501000454",
        "000500000200",  # END 128
    ]


def test_f1_is_identified_by_its_label_and_its_transfer_cards_by_their_address() -> None:
    """FAP07380-07417: a transfer card takes a number all the same, unless it ends a card."""
    assert [identification(punched) for punched in micro("f1").deck()] == [
        "CARD0000",
        "CARD0001",
        "CARD0002",
        "CARD0003",
        "TRA00100",
        "CARD0005",
        "TRA00200",
    ]


def test_a_full_card_holds_words_and_nothing_else() -> None:
    full = micro("f1").deck()[1]
    assert full.column_words() == [0o000024000003, 0o006000000001, 0o077400400005] + [0] * 21


def test_t1_fills_cards_of_22_words_and_has_no_transfer_card() -> None:
    punched = micro("t1").deck()
    assert [control(each) for each in punched] == ["000526000144", "000526000172", "000525000220"]
    assert [identification(each) for each in punched] == ["00000000", "00000001", "00000002"]


def test_t3_begins_a_card_at_each_gap_but_not_at_loc() -> None:
    assert [control(punched) for punched in micro("t3").deck()] == [
        "000526000106",
        "000517000134",  # LOC changes where words are listed, not where they are loaded
        "000521000310",
        "000500000100",  # TCD A
        "000501000331",
        "000500000100",  # END A
    ]


@pytest.mark.parametrize("name", ["f1", "t1", "t3"])
def test_every_checksum_is_right_and_every_word_is_punched_once(name: str) -> None:
    program = micro(name)
    loaded: dict[int, int] = {}
    for punched in program.deck():
        first, check, *words = punched.column_words()
        if not punched.is_column_binary:
            continue  # FUL
        count = (first & COUNT) >> 18
        assert check == (decks.checksum(first, words[:count]) if count else 0)
        assert not any(words[count:])
        loaded |= dict(enumerate(words[:count], first & ADDRESS))
    assert loaded.items() <= program.image.items()
    assert name == "f1" or loaded == program.image


def test_literals_are_punched_after_the_program_and_before_its_transfer_card() -> None:
    program = fap(
        card("", "ABS"),
        card("", "ORG", "64"),
        card("A", "CLA", "=7"),
        card("", "TCD", "A"),
        card("", "END", "A"),
    )
    first, early, pool, last = (punched.column_words() for punched in program.deck())
    assert first[2] == 0o050000000101
    assert early[:2] == last[:2] == [0o000500000100, 0]
    assert (pool[0], pool[2]) == (0o000501000101, 7)


def test_a_deck_reads_back_as_the_program() -> None:
    program = fap(*SUM)
    assert decks.read_deck(program.deck()) == (program.image, 0o100)
    assert decks.read_deck(program.deck("row")) == (program.image, 0o100)
    assert decks.read_deck(program.deck("self-loading")) == (program.image, 0o100)


def test_the_digits_of_a_label_count_up() -> None:
    program = fap(
        card("", "ABS"), card("", "LBL", "FAP00098"), *[card("", "BSS", "1"), card("", "PZE")] * 3, END
    )
    assert [identification(punched) for punched in program.deck()] == ["FAP00098", "FAP00099", "FAP00100"]


def test_a_label_of_eight_letters_leaves_no_room_to_count() -> None:
    program = fap(card("", "ABS"), card("", "LBL", "ABCDEFGH"), card("", "PZE"), END)
    assert identification(program.deck()[0]) == "ABCDEFGH"


def test_a_program_that_wraps_around_core_begins_a_card_at_zero() -> None:
    program = fap(card("", "ABS"), card("", "ORG", "32767"), card("", "PZE", "1"), card("", "PZE", "2"), END)
    assert [control(punched) for punched in program.deck()] == ["000501077777", "000501000000"]


# by rows


def test_a_full_card_before_absolute_row_cards_makes_a_deck_like_those_of_the_diagnostics() -> None:
    program = fap(card("", "FUL"), card("", "IOCD", "3,,20"), card("", "TCOA", "1"), *SUM)
    loader, first, transfer = program.deck("row")
    assert loader.rows() == [0o000024000003, 0o006000000001] + [0] * 22
    assert first.rows()[0] == 0o000007000100
    assert transfer.rows()[:2] == [0, 0o002000000100]


def test_a_row_deck_ends_in_a_transfer_card_even_if_end_names_no_start() -> None:
    program = fap(card("", "ABS"), card("", "ORG", "64"), card("", "HTR", "64"), END)
    assert decks.read_deck(program.deck("row")) == ({0o100: 0o100}, 0o100)


# relocatable programs


def test_a_relocatable_program_has_row_and_self_loading_decks_only() -> None:
    program = fap(card("A", "CLA", "A"), card("", "CALL", "SUB"), END)
    with pytest.raises(AssemblyError, match="assemble it with ABS"):
        program.deck()
    assert decks.read_deck(program.deck("row")) == (program.image, 0)
    assert decks.read_deck(program.deck("self-loading")) == (program.image, 0)


# running them


def test_a_self_loading_deck_boots_here(tmp_path: Path, compiled: bool) -> None:
    write_cards(tmp_path / "sum.cbn", fap(*SUM).deck("self-loading"))
    machine = Machine(compiled=compiled)
    machine.attach("A", "reader", tmp_path / "sum.cbn")
    machine.load_cards()
    assert machine.run().ic == DONE_AT
    assert machine.core[SUM_AT] == 0o17


@needs_simh
def test_a_self_loading_deck_boots_in_simh(tmp_path: Path) -> None:
    program = fap(*SUM)
    run = load_cards(tmp_path, program.deck("self-loading"))
    assert (run.halted_at, run.core[SUM_AT]) == (DONE_AT, 0o17)
    assert all(run.core[place] == word for place, word in program.image.items() if place != SUM_AT)


def test_a_machine_loads_a_program_with_its_symbols_and_start() -> None:
    machine = Machine()
    program = fap(*SUM)
    machine.load(program)
    assert (machine.ic, machine.symbols["DONE"]) == (0o100, DONE_AT)
    assert str(machine.run(breakpoints=["DONE"])) == "Breakpoint at 00103 (DONE)."
    assert machine.source.cards[DONE_AT].text == card("DONE", "HTR", "DONE")


def test_a_program_without_a_start_leaves_the_instruction_counter_alone() -> None:
    machine = Machine()
    machine.ic = 0o77
    machine.load(fap(*SUM[:-1], END))
    assert machine.ic == 0o77


# random cards

OPERATIONS = st.sampled_from([*sorted(PSEUDO), "CLA", "TIX", "PZE", "XYZ"])
PIECES = ["A", "B", "X$A", "$A", "*", "**", "+", "-", ",", "=5", "=O7", "64", "32767", "12/", "LONGLONG"]
FIELDS = st.lists(st.sampled_from(PIECES), max_size=5).map("".join)
CARDS = st.lists(st.builds(card, st.sampled_from(["", "A", "B", "SIXCHR"]), OPERATIONS, FIELDS), max_size=15)


@settings(deadline=None, max_examples=200)
@given(CARDS)
def test_any_program_has_problems_decks_and_a_map_without_a_traceback(lines: list[str]) -> None:
    try:
        program = fap("*", *lines)
    except AssemblyError:
        return
    for problem in program.problems:
        assert str(problem).endswith("^")
    assert program.map()["sha256"]
    for form in FORMS:
        with suppress(AssemblyError, MediaError):
            program.deck(form)
