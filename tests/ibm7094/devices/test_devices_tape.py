"""The 729 tape unit on real files."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ibm7094.devices.device import Select
from ibm7094.errors import DeviceNotReady
from ibm7094.media.bcd import word_of
from ibm7094.media.tape import END, Record, TapeFile, frames_of
from ibm7094.models import LEVEL_709
from tests.rigs.channel_rig import BUFFER, PROGRAM, Machine, io

BCD_A1, BINARY_A1, BINARY_A2 = 0o1201, 0o1221, 0o1222
WORDS = [word_of("SAMUEL"), word_of("1959.7")]


class Tape(Machine):
    """A machine with an empty tape on A1."""

    def __init__(self, path: Path, **options: object) -> None:
        super().__init__()
        self.path = path
        self.channels.attach("A1", "tape", path, **options)

    def write(self, *words: int, unit: int = BINARY_A1) -> None:
        self.program(*words, at=BUFFER)
        self.do(Select.WRS, unit, io("IOCD", BUFFER, len(words)))

    def read(self, count: int, unit: int = BINARY_A1) -> list[int]:
        self.program(*[0] * count, at=BUFFER)
        self.do(Select.RDS, unit, io("IORT", BUFFER, count))
        return self.stored(count)

    def control(self, *operations: Select) -> None:
        for operation in operations:
            self.do(operation, BINARY_A1)

    def time(self, operation: Select, *commands: int, unit: int = BINARY_A1) -> float:
        """Milliseconds until everything is at rest."""
        start = self.scheduler.now_us
        self.do(operation, unit, *commands)
        return (self.scheduler.now_us - start) / 1000

    @property
    def marks(self) -> tuple[int, int]:
        return self.state.end_of_file[1], self.state.redundancy[1]


Mount = Callable[..., Tape]


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """Makes machines with a named tape, and unmounts the tapes at the end."""
    machines = []

    def make(name: str = "a1.tap", **options: object) -> Tape:
        machines.append(Tape(tmp_path / name, **options))
        return machines[-1]

    yield make
    for machine in machines:
        machine.channels.close()


@pytest.fixture
def tape(mount: Mount) -> Tape:
    return mount()


@pytest.mark.parametrize("unit", [BCD_A1, BINARY_A1])
def test_what_was_written_is_read_back(tape: Tape, unit: int) -> None:
    tape.write(*WORDS, unit=unit)
    tape.control(Select.REW)
    assert tape.read(2, unit=unit) == WORDS
    assert tape.marks == (0, 0)


@pytest.mark.parametrize(("written", "read"), [(BCD_A1, BINARY_A1), (BINARY_A1, BCD_A1)])
def test_reading_in_the_other_mode_is_a_redundancy_check(tape: Tape, written: int, read: int) -> None:
    """[D 9T01]"""
    tape.write(*WORDS, unit=written)
    tape.control(Select.REW)
    tape.read(2, unit=read)
    assert tape.state.redundancy[1]


@pytest.mark.parametrize("unit", [BCD_A1, BINARY_A1])
def test_a_tape_mark_is_an_end_of_file_in_either_mode_and_no_redundancy(tape: Tape, unit: int) -> None:
    """[D 9T01]"""
    tape.control(Select.WEF, Select.REW)
    tape.read(1, unit=unit)
    assert tape.marks == (1, 0)


def test_the_end_of_what_was_written_counts_as_an_end_of_file(tape: Tape) -> None:
    tape.read(1)
    assert tape.marks == (1, 0)


def test_zero_and_twelve_in_bcd_are_the_same_on_tape(tape: Tape) -> None:
    tape.write(0o001200120012, unit=BCD_A1)
    tape.control(Select.REW)
    assert tape.read(1, unit=BCD_A1) == [0]


def test_a_record_that_is_not_whole_words_is_filled_with_zeros(mount: Mount, tmp_path: Path) -> None:
    """[R], and in Cornwell's simulator."""
    with TapeFile.open(tmp_path / "odd.tap") as file:
        file.write_record(frames_of(WORDS, binary=True)[:8])
    machine = mount("odd.tap")
    assert machine.read(2) == [WORDS[0], WORDS[1] & 0o777700000000]


def test_a_record_marked_bad_in_its_file_is_a_redundancy_check(mount: Mount, tmp_path: Path) -> None:
    frames = frames_of([1], binary=True)
    length = (len(frames) | 1 << 31).to_bytes(4, "little")
    (tmp_path / "bad.tap").write_bytes(length + frames + length)
    machine = mount("bad.tap")
    machine.read(1)
    assert machine.marks == (0, 1)


def test_only_the_word_with_the_bad_frame_is_bad(mount: Mount, tmp_path: Path) -> None:
    """With its trap enabled the channel disconnects there, and the bad word is not stored [D 9IOTA]."""
    frames = bytearray(frames_of([1, 2, 3], binary=True))
    frames[8] ^= 0o100
    with TapeFile.open(tmp_path / "bad.tap") as file:
        file.write_record(bytes(frames))
    machine = mount("bad.tap")
    machine.channels.enable(0o000001000000)
    assert machine.read(3) == [1, 0, 0]
    assert machine.channels.take_trap() == (0o12, 2)


