"""Checks of output files before long work."""

from pathlib import Path

import pytest

from ibm7094.errors import MachineError
from samuel.cli.outputs import check_writable


def test_a_file_that_was_not_there_is_not_left_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "games.pdn")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_was_there_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text("games")
    check_writable(file)
    assert file.read_text() == "games"


def test_a_link_to_a_file_that_is_not_there_stays(tmp_path: Path) -> None:
    link = tmp_path / "link.pdn"
    link.symlink_to(tmp_path / "games.pdn")
    check_writable(link)
    assert list(tmp_path.iterdir()) == [link]


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(MachineError, match=f"there is no folder {missing}: make it"):
        check_writable(missing / "games.pdn")


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="this is a folder"):
        check_writable(tmp_path)
