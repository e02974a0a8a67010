"""Disk files: what is refused, what a killed run leaves, and what a saved machine keeps."""

import subprocess
import sys
from pathlib import Path

import pytest

from ibm7094 import Machine
from ibm7094.devices.disks.orders import Operation, Order
from ibm7094.errors import BadValue, DeviceNotReady, MachineError, MediaError
from ibm7094.files.journal import Journalled
from ibm7094.files.problems import NotWritten
from ibm7094.media.disks import GEOMETRIES, DiskFile
from ibm7094.media.disks.format_track import blank_track, format_characters
from tests.rigs.cli_rig import Command, ibm7094  # noqa: F401
from tests.rigs.disk_rig import FORMAT_AND_ADDRESSES, cards, first_track, machine, order, program, run

ONE, TWO = list(range(1, 6)), list(range(0o100, 0o110))
WRITE = (FORMAT_AND_ADDRESSES, first_track(ONE, TWO))


def test_a_new_disk_is_blank_and_an_unused_one_leaves_no_file(tmp_path: Path) -> None:
    disk = DiskFile(tmp_path / "a.dsk", "1301")
    assert not any(disk.track(0, 9999))
    disk.close()
    assert not list(tmp_path.iterdir())


def test_tracks_are_kept_by_access_and_number(tmp_path: Path) -> None:
    disk = DiskFile(tmp_path / "a.dsk", "2302")
    for access in (0, 1):
        disk.write(access, {9999: [access + 1] * 1000})
    disk.close()
    again = DiskFile(tmp_path / "a.dsk", "2302", True)
    assert [again.track(access, 9999)[0] for access in (0, 1)] == [1, 2]


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"x" * 7, "this is not a disk, whose words take 8 bytes: check the file name"),
        (b"\xff" * 4000, "track 0 makes no sense on a 7320"),
        (bytes(400 * 500 * 8 + 8), "this file has 1,600,008 bytes, and a 7320 module at most 1,600,000"),
    ],
)
def test_a_file_that_is_not_such_a_disk_is_refused(tmp_path: Path, contents: bytes, message: str) -> None:
    path = tmp_path / "a.dsk"
    path.write_bytes(contents)
    with pytest.raises(MediaError, match=message):
        DiskFile(path, "7320")
    assert path.read_bytes() == contents


def test_a_track_of_another_geometry_stops_the_machine(tmp_path: Path) -> None:
    path = tmp_path / "a.dsk"
    with machine(path) as m:
        run(m, program(*WRITE))
    with path.open("r+b") as file:
        file.seek(8)
        file.write((499).to_bytes(8, "little"))
    with pytest.raises(MediaError, match="track 0 makes no sense on a 1301"):
        machine(path)


def test_a_second_run_may_not_have_the_disk(tmp_path: Path) -> None:
    with machine(tmp_path / "a.dsk"), pytest.raises(MediaError, match="another run is writing this file"):
        machine(tmp_path / "a.dsk")


def test_a_protected_disk_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.dsk"
    path.write_bytes(b"")
    with machine(path, write_protected=True) as m:
        stop = run(m, program(*WRITE))
        assert stop.message == "The 1301 module C0 is write-protected: mount its file without ,ro."


def test_without_the_format_switch_there_is_a_format_check(tmp_path: Path) -> None:
    with machine(tmp_path / "a.dsk", can_format=False) as m:
        run(m, program(*WRITE))
    assert not (tmp_path / "a.dsk").exists()


def test_what_cannot_be_attached_is_refused(tmp_path: Path) -> None:
    m = Machine("7094", channels={"C": "7909"})
    with pytest.raises(DeviceNotReady, match="A disk needs a 7909, and channel B is not one"):
        m.attach("B0", "disk", tmp_path / "a.dsk")
    with pytest.raises(DeviceNotReady, match="A tape needs a 7607, and channel C is not one"):
        m.attach("C1", "tape", tmp_path / "a.tap")
    with pytest.raises(BadValue, match="There is no disk '1311': choose one of 7320, 1301, 1302, 2302"):
        m.attach("C0", "disk", tmp_path / "a.dsk", model="1311")
    with pytest.raises(MachineError, match="there is no folder"):
        m.attach("C0", "disk", tmp_path / "none" / "a.dsk")
    with pytest.raises(BadValue, match="Channel C of a 709 cannot be a 7909"):
        Machine("709", channels={"C": "7909"})
    with pytest.raises(BadValue, match="There is no channel of kind '7607B': choose one of 7607, 7909"):
        Machine("7094", channels={"C": "7607B"})
    m.load({0: 0o076600003221})  # WTBC 1
    m.ic = 0
    assert m.run().message == "Channel C is a 7909, which has no units: correct the program's select."


