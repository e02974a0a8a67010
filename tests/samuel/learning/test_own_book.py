"""The own book: games of the program against itself, how they are made, and how they are read."""

import gzip
import json
from pathlib import Path

import pytest

from ibm7094.errors import MachineError, MediaError
from samuel import Program
from samuel.checkers import pdn
from samuel.checkers.openings import gain, openings
from samuel.cli import options
from samuel.cli.books.learn import Scheme, standing
from samuel.learning import own_book
from samuel.learning.book_tape import BookGame
from samuel.learning.own_book import GameCounts, Plan, drawn, make, starts
from samuel.learning.run import Progress
from samuel.player.game import DECK, position_of
from samuel.player.store import deck_hash
from tests.samuel.cli.test_samuel_cli import Samuel, samuel

__all__ = ["samuel"]

SHALLOW = {"COUNT": 1, "LIMIT": 3, "SURVEY": 1, "DRAW": 10}
PLAN = Plan(SHALLOW, seed=4, most=100)
STEER = [word for name, value in SHALLOW.items() for word in ("--steer", f"{name}={value}")]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games."""
    path = tmp_path_factory.mktemp("book") / "games.pdn"
    make(path, 3, PLAN, 1)
    return path


# where games begin


def test_a_start_is_an_opening_and_two_to_four_moves_that_lose_no_man() -> None:
    found = [drawn(number, 4) for number in range(6)]
    for opening, start in zip(openings(), found, strict=False):
        assert start.opening.startswith(f"{opening.moves} ")
        assert 2 <= len(start.opening.split()) - 3 <= 4
        assert position_of(start.opening) == start.position
        assert gain(start.position, 6) == 0


def test_the_same_number_is_the_same_start_and_another_seed_another() -> None:
    assert drawn(7, 4) == drawn(7, 4)
    assert [drawn(number, 4) for number in range(4)] != [drawn(number, 5) for number in range(4)]


def test_a_position_is_started_from_once() -> None:
    first = drawn(0, 4)
    assert next(starts(4)).number == 0
    assert next(starts(4, seen=[first.position])).number == 1


def test_there_are_no_more_starts_when_none_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_book, "drawn", lambda number, seed: drawn(0, seed))
    monkeypatch.setattr(own_book, "TRIES", 5)
    assert len(list(starts(4))) == 1


# how they are made


def test_games_say_what_they_are_and_begin_after_the_random_moves(archive: Path) -> None:
    assert "not of masters" in own_book.heading(archive)[0]
    assert deck_hash(DECK) in own_book.heading(archive)[1]
    assert own_book.heading(archive)[2] == "Steering: COUNT=1, DRAW=10, LIMIT=3, SURVEY=1"
    games = list(pdn.read(archive))
    assert len(games) == 3
    for game in games:
        assert game.start == position_of(game.tags["Opening"])
        assert game.result != pdn.UNFINISHED
        assert BookGame.of(game).paths


def test_a_run_that_was_stopped_resumes_with_the_same_games(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    make(path, 1, PLAN, 1)
    with path.open("a") as file:
        file.write('[Event "own book"]\n[Round "1"]\n1. 9-14')  # the power failed here
    made = make(path, 3, PLAN, 1)
    assert (made.games, made.before) == (3, 1)
    assert path.read_text() == archive.read_text()


def test_games_that_are_there_need_not_be_played(archive: Path) -> None:
    before = archive.read_text()
    assert make(archive, 2, PLAN, 1) == GameCounts(games=3, before=3)
    assert archive.read_text() == before


def test_a_file_is_continued_only_with_its_own_plan(archive: Path) -> None:
    with pytest.raises(MachineError, match="another program, steering, seed"):
        make(archive, 9, Plan(SHALLOW, seed=5), 1)


def test_a_game_that_is_cut_is_a_draw_if_pieces_are_level_and_dropped_if_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = iter([False, True, False, True])
    monkeypatch.setattr(own_book, "is_level", lambda position: next(level))
    reported: list[tuple[int, int]] = []
    plan = Plan(SHALLOW, seed=4, most=9)
    make(tmp_path / "cut.pdn", 2, plan, 1, lambda made: reported.append((made.games, made.unequal)))
    assert reported == [(0, 1), (1, 1), (1, 2), (2, 2)]
    cut = [(len(game.moves), game.result) for game in pdn.read(tmp_path / "cut.pdn")]
    assert cut == [(9, "1/2-1/2")] * 2


def test_a_game_that_flows_into_another_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same = (drawn(2, 4), drawn(2, 4), drawn(3, 4))
    monkeypatch.setattr(own_book, "starts", lambda seed, first, seen: iter(same))
    made = make(tmp_path / "games.pdn", 9, PLAN, 1)
    assert (made.games, made.alike) == (2, 1)


def test_the_command_makes_games_and_says_what_it_dropped(samuel: Samuel, tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    arguments = ("book", "play", "-o", path, *STEER, "--workers", "1", "--moves", "100")
    ran = samuel(*arguments, "--games", "1")
    assert (ran.code, ran.err) == (0, "")
    assert "1 game, 0 of them from earlier runs. Dropped:" in ran.out
    assert json.loads(samuel(*arguments, "--games", "1", "--json").out)["before"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "games.pdn.gz"], "compress it when done"),
        (["-o", "."], "folder"),
        (["-o", "nowhere/games.pdn"], "nowhere"),
        (["-o", "games.pdn", "--steer", "COUNT"], "is not a steering word"),
        (["-o", "games.pdn", "--steer", "FOO=1"], "no steering word"),
        ([], "--output"),
    ],
    ids=" ".join,
)
def test_bad_input_is_reported_in_a_sentence(
    samuel: Samuel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = samuel("book", "play", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.sentence


# how they are read


@pytest.fixture
def compressed(archive: Path, tmp_path: Path) -> Path:
    path = tmp_path / "own.pdn.gz"
    path.write_bytes(gzip.compress(archive.read_bytes()))
    return path


def test_a_compressed_archive_is_read_like_any_other(archive: Path, compressed: Path) -> None:
    assert list(pdn.read(compressed)) == list(pdn.read(archive))
    assert pdn.is_archive(archive) and pdn.is_archive(compressed) and not pdn.is_archive(Path("book.tap"))


@pytest.mark.parametrize("length", [5, 40, -20])
def test_a_compressed_archive_that_was_cut_off_is_reported(compressed: Path, length: int) -> None:
    compressed.write_bytes(compressed.read_bytes()[:length])
    with pytest.raises(MediaError, match="gzip data"):
        list(pdn.read(compressed))


def test_an_uncompressed_archive_named_gz_is_reported(compressed: Path, archive: Path) -> None:
    compressed.write_bytes(archive.read_bytes())
    with pytest.raises(MediaError, match="gzip data"):
        list(pdn.read(compressed))


def test_a_tape_is_made_from_a_compressed_archive(samuel: Samuel, compressed: Path, tmp_path: Path) -> None:
    ran = samuel("book", "make", compressed, "-o", tmp_path / "book.tap")
    assert (ran.code, "3 games" in ran.out) == (0, True)


def test_learning_without_a_book_takes_the_own_one_and_says_so(
    samuel: Samuel, compressed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_book, "PATH", compressed)
    ran = samuel("learn", "--moves", "10")
    assert ran.code == 0
    assert "this reconstruction against itself, not of masters" in ran.sentence
    assert len(list(own_book.games())) == 3


def test_a_copy_without_its_book_says_what_to_do(
    samuel: Samuel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_book, "PATH", tmp_path / "none.pdn.gz")
    ran = samuel("learn")
    assert (ran.code, "name a book with --book" in ran.sentence) == (2, True)


def test_the_shipped_book_has_2000_games_that_differ_and_says_what_it_is() -> None:
    found = list(own_book.games())
    assert len({(game.start, game.moves) for game in found}) == len(found) >= 2000
    assert all(game.result != pdn.UNFINISHED for game in found)
    assert "not of masters" in own_book.heading(own_book.PATH)[0]


# how learning stands


def test_the_progress_bar_shows_moves_both_coefficients_and_both_times() -> None:
    progress = Progress(12_345, 0.4567, 0.3, 3_725.0)
    reported = standing(progress, Scheme.FIG4, 61.5)
    assert (
        reported == "12,345 book moves; C: tables 0.457, polynomial 0.300; 1:02:05 on the 7094, 0:01:01 here"
    )
    assert "tables" not in standing(progress, Scheme.POLYNOMIAL, 0.0)


@pytest.mark.slow
def test_the_program_of_today_plays_a_game_of_the_shipped_book_again() -> None:
    """The book was played before one phase and the analysis within alpha were the defaults."""
    steering = next(line for line in own_book.heading(own_book.PATH) if line.startswith("Steering: "))
    words = dict(options.steering(text) for text in steering.removeprefix("Steering: ").split(", "))
    first = next(iter(pdn.read(own_book.PATH)))
    with Program(steering={**words, "PHASE": 0, "BOUND": 0}).game(first.start) as game:
        for _ in game.play_out(len(first.moves)):
            pass
        assert tuple(game.moves) == first.moves
