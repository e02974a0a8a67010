"""The project's own book: games that this reconstruction played against itself, and not games of masters.

for game in games():     # those that are shipped
    ...
make(Path("games.pdn"), 2200, Plan({"COUNT": 8}))

A three-move opening and two to four moves by lot, none of which loses a man, lead to where a game starts.
They are told in its tags and are no part of it: what a book teaches are the program's choices.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count, takewhile
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.media import file_problem
from samuel import own, pdn
from samuel.cores import cores, go_on, on_cores
from samuel.game import DECK, Game, position_of
from samuel.openings import gain, is_level, openings, sound_moves
from samuel.record import pdn_text
from samuel.rules import Position, play
from samuel.settings import Steering, steering_cards

PATH = Path(__file__).parent / "books" / "own.pdn.gz"
WHAT = "games of this reconstruction against itself, not of masters"
BY_LOT = (2, 3, 4)
"""Moves behind the opening."""
CHECKED = 6
"""Plies of the search which then sees that neither side loses a man."""
MOST = 120
"""Moves of a game; then it is a draw if pieces are level, and left out if they are not."""
TRIES = 5_000
"""Starts drawn without a new one, after which there are no more."""
DRAW = "1/2-1/2"


def games() -> Iterator[pdn.Game]:
    """Those of the shipped book."""
    return pdn.read(shipped())


def shipped() -> Path:
    """Where it is."""
    if not PATH.exists():
        raise MachineError(
            "This copy has no book of its own: name a book with --book, or make one with `samuel book play`."
        )
    return PATH


def heading(path: Path) -> list[str]:
    """What an archive says of itself before its first game."""
    with closing(pdn.lines_of(path)) as lines:
        return [line[2:].rstrip() for line in takewhile(lambda line: line.startswith("% "), lines)]


@dataclass(frozen=True)
class Plan:
    """How games are to be played."""

    steering: Steering = field(default_factory=dict)
    seed: int = 1967
    most: int = MOST

    def heading(self) -> list[str]:
        """What is said of them before the first; a file goes on only with games of which the same is said."""
        cards = sorted(f"{card[:6].strip()}={card[6:]}" for card in steering_cards(self.steering))
        return [
            f"Own book: {WHAT}.",
            f"Program: {DECK} sha256 {own.deck_hash(DECK)}",
            f"Steering: {', '.join(cards) or 'as it is'}",
            f"Seed: {self.seed}. At {self.most} moves a game is a draw if pieces are level, else left out.",
        ]


@dataclass(frozen=True)
class Start:
    """Where a game begins."""

    number: int
    opening: str
    """Moves that are not the program's, from the start of all."""
    position: Position


@dataclass(frozen=True)
class Task:
    """A game to be played."""

    start: Start
    plan: Plan


@dataclass
class Made:
    """What a run came to."""

    games: int = 0
    """In the file."""
    before: int = 0
    """Of these, from earlier runs."""
    unequal: int = 0
    """Left out, since they were cut and pieces not level."""
    alike: int = 0
    """Left out, since they flow into a game that is there: same end after as many moves."""


def drawn(number: int, seed: int) -> Start:
    """The start with this number: the opening whose turn it is, and some moves by lot."""
    chance = random.Random(f"{seed}:{number}")
    opening = openings()[number % len(openings())]
    while True:
        moves, position = [opening.moves], opening.position
        for _ in range(chance.choice(BY_LOT)):
            move = chance.choice(sound_moves(position))
            moves.append(move.text())
            position = play(position, move)
        if not gain(position, CHECKED):
            return Start(number, " ".join(moves), position)


def starts(seed: int, first: int = 0, seen: Iterable[Position] = ()) -> Iterator[Start]:
    """Starts from a number on, without those whose position has been there."""
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
    """The program against itself; None if the game was cut and pieces are not level."""
    start, plan = task.start, task.plan
    with Game(start.position, steering=plan.steering) as game:
        for _ in game.play_out(plan.most):
            go_on()
        if not (game.over or is_level(game.position)):
            return None
        result = game.result if game.over else DRAW
        tags = {"Event": "own book", "Round": str(start.number), "Opening": start.opening}
        return pdn.Game(tags, tuple(game.moves), result, game.start)


def make(
    output: Path,
    wanted: int,
    plan: Plan,
    workers: int | None = None,
    progress: Callable[[Made], object] = lambda made: None,
) -> Made:
    """Add games to a file until it has so many; a run that was stopped goes on where it was."""
    played = _resumed(output, plan)
    made = Made(len(played), len(played))
    ends = {_end(game) for game in played}
    first = 1 + max((int(game.tags["Round"]) for game in played), default=-1)
    begun = starts(plan.seed, first, (position_of(game.tags["Opening"]) for game in played))
    if made.games >= wanted:
        return made
    Game(steering=plan.steering).close()  # what the program refuses is told at once
    tasks = (Task(start, plan) for start in begun)
    with (
        output.open("a", encoding="utf-8") as file,
        closing(on_cores(play_game, tasks, workers or cores())) as found,
    ):
        if not output.stat().st_size:
            file.writelines(f"% {row}\n" for row in plan.heading())
        for game in found:
            if game is None:
                made.unequal += 1
            elif _end(game) in ends:
                made.alike += 1
            else:
                ends.add(_end(game))
                file.write(pdn_text(game))
                file.flush()
                made.games += 1
            progress(made)
            if made.games == wanted:
                break
    return made


def _end(game: pdn.Game) -> tuple[Position, int]:
    """Two games with the same are alike from some move on, for there is no chance in them."""
    moves = len(game.tags["Opening"].split()) + len(game.moves)
    return game.final(), moves


def _resumed(output: Path, plan: Plan) -> list[pdn.Game]:
    """The games of a file, if they are of this plan. One that was cut off in the writing is taken off."""
    try:
        text = output.read_text(encoding="utf-8") if output.exists() else ""
        if not text:
            output.touch()
            return []
        if heading(output) != plan.heading():
            raise MachineError(
                f"{output} is of another program, steering, seed or number of moves: name another file."
            )
        whole = text[: text.rfind("\n\n") + 2] if "\n\n" in text else ""
        if whole != text:
            output.write_text(whole, encoding="utf-8")
    except OSError as error:
        raise file_problem(output, error) from None
    return list(pdn.read(output))
