"""The game that `samuel play` keeps after every move: continued, cleared, damaged, locked."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibm7094.errors import MachineError
from samuel.checkers import pdn
from samuel.cli import main
from samuel.cli.playing.table import kept_game
from samuel.cli.playing.table.kept_game import Damaged, Keeper, Snapshot
from samuel.player.game import Game
from tests.rigs.cli_rig import Ran

NOVICE = ("--level", "novice")
GAME = '[GameType "21"]\n1. 11-15 22-18 *\n\n'
KEPT = Snapshot(
    GAME, "B", "7094", "novice", {"emphasis": False, "steering": {"COUNT": [2]}}, True, 3.5, (1.0, 2.0)
)

Samuel = Callable[..., Ran]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where games are kept."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "samuel" / "play"


@pytest.fixture
def samuel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path) -> Samuel:
    """`samuel play`; `typed` is its standard input."""
    monkeypatch.setenv("IBM7094_TRACEBACK", "1")

    def run(*arguments: str, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(["play", *arguments])
        return Ran(code, *capsys.readouterr())

    return run


def kept_moves(folder: Path) -> list[str]:
    return [str(move) for move in Snapshot.from_bytes((folder / "game.json").read_bytes()).played().moves]


@pytest.fixture
def playing(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A game in another process, which waits for moves."""
    command = [sys.executable, "-m", "samuel", "play", *NOVICE, "--new"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as process:
        yield process
        process.kill()


def test_a_game_survives_kill_9_and_is_continued(
    samuel: Samuel, folder: Path, playing: subprocess.Popen[str]
) -> None:
    assert playing.stdin and playing.stdout
    playing.stdin.write("11-15\n")
    playing.stdin.flush()
    assert any(line.startswith("Clock:") for line in playing.stdout)
    playing.kill()
    playing.wait()
    before = kept_moves(folder)
    assert before[0] == "11-15" and len(before) == 2
    ran = samuel("--continue", "--json", typed="9-13\nquit\n")
    assert ran.code == 0 and "Type samuel play to continue it." in ran.err
    record = json.loads(ran.out)
    assert (record["moves"][:2], record["level"]) == (before, "novice")
    assert record["clock"]["machine"][1] > record["choices"][0]["seconds"][1]
    assert kept_moves(folder) == record["moves"]


def test_a_move_is_kept_before_the_machine_has_answered_it(
    samuel: Samuel, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(game: Game, move: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Game, "answer", interrupted)
        assert samuel(*NOVICE, "--new", typed="11-15\n").code == 130
    assert kept_moves(folder) == ["11-15"]
    assert "White plays" in samuel("--continue").out


def test_a_game_that_has_ended_is_not_kept(samuel: Samuel, folder: Path) -> None:
    assert samuel(*NOVICE, "--new", "--fen", "B:W18,22:B14", typed="14x23\n").code == 0
    assert kept_moves(folder)
    assert samuel(*NOVICE, "--new", "--fen", "B:W18:B14", typed="14x23\n").code == 0
    assert not (folder / "game.json").exists()
    assert samuel("--continue").sentence == "There is no game to continue: begin one with samuel play."


def test_a_piped_game_without_a_flag_leaves_the_kept_one_alone(samuel: Samuel, folder: Path) -> None:
    samuel(*NOVICE, "--new", typed="11-15\n")
    before = (folder / "game.json").read_bytes()
    ran = samuel(*NOVICE, typed="9-13\nnew\nresign\n")
    assert (ran.err, (folder / "game.json").read_bytes()) == ("", before)


def test_a_new_game_puts_the_unfinished_one_away(samuel: Samuel, folder: Path) -> None:
    samuel(*NOVICE, "--new", typed="11-15\n")
    first = kept_moves(folder)
    ran = samuel(*NOVICE, "--new", typed="9-13\nnew\n10-14\n")
    assert ran.sentence == f"The unfinished game is now in {folder / 'unfinished.pdn'}."
    away = list(pdn.read(folder / "unfinished.pdn"))
    assert [str(move) for move in away[0].moves] == first
    assert str(away[1].moves[0]) == "9-13" and kept_moves(folder)[0] == "10-14"


def test_flags_that_contradict_each_other_are_refused(samuel: Samuel) -> None:
    assert samuel("--continue", "--new").sentence.startswith("--continue and --new are mutually exclusive")
    assert samuel("--continue", "--colour", "white", "11-15").sentence == (
        "--continue keeps the settings of the saved game: leave out the moves, --colour."
    )


def test_what_is_kept_comes_back_the_same() -> None:
    found = Snapshot.from_bytes(KEPT.to_bytes())
    assert Snapshot(**{**vars(found), "saved": ""}) == KEPT


WRONG = {
    "an empty file": b"",
    "half a file": KEPT.to_bytes()[:-40],
    "another form": b"[1, 2]",
    "other bytes": bytes(range(256)),
    "deep brackets": b"[" * 100_000,
    "a number too large": KEPT.to_bytes().replace(b"3.5", b"1e999"),
    "another version": KEPT.to_bytes().replace(b"samuel play 1", b"samuel play 9"),
    "an illegal move": KEPT.to_bytes().replace(b"22-18", b"22-19"),
    "an unknown level": KEPT.to_bytes().replace(b"novice", b"wizard"),
    "a side that is none": KEPT.to_bytes().replace(b'"B"', b'"X"'),
    "too much": b" " * (2 << 20),
}


@pytest.mark.parametrize("content", WRONG.values(), ids=WRONG.keys())
def test_a_damaged_game_is_reported_and_put_aside(samuel: Samuel, folder: Path, content: bytes) -> None:
    folder.mkdir(parents=True)
    for number, arguments in enumerate((("--continue",), (*NOVICE, "--new")), 1):
        (folder / "game.json").write_bytes(content)
        ran = samuel(*arguments)
        aside = folder / f"game.damaged-{number}.json"
        assert ran.sentence.startswith("The saved game cannot be read") and str(aside) in ran.sentence
        assert ran.code == (2 if number == 1 else 0)
        assert aside.read_bytes() == content and not (folder / "game.json").exists()


@settings(deadline=None, max_examples=200)
@given(st.integers(0, len(KEPT.to_bytes()) - 1), st.integers(1, 255))
def test_any_changed_byte_is_read_or_refused_but_never_fails(place: int, change: int) -> None:
    content = bytearray(KEPT.to_bytes())
    content[place] ^= change
    with suppress(Damaged):
        assert Snapshot.from_bytes(bytes(content)).played().result == "*"


def test_two_sessions_do_not_share_the_kept_game(samuel: Samuel, folder: Path) -> None:
    other = Keeper.opened()
    other.keep(KEPT)
    before = (folder / "game.json").read_bytes()
    ran = samuel(*NOVICE, "--new", typed="9-13\n")
    assert ran.code == 0
    assert ran.sentence.startswith("This game will not be saved. Another samuel play keeps its game in ")
    assert samuel("--continue").code == 2
    assert (folder / "game.json").read_bytes() == before
    other.close()
    assert samuel("--continue").code == 0


def test_a_data_folder_that_cannot_be_used_stops_no_game(
    samuel: Samuel, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("not a folder")
    ran = samuel(*NOVICE, "--new", typed="9-13\n")
    assert ran.code == 0 and ran.sentence.startswith("This game will not be saved. ")
    assert "White plays" in ran.out


def test_a_game_that_cannot_be_written_is_reported_once(
    samuel: Samuel, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(contents: object) -> None:
        raise MachineError("game.json: No space left on device")

    monkeypatch.setattr(kept_game, "write_together", full)
    ran = samuel(*NOVICE, "--new", typed="9-13\n10-14\n")
    assert ran.code == 0 and ran.out.count("White plays") == 2
    assert ran.out.count("The game is not being saved: game.json: No space left on device.") == 1
    assert "to continue it" not in ran.out


def test_a_folder_in_the_place_of_the_game_is_put_aside(samuel: Samuel, folder: Path) -> None:
    (folder / "game.json").mkdir(parents=True)
    ran = samuel(*NOVICE, "--new", typed="9-13\n")
    assert ran.code == 0 and "this is a folder" in ran.sentence
    assert (folder / "game.damaged-1.json").is_dir() and kept_moves(folder)[0] == "9-13"
