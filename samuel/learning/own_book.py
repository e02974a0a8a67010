"""The project's own book: games that this reconstruction played against itself, not games of masters.

for game in games():     # the shipped book
    ...
make(Path("games.pdn"), 2200, Plan({"COUNT": 8}))

A game starts after a three-move opening and two to four random moves, none of which loses a man. They are
given in its tags and are not part of the game, since a book should teach only the program's choices.
"""

import os
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count, takewhile
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files.inputs import STANDARD, read_bytes
from ibm7094.files.outputs import Appended, Output
from ibm7094.files.problems import file_problem
from samuel.checkers import pdn
from samuel.checkers.openings import gain, is_level, openings, sound_moves
from samuel.checkers.pdn_text import pdn_text
from samuel.checkers.rules import Position, play
from samuel.player.game import DECK, Game, position_of
from samuel.player.steering import Steering, steering_cards
from samuel.player.store import deck_hash
from samuel.processes import check_stopped, cores, on_cores
from samuel.resources import BOOKS

PATH = BOOKS / "own.pdn.gz"
WHAT = "games of this reconstruction against itself, not of masters"
RANDOM_MOVES = (2, 3, 4)
"""How many random moves may follow the opening."""
CHECKED = 6
"""Plies of the search that checks that neither side then loses a man."""
MOST = 120
"""The most moves of a game; then it is a draw if pieces are level, and dropped if they are not."""
TRIES = 5_000
"""Stop after drawing this many starts without a new one."""
DRAW = "1/2-1/2"


def games() -> Iterator[pdn.Game]:
    """The games of the shipped book."""
    return pdn.read(shipped())


def shipped() -> Path:
    """The file of the shipped book."""
    if not PATH.exists():
        raise MachineError(
            "This copy has no book of its own: name a book with --book, or make one with `samuel book play`."
        )
    return PATH


def heading(path: Path) -> list[str]:
    """The comment lines of an archive before its first game."""
    return _heading(pdn.archive(path))


def _heading(archive: pdn.Archive) -> list[str]:
    with closing(archive.lines()) as lines:
        return [line[2:].rstrip() for line in takewhile(lambda line: line.startswith("% "), lines)]


@dataclass(frozen=True)
class Plan:
    """How to play games."""

    steering: Steering = field(default_factory=dict)
    seed: int = 1967
    most: int = MOST

    def heading(self) -> list[str]:
        """The comment lines before the first game; a file can be continued only if they are the same."""
        cards = sorted(f"{card[:6].strip()}={card[6:]}" for card in steering_cards(self.steering))
        return [
            f"Own book: {WHAT}.",
            f"Program: {DECK} sha256 {deck_hash(DECK)}",
            f"Steering: {', '.join(cards) or 'as it is'}",
            f"Seed: {self.seed}. At {self.most} moves a game is a draw if pieces are level, else left out.",
        ]


@dataclass(frozen=True)
class Start:
    """Where a game begins."""

    number: int
    opening: str
    """The moves from the initial position, which are not the program's."""
    position: Position


@dataclass(frozen=True)
class Task:
    """A game to play."""

    start: Start
    plan: Plan


@dataclass
class GameCounts:
    """The games of a run, counted."""

    games: int = 0
    """Games in the file."""
    before: int = 0
    """Those of them from earlier runs."""
    unequal: int = 0
    """Games dropped because they were cut and pieces were not level."""
    alike: int = 0
    """Games dropped because they end like one in the file: same position after as many moves."""


def drawn(number: int, seed: int) -> Start:
    """The start with this number: the next opening in turn, and some random moves."""
    chance = random.Random(f"{seed}:{number}")
    opening = openings()[number % len(openings())]
    while True:
        moves, position = [opening.moves], opening.position
        for _ in range(chance.choice(RANDOM_MOVES)):
            move = chance.choice(sound_moves(position))
            moves.append(move.text())
            position = play(position, move)
        if not gain(position, CHECKED):
            return Start(number, " ".join(moves), position)


def starts(seed: int, first: int = 0, seen: Iterable[Position] = ()) -> Iterator[Start]:
    """Starts from number `first` on, without those whose position was seen before."""
    known, last = set(seen), first
    for number in count(first):
        start = drawn(number, seed)
        if start.position not in known:
            known.add(start.position)
            last = number
            yield start
        elif number - last > TRIES:
            return


