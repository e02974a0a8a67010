"""Moves to learn from: every command that learns refuses a book without any."""

from pathlib import Path

import pytest

from samuel.checkers.rules import START, Position
from samuel.cli import main
from samuel.learning import book_tape, lessons
from samuel.learning.book_tape import BookGame
from tests.rigs.cli_rig import Ran
from tests.samuel.learning.test_learning import some_games

LEARNING = {
    "table 1": ["table", "1", "--book"],
    "table 2": ["table", "2", "--book"],
    "griffith": ["griffith", "--book"],
    "learn": ["learn", "--book"],
}
NO_BOOKS = {
    "empty.pdn": b"",
    "foreign.pdn": b"hello\n",
    "binary.pdn": bytes(range(256)),
    "illegal.pdn": b'[Result "1-0"]\n1. 11-15 23-99 1-0\n',
    "unfinished.pdn": b'[Result "*"]\n1. 11-15 23-19 *\n',
    "forced.pdn": b'[Result "1-0"]\n[FEN "B:W18:B15"]\n1. 15x22 1-0\n',
    "empty.tap": b"",
    "binary.tap": bytes(range(256)),
}


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Ran:
    capsys.readouterr()
    return Ran(main([str(each) for each in arguments]), *capsys.readouterr())


@pytest.mark.parametrize("command", LEARNING)
@pytest.mark.parametrize("name", NO_BOOKS)
def test_a_book_with_nothing_to_learn_from_is_refused(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / name
    book.write_bytes(NO_BOOKS[name])
    ran = run(capsys, *LEARNING[command], book)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1].startswith(str(book))


def test_nothing_is_written_for_a_book_without_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive, tape = tmp_path / "empty.pdn", tmp_path / "book.tap"
    archive.touch()
    assert run(capsys, "book", "make", archive, "-o", tape).code == 2
    assert run(capsys, "learn", "--book", archive, "--out", tape).code == 2
    assert list(tmp_path.iterdir()) == [archive]


@pytest.mark.parametrize(
    "command",
    [["learn", "--out"], ["book", "play", "-o"], ["book", "make", __file__, "-o"]],
    ids=["learn", "book play", "book make"],
)
def test_a_folder_that_is_missing_is_named_before_the_work(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing"
    ran = run(capsys, *command, missing / "file")
    assert (ran.code, ran.out) == (2, "")
    assert f"there is no folder {missing}" in ran.sentence


def test_a_tape_without_games_is_not_shown_as_a_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tape = tmp_path / "book.tap"
    book_tape.write(tape, [])
    ran = run(capsys, "book", "info", tape)
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence.startswith(f"{tape} has no game: make another")


def test_a_move_without_a_choice_is_not_a_lesson() -> None:
    start = Position.from_fen("B:W18:B15")
    assert not lessons.any_in([BookGame(1, book_tape.BOTH, start, ((15, 22),))])


def test_a_move_of_a_side_that_does_not_count_is_not_a_lesson() -> None:
    white_won = BookGame(1, book_tape.SIDES["W"], START, ((11, 15),))
    assert not lessons.any_in([white_won])
    assert lessons.any_in([white_won, BookGame.of(some_games()[0])])
