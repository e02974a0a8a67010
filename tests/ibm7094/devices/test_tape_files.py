"""SIMH tape files, and words as frames."""

import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibm7094.errors import MediaError
from ibm7094.media.bcd import word_of
from ibm7094.media.tape import END, LOAD_POINT, MARK, Record, TapeFile, frames_of, words_of

words = st.integers(0, 2**36 - 1)
GAP = struct.pack("<I", 0xFFFFFFFE)
END_OF_MEDIUM = struct.pack("<I", 0xFFFFFFFF)
TAPE_MARK = bytes(4)


def record(frames: bytes, flag: int = 0) -> bytes:
    length = struct.pack("<I", len(frames) | flag)
    return length + frames + bytes(len(frames) % 2) + length


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a1.tap"


def blocks(path: Path) -> list[object]:
    """Everything on a tape, forward."""
    with TapeFile.open(path, write_protected=True) as tape:
        found: list[object] = []
        while (block := tape.read_record()) is not END:
            found.append(block if block is MARK else block.frames)
        return found


# frames


@settings(deadline=None)
@given(st.lists(words))
def test_words_come_back_from_binary_frames(tape_words: list[int]) -> None:
    assert words_of(frames_of(tape_words, binary=True), binary=True) == (tape_words, True)


@settings(deadline=None)
@given(st.lists(st.text("0123456789ABCXYZ +-/.,()$*='", min_size=6, max_size=6).map(word_of)))
def test_words_come_back_from_bcd_frames(tape_words: list[int]) -> None:
    assert words_of(frames_of(tape_words, binary=False), binary=False) == (tape_words, True)


def test_binary_frames_have_odd_parity_and_bcd_frames_even() -> None:
    assert frames_of([0o000102030405], binary=True) == bytes([0o100, 0o001, 0o002, 0o103, 0o004, 0o105])
    assert frames_of([word_of("01 /+A")], binary=False) == bytes([0o012, 0o101, 0o120, 0o021, 0o060, 0o161])


@settings(deadline=None)
@given(st.lists(words, min_size=1))
def test_every_frame_read_in_the_other_mode_is_a_parity_error(tape_words: list[int]) -> None:
    _, good = words_of(frames_of(tape_words, binary=True), binary=False)
    assert not good


def test_one_wrong_frame_spoils_the_record() -> None:
    frames = bytearray(frames_of([0o123456701234], binary=True))
    frames[3] ^= 0o100
    assert words_of(bytes(frames), binary=True) == ([0o123456701234], False)


@pytest.mark.parametrize("binary", [True, False])
def test_a_short_last_word_is_filled_with_zeros_on_the_right(binary: bool) -> None:
    frames = frames_of([0o212223242526, 0o313233000000], binary)
    assert words_of(frames[:9], binary) == ([0o212223242526, 0o313233000000], True)


def test_core_12_goes_to_bcd_tape_as_zero() -> None:
    assert words_of(frames_of([0o121212121212], binary=False), binary=False) == ([0], True)


@settings(deadline=None)
@given(st.binary(), st.booleans())
def test_any_bytes_are_words_with_good_or_bad_parity(frames: bytes, binary: bool) -> None:
    tape_words, good = words_of(frames, binary)
    assert len(tape_words) == (len(frames) + 5) // 6
    assert not (good and max(frames, default=0) > 0o177)


# files


def test_records_and_marks_are_simh_s(path: Path) -> None:
    with TapeFile.open(path) as tape:
        tape.write_record(b"\1\2\3")
        tape.write_mark()
        tape.write_record(b"\4\5")
    assert path.read_bytes() == record(b"\1\2\3") + TAPE_MARK + record(b"\4\5")
    assert blocks(path) == [b"\1\2\3", MARK, b"\4\5"]


def test_each_block_of_a_tape_written_in_place_is_in_the_file_at_once(path: Path) -> None:
    with TapeFile.open(path, in_place=True) as tape:
        tape.write_record(b"\1\2")
        assert blocks(path) == [b"\1\2"]
        tape.write_mark()
        assert blocks(path) == [b"\1\2", MARK]


