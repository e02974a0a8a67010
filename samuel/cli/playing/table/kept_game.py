"""The game in progress, kept after every move so that it survives the terminal.

It is one file in the user's data folder, written whole or not at all. The session that plays it holds a lock;
a second session at the same time plays without.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from platformdirs import user_data_path

from ibm7094.errors import MachineError, MediaError
from ibm7094.files.inputs import read_bytes
from ibm7094.files.outputs import Appended, locked, write_together
from samuel.checkers import pdn
from samuel.checkers.rules import NAMES, Side
from samuel.cli.playing.table.levels import LEVELS
from samuel.player.settings import Options, Settings

FORMAT = "samuel play 1"
MOST_BYTES = 1 << 20


class Damaged(MachineError):
    """A kept game that cannot be read."""


@dataclass(frozen=True)
class Snapshot:
    """A game and how it is played."""

    game: str
    """In PDN."""
    side: Side
    """The person's."""
    model: str
    level: str
    given: dict[str, Any] = field(default_factory=dict)
    """The program's settings that the person gave, besides the level."""
    playing_on: bool = False
    """Whether the program plays on although it conceded, or the game was a draw without progress."""
    person: float = 0.0
    """The clock."""
    machine: tuple[float, float] = (0.0, 0.0)
    saved: str = ""

    def to_bytes(self) -> bytes:
        """As it is kept."""
        content = {"format": FORMAT, **asdict(self), "saved": f"{datetime.now():%Y-%m-%d %H:%M}"}
        return json.dumps(content, indent=1, default=str).encode()

    @classmethod
    def from_bytes(cls, content: bytes) -> "Snapshot":
        """What `to_bytes` wrote; Damaged if it did not."""
        try:
            found = json.loads(content)
            if found.pop("format") != FORMAT:
                raise ValueError
            snapshot = cls(**{**found, "machine": tuple(map(float, found["machine"]))})
            snapshot.check()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, MachineError):
            raise Damaged("it is damaged") from None
        return snapshot

    def check(self) -> None:
        """ValueError, TypeError or MachineError unless everything makes sense."""
        texts = (self.game, self.model, self.level, self.saved)
        times = (self.person, *self.machine)
        if not (
            all(isinstance(text, str) for text in texts)
            and self.side in NAMES
            and self.level in LEVELS
            and isinstance(self.playing_on, bool)
            and len(self.machine) == 2
            and all(isinstance(time, int | float) and 0 <= time < float("inf") for time in times)
        ):
            raise ValueError
        Settings(**self.given)
        self.played()

    def played(self) -> pdn.Game:
        """The game, with its moves checked."""
        problems: list[pdn.BadGame] = []
        games = list(pdn.parse(self.game.splitlines(keepends=True), problems.append))
        if problems or len(games) != 1:
            raise ValueError
        return games[0]

    @property
    def options(self) -> Options:
        """The settings as the program takes them."""
        found: Options = {**self.given}  # type: ignore[typeddict-item]
        return found

    @property
    def about(self) -> str:
        """The game in a few words."""
        count = len(self.played().moves)
        moves = f"{count} move{'' if count == 1 else 's'}"
        return f"the game of {self.saved}, {moves}, you {NAMES[self.side]} at level {self.level}"


class Keeper:
    """Where the game is kept, for a session that holds the lock."""

    def __init__(self, lock: IO[bytes]) -> None:
        self._lock = lock
        self._path = folder() / "game.json"
        self.problem = ""
        """Why the game could not be kept, the last time it was tried."""

    @classmethod
    def opened(cls) -> "Keeper":
        """The keeper; MachineError if another session has it, or the folder cannot be written."""
        where = folder()
        try:
            where.mkdir(parents=True, exist_ok=True)
            return cls(locked(where / "lock", where / "game.json"))
        except OSError as error:
            raise MachineError(f"{where} cannot be used: {error.strerror or error}.") from None
        except MediaError:
            raise MachineError(
                f"Another samuel play keeps its game in {where}: end that one first."
            ) from None

    def found(self) -> Snapshot | None:
        """The kept game, if there is one. Damaged, once a damaged one has been put aside."""
        if not self._path.exists():
            return None
        try:
            return Snapshot.from_bytes(read_bytes(self._path, MOST_BYTES))
        except MachineError as problem:
            aside = next(path for path in self._names() if not path.exists())
            with suppress(OSError):
                self._path.replace(aside)
            raise Damaged(
                f"The saved game cannot be read ({problem}): it is now {aside}, and a new game begins."
            ) from None

    def _names(self) -> Iterator[Path]:
        for number in range(1, 1000):
            yield self._path.with_name(f"game.damaged-{number}.json")
        yield self._path.with_name(f"game.damaged-{datetime.now():%Y%m%d%H%M%S%f}.json")

    def keep(self, snapshot: Snapshot) -> bool:
        """Keep the game as it stands; if that fails, `problem` says why."""
        try:
            write_together({self._path: snapshot.to_bytes()})
            self.problem = ""
        except MachineError as problem:
            self.problem = str(problem)
        return not self.problem

    def clear(self) -> None:
        """The game is over: there is nothing to continue."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def put_away(self, game: str) -> Path:
        """Add an unfinished game to the archive of such games; where that is."""
        path = self._path.with_name("unfinished.pdn")
        with Appended(path) as archive:
            archive.add(game.encode())
        return path

    def close(self) -> None:
        """Let other sessions have it."""
        self._lock.close()


def folder() -> Path:
    """Where games in progress and the history of typed lines are."""
    return user_data_path("samuel") / "play"
