"""Tapes as a program meets them: reels one after another, rings, parity and density."""

from pathlib import Path

import pytest

from ibm7094 import Machine, Reason
from ibm7094.errors import DeviceNotReady
from ibm7094.media.tape import MARK, TapeFile, frames_of
from tests.rigs.cli_rig import HALT, Command, at_start, ibm7094, image  # noqa: F401

# ruff: noqa: F811
RTBA1, RTDA1, WTBA1, RUNA1, REWA1 = (
    0o076200001221,
    0o076200001201,
    0o076600001221,
    0o477200001221,
    0o077200001221,
)
SDN_LOW, SDN_HIGH = 0o077600001201, 0o077600001221
RCHA, TCOA, HPR = 0o054000000000, 0o006000000000, 0o042000000000
IOCD_2 = 0o000002000000
WORDS = 0o111111222222, 0o333333444444


def record(tmp_path: Path, name: str, words: tuple[int, ...], binary: bool = True) -> Path:
    with TapeFile.open(tmp_path / name) as tape:
        tape.write_record(frames_of(words, binary))
    return tmp_path / name


def read_to(at: int, buffer: int, select: int = RTBA1) -> dict[int, int]:
    """A program of four words that reads two, and the command after it."""
    return {
        at: select,
        at + 1: RCHA + at + 4,
        at + 2: TCOA + at + 2,
        at + 3: 0o002000000000 + at + 5,
        at + 4: IOCD_2 + buffer,
    }


def two_reels(machine: Machine, tmp_path: Path) -> Path:
    """A program that reads a reel, unloads it, and reads the next."""
    machine.attach("A1", "tape", record(tmp_path, "one.tap", (1, 2)), ring=False)
    second = record(tmp_path, "two.tap", (3, 4))
    machine.load({**read_to(0o100, 0o1000), 0o105: RUNA1, **read_to(0o106, 0o1002), 0o113: HPR})
    machine.ic = 0o100
    return second


def test_the_next_reel_is_mounted_when_the_program_unloads_the_unit(compiled: bool, tmp_path: Path) -> None:
    with Machine(compiled=compiled) as m:
        m.add_reel("A1", two_reels(m, tmp_path), ring=False)
        assert m.run(limit=1_000_000).ic == 0o113
        assert list(m.core[0o1000:0o1004]) == [1, 2, 3, 4]
        assert m.messages == [
            f"{tmp_path / 'two.tap'} was mounted on the 729 tape unit A1, after {tmp_path / 'one.tap'}."
        ]


def test_without_a_next_reel_the_unit_is_not_ready(compiled: bool, tmp_path: Path) -> None:
    with Machine(compiled=compiled) as m:
        second = two_reels(m, tmp_path)
        stop = m.run(limit=1_000_000)
        assert (stop.reason, stop.ic) == (Reason.DEVICE_NOT_READY, 0o106)
        assert stop.message.endswith("give it one more reel with --reel A1=FILE.")
        m.add_reel("A1", second)  # and the operator can do what it says
        assert m.run(limit=1_000_000).ic == 0o113


def test_a_reset_during_the_rewind_does_not_lose_the_next_reel(compiled: bool, tmp_path: Path) -> None:
    with Machine(compiled=compiled) as m:
        m.add_reel("A1", two_reels(m, tmp_path), ring=False)
        while m.ic != 0o106:
            m.step()
        m.reset()
        m.ic = 0o106
        m.run(limit=1_000_000)
        assert list(m.core[0o1002:0o1004]) == [3, 4]


def test_a_saved_machine_keeps_its_reels(compiled: bool, tmp_path: Path) -> None:
    with Machine(compiled=compiled) as m:
        m.add_reel("A1", two_reels(m, tmp_path), ring=False)
        m.run(limit=20)
        m.save(tmp_path / "m.saved")
    with Machine.restore(tmp_path / "m.saved", compiled=compiled) as m:
        m.run(limit=1_000_000)
        assert list(m.core[0o1000:0o1004]) == [1, 2, 3, 4]
        assert len(m.messages) == 1


