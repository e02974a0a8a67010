"""The demonstration: its deck, its printout, and the same in SIMH."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from ibm7094.cli import demo_program as demo
from ibm7094.disassemble import operation_of
from ibm7094.media.bcd import text_of
from tests.rigs.cli_rig import Command, ibm7094  # noqa: F401
from tests.rigs.simh_rig import load_cards, needs_simh

# ruff: noqa: F811
EXPECTED = """\
           SQUARES, POWERS OF TWO, FACTORIALS

           N   N SQUARED  2 TO THE N N FACTORIAL
           1           1           2           1
           2           4           4           2
           3           9           8           6
           4          16          16          24
           5          25          32         120
           6          36          64         720
           7          49         128        5040
           8          64         256       40320
           9          81         512      362880
          10         100        1024     3628800
          11         121        2048    39916800
          12         144        4096   479001600
          13         169        8192  6227020800
"""
WITH_UNIT = {"WPDA": "WRS"}


@pytest.mark.parametrize("model", ["709", "7090", "7094", "7094-II"])
def test_the_deck_prints_its_table_on_every_model_with_channels(model: str) -> None:
    assert demo.perform(model).printed == EXPECTED


@pytest.mark.slow
def test_the_plain_engine_prints_and_counts_alike() -> None:
    compiled, plain = demo.perform(), demo.perform(compiled=False)
    assert plain.printed == compiled.printed
    assert plain.machine.instructions == compiled.machine.instructions
    assert plain.machine.cycles_interval == compiled.machine.cycles_interval


def test_the_command_shows_paper_console_and_time(ibm7094: Command) -> None:
    ran = ibm7094("demo")
    assert (ran.code, ran.err) == (0, "")
    for line in EXPECTED.splitlines():
        assert line in ran.out
    assert "IBM 7094 operator's console" in ran.out
    assert "would have taken 8.8" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_704_has_no_channel_to_print_through(ibm7094: Command) -> None:
    ran = ibm7094("demo", "--model", "704")
    assert (ran.code, "709" in ran.sentence) == (2, True)


def remarks() -> list[tuple[int, str, str]]:
    """Each word of the deck, with operation and operand from the remark after it."""
    text = (files("ibm7094") / "decks" / demo.DECK).read_text()
    found = re.findall(r"^[0-7]{5} ([0-7]{12})  # .{6} (.{6}) (.{0,14})", text, re.MULTILINE)
    return [(int(word, 8), name.strip(), operand.strip()) for word, name, operand in found]


def test_every_remark_names_the_operation_of_its_word() -> None:
    checked = 0
    for word, name, operand in remarks():
        if name in ("PZE", "DEC", "OCT", "BCI", "IOCD", ""):
            continue
        operation = operation_of(word)
        assert operation is not None
        assert operation.name == WITH_UNIT.get(name, name), (f"{word:012o}", name, operand)
        checked += 1
    assert checked > 100


def test_every_constant_is_what_its_remark_says() -> None:
    for word, name, operand in remarks():
        if name == "DEC":
            assert (word & ~(1 << 35)) * (-1 if word >> 35 else 1) == int(operand)
        elif name == "OCT":
            assert word == int(operand, 8)


def test_the_title_can_be_read_in_the_deck() -> None:
    words = demo.words()
    assert "SQUARES, POWERS OF TWO" in "".join(text_of(words[place]) for place in sorted(words))


@needs_simh
def test_simh_prints_the_same_from_the_same_cards(tmp_path: Path) -> None:
    theirs = load_cards(tmp_path, demo.deck())
    assert theirs.halted_at == 0o244
    assert list(theirs.printed) == EXPECTED.splitlines()
