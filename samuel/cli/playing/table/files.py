"""Games in files: PDN of English draughts, GameType 21."""

from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD, read_unpacked
from ibm7094.files.outputs import write_together
from ibm7094.files.rules import check_own, remember_own
from samuel.checkers import pdn
from samuel.cli.playing.table.referee import Ending

COMMAND = "samuel play"
MOST_BYTES = 32 << 20


def named(text: str) -> Path:
    """The file that a person names; `~` is the home folder."""
    if not text:
        raise MachineError("Which file? Type its name after the command, such as save mine.pdn.")
    if text == str(STANDARD):
        raise MachineError("- is the terminal: name a file.")
    if not text.isprintable():
        raise MachineError("That is not a file name: it has characters that cannot be printed.")
    try:
        return Path(text.strip("\"'")).expanduser()
    except RuntimeError:
        raise MachineError(f"{text}: there is no such home folder: check the name.") from None


def save(path: Path, game: str, force: bool) -> None:
    """Write a game. A file that `samuel play` did not write is replaced only by force."""
    check_own(path, COMMAND, force)
    write_together({path: game.encode()})
    remember_own(path, COMMAND)


def load(path: Path, number: int | None) -> tuple[pdn.Game, int]:
    """A game of a file, by default its last; and how many it has."""
    problems: list[pdn.BadGame] = []
    lines = read_unpacked(path, MOST_BYTES).decode("utf-8-sig", "replace").splitlines(keepends=True)
    games = list(pdn.parse(lines, problems.append))
    count = len(games) + len(problems)
    wanted = count if number is None else number
    for bad in problems:
        if bad.number == wanted:
            raise MachineError(f"{path}: {str(bad)[0].lower()}{str(bad)[1:]}")
    for game in games:
        if game.number == wanted:
            return game, count
    if not count:
        raise MachineError(f"{path} holds no game: name a PDN file.")
    raise MachineError(f"{path} has no game {wanted}: it has {count}, counted from 1.")


def ending(game: pdn.Game) -> Ending | None:
    """How a game of a file ended; None if it did not."""
    return None if game.result == pdn.UNFINISHED else Ending(game.winner, f"The game ended {game.result}.")


def completions() -> list[str]:
    """The PDN files of this folder."""
    try:
        return sorted(path.name for path in Path().iterdir() if path.suffix == ".pdn")
    except OSError:
        return []
