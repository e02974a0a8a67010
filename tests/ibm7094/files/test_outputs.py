"""Outputs appear whole or not at all, are locked while they are written, and replace nothing by accident."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ibm7094.errors import MachineError, MediaError
from ibm7094.files import rules
from ibm7094.files.outputs import Appended, Output, write_together
from ibm7094.files.problems import NotWritten

FULL = Path("/dev/full")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_output_is_not_there_until_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "out"
    output = Output(path)
    output.write(b"half")
    assert not path.exists()
    output.commit()
    assert path.read_bytes() == b"half"
    assert names(tmp_path) == ["out"]


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), Output(path) as output:
        output.write(b"new")
        raise ZeroDivisionError
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["out"]


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with Output(path), pytest.raises(MediaError, match="another run is writing this file"):
        Output(path)
    with Output(path) as output:
        output.write(b"x")
    assert path.read_bytes() == b"x"


def test_the_part_of_a_killed_run_does_not_stop_the_next(tmp_path: Path) -> None:
    path = tmp_path / "out"
    code = (
        "import os, sys, pathlib; from ibm7094.files.outputs import Output;"
        "o = Output(pathlib.Path(sys.argv[1])); o.write(b'half'); o.flush(); os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", code, path], check=False).returncode == -9
    assert not path.exists()
    with Output(path) as output:
        output.write(b"whole")
    assert path.read_bytes() == b"whole"
    assert names(tmp_path) == ["out"]


def test_sigterm_leaves_no_half_file(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    code = (
        "import os, sys, pathlib, signal; from ibm7094.files import ending;"
        "from ibm7094.files.outputs import Output; ending.unwind_on_sigterm()\n"
        "o = Output(pathlib.Path(sys.argv[1])); o.write(b'half')\n"
        "try: os.kill(os.getpid(), signal.SIGTERM)\n"
        "finally: o.commit()"
    )
    done = subprocess.run([sys.executable, "-c", code, path], check=False, capture_output=True)
    assert done.returncode != 0
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["out"]


def test_a_link_is_followed_and_the_permissions_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "out", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_together({link: b"new"})
    assert link.is_symlink() and path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_of_two_files_neither_appears_if_one_cannot_be_written(tmp_path: Path) -> None:
    first = tmp_path / "out"
    with pytest.raises(NotWritten, match="/dev/full: No space left on device"):
        write_together({first: b"x", FULL: b"y"})
    assert names(tmp_path) == []


def test_a_missing_folder_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(MediaError, match="there is no folder"):
        Output(tmp_path / "no" / "out")


def test_pieces_are_added_whole_and_an_empty_file_is_not_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with Appended(path) as games, pytest.raises(MediaError, match="another run"):
        Appended(path)
    assert names(tmp_path) == []
    for piece in (b"one\n", b"two\n"):
        with Appended(path) as games:
            games.add(piece)
    assert path.read_bytes() == b"one\ntwo\n"


def test_an_output_is_never_an_input_nor_another_output_by_any_name(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_text("x")
    hard, soft = tmp_path / "hard", tmp_path / "soft"
    hard.hardlink_to(source)
    soft.symlink_to(source)
    for other in (source, hard, soft, tmp_path / "." / "source", tmp_path / ".." / tmp_path.name / "source"):
        with pytest.raises(MachineError, match="is an input and would be overwritten"):
            rules.check_outputs([other], [source])
    with pytest.raises(MachineError, match="two outputs name this file"):
        rules.check_outputs([tmp_path / "new", tmp_path / "." / "new"], [])
    with pytest.raises(MachineError, match="two outputs name this file"):
        rules.check_outputs([Path("-"), Path("-")], [])
    rules.check_outputs([Path(os.devnull), Path(os.devnull), tmp_path / "a"], [source, Path(os.devnull)])


def test_a_file_of_another_command_is_replaced_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("precious")
    with pytest.raises(MachineError, match="add --force"):
        rules.check_own(path, "ibm7094 run", force=False)
    with pytest.raises(MachineError, match="add --force"):
        rules.check_new(path, force=False)
    rules.check_own(path, "ibm7094 run", force=True)
    rules.check_new(path, force=True)


def test_a_file_of_the_command_itself_is_replaced_until_someone_changes_it(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("made")
    rules.remember_own(path, "ibm7094 run")
    rules.check_own(path, "ibm7094 run", force=False)
    with pytest.raises(MachineError, match="add --force"):
        rules.check_own(path, "ibm7094 asm", force=False)
    path.write_text("edited")
    with pytest.raises(MachineError, match="add --force"):
        rules.check_own(path, "ibm7094 run", force=False)


def test_damaged_notes_are_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(rules.STATE_VARIABLE, str(tmp_path))
    path = tmp_path / "out"
    path.write_text("made")
    for text in ("[", "[1]", '{"x": 1}'):
        (tmp_path / "written.json").write_text(text)
        with pytest.raises(MachineError, match="add --force"):
            rules.check_own(path, "ibm7094 run", force=False)
    rules.remember_own(path, "ibm7094 run")
    rules.check_own(path, "ibm7094 run", force=False)
