"""A match: two players meet over three-move openings, each opening once with each colour.

from samuel.checkers.openings import spread
match = play_match({"tables": "tables.tap"}, {"terms": 20}, spread(20))
match.score, match.error    # of the first player, from 0 to 1

The program plays without chance; only the choice of openings is random. The two games of an opening are not
independent trials, so errors and odds are computed from openings, not from games.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist

from samuel.checkers import pdn
from samuel.checkers.openings import Opening
from samuel.checkers.rules import NAMES, OTHER, START, Move, Side
from samuel.player.game import DECK, Game
from samuel.player.settings import Options
from samuel.processes import check_stopped, cores, on_cores
from samuel.studies import records

MOST = 200
"""The most moves of a game; then it is a draw."""
DRAW = "1/2-1/2"
WORTH = {"B": {"1-0": 1.0, "0-1": 0.0, DRAW: 0.5}, "W": {"1-0": 0.0, "0-1": 1.0, DRAW: 0.5}}
"""Points by colour and result, in PDN's notation."""
CONFIDENCE = 0.95
WIDTH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Half the width of the interval, in standard errors."""

RECORD = records.KeptMeasures(
    "match.json", (DECK,), "samuel match --first tables=TAPE --openings 50 --record"
)
"""The match that the report shows."""

Both = tuple[float, float]


@dataclass(frozen=True)
class Played:
    """A game of a match."""

    opening: str
    colour: Side
    """The first player's colour."""
    moves: tuple[Move, ...]
    """All moves, including the opening's."""
    result: str
    end: str
    """How it ended, in words."""
    seconds: tuple[Both, Both]
    """Simulated time of the first player's machine and of the second's, each as an interval."""

    @property
    def points(self) -> float:
        """The first player's points."""
        return WORTH[self.colour][self.result]


@dataclass(frozen=True)
class Match:
    """The games of a match, counted for the first player."""

    first: Options
    second: Options
    games: tuple[Played, ...] = ()

    @property
    def wins(self) -> int:
        """Games won by the first player."""
        return self._count(1.0)

    @property
    def draws(self) -> int:
        """Drawn games."""
        return self._count(0.5)

    @property
    def losses(self) -> int:
        """Games lost by the first player."""
        return self._count(0.0)

    @property
    def score(self) -> float:
        """Average points per game, from 0 to 1."""
        return sum(game.points for game in self.games) / len(self.games) if self.games else 0.5

    @property
    def error(self) -> float | None:
        """The standard error of the score; None with fewer than two openings."""
        leads = list(self._leads(self.score))
        if len(leads) < 2:
            return None
        return sqrt(sum(lead**2 for lead in leads) * len(leads) / (len(leads) - 1)) / len(self.games)

    @property
    def interval(self) -> Both | None:
        """The 95 % confidence interval of the score."""
        if self.error is None:
            return None
        return max(0.0, self.score - WIDTH * self.error), min(1.0, self.score + WIDTH * self.error)

    @property
    def odds(self) -> float:
        """How often equal players would end at least this far apart.

        Between equals each opening could just as well end the other way round. All these ways are counted, so
        the result is exact, also for few openings.
        """
        steps = [round(2 * lead) for lead in self._leads(0.5)]
        ways = Counter({0: 1})
        for step in steps:
            before, ways = ways, Counter()
            for total, count in before.items():
                ways[total - step] += count
                ways[total + step] += count
        apart = sum(count for total, count in ways.items() if abs(total) >= abs(sum(steps)))
        return float(apart / 2 ** len(steps))

    @property
    def is_beyond_chance(self) -> bool:
        """Whether equal players would seldom end this far apart."""
        return self.odds < 1 - CONFIDENCE

    @property
    def seconds(self) -> tuple[Both, Both]:
        """Simulated time of the first player and of the second."""
        first, second = ([game.seconds[player] for game in self.games] for player in (0, 1))
        return _sum(first), _sum(second)

    def with_colour(self, colour: Side) -> "Match":
        """Only the games in which the first player had this colour."""
        return replace(self, games=tuple(game for game in self.games if game.colour == colour))

    def archived(self, event: str, players: Sequence[str]) -> Iterator[pdn.Game]:
        """The games in the form of a PDN archive."""
        for number, game in enumerate(self.games, 1):
            sides = {game.colour: players[0], OTHER[game.colour]: players[1]}
            tags = {"Event": event, "Round": str(number), "Opening": game.opening}
            tags |= {name: sides[side] for side, name in NAMES.items()}
            yield pdn.Game(tags, game.moves, game.result, START, number)

    def _count(self, points: float) -> int:
        return sum(game.points == points for game in self.games)

    def _leads(self, par: float) -> Iterable[float]:
        """For each opening, how far the first player is above par."""
        found: dict[str, float] = defaultdict(float)
        for game in self.games:
            found[game.opening] += game.points - par
        return found.values()


def _sum(times: Sequence[Both]) -> Both:
    return sum(time[0] for time in times), sum(time[1] for time in times)


@dataclass(frozen=True)
class Task:
    """A game to play."""

    players: dict[Side, Options]
    opening: str
    first: Side
    most: int
    model: str


def check_players(first: Options, second: Options, model: str = "7094") -> None:
    """Report at once what the program refuses."""
    for options in (first, second):
        Game("", model, **options).close()


def play_match(
    first: Options,
    second: Options,
    openings: Sequence[Opening],
    workers: int | None = None,
    most: int = MOST,
    progress: Callable[[Match], object] = lambda match: None,
    model: str = "7094",
) -> Match:
    """Play every opening twice, on all cores; after each game `progress` gets the match so far."""
    check_players(first, second, model)
    match = Match(first, second)
    colours: tuple[Side, ...] = ("B", "W")
    tasks = [
        Task({colour: first, OTHER[colour]: second}, opening.moves, colour, most, model)
        for opening in openings
        for colour in colours
    ]
    with closing(on_cores(play_game, tasks, min(workers or cores(), len(tasks)))) as games:
        for played in games:
            match = replace(match, games=(*match.games, played))
            progress(match)
    return match


def play_game(task: Task) -> Played:
    """Play a game on two machines, each given the other's moves. It ends when either machine says so."""
    times: dict[Side, list[Both]] = {"B": [], "W": []}
    with ExitStack() as stack:
        machines = {
            side: stack.enter_context(Game(task.opening, task.model, **options))
            for side, options in task.players.items()
        }
        side = machines["B"].position.side
        game, heard = machines[side], None
        while True:
            check_stopped()
            choice = game.answer(heard) if heard else game.move()
            times[side].append(choice.seconds)
            if game.over or len(game.moves) >= task.most:
                break
            heard, side = game.moves[-1], OTHER[side]
            game = machines[side]
    return Played(
        task.opening,
        task.first,
        tuple(game.moves),
        game.result if game.over else DRAW,
        str(game.over or f"Cut at {len(game.moves)} moves"),
        (_sum(times[task.first]), _sum(times[OTHER[task.first]])),
    )