def test_backspacing_a_record_brings_it_again(tape: Tape) -> None:
    tape.write(1)
    tape.write(2)
    tape.control(Select.BSR)
    assert tape.read(1) == [2]


def test_backspacing_a_record_goes_over_a_mark_without_an_end_of_file(tape: Tape) -> None:
    tape.write(1)
    tape.control(Select.WEF, Select.BSR, Select.BSR)
    assert tape.marks == (0, 0)
    assert tape.read(1) == [1]


def test_backspacing_a_file_stops_on_the_load_point_side_of_the_mark(tape: Tape) -> None:
    tape.write(1)
    tape.control(Select.WEF)
    tape.write(2)
    tape.write(3)
    tape.control(Select.BSF)
    tape.read(1)
    assert tape.marks == (1, 0)
    assert tape.read(1) == [2]


@pytest.mark.parametrize("operation", [Select.BSR, Select.BSF])
def test_backspacing_at_load_point_turns_on_its_indicator(tape: Tape, operation: Select) -> None:
    """[D 9T01]"""
    tape.control(operation)
    assert tape.state.load_point[1]


@pytest.mark.parametrize("operation", [Select.BSR, Select.BSF])
def test_the_load_point_indicator_is_on_before_the_channel_is_free(tape: Tape, operation: Select) -> None:
    tape.select(operation, BINARY_A1)
    assert (tape.state.in_operation[1], tape.state.load_point[1]) == (1, 1)


def test_backspacing_to_load_point_is_not_yet_at_load_point(tape: Tape) -> None:
    tape.write(1)
    tape.control(Select.BSR)
    assert not tape.state.load_point[1]


def test_backspacing_a_file_without_a_mark_ends_at_load_point(tape: Tape) -> None:
    tape.write(1)
    tape.write(2)
    tape.control(Select.BSF)
    assert tape.state.load_point[1]


def test_rewinding_never_turns_on_the_load_point_indicator(tape: Tape) -> None:
    """[D 9T01]"""
    tape.control(Select.REW, Select.REW)
    assert not tape.state.load_point[1]


def test_writing_past_the_end_mark_turns_on_its_indicator(mount: Mount) -> None:
    machine = mount("short.tap", reel_feet=14.35)  # 4.2 inches from load point to the end mark
    machine.write(1)
    assert not machine.state.end_of_tape[1]
    machine.write(2)
    assert machine.state.end_of_tape[1]


def test_reading_past_the_end_mark_does_not(mount: Mount) -> None:
    machine = mount("short.tap", reel_feet=14.35)
    machine.write(1)
    machine.write(2)
    machine.state.end_of_tape[1] = 0
    machine.control(Select.REW)
    machine.read(1)
    machine.read(1)
    assert not machine.state.end_of_tape[1]


def test_a_select_with_no_command_skips_a_record(tape: Tape) -> None:
    tape.write(1)
    tape.write(2)
    tape.control(Select.REW)
    tape.do(Select.RDS, BINARY_A1)
    assert tape.read(1) == [2]


def test_a_write_select_with_no_command_writes_nothing(tape: Tape) -> None:
    tape.do(Select.WRS, BINARY_A1)
    tape.channels.close()
    assert tape.path.stat().st_size == 0


def test_a_write_protected_tape_cannot_be_written(tape: Tape, mount: Mount) -> None:
    tape.write(1)
    tape.channels.close()
    for option in ({"write_protected": True}, {"ring": False}):
        machine = mount("a1.tap", **option)
        for operation in (Select.WRS, Select.WEF):
            with pytest.raises(DeviceNotReady, match=r"729 tape unit A1 .* ring"):
                machine.channels.select(operation, BINARY_A1)
        assert machine.read(1) == [1]


def test_an_unloaded_tape_is_not_ready(tape: Tape) -> None:
    tape.control(Select.RUN)
    with pytest.raises(DeviceNotReady, match=r"unloaded .* --reel A1=FILE"):
        tape.channels.select(Select.RDS, BINARY_A1)


def test_two_tapes_of_a_channel_share_its_tape_control(tape: Tape, tmp_path: Path) -> None:
    tape.channels.attach("A2", "tape", tmp_path / "a2.tap")
    tape.write(1, 2, 3)
    tape.control(Select.REW)
    tape.program(io("IOCD", BUFFER, 1))
    tape.channels.select(Select.RDS, BINARY_A1)
    tape.channels.reset_load(1, PROGRAM)
    while tape.state.in_operation[1]:
        tape.step()
    assert not tape.channels.select(Select.WRS, BINARY_A2)
    tape.select(Select.WRS, BINARY_A2)


