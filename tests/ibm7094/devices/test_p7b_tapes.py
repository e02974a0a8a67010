"""P7B tape files: one byte a frame, bit 7 on the first frame of a record."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibm7094.errors import MediaError
from ibm7094.files.problems import NotWritten
from ibm7094.media.tape import END, LOAD_POINT, MARK, Record, TapeFile, frames_of
from tests.rigs.cli_rig import HALT, TRA, Command, ibm7094  # noqa: F401

# ruff: noqa: F811
ONE, TWO = frames_of([0o123456701234], binary=True), frames_of([0o606060212223] * 3, binary=False)
MARK_BYTE = b"\x8f"
WORDS = st.lists(st.integers(0, 2**36 - 1), min_size=1, max_size=50)
RECORDS = WORDS.map(lambda words: frames_of(words, binary=True))


def p7b(frames: bytes) -> bytes:
    return bytes([frames[0] | 0x80]) + frames[1:]


def blocks(path: Path) -> list[object]:
    with TapeFile.open(path, write_protected=True) as tape:
        found: list[object] = []
        while (block := tape.read_record()) is not END:
            found.append(block if block is MARK else block.frames)
        return found


@pytest.mark.parametrize("name", ["reel.p7b", "reel.bin", "reel.tap"])
def test_the_form_is_known_from_what_the_file_holds(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(p7b(ONE) + p7b(TWO) + MARK_BYTE + p7b(ONE) + MARK_BYTE)
    assert blocks(path) == [ONE, TWO, MARK, ONE, MARK]


def test_a_simh_tape_is_known_whatever_its_name(tmp_path: Path) -> None:
    with TapeFile.open(tmp_path / "a.tap") as tape:
        tape.write_record(ONE)
    (tmp_path / "a.tap").rename(tmp_path / "a.p7b")
    assert blocks(tmp_path / "a.p7b") == [ONE]


def test_a_new_tape_takes_its_form_from_its_name(tmp_path: Path) -> None:
    for name, content in (("new.p7b", p7b(ONE) + MARK_BYTE), ("NEW.P7B", p7b(ONE) + MARK_BYTE)):
        with TapeFile.open(tmp_path / name) as tape:
            tape.write_record(ONE)
            tape.write_mark()
        assert (tmp_path / name).read_bytes() == content


def test_the_head_moves_both_ways_and_writing_cuts_the_tape(tmp_path: Path) -> None:
    path = tmp_path / "reel.p7b"
    path.write_bytes(p7b(ONE) + MARK_BYTE + p7b(TWO))
    with TapeFile.open(path) as tape:
        assert (tape.read_record(), tape.read_record()) == (Record(ONE), MARK)
        assert (tape.backspace(), tape.backspace(), tape.backspace()) == (MARK, Record(ONE), LOAD_POINT)
        tape.read_record()
        tape.write_record(TWO)
        assert tape.read_record() is END
    assert path.read_bytes() == p7b(ONE) + p7b(TWO)


@settings(deadline=None, max_examples=50)
@given(content=st.lists(RECORDS | st.just(b"")))
def test_what_is_written_comes_back(tmp_path_factory: pytest.TempPathFactory, content: list[bytes]) -> None:
    path = tmp_path_factory.mktemp("reel") / "reel.p7b"
    with TapeFile.open(path) as tape:
        for frames in content:
            tape.write_record(frames) if frames else tape.write_mark()
    assert blocks(path) == [frames or MARK for frames in content]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (ONE, "record 1, at byte 0: no record begins here"),
        (b"\x00" + p7b(ONE), "record 1, at byte 0: no record begins here"),
        (b"just some text", "record 1, at byte 0: no record begins here"),
    ],
)
def test_a_damaged_p7b_tape_is_reported_in_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "reel.p7b"
    path.write_bytes(content)
    with TapeFile.open(path, write_protected=True) as tape, pytest.raises(MediaError, match=said):
        tape.read_record()


@pytest.mark.parametrize("name", ["thesis.txt", "thesis.p7b", "thesis.tap"])
def test_a_file_that_is_not_a_tape_is_not_written_over(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("Some studies in machine learning using the game of checkers\n")
    with TapeFile.open(path) as tape, pytest.raises(NotWritten, match="this is not a tape"):
        tape.write_record(ONE)
    assert path.read_text().startswith("Some studies")


@pytest.mark.parametrize("unit", ["A1", "A2", "B10", "c3"])
@pytest.mark.parametrize("name", ["boot.tap", "boot.p7b"])
def test_any_unit_can_be_loaded_in_either_form(
    ibm7094: Command, tmp_path: Path, unit: str, name: str
) -> None:
    path = tmp_path / name
    with TapeFile.open(path) as tape:
        tape.write_record(frames_of([0o000003000000, TRA | 0o100, HALT], binary=True))
    ran = ibm7094("run", "--load-tape", unit, "--tape", f"{unit}={path},ro", "--limit", "10")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--load-tape", "A11"], "'A11' is not a tape unit"),
        (["--load-tape", "tape"], "'tape' is not a tape unit"),
        (["--load-tape=I1"], "'I1' is not a tape unit"),
        (["--load-tape", "A2"], "mount an existing file with --tape A2=FILE"),
        (["--load-tape", "A1"], None),
        (["--load-tape"], None),
    ],
)
def test_the_unit_after_load_tape_may_be_missing_but_not_wrong(
    ibm7094: Command, tmp_path: Path, options: list[str], said: str | None
) -> None:
    with TapeFile.open(tmp_path / "boot.tap") as tape:
        tape.write_record(frames_of([0o000003000000, TRA | 0o100, HALT], binary=True))
    for arguments in ([*options, "--tape"], ["--tape"]):
        after = options if arguments == ["--tape"] else []
        ran = ibm7094("run", *arguments, f"A1={tmp_path / 'boot.tap'},ro", *after, "--limit", "10")
        assert ran.code == (2 if said else 0)
        assert said is None or said in ran.sentence
