"""Books in any form: what identifies one is its games."""

import gzip
from pathlib import Path

import pytest

from ibm7094.errors import MachineError, MediaError
from samuel.checkers import pdn
from samuel.checkers.pdn_text import pdn_text
from samuel.learning import book_tape, books
from samuel.learning.book_tape import BookGame
from samuel.studies.books import griffith, tables_1_2
from tests.rigs.facts import shared
from tests.samuel.learning.test_book_tape import archive
from tests.samuel.learning.test_learning import some_games


def identity(book: Path, folder: Path) -> books.BookIdentity:
    folder.mkdir(exist_ok=True)
    return books.identify(book_tape.read(books.as_tape(book, folder, lambda bad: None)), book.name)


def test_an_archive_a_compressed_one_and_their_tape_are_the_same_book(tmp_path: Path) -> None:
    plain = archive(tmp_path)
    packed, tape, renamed = (tmp_path / name for name in ("g.pdn.gz", "book.tap", "games.txt"))
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    book_tape.write(tape, pdn.read(plain, lambda bad: None), lambda bad: None)
    renamed.write_bytes(gzip.compress(tape.read_bytes()))
    found = {identity(book, tmp_path / "work").sha256 for book in (plain, packed, tape, renamed)}
    assert len(found) == 1


def test_another_order_another_move_or_another_result_is_another_book() -> None:
    games = [BookGame.of(game) for game in some_games()]
    swapped = games[::-1]
    shorter = [games[0], *games[1:-1], BookGame(9, games[-1].sides, games[-1].start, games[-1].paths[:-1])]
    lost = [BookGame(1, games[0].sides ^ 3 or 1, games[0].start, games[0].paths), *games[1:]]
    renumbered = [BookGame(7 * game.number, game.sides, game.start, game.paths) for game in games]
    hashes = [books.identify(each, "").sha256 for each in (games, swapped, shorter, lost, renumbered)]
    assert len(set(hashes)) == 4
    assert hashes[0] == hashes[4]


def test_games_without_a_result_are_not_part_of_a_book(tmp_path: Path) -> None:
    games = some_games()
    open_game = pdn.Game({}, games[0].moves, pdn.UNFINISHED)
    for name, of in (("with.pdn", [open_game, *games]), ("without.pdn", games)):
        (tmp_path / name).write_text("".join(map(pdn_text, of)))
    with_it, without = (identity(tmp_path / name, tmp_path / "work") for name in ("with.pdn", "without.pdn"))
    assert with_it.sha256 == without.sha256
    assert with_it.games == len(games)


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "is empty"), (b"\0\1\2", "is not a book tape"), (b"shopping list\n", "has no finished game")],
    ids=["empty", "binary", "a list"],
)
def test_a_file_that_is_not_a_book_is_refused_in_a_sentence(
    tmp_path: Path, content: bytes, words: str
) -> None:
    (tmp_path / "book").write_bytes(content)
    with pytest.raises((MachineError, MediaError), match=words):
        books.as_tape(tmp_path / "book", tmp_path)


@pytest.mark.slow
def test_the_records_name_the_books_that_they_were_made_from(tmp_path: Path) -> None:
    games = list(pdn.read(shared("games/period-games.pdn"), lambda bad: None))
    for study, seed in ((tables_1_2.kept(), 1967), (griffith.kept(), None)):
        book_tape.write(tmp_path / "book.tap", games, lambda bad: None, shuffle=seed)
        assert study is not None
        assert study.sha256 == books.identify(book_tape.read(tmp_path / "book.tap"), "").sha256
        assert study.source.startswith("period-games.pdn")
