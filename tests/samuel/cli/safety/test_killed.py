"""Runs that are killed, without warning and at any moment: what was there stays, and the next run works."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from samuel.checkers import pdn
from samuel.checkers.pdn_text import pdn_text
from samuel.learning.checkpoints import checkpoints
from samuel.learning.run import learn
from samuel.player.signature_tables import read_tape
from tests.samuel.learning.test_learning import some_games

pytestmark = pytest.mark.slow

MOMENTS = 10
STEER = ("--steer", "COUNT=1", "--steer", "LIMIT=3", "--steer", "SURVEY=1", "--steer", "DRAW=10")
PLAYER = "COUNT=1,LIMIT=3,SURVEY=1,DRAW=10"


def begun(*arguments: str | Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "samuel", *map(str, arguments)]
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )


def ended(*arguments: str | Path) -> None:
    """Run the command to its end."""
    run = begun(*arguments)
    _, said = run.communicate(timeout=300)
    assert run.returncode == 0, said


def killed(after: float, *arguments: str | Path) -> None:
    """Run the command and kill it; its workers must end by themselves."""
    run = begun(*arguments)
    time.sleep(after)
    run.kill()
    run.communicate(timeout=60)  # standard error is closed only when the last worker has ended
    assert run.returncode in (0, -signal.SIGKILL)


def moments(most: float) -> list[float]:
    """From the first import to the end of the run."""
    chance = random.Random(os.environ.get("SAMUEL_SEED", "13"))
    return [chance.uniform(0.05, most) for _ in range(MOMENTS)]


def test_learning_that_is_killed_keeps_the_old_tables_and_its_checkpoints(tmp_path: Path) -> None:
    book, out = tmp_path / "games.pdn", tmp_path / "tables.tap"
    book.write_text("".join(map(pdn_text, some_games())))
    games = book.read_bytes()
    ended("learn", "--book", book, "--moves", "20", "--out", out)
    for moment in moments(2.5):
        old = out.read_bytes()
        killed(moment, "learn", "--book", book, "--moves", "60", "--out", out, "--force")
        assert out.read_bytes() == old or read_tape(out).moves == 60
        assert book.read_bytes() == games
        ended("learn", "--book", book, "--moves", "60", "--out", out, "--resume", "--force")
        assert read_tape(out).moves == 60
        ended("learn", "--book", book, "--moves", "20", "--out", out, "--force")


def test_a_killed_run_is_resumed_from_its_last_checkpoint(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from samuel.learning.run import learn;"
        "from samuel.learning import own_book, books;"
        "tape = books.as_tape(own_book.shipped(), Path(sys.argv[1]));"
        "learn(tape, 'fig4', 100_000, Path(sys.argv[1]) / 't.tap', every=200)"
    )
    run = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120
    tapes = checkpoints(tmp_path / "t.tap")
    while time.monotonic() < deadline and not all(
        tape.exists() and tape.stat().st_size > 99 for tape in tapes
    ):
        time.sleep(0.1)  # when the second is begun, the first is whole
    run.kill()
    run.communicate()
    found = learn(tmp_path / "book.tap", "fig4", 10, tmp_path / "t.tap", resume=True, every=200)
    assert found.resumed is not None and found.resumed >= 200


def test_a_match_that_is_killed_leaves_the_games_of_the_last_one(tmp_path: Path) -> None:
    sheet = tmp_path / "games.pdn"
    command = (
        "match",
        "--first",
        PLAYER,
        "--second",
        f"{PLAYER},PLAUS=1",
        "--openings",
        "1",
        "--moves",
        "30",
    )
    ended(*command, "-o", sheet)
    old = sheet.read_bytes()
    for moment in moments(4):
        killed(moment, *command, "-o", sheet, "--force")
        assert sheet.read_bytes() == old
    ended(*command, "-o", sheet, "--force")
    assert sheet.read_bytes() == old


def test_a_book_being_played_keeps_whole_games_when_it_is_killed(tmp_path: Path) -> None:
    sheet = tmp_path / "games.pdn"
    command = ("book", "play", "-o", sheet, *STEER, "--moves", "60", "--workers", "2")
    kept: list[pdn.Game] = []
    for moment in moments(5):
        killed(moment, *command, "--games", "200")
        bad: list[pdn.BadGame] = []
        found = list(pdn.read(sheet, bad.append)) if sheet.exists() else []
        assert found[: len(kept)] == kept
        kept = found
    ended(*command, "--games", str(len(kept) + 1))
    assert list(pdn.read(sheet))[: len(kept)] == kept


def test_a_second_run_with_the_same_output_is_told(tmp_path: Path) -> None:
    sheet = tmp_path / "games.pdn"
    first = begun("book", "play", "-o", sheet, *STEER, "--games", "500", "--workers", "1")
    while not sheet.exists():
        time.sleep(0.05)
    try:
        second = begun("book", "play", "-o", sheet, *STEER, "--games", "500", "--workers", "1")
        said = second.communicate(timeout=60)[1]
        assert (second.returncode, b"another run is writing this file" in said) == (2, True)
    finally:
        first.send_signal(signal.SIGINT)
        said = first.communicate(timeout=60)[1]
    assert first.returncode == 130
    assert b"run the command again to continue" in said


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_match_that_is_interrupted_says_what_it_saved(tmp_path: Path, workers: str) -> None:
    sheet = tmp_path / "games.pdn"
    command = ("match", "--first", PLAYER, "--second", f"{PLAYER},PLAUS=1", "--openings", "100")
    run = begun(*command, "--workers", workers, "-o", sheet)
    time.sleep(8)
    os.killpg(run.pid, signal.SIGINT)  # as Ctrl-C does: the workers get it too
    said = run.communicate(timeout=60)[1].decode()
    assert run.returncode == 130, said
    assert "Traceback" not in said
    assert "Stopped by the operator after" in said
    if sheet.exists():
        assert f"after {len(list(pdn.read(sheet)))} of 200 games: {sheet} has them." in said


def test_sigterm_leaves_what_was_there(tmp_path: Path) -> None:
    sheet = tmp_path / "games.pdn"
    sheet.write_text("mine")
    run = begun("match", "--second", "COUNT=8", "-o", sheet, "--force")
    time.sleep(4)
    run.terminate()
    said = run.communicate(timeout=60)[1]
    assert run.returncode == 143, said
    assert sheet.read_text() == "mine"
    assert b"Traceback" not in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pdn"]