def test_a_tape_is_as_it_was_until_it_is_unmounted(path: Path) -> None:
    with TapeFile.open(path) as tape:
        tape.write_record(b"\1\2")
        assert not path.exists()
    with TapeFile.open(path) as tape:
        tape.read_record()
        tape.write_record(b"\3")
        assert blocks(path) == [b"\1\2"]
        assert tape.backspace() == Record(b"\3")
        assert tape.backspace() == Record(b"\1\2")
    assert blocks(path) == [b"\1\2", b"\3"]
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_tape_that_is_only_read_is_not_written(path: Path) -> None:
    with TapeFile.open(path) as tape:
        tape.write_mark()
    before = path.stat().st_mtime_ns
    with TapeFile.open(path) as tape:
        assert tape.read_record() is MARK
    assert path.stat().st_mtime_ns == before


def test_two_units_cannot_write_one_tape(path: Path) -> None:
    with TapeFile.open(path), pytest.raises(MediaError, match="another run is writing this file"):
        TapeFile.open(path)


def test_a_tape_that_nobody_unmounts_is_complete_all_the_same(path: Path) -> None:
    tape = TapeFile.open(path)
    tape.write_record(b"\1\2")
    del tape
    assert blocks(path) == [b"\1\2"]


@pytest.mark.parametrize("name", ["-", "/dev/null"])
def test_what_cannot_be_rewound_is_not_a_tape(name: str) -> None:
    with pytest.raises(MediaError, match="a tape must be a file"):
        TapeFile.open(name)


def test_a_new_tape_is_blank_and_at_load_point(path: Path) -> None:
    with TapeFile.open(path) as tape:
        assert tape.at_load_point
        assert tape.read_record() is END
        assert tape.backspace() is LOAD_POINT
        assert tape.at_load_point


def test_backspacing_passes_what_was_read(path: Path) -> None:
    path.write_bytes(record(b"\1") + TAPE_MARK + record(b"\2"))
    with TapeFile.open(path) as tape:
        while tape.read_record() is not END:
            pass
        assert tape.backspace() == Record(b"\2")
        assert tape.backspace() is MARK
        assert tape.backspace() == Record(b"\1")
        assert tape.at_load_point
        assert tape.backspace() is LOAD_POINT
        assert tape.read_record() == Record(b"\1")


def test_rewinding_goes_back_to_the_first_record(path: Path) -> None:
    path.write_bytes(record(b"\1") + record(b"\2"))
    with TapeFile.open(path) as tape:
        tape.read_record()
        tape.read_record()
        tape.rewind()
        assert tape.at_load_point
        assert tape.read_record() == Record(b"\1")


def test_writing_in_the_middle_cuts_off_what_followed(path: Path) -> None:
    path.write_bytes(record(b"\1\1") + record(b"\2\2") + record(b"\3\3") + END_OF_MEDIUM)
    with TapeFile.open(path) as tape:
        tape.read_record()
        tape.write_record(b"\7\7")
        assert tape.read_record() is END
    assert blocks(path) == [b"\1\1", b"\7\7"]


def test_a_record_of_no_frames_leaves_the_tape_as_it_was(path: Path) -> None:
    path.write_bytes(record(b"\1"))
    with TapeFile.open(path) as tape:
        tape.write_record(b"")
        assert tape.read_record() == Record(b"\1")


def test_end_of_medium_ends_the_tape_and_is_written_over(path: Path) -> None:
    path.write_bytes(record(b"\1") + END_OF_MEDIUM + b"old bytes")
    with TapeFile.open(path) as tape:
        tape.read_record()
        assert tape.read_record() is END
        assert tape.read_record() is END
        tape.write_mark()
    assert path.read_bytes() == record(b"\1") + TAPE_MARK


@pytest.mark.parametrize("gap", [GAP, GAP * 3, GAP[2:] + GAP])
def test_erase_gaps_are_passed_over_both_ways(path: Path, gap: bytes) -> None:
    path.write_bytes(gap + record(b"\1\2") + gap + TAPE_MARK + gap)
    with TapeFile.open(path) as tape:
        assert tape.read_record() == Record(b"\1\2")
        assert tape.read_record() is MARK
        assert tape.read_record() is END
        assert tape.backspace() is MARK
        assert tape.backspace() == Record(b"\1\2")
        assert tape.at_load_point


