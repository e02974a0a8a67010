"""Off-line printing: tapes of BCD records, as a 1401 and its 1403 print them."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibm7094.devices.offline_printer import COLUMNS, text_of_tape
from ibm7094.errors import MediaError
from ibm7094.media import bcd
from ibm7094.media.tape import TapeFile, frames_of
from tests.rigs.cli_rig import Command, ibm7094  # noqa: F401

# ruff: noqa: F811


def record(text: str) -> bytes:
    """A line as a program writes it, in whole words."""
    padded = text.ljust(-(-len(text) // 6) * 6)
    words = [bcd.word_of(padded[at : at + 6]) for at in range(0, len(padded), 6)]
    return frames_of(words, binary=False)


def written(path: Path, *files: Sequence[str]) -> Path:
    """A tape with these lines, a mark after each file."""
    with TapeFile.open(path) as tape:
        for file in files:
            for line in file:
                tape.write_record(record(line))
            tape.write_mark()
    return path


def test_the_carriage_moves_before_each_line_and_its_character_is_not_printed(tmp_path: Path) -> None:
    tape = written(tmp_path / "t.tap", ["1TITLE", " ONE", "0TWO", "+   AND", " THREE"])
    assert text_of_tape(tape) == "TITLE\nONE\n\nTWO\r   AND\nTHREE\n"


def test_a_new_page_is_a_form_feed_and_so_is_a_new_file(tmp_path: Path) -> None:
    tape = written(tmp_path / "t.tap", [" A", "1B"], [" C"])
    assert text_of_tape(tape) == "A\n\fB\n\fC\n"


def test_without_program_control_the_first_character_is_printed(tmp_path: Path) -> None:
    assert text_of_tape(written(tmp_path / "t.tap", ["1A", "0B"]), program_control=False) == "1A\n0B\n"


def test_record_marks_divide_a_blocked_record_into_lines(tmp_path: Path) -> None:
    assert text_of_tape(written(tmp_path / "t.tap", ["1A| B|0C|"])) == "A\nB\n\nC\n"


def test_the_printer_has_132_columns(tmp_path: Path) -> None:
    tape = written(tmp_path / "t.tap", [" " + "9" * 143])
    assert text_of_tape(tape) == "9" * COLUMNS + "\n"


@given(lines=st.lists(st.text("ABC019*-,. ", max_size=40), min_size=1, max_size=8))
@settings(max_examples=40, deadline=None)
def test_every_line_comes_out_as_it_was_written(
    lines: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    tape = written(tmp_path_factory.mktemp("tape") / "t.p7b", [" " + line for line in lines])
    assert text_of_tape(tape).splitlines() == [line.rstrip() for line in lines]


def test_a_binary_record_is_refused(tmp_path: Path) -> None:
    with TapeFile.open(tmp_path / "t.tap") as tape:
        tape.write_record(record(" FIRST"))
        tape.write_record(frames_of([0o123456701234] * 4, binary=True))
    with pytest.raises(MediaError, match="record 2 is binary"):
        text_of_tape(tmp_path / "t.tap")


def test_a_file_that_is_not_a_tape_is_refused_in_one_sentence(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("THIS IS NOT A TAPE, BUT A TEXT.\n")
    ran = ibm7094("print", tmp_path / "text.txt")
    assert (ran.code, ran.out) == (2, "")
    assert "this is not a tape" in ran.sentence


def test_the_command_prints_a_tape_and_keeps_other_files(ibm7094: Command, tmp_path: Path) -> None:
    tape = written(tmp_path / "t.tap", ["1TITLE", " LINE"])
    assert ibm7094("print", tape).out == "TITLE\nLINE\n"
    (tmp_path / "kept.txt").write_text("MINE")
    assert ibm7094("print", tape, "-o", tmp_path / "kept.txt").code == 2
    assert (tmp_path / "kept.txt").read_text() == "MINE"
