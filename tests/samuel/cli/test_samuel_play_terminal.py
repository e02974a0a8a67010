"""`samuel play` at a terminal of 60 columns: editing, completion, the offer to continue, Ctrl-C, Ctrl-D."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from samuel.cli.playing.table.commands import Commands
from samuel.cli.playing.table.session import Session
from samuel.cli.playing.table.table import Table
from samuel.cli.playing.table.typed_lines import WordsCompleter

PATIENCE = 40
_CONTROLS = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\].*?\x07|[=>])")


class Terminal:
    """A process with a terminal of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._keyboard, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 60, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "samuel", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**kept, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **environment},
        )
        os.close(slave)
        self.screen = ""
        self._raw = b""
        self._seen = 0

    def until(self, text: str) -> str:
        """Wait until new output has this text; everything new up to it."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen[self._seen :]:
            assert time.monotonic() < end, f"no {text!r} in {self.screen[self._seen :]!r}"
            if not self._read():
                break
        at = self.screen.find(text, self._seen)
        assert at >= 0, f"it ended without {text!r}: {self.screen[self._seen :]!r}"
        new = self.screen[self._seen : at + len(text)]
        self._seen = at + len(text)
        return new

    def _read(self) -> bool:
        if not select.select([self._keyboard], [], [], 1)[0]:
            return True
        try:
            data = os.read(self._keyboard, 65536)
        except OSError:  # the other end is closed
            return False
        self._raw += data
        self.screen = _CONTROLS.sub("", self._raw.decode(errors="replace")).replace("\r", "")
        return bool(data)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._keyboard, keys.encode())

    def ended(self) -> int:
        """Wait for the end; the exit code."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self.process.wait()
        os.close(self._keyboard)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Opens terminals."""
    opened: list[Terminal] = []

    def opener(*arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(*arguments, **{"XDG_DATA_HOME": str(tmp_path), **environment}))
        return opened[-1]

    yield opener
    for each in opened:
        each.close()


def test_moves_are_completed_and_the_game_is_offered_again(terminal: Callable[..., Terminal]) -> None:
    one = terminal("--level", "novice")
    one.until("Black>")
    one.type("12-\t")
    one.until("16")  # completed
    one.type("\r")
    one.until("White plays")
    one.until("Black>")
    one.process.kill()  # the terminal dies
    two = terminal()
    assert "Continue the game of" in two.until("[Y/n]")
    two.type("perhaps\r")
    two.until("Type y to continue it, or n for a new game.")
    two.type("y\r")
    assert "Level novice" in two.until("Black>")
    two.type("\x1b[A")  # the line before, from the history
    two.until("12-16")
    two.type("\x04\x15\x04")  # Ctrl-D does nothing on a line with text; Ctrl-U clears it
    two.until("The game stops here. Type samuel play to continue")
    assert two.ended() == 0
    three = terminal()
    three.until("[Y/n]")
    three.type("n\r")
    assert "The unfinished game is now in" in three.until("Black>")
    three.type("\x03")
    three.until("Stopped by the operator.")
    assert three.ended() == 130


def test_ctrl_c_while_it_thinks_keeps_the_move(terminal: Callable[..., Terminal]) -> None:
    one = terminal("--level", "master", "--steer", "COUNT=60", "--steer", "LIMIT=22")
    one.until("Black>")
    one.type("11-15\r")
    one.until("White is thinking")
    os.kill(one.process.pid, signal.SIGINT)
    one.until("Stopped by the operator.")
    assert one.ended() == 130
    two = terminal()
    assert "1 move, you Black" in " ".join(two.until("[Y/n]").split())


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"LANG": "C", "LC_ALL": "C"}])
def test_a_poor_terminal_shows_letters_in_60_columns(
    terminal: Callable[..., Terminal], environment: dict[str, str]
) -> None:
    one = terminal("--level", "novice", **environment)
    board = one.until("Black>")
    assert "28 w      27 w" in board and board.isascii()
    assert max(map(len, board.splitlines())) <= 60
    one.type("11-15\r")
    assert one.until("Clock:").isascii()
    one.type("quit\r")
    assert one.ended() == 0


def test_commands_levels_colours_and_legal_moves_are_completed() -> None:
    from rich.console import Console

    table = Table()
    table.set_up()
    commands = Commands(Session(table, Console()))
    completer = WordsCompleter(commands.completions)

    def completed(text: str) -> list[str]:
        return [found.text for found in completer.get_completions(Document(text), CompleteEvent())]

    assert completed("11") == ["11-15", "11-16"]
    assert completed("cl") == ["claim", "clock"]
    assert completed("level e") == ["expert"]
    assert completed("NEW w") == ["white"]
    assert completed("claim 9-1") == ["9-13", "9-14"]
    assert completed("play ") == ["on"]
    assert completed("resign now") == []
    table.close()


def test_prompt_toolkit_is_not_imported_for_piped_input() -> None:
    code = (
        "import sys, io; sys.stdin = io.StringIO('11-15'); from samuel.cli import main;"
        "main(['play', '--level', 'novice']); print('prompt_toolkit' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_a_machine_that_is_watched_does_the_same_in_the_same_time() -> None:
    import io

    from rich.console import Console

    from samuel.cli.playing.table.thinking import watching
    from samuel.player.game import Game

    where, steering = "9-14 22-17", {"COUNT": 24, "LIMIT": 13}
    paper = io.StringIO()
    out = Console(file=paper, force_terminal=True, width=60)
    with (
        Game(where, tree=True, steering=steering) as alone,
        Game(where, tree=True, steering=steering) as seen,
    ):
        unwatched = alone.move()
        with watching(out, seen, "Black", "7094"):
            watched = seen.move()
    assert watched == unwatched
    assert "Black is thinking" in paper.getvalue() and " on the IBM 7094" in paper.getvalue()
