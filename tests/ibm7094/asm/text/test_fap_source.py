"""FAP source from words: assembled, it gives the same words and no flag."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ibm7094.asm import Program, assemble
from ibm7094.asm.optable import operation_table
from ibm7094.asm.text.source_text import to_fap
from ibm7094.media.images import read_image
from ibm7094.words import ADDRESS, CORE_SIZE, WORD
from tests.rigs.cli_rig import Command, at_start, deck, ibm7094, image  # noqa: F401
from tests.rigs.facts import shared

# ruff: noqa: F811
OPERATIONS = sorted({entry.word for entry in operation_table().values()})
PLACES = st.one_of(st.integers(0, 0o100), st.integers(0, ADDRESS))
WORDS = st.one_of(
    st.integers(0, WORD),
    st.integers(0, 0o100),
    st.builds(int.__or__, st.sampled_from(OPERATIONS), st.integers(0, 0o100)),
    st.builds(int.__or__, st.sampled_from(OPERATIONS), st.integers(0, 2**24 - 1)),
)
IMAGES = st.dictionaries(PLACES, WORDS, max_size=40)
NAMES = st.sampled_from(
    ["A", "LOOP", "L00001", "K00001", "(SUB)", "1A", "..001", "123", "TOOLONG", "a", "X$Y"]
)


def comes_back(
    words: Mapping[int, int], start: int | None = None, symbols: Mapping[str, int] | None = None
) -> Program:
    program = assemble(to_fap(words, start, symbols))
    assert program.words == words
    assert program.image == words
    assert not program.problems
    assert program.start == start
    return program


def cards(words: Mapping[int, int], start: int | None = None) -> list[str]:
    """Between ORG and END."""
    comes_back(words, start)
    return to_fap(words, start).splitlines()[3:-1]


def card_of(word: int) -> str:
    [card] = cards({0o100: word}, start=0o100)
    return card.removeprefix("L00100 ")


@settings(max_examples=400, deadline=None)
@given(IMAGES, st.none() | PLACES)
@example({ADDRESS: 5, 0: 6}, ADDRESS)
@example({}, None)
def test_any_image_comes_back(words: dict[int, int], start: int | None) -> None:
    comes_back(words, start)


@settings(max_examples=150, deadline=None)
@given(IMAGES, st.dictionaries(NAMES, PLACES, max_size=8))
def test_an_image_with_symbols_comes_back_and_they_with_it(
    words: dict[int, int], symbols: dict[str, int]
) -> None:
    program = comes_back(words, None, symbols)
    for name, place in symbols.items():
        if name not in ("123", "TOOLONG", "a", "X$Y"):  # what FAP cannot write
            assert program.symbols[name] == place


@pytest.mark.parametrize("fields", [0, 1, 0o400005, 0o101000005, 0o60000000])
def test_every_operation_survives(fields: int) -> None:
    comes_back(dict(enumerate(word | fields for word in OPERATIONS)))


def test_a_full_core_comes_back() -> None:
    source = random.Random(7094)
    comes_back({place: source.getrandbits(36) for place in range(CORE_SIZE)})


@pytest.mark.parametrize("name", ["9m01b", "9m02a", "9m03a", "9m04a", "9m05b"])
def test_ibms_diagnostics_come_back(name: str) -> None:
    words = read_image(shared(f"diagnostics/{name}.oct"))
    comes_back(words)
    written = [card[7:10] for card in to_fap(words).splitlines()]
    assert written.count("OCT") < len(written) / 10


@pytest.mark.parametrize(
    ("word", "card"),
    [
        (0o050000100500, "CLA     320,1"),
        (0o450060000700, "CAL*    448"),
        (0o200001400103, "TIX     67,4,1"),
        (0o100001477776, "TXI     32766,4,1"),
        (0o177777400103, "TXI     67,4,-1"),
        (0o002000000100, "TRA     L00100"),
        (0o076000000002, "CHS"),
        (0o076000000161, "SWT     1"),
        (0o076000100161, "PSE     113,1"),
        (0o076200001221, "RTBA    1"),
        (0o076200001321, "RCDA"),
        (0o076200005221, "OCT     076200005221"),  # FAP flags channels E to H
        (0o076400000201, "BSR     1"),
        (0o076600001361, "WPDA"),
        (0o405500777777, "SIL     777777"),
        (0o020443000500, "VLM     320,,35"),
        (0o020460000500, "OCT     020460000500"),  # FAP reads such a count as an indirect address
        (0o077400400012, "AXT     10,4"),
        (0o475400000000, "ZAC"),
        (0o475400100000, "PXD     ,1"),
        (0o700000000100, "BRA     L00100"),
        (0o476000000011, "MSE     9"),  # ETT is the 704's
        (0o070000000500, "OCT     070000000500"),  # so is CPY
        (0o050001000500, "OCT     050001000500"),  # a decrement, where FAP flags one
    ],
)
def test_a_word_reads_as_a_programmer_would_write_it(word: int, card: str) -> None:
    assert card_of(word) == card


def test_addresses_in_the_program_become_symbols_and_others_stay_numbers() -> None:
    assert cards(at_start(0o050000000102, 0o060100000200, 0o000000000005)) == [
        "       CLA     L00102",
        "       STO     128",
        "L00102 HTR     5",
    ]


def test_a_halt_is_one_only_where_control_reaches_it() -> None:
    assert cards(at_start(0o010000000102, 0o002000000100, 0, 0o000000000102, 0o000001400102)) == [
        "L00100 TZE     L00102",
        "       TRA     L00100",
        "L00102 HTR     0",
        "       PZE     L00102",
        "       PZE     L00102,4,1",
    ]


def test_an_instruction_that_names_itself_shows_a_star() -> None:
    assert cards({0o100: 0o006000000100}) == ["       TCOA    *"]


def test_what_a_channel_is_sent_to_are_commands() -> None:
    words = at_start(0o054000000103, 0o002000000100, 0, 0o400024000100, 0o300001200105)
    assert cards(words)[-2:] == ["L00103 IOCP    L00100,,20", "       IORTN   69,,1"]


def test_text_after_the_end_of_a_routine_is_text() -> None:
    assert cards(at_start(0o002000000100, 0o234344606060))[-1] == "       BCI     1,CLM"


def test_gaps_become_origins() -> None:
    assert to_fap({0o100: 0o070000000000, 0o200: 0o070000000000}, 0o300).splitlines() == [
        "*      2 WORDS FROM 00100 TO 00200, AS FAP SOURCE",
        "       ABS",
        "       ORG     64            LOCATION 00100",
        "       OCT     070000000000",
        "       ORG     128           LOCATION 00200",
        "       OCT     070000000000",
        "       END     192",
    ]


def test_dis_writes_a_program_that_assembles_to_the_deck(ibm7094: Command, tmp_path: Path) -> None:
    words = at_start(0o050000000102, 0o002000000100, 0o234344606060)
    ran = ibm7094("dis", "--fap", deck(tmp_path / "p.cbn", words))
    assert (ran.code, ran.err) == (0, "")
    program = assemble(ran.out)
    assert (program.words, program.start) == (words, 0o100)


def test_dis_takes_symbols_for_the_program(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text('{"BEGIN": "100", "FAR": "1000"}')
    path = image(tmp_path / "p.oct", at_start(0o050000001000, 0o002000000100))
    ran = ibm7094("dis", "--fap", path, "--symbols", tmp_path / "map.json")
    assert ran.out.splitlines()[2:-1] == [
        "FAR    EQU     512",
        "       ORG     64            LOCATION 00100",
        "BEGIN  CLA     FAR",
        "       TRA     BEGIN",
    ]


def test_dis_writes_either_json_or_fap(ibm7094: Command) -> None:
    ran = ibm7094("dis", "050000100500", "--fap", "--json")
    assert (ran.code, "mutually exclusive" in ran.sentence) == (2, True)