def test_a_reel_that_changed_after_saving_is_noticed(compiled: bool, tmp_path: Path) -> None:
    with Machine(compiled=compiled) as m:
        m.add_reel("A1", two_reels(m, tmp_path), ring=False)
        m.save(tmp_path / "m.saved")
    (tmp_path / "two.tap").write_bytes(b"")
    with pytest.raises(Exception, match=r"two\.tap"):
        Machine.restore(tmp_path / "m.saved")


def test_a_full_reel_is_in_its_file_when_the_next_is_mounted(compiled: bool, tmp_path: Path) -> None:
    write = {0o100: WTBA1, 0o101: RCHA + 0o104, 0o102: TCOA + 0o102, 0o103: 0o002000000105}
    with Machine(compiled=compiled) as m:
        m.attach("A1", "tape", tmp_path / "one.tap")
        m.add_reel("A1", tmp_path / "two.tap")
        m.load({**write, 0o104: IOCD_2 + 0o1000, 0o105: RUNA1, 0o106: 0o002000000107})
        m.load({0o107: WTBA1, 0o110: RCHA + 0o113, 0o111: TCOA + 0o111, 0o112: HPR, 0o113: IOCD_2 + 0o1002})
        m.load({0o1000: 1, 0o1001: 2, 0o1002: 3, 0o1003: 4})
        m.ic = 0o100
        m.run(limit=1_000_000)
    for name, words in (("one.tap", [1, 2]), ("two.tap", [3, 4])):
        with TapeFile.open(tmp_path / name, write_protected=True) as tape:
            block = tape.read_record()
            assert block is not MARK
            assert getattr(block, "frames", None) == frames_of(words, True)


def test_a_reel_needs_a_unit_with_a_tape(tmp_path: Path) -> None:
    with Machine() as m, pytest.raises(DeviceNotReady, match="Tape unit A3 has no first reel"):
        m.add_reel("A3", tmp_path / "two.tap")
    with Machine("704") as m, pytest.raises(DeviceNotReady, match="704 cannot unload"):
        m.add_reel("A3", tmp_path / "two.tap")


def test_the_command_line_mounts_reels(ibm7094: Command, tmp_path: Path) -> None:
    one, two = record(tmp_path, "one.tap", (1, 2)), record(tmp_path, "two.tap", (3, 4))
    program = {**read_to(0o100, 0o1000), 0o105: RUNA1, **read_to(0o106, 0o1002), 0o113: HALT}
    path = image(tmp_path / "reads.oct", program)
    ran = ibm7094("run", path, "--tape", f"A1={one},ro", "--reel", f"A1={two},ro")
    assert ran.code == 0
    assert f"{two} was mounted on the 729 tape unit A1, after {one}." in ran.err
    ran = ibm7094("run", path, "--tape", f"A1={one},ro")
    assert (ran.code, "--reel A1=FILE" in ran.sentence) == (3, True)