KILLED = """
import os, sys
from pathlib import Path
from ibm7094.files import journal
from ibm7094.media.disks import DiskFile

when = int(sys.argv[2])
def die(step=[0]):
    step[0] += 1
    if step[0] == when:
        os.kill(os.getpid(), 9)

write = journal.Journalled._change
def change(self, pieces):
    for piece in pieces:
        die()
        write(self, [piece])
note = journal.Journalled._note
def noted(self, data):
    die()
    if data and when == 0:  # in the middle of the journal
        note(self, data[: len(data) // 2])
        os.kill(os.getpid(), 9)
    note(self, data)
journal.Journalled._change, journal.Journalled._note = change, noted
disk = DiskFile(Path(sys.argv[1]), "1301")
disk.write(0, {track: [2] * 500 for track in (0, 1, 2)})
"""


@pytest.mark.parametrize("when", range(7))
def test_a_killed_run_leaves_all_tracks_of_a_write_or_none(tmp_path: Path, when: int) -> None:
    path = tmp_path / "a.dsk"
    before = DiskFile(path, "1301")
    before.write(0, {track: [0, 0, *[1] * 498] for track in (0, 1, 2)})
    before.close()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path), str(when)], check=False)
    assert killed.returncode == -9
    file = Journalled(path)
    found = {file.read(track * 4000 + 80, 8)[0] for track in (0, 1, 2)}
    assert len(found) == 1
    file.close()
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.dsk"]


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Journalled, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    m = machine(tmp_path / "a.dsk")
    monkeypatch.setattr(Journalled, "_note", full)
    with pytest.raises(NotWritten, match="No space left on device"):
        run(m, program(*WRITE))
    monkeypatch.undo()
    m.close()


@pytest.mark.parametrize("model", GEOMETRIES)
def test_a_format_is_what_the_file_control_makes_of_its_characters(model: str) -> None:
    geometry = GEOMETRIES[model]
    track = blank_track(format_characters([5, 8], geometry), geometry)
    assert track is not None
    assert (track[1], track[8], track[18]) == (5, 8, 0)
    assert blank_track(format_characters([], geometry), geometry) is None
    assert blank_track(format_characters([geometry.track_words], geometry), geometry) is None
    odd = format_characters([5], geometry)
    assert blank_track([*odd[:-2], 1, 2], geometry) is None


def test_a_machine_saved_at_any_moment_ends_with_the_same_disk(tmp_path: Path) -> None:
    made = program(*WRITE)
    plain = tmp_path / "plain.dsk"
    with machine(plain) as m:
        run(m, made)
        core, seconds = m.core.tobytes(), m.seconds
    for limit in (2, 20, 300, 3000, 9000, 20000):
        path = tmp_path / f"{limit}.dsk"
        m = machine(path)
        m.load(made)
        m.run(limit=limit)
        m.save(tmp_path / "m.sav", force=True)
        m.close()
        again = Machine.restore(tmp_path / "m.sav", compiled=False)
        again.run()
        again.close()
        assert (again.core.tobytes(), again.seconds) == (core, seconds), limit
        assert path.read_bytes() == plain.read_bytes(), limit


def test_a_disk_that_went_on_without_the_saved_machine_is_replaced_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "a.dsk"
    m = machine(path)
    m.save(tmp_path / "m.sav")
    run(m, program(*WRITE))
    m.close()
    with pytest.raises(MediaError, match="has changed since the machine was saved"):
        Machine.restore(tmp_path / "m.sav")
    with Machine.restore(tmp_path / "m.sav", force=True):
        assert not any(path.read_bytes())


def test_run_takes_disks(tmp_path: Path, ibm7094: Command) -> None:  # noqa: F811
    source, path = tmp_path / "write.fap", tmp_path / "a.dsk"
    source.write_text(cards("\n".join(WRITE)))
    done = ibm7094("run", str(source), "--disk", f"C0={path}")
    assert (done.code, path.stat().st_size) == (0, 40 * 4000)
    assert "cannot be a 7909" in ibm7094("run", str(source), "--disk", f"A0={path}").sentence
    assert (
        "needs a 7909" in ibm7094("run", str(source), "--disk", f"C0={path}", "--channel", "C=7607").sentence
    )
    assert "There is no disk" in ibm7094("run", str(source), "--disk", f"C0={path},1405").sentence
    assert "does not name a disk" in ibm7094("run", str(source), "--disk", "C").sentence
    assert "two files" in ibm7094("run", str(source), "--disk", "C0=x", "--disk", "C0=y").sentence


def test_a_zero_in_an_order_may_be_12_or_00() -> None:
    assert order(Operation.DSEK, 400) == "101212121204,121267670000"
    assert [Order(0o101212121204, 0o121200000000).track, Order(0o101200000004).track] == [400, 400]
