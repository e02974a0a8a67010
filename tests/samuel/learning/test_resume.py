"""`samuel learn`: what it replaces, what it keeps when it is stopped, and what it continues from."""

import json
import shutil
from pathlib import Path

import pytest

from samuel.checkers.pdn_text import pdn_text
from samuel.learning import book_tape
from samuel.learning.book_tape import BookGame
from samuel.learning.checkpoints import checkpoints, note_of, read_note
from samuel.player.signature_tables import read_tape
from samuel.player.tape_records import closed, write_records
from tests.samuel.cli.test_samuel_cli import Samuel, samuel
from tests.samuel.learning.test_learning import some_games

__all__ = ["samuel"]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text("".join(map(pdn_text, some_games())))
    return path


@pytest.fixture
def out(samuel: Samuel, book: Path, tmp_path: Path) -> Path:
    """Tables of a run that has ended, with its checkpoints."""
    path = tmp_path / "tables.tap"
    assert samuel("learn", "--book", book, "--moves", "30", "--out", path).code == 0
    return path


def everything(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_resuming_before_the_first_checkpoint_begins_anew_and_says_so(
    samuel: Samuel, book: Path, tmp_path: Path
) -> None:
    ran = samuel("learn", "--book", book, "--moves", "10", "--out", tmp_path / "t.tap", "--resume")
    assert ran.code == 0
    assert "has no checkpoint to resume from: the run begins anew." in ran.sentence
    assert read_tape(tmp_path / "t.tap").moves == 10


@pytest.mark.parametrize("other", [["--scheme", "fig5"], ["--no-advantage"]], ids=["scheme", "advantage"])
def test_a_checkpoint_of_another_scheme_is_refused_and_both_are_named(
    samuel: Samuel, book: Path, out: Path, other: list[str]
) -> None:
    before = everything(out.parent)
    ran = samuel("learn", "--book", book, "--moves", "40", "--out", out, "--resume", *other)
    assert ran.code == 2
    assert "are of fig4 with piece advantage" in ran.sentence
    assert ("this run is of fig5" in ran.sentence) or ("this run is of fig4 without" in ran.sentence)
    assert everything(out.parent) == before


def test_a_checkpoint_of_another_book_is_refused_and_both_are_named(
    samuel: Samuel, book: Path, out: Path
) -> None:
    other = book.with_name("other.pdn")
    other.write_text("".join(map(pdn_text, some_games()[1:])))
    before = everything(out.parent)
    ran = samuel("learn", "--book", other, "--moves", "40", "--out", out, "--resume")
    assert ran.code == 2
    assert "from games.pdn (games " in ran.sentence and "from other.pdn (games " in ran.sentence
    assert everything(out.parent) == before


def test_the_same_games_under_another_name_and_on_tape_resume_the_run(
    samuel: Samuel, book: Path, out: Path, tmp_path: Path
) -> None:
    tape = tmp_path / "rebuilt.tap"
    assert samuel("book", "make", book, "-o", tape).code == 0
    ran = samuel("learn", "--book", tape, "--moves", "40", "--out", out, "--resume")
    assert ran.code == 0
    assert "Resumed at 30 book moves." in ran.out
    assert read_tape(out).moves == 40
    lesson = read_note(out)
    assert lesson is not None and lesson.book.name == "games.pdn"


def test_tables_are_replaced_only_with_force(samuel: Samuel, book: Path, out: Path) -> None:
    before = everything(out.parent)
    command = ("learn", "--book", book, "--moves", "5", "--out", out)
    assert "exists: add --force" in samuel(*command).sentence
    assert everything(out.parent) == before
    assert samuel(*command, "--force").code == 0
    assert read_tape(out).moves == 5


def test_the_checkpoints_of_a_stopped_run_are_not_replaced_silently(
    samuel: Samuel, book: Path, out: Path
) -> None:
    out.unlink()
    before = everything(out.parent)
    ran = samuel("learn", "--book", book, "--moves", "5", "--out", out)
    assert ran.code == 2
    assert "continue it with --resume, or begin anew with --force" in ran.sentence
    assert everything(out.parent) == before


def test_resuming_does_not_replace_tables_of_another_run(samuel: Samuel, book: Path, out: Path) -> None:
    out.write_bytes(b"mine")
    ran = samuel("learn", "--book", book, "--moves", "40", "--out", out, "--resume")
    assert (ran.code, out.read_bytes()) == (2, b"mine")
    assert "exists: add --force" in ran.sentence
    assert samuel("learn", "--book", book, "--moves", "40", "--out", out, "--resume", "--force").code == 0
    assert read_tape(out).moves == 40


def test_checkpoints_without_a_note_are_not_resumed(samuel: Samuel, book: Path, out: Path) -> None:
    note_of(out).unlink()
    out.unlink()
    ran = samuel("learn", "--book", book, "--moves", "40", "--out", out, "--resume")
    assert ran.code == 2
    assert "says what the checkpoints" in ran.sentence


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"scheme": 1}', "[" * 100_000, "\0"])
def test_a_damaged_note_is_refused_in_a_sentence(samuel: Samuel, book: Path, out: Path, text: str) -> None:
    note_of(out).write_text(text)
    ran = samuel("learn", "--book", book, "--moves", "40", "--out", out, "--resume")
    assert ran.code == 2
    assert "is not a note of a learning run" in ran.sentence