def test_tapes_of_two_channels_run_at_the_same_time(tape: Tape, tmp_path: Path) -> None:
    tape.channels.attach("B1", "tape", tmp_path / "b1.tap")
    tape.program(*[7] * 100, at=BUFFER)
    tape.program(io("IOCD", BUFFER, 100))
    for ch in (1, 2):
        tape.channels.select(Select.WRS, ch << 9 | 0o221)
        tape.channels.reset_load(ch, PROGRAM)
    start = tape.scheduler.now_us
    tape.run()
    assert tape.scheduler.now_us - start < 44_000
    tape.channels.close()
    assert (tmp_path / "b1.tap").read_bytes() == tape.path.read_bytes()


@pytest.mark.parametrize(
    ("model", "density", "word_us"), [("IV", 0o20, 96), ("II", 0o20, 144), ("IV", 0, 267), ("II", 0, 400)]
)
def test_a_word_takes_the_time_of_its_six_frames(
    mount: Mount, model: str, density: int, word_us: int
) -> None:
    machine = mount("a1.tap", model=model)
    machine.do(Select.SDN, 0o1201 | density)
    machine.write(1)
    short, long = (machine.time(Select.WRS, io("IOCD", BUFFER, count)) for count in (100, 300))
    assert (long - short) * 1000 / 200 == pytest.approx(word_us, rel=0.01)


def test_the_gap_takes_its_time(tape: Tape) -> None:
    tape.write(1)
    assert tape.time(Select.WRS, io("IOCD", BUFFER, 1)) == pytest.approx(0.75 / 112.5 * 1000 + 0.16, abs=0.02)


def test_rewinding_takes_longer_from_farther(tape: Tape) -> None:
    times = []
    for count in (1, 2, 21):
        for _ in range(count):
            tape.write(*range(100))
        times.append(tape.time(Select.REW))
    assert times[2] - times[0] == pytest.approx(20 * (times[1] - times[0]), rel=0.05)


@pytest.mark.parametrize("operation", [Select.WRS, Select.RDS])
def test_a_tape_takes_longer_from_its_load_point(tape: Tape, operation: Select) -> None:
    """9T01A gives its RCH 40 ms after a WRS at load point, 20 ms after an RDS [D 9T01 01041-01144]."""
    first, second = (tape.time(Select.WRS, io("IOCD", BUFFER, 1)) for _ in range(2))
    if operation is Select.RDS:
        tape.control(Select.REW)
        first, second = (tape.time(operation, io("IOCD", BUFFER, 1)) for _ in range(2))
    assert first - second == pytest.approx(3 / 112.5 * 1000, rel=0.01)


def test_a_backspace_to_the_load_point_comes_all_the_way_back(tape: Tape) -> None:
    tape.write(1)
    first = tape.time(Select.BSR)
    assert tape.time(Select.WRS, io("IOCD", BUFFER, 1)) == pytest.approx(first, rel=0.01)


def test_a_709_has_75_inches_a_second_and_200_characters_an_inch(mount: Mount) -> None:
    """9T05 wants gaps of 8.5 to 12.5 ms."""
    machine = mount("a1.tap")
    machine.state.level = LEVEL_709
    machine.channels.attach("A1", "tape", machine.path)
    machine.write(1)
    short, long = (machine.time(Select.WRS, io("IOCD", BUFFER, count)) for count in (1, 101))
    assert 8.5 < short < 12.5
    assert long - short == pytest.approx(100 * 0.4, rel=0.01)


@pytest.mark.parametrize("unit", [BCD_A1, BINARY_A1])
def test_a_record_that_begins_like_a_tape_mark_loses_two_characters(tape: Tape, unit: int) -> None:
    """A mark is 17 and its check character 17. A BCD record 17 17 ... is taken for one until it goes on
    [D 9T01 00740-01035]: redundancy, no end of file, and zeros for its first two characters."""
    tape.write(0o171717171717, unit=BCD_A1)
    tape.control(Select.REW)
    assert tape.read(1, unit=unit) == [0o000017171717]
    assert tape.marks == (0, 1)


def test_a_binary_record_of_the_same_characters_is_read_whole(tape: Tape) -> None:
    """In odd parity the character 17 carries a check bit, so it is no mark."""
    tape.write(0o171717171717)
    tape.control(Select.REW)
    assert tape.read(1) == [0o171717171717]
    assert tape.marks == (0, 0)


def test_a_rewind_frees_the_channel_but_not_the_unit(tape: Tape) -> None:
    tape.write(*range(100))
    tape.select(Select.REW, BINARY_A1)
    tape.run_for(50.0)
    assert not tape.state.in_operation[1]
    assert not tape.channels.select(Select.RDS, BINARY_A1)


def test_the_file_is_whole_when_the_machine_is_closed_in_mid_record(tape: Tape) -> None:
    tape.program(1, 2, 3, at=BUFFER)
    tape.program(io("IOCD", BUFFER, 3))
    tape.channels.select(Select.WRS, BINARY_A1)
    tape.channels.reset_load(1, PROGRAM)
    tape.run_for(33_500.0)
    tape.channels.close()
    with TapeFile.open(tape.path, write_protected=True) as file:
        assert file.read_record() == Record(frames_of([1, 2], binary=True))
        assert file.read_record() is END