def test_a_record_marked_as_an_error_says_so(path: Path) -> None:
    path.write_bytes(record(b"\1\2", flag=0x80000000))
    with TapeFile.open(path) as tape:
        assert tape.read_record() == Record(b"\1\2", bad=True)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["read", "write", "mark", "back", "rewind"]), max_size=30))
def test_a_tape_stays_readable_whatever_is_done_to_it(
    tmp_path_factory: pytest.TempPathFactory, acts: list[str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.tap"
    path.unlink(missing_ok=True)
    model: list[object] = []
    head = 0
    with TapeFile.open(path) as tape:
        for number, act in enumerate(acts):
            match act:
                case "read":
                    tape.read_record()
                    head = min(head + 1, len(model))
                case "write" | "mark":
                    frames = bytes(range(number + 1))
                    tape.write_mark() if act == "mark" else tape.write_record(frames)
                    model[head:] = [MARK if act == "mark" else frames]
                    head += 1
                case "back":
                    tape.backspace()
                    head = max(head - 1, 0)
                case "rewind":
                    tape.rewind()
                    head = 0
            assert tape.at_load_point == (head == 0)
    assert blocks(path) == model


# refusals


def test_a_missing_tape_is_refused_unless_it_may_be_made(path: Path) -> None:
    with pytest.raises(MediaError, match="there is no such file"):
        TapeFile.open(path, create=False)
    with pytest.raises(MediaError, match="there is no such file"):
        TapeFile.open(path, write_protected=True)
    assert not path.exists()


def test_a_folder_is_not_a_tape(tmp_path: Path) -> None:
    with pytest.raises(MediaError, match="this is a folder"):
        TapeFile.open(tmp_path)


def test_a_protected_tape_is_not_written(path: Path) -> None:
    path.write_bytes(record(b"\1"))
    with TapeFile.open(path, write_protected=True) as tape:
        for write in (tape.write_mark, lambda: tape.write_record(b"\2")):
            with pytest.raises(MediaError, match="write protected: mount it with the ring in"):
                write()
    assert path.read_bytes() == record(b"\1")


@pytest.mark.parametrize(
    ("second", "what"),
    [
        (b"\1\0\0", "4 bytes are expected, and the file has 3 more"),
        (struct.pack("<I", 10) + b"\1\2", "10 bytes are expected, and the file has 2 more"),
        (record(b"\1\2")[:-1], "4 bytes are expected, and the file has 3 more"),
        (struct.pack("<I", 0x7F000001) + bytes(20), "0x7f000001 is not the length of a record"),
        (struct.pack("<I", 0x80000000) + bytes(20), "0x80000000 is not the length of a record"),
        (record(b"\1\2")[:-4] + b"\3\0\0\0", "the length is 0x2 before the record and 0x3 after it"),
    ],
)
def test_a_corrupt_record_names_its_number_and_byte(path: Path, second: bytes, what: str) -> None:
    path.write_bytes(record(b"\1\2\3\4") + second)
    with TapeFile.open(path) as tape:
        tape.read_record()
        with pytest.raises(MediaError) as caught:
            tape.read_record()
        assert str(caught.value) == (
            f"{path}: record 2, at byte 12: {what}: copy the file again, or cut it off at that byte"
        )
        assert tape.backspace() == Record(b"\1\2\3\4")


def test_a_tape_cut_by_someone_else_is_refused_not_crashed(path: Path) -> None:
    path.write_bytes(record(b"\1\2"))
    with TapeFile.open(path) as tape:
        tape.read_record()
        path.write_bytes(b"")
        with pytest.raises(MediaError, match="the block that was read here is gone"):
            tape.backspace()


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_tape_or_are_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.tap"
    path.write_bytes(data)
    try:
        blocks(path)
    except MediaError as error:
        assert str(path) in str(error)