@pytest.mark.parametrize(
    ("reel", "said"),
    [
        ("A2=two.tap", "Tape unit A2 has no first reel"),
        ("A1=one.tap", "mounted twice"),
        ("two.tap", "does not name a tape"),
    ],
)
def test_a_reel_that_cannot_be_mounted_is_refused(
    ibm7094: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reel: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    record(tmp_path, "one.tap", (1, 2))
    path = image(tmp_path / "halt.oct", at_start(HALT))
    ran = ibm7094("run", path, "--tape", "A1=one.tap", "--reel", reel)
    assert (ran.code, said in ran.sentence) == (2, True)


# The ring


@pytest.mark.parametrize("select", [WTBA1, 0o077000001221], ids=["WRS", "WEF"])
def test_writing_without_the_ring_stops_at_the_select(compiled: bool, tmp_path: Path, select: int) -> None:
    with Machine(compiled=compiled) as m:
        m.attach("A1", "tape", record(tmp_path, "one.tap", (1, 2)), ring=False)
        m.load({0o100: select})
        m.ic = 0o100
        stop = m.run(limit=10)
        assert (stop.reason, stop.ic) == (Reason.DEVICE_NOT_READY, 0o100)
        assert "ring in" in stop.message


# Parity and density


@pytest.mark.parametrize("suffix", ["tap", "p7b"])
@pytest.mark.parametrize("select", [RTBA1, RTDA1])
@pytest.mark.parametrize("binary", [True, False])
def test_a_record_read_in_the_other_mode_is_a_redundancy_check(
    compiled: bool, tmp_path: Path, suffix: str, select: int, binary: bool
) -> None:
    with Machine(compiled=compiled) as m:
        m.attach("A1", "tape", record(tmp_path, f"one.{suffix}", WORDS, binary))
        m.load({**read_to(0o100, 0o1000, select), 0o105: HPR})
        m.ic = 0o100
        m.run(limit=1_000_000)
        assert bool(m.state.redundancy[1]) == (binary != (select == RTBA1))
        assert m.messages == []


@pytest.mark.parametrize("form", ["simh", "p7b"])
@pytest.mark.parametrize("select", [RTBA1, RTDA1])
def test_a_tape_without_parity_bits_is_read_in_either_mode_and_reported(
    compiled: bool, tmp_path: Path, form: str, select: int
) -> None:
    bare = bytes(frame & 0o77 for frame in frames_of((0o010203040506, 0o071122334455, 0o212223000102), True))
    length = len(bare).to_bytes(4, "little")
    path = tmp_path / ("bare.tap" if form == "simh" else "bare.p7b")
    path.write_bytes(length + bare + length if form == "simh" else bytes([bare[0] | 0x80]) + bare[1:])
    with Machine(compiled=compiled) as m:
        m.attach("A1", "tape", path, ring=False)
        m.load({**read_to(0o100, 0o1000, select), 0o105: HPR})
        m.ic = 0o100
        m.run(limit=1_000_000)
        assert not m.state.redundancy[1]
        assert m.core[0o1000] == 0o010203040506
        assert m.messages == [
            f"{path}: this tape has no parity bits, so its records are read in either mode."
        ]


def test_a_tape_read_at_another_density_is_a_redundancy_check(compiled: bool, tmp_path: Path) -> None:
    with Machine(compiled=compiled) as m:
        m.attach("A1", "tape", record(tmp_path, "one.tap", WORDS), recorded=200)
        m.load({0o100: SDN_HIGH, **read_to(0o101, 0o1000), 0o106: HPR})
        m.ic = 0o100
        m.run(limit=1_000_000)
        assert m.state.redundancy[1]
        assert m.messages == [
            "The 729 tape unit A1 reads at 556 characters an inch a tape written at 200:"
            " every word is a redundancy check."
        ]
        m.reset()
        m.load({0o100: SDN_LOW, 0o101: REWA1, **read_to(0o102, 0o1000), 0o107: HPR})
        m.ic = 0o100
        m.run(limit=1_000_000)
        assert (m.state.redundancy[1], list(m.core[0o1000:0o1002])) == (0, list(WORDS))


def test_a_tape_of_unknown_density_is_read_at_any(compiled: bool, tmp_path: Path) -> None:
    with Machine(compiled=compiled) as m:
        m.attach("A1", "tape", record(tmp_path, "one.tap", WORDS))
        m.load({0o100: SDN_LOW, **read_to(0o101, 0o1000), 0o106: HPR})
        m.ic = 0o100
        m.run(limit=1_000_000)
        assert not m.state.redundancy[1]


def test_what_the_program_wrote_has_the_density_it_was_written_at(compiled: bool, tmp_path: Path) -> None:
    write = {0o100: WTBA1, 0o101: RCHA + 0o104, 0o102: TCOA + 0o102, 0o103: 0o002000000105}
    with Machine(compiled=compiled) as m:
        m.attach("A1", "tape", tmp_path / "new.tap")
        m.load({**write, 0o104: IOCD_2 + 0o1000, 0o105: REWA1, 0o106: SDN_LOW, **read_to(0o107, 0o1000)})
        m.load({0o114: HPR})
        m.ic = 0o100
        m.run(limit=1_000_000)
        assert m.state.redundancy[1]
