"""The cache of compiled code: only what the user alone can have written is run."""

import os
from pathlib import Path

import pytest

from ibm7094.engine import native

CODE = b"object code"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "cache" / "engine.o"
    native.keep(place, CODE)
    return place


def test_what_is_stored_is_found_in_a_folder_of_the_users_own(path: Path) -> None:
    assert native.kept(path) == CODE
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_used(path: Path, mode: int) -> None:
    path.parent.chmod(mode)
    assert native.kept(path) is None
    native.keep(path.with_name("other.o"), CODE)
    assert not path.with_name("other.o").exists()


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_to_is_not_used(path: Path, mode: int) -> None:
    path.chmod(mode)
    assert native.kept(path) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator can give files away")
@pytest.mark.parametrize("which", ["file", "folder"])
def test_what_belongs_to_another_user_is_not_used(path: Path, which: str) -> None:
    os.chown(path if which == "file" else path.parent, 12345, 12345)
    assert native.kept(path) is None


def test_the_machine_runs_without_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o777)
    monkeypatch.setenv("IBM7094_CACHE", str(folder))
    monkeypatch.setattr(native, "compile_engine", lambda model, observed, watching: CODE)
    assert native.object_code("7094", observed=False) == CODE
    assert list(folder.iterdir()) == []