@pytest.mark.parametrize("which", ["book", "link", "check1", "check2", "note"])
def test_a_run_never_writes_over_its_book(samuel: Samuel, book: Path, tmp_path: Path, which: str) -> None:
    out = {"book": book, "link": tmp_path / "link.tap"}.get(which, tmp_path / "t.tap")
    if which == "link":
        out.symlink_to(book)
    elif which != "book":
        place = {"check1": checkpoints(out)[0], "check2": checkpoints(out)[1], "note": note_of(out)}[which]
        place.hardlink_to(book)
    before = book.read_bytes()
    ran = samuel("learn", "--book", book, "--moves", "5", "--out", out, "--force")
    assert (ran.code, book.read_bytes()) == (2, before)
    assert "is an input and would be overwritten" in ran.sentence


def test_tables_can_go_to_standard_output(samuel: Samuel, book: Path, out: Path, tmp_path: Path) -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "samuel", "learn", "--book", str(book), "--moves", "30", "--out", "-"]
    ran = subprocess.run(command, capture_output=True, cwd=tmp_path, timeout=120)
    assert (ran.returncode, ran.stdout) == (0, out.read_bytes())
    assert b"book moves" in ran.stderr


def test_the_note_says_what_the_tables_were_learnt_from(out: Path) -> None:
    found = json.loads(note_of(out).read_text())
    assert (found["scheme"], found["advantage"], found["book"]["name"]) == ("fig4", True, "games.pdn")
    assert len(found["book"]["sha256"]) == 64


def test_a_stopped_run_says_what_it_leaves(
    samuel: Samuel, book: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("samuel.learning.run.learn", stopped)
    ran = samuel("learn", "--book", book, "--moves", "40", "--out", out, "--resume")
    assert ran.code == 130
    assert ran.sentence.endswith(f"Its checkpoints are beside {out}: add --resume to continue.")


def test_a_damaged_game_of_a_book_changes_its_identity(tmp_path: Path) -> None:
    games = [BookGame.of(game) for game in some_games()]
    label = closed([book_tape.LABEL, book_tape.VERSION, len(games), 0])
    damaged = games[0].words()
    damaged[-1] ^= 1
    write_records(tmp_path / "damaged.tap", [label, damaged, *(game.words() for game in games[1:])])
    shutil.copy(tmp_path / "damaged.tap", tmp_path / "copy.tap")
    bad: list[str] = []
    assert len(list(book_tape.read(tmp_path / "copy.tap", bad.append, named="book"))) == len(games) - 1
    assert bad == ["book, record 2: the checksum is wrong."]
