"""Bad input of every kind: one sentence, the exit code for bad input, and every file as it was."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from samuel.checkers.pdn_text import pdn_text
from samuel.learning import book_tape
from tests.samuel.cli.test_samuel_cli import Samuel, samuel
from tests.samuel.learning.test_learning import some_games

__all__ = ["samuel"]

USAGE = 2


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of things that are not what a command wants; they must stay as they are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SAMUEL_RECORDS", str(tmp_path / "records"))
    games = "".join(map(pdn_text, some_games()))
    (tmp_path / "games.pdn").write_text(games)
    book_tape.write(tmp_path / "book.tap", some_games())
    (tmp_path / "empty").touch()
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "text").write_text("milk\nbread\n")
    (tmp_path / "latin").write_bytes("Zürich – 11-15 23-19 é".encode("latin-1", "replace"))
    (tmp_path / "cut.pdn.gz").write_bytes(b"\x1f\x8b\x08\x00cut")
    (tmp_path / "plain.gz").write_text(games)
    (tmp_path / "bomb.gz").write_bytes(_bomb())
    (tmp_path / "folder").mkdir()
    (tmp_path / "hard").hardlink_to(tmp_path / "games.pdn")
    (tmp_path / "soft").symlink_to(tmp_path / "games.pdn")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "nowhere").symlink_to(tmp_path / "no folder" / "file")
    before = _state(tmp_path)
    yield tmp_path
    assert _state(tmp_path) == before


def _bomb() -> bytes:
    """Compressed zeros: 300 MB in 300 kB."""
    import gzip
    from io import BytesIO

    packed = BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1) as file:
        for _ in range(300):
            file.write(bytes(1 << 20))
    return packed.getvalue()


def _state(folder: Path) -> dict[str, bytes | str]:
    return {
        path.name: str(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else "folder"
        for path in folder.iterdir()
    }


NOT_GAMES = (
    "missing",
    "empty",
    "binary",
    "text",
    "latin",
    "cut.pdn.gz",
    "plain.gz",
    "folder",
    "loop",
    "/dev/zero",
)
READERS = (
    "follow {}",
    "follow {} --book --json",
    "book make {} -o new.tap",
    "book info {}",
    "learn --book {} --moves 5",
    "learn --book {} --out new.tap --moves 5",
)
NOT_TABLES = ("missing", "empty", "binary", "text", "games.pdn", "folder", "loop", "book.tap", "/dev/zero")
NOT_OUTPUTS = ("folder", "loop", "nowhere", "no/such/folder/file", "games.pdn", "hard", "soft", "binary")
WRITERS = (
    "selfplay --moves 1 -o {}",
    "match --second COUNT=1 --openings 1 --moves 4 -o {}",
    "book make games.pdn -o {}",
    "book play --games 1 --steer COUNT=1 -o {}",
    "games --pdn {}",
    "learn --book games.pdn --moves 5 --out {}",
)
OTHERS = (
    "book make games.pdn -o games.pdn --force",
    "book make soft -o hard --force",
    "book make games.pdn -o soft --force",
    "learn --book games.pdn --out ./games.pdn --force --moves 5",
    "learn --book book.tap --out folder/../book.tap --force --moves 5",
    "learn --book games.pdn --resume",
    "learn --book games.pdn --resume --out -",
    "learn --book games.pdn --out - --json",
    "learn --book games.pdn --moves 0",
    "learn --book games.pdn --moves -5",
    "learn --book games.pdn --moves 1e9",
    "learn --book games.pdn --moves nan",
    "learn --book games.pdn --test -1",
    "learn --book games.pdn --scheme fig6",
    "learn --book games.pdn --model 650 --moves 5",
    "book make games.pdn",
    "book make games.pdn -o new.tap --shuffle x",
    "book make -o new.tap",
    "book play -o new.pdn.gz",
    "book play -o new.pdn --games 0",
    "book play -o new.pdn --games -3",
    "book play -o new.pdn --workers 0",
    "book play -o new.pdn --moves 0",
    "book play -o - --json",
    "book info",
    "match",
    "match --first terms=0",
    "match --first terms=x",
    "match --first terms=",
    "match --first tables=",
    "match --first emphasis=1",
    "match --first emphasis",
    "match --second COUNT=1 --openings 0",
    "match --second COUNT=1 --openings 175",
    "match --second COUNT=1 --moves 3",
    "match --second COUNT=1 -o - --json",
    "match --second COUNT=1 --workers x",
    "selfplay --moves 0",
    "selfplay --games 0",
    "selfplay --games ٣٣x",
    "selfplay -o - --json",
    "selfplay 11-15 --fen B:W18:B15",
    "selfplay 11-16x",
    "selfplay --terms 0",
    "selfplay --terms 100",
    "selfplay --tables binary --terms 5",
    "follow",
    "follow games.pdn --games 0",
    "follow games.pdn --games -1",
    "follow games.pdn text",
    "games G-99",
    "games --pdn - --json",
    "fit fig3 --state folder",
    "fit fig3 --state text",
    "fit fig3 --state binary",
    "fit fig3 --state empty",
    "fit fig3 --state -",
    "fit fig3 --state /dev/null",
    "fit fig3 --trials -1",
    "fit fig3 --climbers 0",
    "fit definitions text",
    "fit definitions missing",
    "fit definitions games.pdn --mode odd",
    "table 3",
    "table 2 --moves 5",
    "table 2 --book text",
    "table 1 --book folder --moves 5",
    "griffith --moves 600",
    "griffith --book games.pdn --moves 5",
    "griffith --book games.pdn --record --moves 600",
    "griffith --book binary",
    "compare text",
    "compare missing text",
    "compare folder binary",
    "figure 4",
    "figure 1 --chance 2",
    "evaluate --tables {}".format("book.tap"),
)
CASES = (
    *(command.format(name) for command, name in product(READERS, NOT_GAMES)),
    *(f"selfplay --moves 1 --tables {name}" for name in NOT_TABLES),
    *(f"match --first tables={name} --openings 1 --moves 4" for name in NOT_TABLES),
    *(command.format(name) for command, name in product(WRITERS, NOT_OUTPUTS)),
    *OTHERS,
    "follow bomb.gz",
    "book info bomb.gz",
)


@pytest.mark.parametrize("line", CASES)
def test_bad_input_is_one_sentence_and_every_file_stays(samuel: Samuel, folder: Path, line: str) -> None:
    ran = samuel(*line.split())
    assert (ran.code, ran.out) == (USAGE, ""), ran
    assert len(ran.err.splitlines()) <= (2 if "own.pdn" in ran.err else 1)
    assert "bug" not in ran.err
    assert ran.sentence


def test_there_are_more_than_a_hundred_hostile_cases() -> None:
    assert len(set(CASES)) == len(CASES) > 100


def _samuel(*arguments: str, **options: object) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "samuel", *arguments]
    return subprocess.run(command, capture_output=True, timeout=120, **options)  # type: ignore[call-overload, no-any-return]


def test_a_pipe_is_read_once_and_completely(folder: Path) -> None:
    named = ["bash", "-c", f"{sys.executable} -m samuel follow <(cat games.pdn)"]
    ran = subprocess.run(named, capture_output=True, timeout=120)
    piped = _samuel("follow", "-", input=(folder / "games.pdn").read_bytes())
    for each in (ran, piped):
        assert each.returncode == 0
        assert each.stdout.startswith(f"{len(some_games())} games, ".encode())


@pytest.mark.parametrize(
    "line",
    ["selfplay --moves 2 -o -", "games --pdn -", "book make games.pdn -o -"],
)
def test_standard_output_holds_the_file_and_nothing_else(folder: Path, line: str) -> None:
    ran = _samuel(*line.split())
    assert ran.returncode == 0
    kind = b"[Event" if "book" not in line else (30).to_bytes(4, "little")
    assert ran.stdout.startswith(kind)
    assert ran.stderr


@pytest.mark.parametrize(
    "line", ["follow games.pdn --book", "book info games.pdn", "games", "selfplay --moves 1"]
)
def test_a_closed_standard_output_is_no_traceback(folder: Path, line: str) -> None:
    shell = f"{sys.executable} -m samuel {line}"
    for closed in (">&-", "| true", ">/dev/full"):
        ran = subprocess.run(["bash", "-c", f"{shell} {closed}"], capture_output=True, timeout=120)
        assert b"Traceback" not in ran.stderr and b"bug" not in ran.stderr
        assert len(ran.stderr.splitlines()) <= 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_files_without_permission_are_named(samuel: Samuel, tmp_path: Path) -> None:
    secret = tmp_path / "secret.pdn"
    secret.write_text("".join(map(pdn_text, some_games())))
    secret.chmod(0)
    for line in (f"follow {secret}", f"selfplay --moves 1 -o {secret} --force"):
        ran = samuel(*line.split())
        assert ran.code == USAGE
        assert "permission denied" in ran.sentence
