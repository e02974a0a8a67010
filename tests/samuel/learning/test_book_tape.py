"""The book tape: games of an archive as the learning program reads them."""

import json
from pathlib import Path

import pytest

from ibm7094.errors import MachineError
from ibm7094.media.tape import Record, TapeFile, frames_of
from samuel.checkers import pdn
from samuel.checkers.rules import START
from samuel.cli import main
from samuel.learning import book_tape
from samuel.learning.book_tape import BookGame, path_words
from tests.rigs.facts import shared

GAMES = """\
[Result "1/2-1/2"]
1. 11-15 22-18 2. 15x22 25x18 1/2-1/2
[Result "1-0"]
1. 11-15 23-19 {a comment} 1-0
[Result "0-1"]
1. 11-15 23-99 0-1
[Result "*"]
1. 11-15 *
[Result "0-1"]
[FEN "W:W22,K30:B10,15"]
1. 22-17 0-1
"""


def archive(folder: Path, text: str = GAMES) -> Path:
    path = folder / "games.pdn"
    path.write_text(text)
    return path


def made(folder: Path) -> Path:
    tape = folder / "book.tap"
    book_tape.write(tape, pdn.read(archive(folder), lambda bad: None))
    return tape


def test_a_tape_holds_the_finished_games_of_an_archive(tmp_path: Path) -> None:
    games = list(book_tape.read(made(tmp_path)))
    assert [game.number for game in games] == [1, 2, 5]
    assert games[0].paths == ((11, 15), (22, 18), (15, 22), (25, 18))
    assert games[0].start == START


def test_a_draw_counts_for_both_sides_and_a_win_for_the_winner(tmp_path: Path) -> None:
    games = book_tape.read(made(tmp_path))
    assert [(game.counts("B"), game.counts("W")) for game in games] == [
        (True, True),
        (True, False),
        (False, True),
    ]


def test_a_game_may_begin_from_a_position_of_its_own(tmp_path: Path) -> None:
    *_, last = book_tape.read(made(tmp_path))
    assert last.start.to_fen() == "W:W22,K30:B10,15"


def test_a_bad_game_is_reported_with_its_number(tmp_path: Path) -> None:
    bad: list[pdn.BadGame] = []
    book_tape.write(tmp_path / "book.tap", pdn.read(archive(tmp_path), bad.append))
    assert [each.number for each in bad] == [3]


@pytest.mark.parametrize("length", range(2, 14))
def test_a_move_of_any_length_comes_back(length: int) -> None:
    path = tuple(range(20, 20 + length))
    game = BookGame(1, book_tape.BOTH, START, (path, (11, 15)))
    assert BookGame.from_words(game.words()) == game


def test_a_long_move_continues_in_a_word_that_begins_with_zero() -> None:
    assert list(path_words((1, 2, 3, 4, 5, 6, 7))) == [0o010203040506, 0o000700000000]


def test_a_damaged_record_is_reported_and_skipped(tmp_path: Path) -> None:
    tape = made(tmp_path)
    damage(tape, 2)
    reported: list[str] = []
    assert [game.number for game in book_tape.read(tape, reported.append)] == [1, 5]
    assert reported == [f"{tape}, record 3: the checksum is wrong."]


def test_another_tape_is_refused(tmp_path: Path) -> None:
    with TapeFile.open(tmp_path / "other.tap") as tape:
        tape.write_record(frames_of([1, 2, 3], binary=True))
    with pytest.raises(MachineError, match="is not a book tape"):
        list(book_tape.read(tmp_path / "other.tap"))


def test_a_random_order_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    orders = []
    for seed in (1, 1, 4):
        book_tape.write(
            tmp_path / "book.tap",
            pdn.read(archive(tmp_path), lambda bad: None),
            lambda bad: None,
            shuffle=seed,
        )
        orders.append([game.number for game in book_tape.read(tmp_path / "book.tap")])
    assert orders[0] == orders[1] != orders[2]


def test_the_command_makes_a_tape_and_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tape = tmp_path / "book.tap"
    assert main(["book", "make", str(archive(tmp_path)), "-o", str(tape)]) == 0
    shown = capsys.readouterr()
    assert "3 games, 7 moves" in shown.out
    assert "Game 3, line" in shown.err
    assert main(["book", "info", str(tape), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["both"] == 1


def test_a_missing_archive_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", "make", str(tmp_path / "none.pdn"), "-o", str(tmp_path / "book.tap")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_period_games_make_a_tape(tmp_path: Path) -> None:
    games = (game for game, _ in zip(pdn.read(shared("games/period-games.pdn")), range(100), strict=False))
    assert book_tape.write(tmp_path / "book.tap", games).games == 100


def damage(path: Path, number: int) -> None:
    """Change the last move of a record (0 is the label)."""
    with TapeFile.open(path) as tape:
        records = []
        while isinstance(block := tape.read_record(), Record):
            records.append(block.frames)
    with TapeFile.open(path) as tape:
        for place, frames in enumerate(records):
            changed = bytearray(frames)
            if place == number:
                changed[-11], changed[-12] = changed[-12], changed[-11]
            tape.write_record(bytes(changed))
        tape.write_mark()