def play_game(task: Task) -> pdn.Game | None:
    """Play the program against itself; None if the game was cut and pieces are not level."""
    start, plan = task.start, task.plan
    with Game(start.position, steering=plan.steering) as game:
        for _ in game.play_out(plan.most):
            check_stopped()
        if not (game.over or is_level(game.position)):
            return None
        result = game.result if game.over else DRAW
        tags = {"Event": "own book", "Round": str(start.number), "Opening": start.opening}
        return pdn.Game(tags, tuple(game.moves), result, game.start)


Add = Callable[[str], object]
"""Adds text to the file of a book."""


def make(
    output: Path,
    wanted: int,
    plan: Plan,
    workers: int | None = None,
    progress: Callable[[GameCounts], object] = lambda made: None,
) -> GameCounts:
    """Add games to a file until it has `wanted`; an interrupted run is resumed."""
    with adding_to(output, plan) as (played, add):
        return add_games(played, add, wanted, plan, workers, progress)


@contextmanager
def adding_to(output: Path, plan: Plan) -> Iterator[tuple[list[pdn.Game], Add]]:
    """The games that a file has, and a function that adds to it. The file is locked.

    The file must be one that this plan made. A piece that a run which was killed left incomplete is removed.
    """
    first = "".join(f"% {row}\n" for row in plan.heading())
    if output == STANDARD:
        with Output(output) as shown:

            def show(text: str) -> None:
                shown.write(text.encode())
                shown.flush()

            show(first)
            yield [], show
        return
    with Appended(output) as file:
        played = _resumed(output, plan, first.encode())
        if not _size(output):
            file.add(first.encode())
        yield played, lambda text: file.add(text.encode())


def add_games(
    played: list[pdn.Game],
    add: Add,
    wanted: int,
    plan: Plan,
    workers: int | None = None,
    progress: Callable[[GameCounts], object] = lambda made: None,
) -> GameCounts:
    """Play until there are `wanted` games, those already played included."""
    made = GameCounts(len(played), len(played))
    ends = {_end(game) for game in played}
    first = 1 + max((int(game.tags["Round"]) for game in played), default=-1)
    begun = starts(plan.seed, first, (position_of(game.tags["Opening"]) for game in played))
    if made.games >= wanted:
        return made
    Game(steering=plan.steering).close()  # reports at once what the program refuses
    tasks = (Task(start, plan) for start in begun)
    with closing(on_cores(play_game, tasks, workers or cores())) as found:
        for game in found:
            if game is None:
                made.unequal += 1
            elif _end(game) in ends:
                made.alike += 1
            else:
                ends.add(_end(game))
                add(pdn_text(game))
                made.games += 1
            progress(made)
            if made.games == wanted:
                break
    return made


def _end(game: pdn.Game) -> tuple[Position, int]:
    """Final position and length; the program is deterministic, so games that share both have merged."""
    moves = len(game.tags["Opening"].split()) + len(game.moves)
    return game.final(), moves


def _resumed(output: Path, plan: Plan, first: bytes) -> list[pdn.Game]:
    """The games of a file, if they follow this plan. An incomplete last game is removed, in one step."""
    if not output.resolve().is_file():  # such as /dev/null, which keeps nothing
        return []
    data = read_bytes(output)
    other = MachineError(
        f"{output} has games of another program, steering, seed or length: name another file."
    )
    if first.startswith(data):  # nothing yet, or a heading that is not complete
        _cut(output, len(data), 0)
        return []
    if data.startswith(b"\x1f\x8b") or b"\0" in data or _heading(pdn.Archive(output, data)) != plan.heading():
        raise other
    whole = data.rfind(b"\n\n") + 2 if b"\n\n" in data else len(first)
    bad: list[pdn.BadGame] = []
    played = list(pdn.Archive(output, data[:whole]).games(bad.append))
    if bad:
        raise MachineError(
            f"{output} is damaged: {str(bad[0]).rstrip('.')}: correct it, or name another file."
        )
    if not all(game.tags.get("Round", "").isdecimal() and game.tags.get("Opening") for game in played):
        raise other
    _cut(output, len(data), whole)
    return played


def _cut(output: Path, size: int, whole: int) -> None:
    try:
        if whole < size:
            os.truncate(output, whole)
    except OSError as error:
        raise file_problem(output, error) from None


def _size(output: Path) -> int:
    return output.stat().st_size
