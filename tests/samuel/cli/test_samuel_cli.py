"""The command `samuel`: what it prints, and one sentence for whatever is wrong."""

import gzip
import io
import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from ibm7094.media.tape import TapeFile
from samuel.checkers import pdn
from samuel.checkers.rules import START, Move, legal_moves
from samuel.cli import main
from tests.rigs.cli_rig import Ran

FIG_3 = ("9-14", "22-17", "11-15", "17-13")
HOPELESS = "W:WK1:BK6,K7,K10"
SHALLOW = ("--steer", "COUNT=1", "--steer", "LIMIT=3", "--steer", "SURVEY=1")
"""For tests that are not about what the program thinks."""

Samuel = Callable[..., Ran]


@pytest.fixture
def samuel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Samuel:
    """The command; `typed` is what it finds on standard input, or standard input itself."""
    monkeypatch.setenv("IBM7094_TRACEBACK", "1")
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str | Path, typed: str | io.StringIO = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Ran(code, *capsys.readouterr())

    return run


# help


COMMANDS = ["play", "move", "selfplay", "evaluate", "legal", "perft", "follow"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(samuel: Samuel, command: str) -> None:
    ran = samuel(command, "--help")
    assert ran.code == 0
    assert f"samuel {command}" in ran.out.partition("Examples:")[2]
    assert "--json" in ran.out and "--model" in ran.out


def test_without_a_command_the_help_is_shown(samuel: Samuel) -> None:
    assert all(command in samuel().out for command in COMMANDS)


# moves, counts, evaluation


def test_legal_lists_the_moves(samuel: Samuel) -> None:
    ran = samuel("legal")
    assert ran.code == 0
    assert sorted(ran.out.split()) == sorted(move.text() for move in legal_moves(START))
    assert json.loads(samuel("legal", "9-14", "--json").out)["side"] == "W"


def test_perft_counts_from_the_start_after_moves_or_from_a_position(samuel: Samuel) -> None:
    assert samuel("perft", "4").out == "1,469\n"
    assert json.loads(samuel("perft", *FIG_3, "2", "--json").out)["count"] == 43
    assert samuel("perft", "--fen", "B:W:B1", "1").out == "2\n"


def test_evaluate_shows_all_parameters_and_the_score(samuel: Samuel) -> None:
    ran = samuel("evaluate", *FIG_3)
    assert ran.code == 0
    assert all(name in ran.out for name in ("GUARD", "PANTS", "Phase 1", "polynomial", "scores it"))
    record = json.loads(samuel("evaluate", *FIG_3, "--terms", "5", "--json").out)
    assert len(record["parameters"]) == 31
    assert record["score"] == -record["advantage"] - record["polynomial"]


# choices


def test_move_shows_the_tree_the_move_the_score_and_both_times(samuel: Samuel) -> None:
    ran = samuel("move", *FIG_3, *SHALLOW)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert "MOVE TREE" in lines[0]
    assert lines[-2].startswith("Black plays ") and "points" in lines[-2]
    assert lines[-1].startswith("An IBM 7094 would have taken ")


def test_move_leaves_the_tree_out_if_asked(samuel: Samuel) -> None:
    assert "TREE" not in samuel("move", *SHALLOW, "--no-tree").out


def test_move_reports_a_concession(samuel: Samuel) -> None:
    ran = samuel("move", "--fen", HOPELESS, "--no-tree")
    assert ran.out.startswith("White concedes: it expects to lose in 2 moves.\n")


def test_move_as_json_has_all_of_the_choice(samuel: Samuel) -> None:
    record = json.loads(samuel("move", *SHALLOW, "--json").out)
    assert record["side"] == "B" and record["end"] is None
    assert {"move", "score", "tree", "predicted", "conceded", "instructions", "cycles", "seconds"} <= set(
        record
    )


def test_selfplay_shows_the_board_and_keeps_the_game(samuel: Samuel, tmp_path: Path) -> None:
    ran = samuel("selfplay", "--moves", "4", *SHALLOW, "-o", tmp_path / "game.pdn")
    assert (ran.code, ran.err) == (0, "")
    assert "4 moves. Not finished." in ran.out and "32" in ran.out
    (kept,) = pdn.read(tmp_path / "game.pdn")
    assert len(kept.moves) == 4


def test_several_games_with_itself_begin_differently(samuel: Samuel) -> None:
    games = json.loads(samuel("selfplay", "--games", "2", "--moves", "4", *SHALLOW, "--json").out)["games"]
    assert games[0]["moves"][:3] != games[1]["moves"][:3]


# archives

ARCHIVE = """\
[Event "good"]
1. 9-14 22-17 2. 11-15 17-13 *

[Event "bad"]
1. 9-15 *
"""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    (tmp_path / "games.pdn").write_text(ARCHIVE)
    return tmp_path / "games.pdn"


def test_follow_plays_the_games_and_reports_those_it_skipped(samuel: Samuel, archive: Path) -> None:
    ran = samuel("follow", archive)
    assert ran.code == 0
    assert ran.out.startswith("1 game, 4 moves, 0 refused.\n")
    assert ran.sentence.startswith("Game 2, line 5: 9-15 is not legal")


def test_follow_reads_a_compressed_archive_and_its_bar_counts_lines(
    samuel: Samuel, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = archive.with_name("games.pdn.gz")
    packed.write_bytes(gzip.compress(archive.read_bytes()))
    totals = []

    def bar(label: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
        totals.append(total)
        return nullcontext(lambda done: None)

    monkeypatch.setattr("samuel.cli.playing.follow.bar", bar)
    assert samuel("follow", packed).out.startswith("1 game, 4 moves, 0 refused.\n")
    samuel("follow", archive)
    assert totals == [len(ARCHIVE.splitlines())] * 2


def test_follow_with_the_book_counts_what_it_rates_higher(samuel: Samuel, archive: Path) -> None:
    assert "(L - H) / (L + H)" in samuel("follow", archive, "--book").out
    record = json.loads(samuel("follow", archive, "--book", "--games", "1", "--json").out)
    assert record["book"]["moves"] == len(record["choices"]) == 4


def test_follow_ends_with_exit_code_1_if_a_move_is_refused(
    samuel: Samuel, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = pdn.Game({}, (Move((9, 15)),), "*", number=7)
    monkeypatch.setattr(pdn.Archive, "games", lambda archive, report: iter([wrong]))
    ran = samuel("follow", archive)
    assert (ran.code, ran.sentence) == (1, "Game 7, move 1, 9-15: not a legal move.")


# bad input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["legal", "9-15"], "9-15 is not legal: Black may play"),
        (["legal", "nonsense"], "'nonsense' is not a move"),
        (["move", "9-14", "9-14"], "9-14 is not legal: White may play"),
        (["legal", "--fen", "B:W3"], "is not a position"),
        (["legal", "--fen", "B:W33:B1"], "there is no square 33"),
        (["legal", "--fen", "B:W21:B1", "9-14"], "mutually exclusive"),
        (["perft"], "Missing argument"),
        (["perft", "deep"], "is not a number"),
        (["perft", "21"], "The depth is 1 to 20 moves, not 21"),
        (["evaluate", "--terms", "0"], "--terms"),
        (["move", "--terms", "0"], "--terms"),
        (["move", "--steer", "COUNT"], "is not a steering word"),
        (["move", "--emphasis"], "--tables"),
        (["move", "--tables", "nowhere.tap"], "nowhere.tap: there is no such file"),
        (["move", "--tables", "nowhere.tap", "--terms", "3"], "give one of them"),
        (["legal", "--model", "7070"], "There is no model '7070'"),
        (["legal", "--model", "704"], "A 704 has no data channel"),
        (["follow", "nowhere.pdn"], "nowhere.pdn"),
        (["play", "--colour", "green"], "--colour"),
        (["think"], "No such command 'think'"),
    ],
    ids=" ".join,
)
def test_bad_input_is_reported_in_a_sentence(samuel: Samuel, arguments: list[str], words: str) -> None:
    ran = samuel(*arguments)
    assert ran.code == 2
    assert words in ran.sentence
    assert ran.out == ""


def test_a_blank_tape_has_no_tables(samuel: Samuel, tmp_path: Path) -> None:
    TapeFile.open(tmp_path / "blank.tap").close()
    ran = samuel("move", "--tables", tmp_path / "blank.tap")
    assert (ran.code, "the tape ends" in ran.sentence) == (2, True)


def test_an_archive_without_games_is_reported(samuel: Samuel, tmp_path: Path) -> None:
    (tmp_path / "empty.pdn").write_text("")
    ran = samuel("follow", tmp_path / "empty.pdn")
    assert (ran.code, "has no game" in ran.sentence) == (2, True)


@pytest.mark.parametrize("arguments", [("play", "--record"), ("selfplay", "-o")])
def test_a_file_that_cannot_be_written_is_reported_before_the_game(
    samuel: Samuel, tmp_path: Path, arguments: tuple[str, str]
) -> None:
    ran = samuel(*arguments, tmp_path)
    assert (ran.code, "folder" in ran.sentence, ran.out) == (2, True, "")
