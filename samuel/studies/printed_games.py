"""The games that the papers print, move by move, with our program's choice beside every move.

found = kept()                      # on record, in traces/own
found = run(games())                # or again
found[0].choices[0].own, counted(found).same

Our program searches every position anew, as it would in a game, and does not concede. Only moves of Samuel's
programs are counted; those of people, and moves that are forced, are shown and not counted. The games of 1959
were played by an earlier program than the one of 1967 that is rebuilt here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum, sqrt
from typing import Any

from samuel.checkers.rules import START, Side, find, legal_moves, play
from samuel.paper import PaperGame, games
from samuel.player.game import DECK, Game, on_card
from samuel.processes import cores, on_cores
from samuel.studies import records

RECORD = records.KeptMeasures("games.json", (DECK,), "samuel games --choices --record")
PEOPLE = ("R. W. Nealey", "an opponent not named")
"""Players who are not Samuel's programs."""

Done = Callable[[int], object]


@dataclass(frozen=True)
class Own:
    """A move of a game, and our program's choice in its place."""

    played: str
    own: str
    score: int
    """Of our program's choice, in points."""
    legal: int
    """How many moves there were to choose from."""

    @property
    def forced(self) -> bool:
        """Whether there was no choice."""
        return self.legal == 1

    @property
    def same(self) -> bool:
        """Whether our program makes the same move."""
        return self.played == self.own


@dataclass(frozen=True)
class Beside:
    """A game, with our program's choices."""

    name: str
    choices: tuple[Own, ...]
    seconds: tuple[float, float]
    """Simulated time of all choices, as an interval."""


@dataclass(frozen=True)
class Count:
    """How often our program chose the same move, where Samuel's had a choice."""

    moves: int
    same: int
    by_chance: float
    """How many moves would be the same if they were drawn at random."""
    deviation: float
    """Standard deviation of that."""

    @property
    def share(self) -> float:
        """The share of moves that are the same."""
        return self.same / self.moves if self.moves else 0.0


def run(chosen: Sequence[PaperGame], done: Done = lambda count: None, workers: int = 0) -> tuple[Beside, ...]:
    """Let the program choose in every position of these games; `done` gets the number of games finished."""
    found = []
    for each in on_cores(_beside, chosen, workers or cores()):
        found.append(each)
        done(len(found))
    return tuple(found)


def _beside(game: PaperGame) -> Beside:
    position, before = START, ""
    choices: list[Own] = []
    least = most = 0.0
    for move in game.moves:
        with Game(before, concede=False) as job:
            chosen = job.move()
        own = on_card(find(position, chosen.move).text()) if chosen.move else ""
        choices.append(Own(on_card(move), own, chosen.score or 0, len(legal_moves(position))))
        least, most = least + chosen.seconds[0], most + chosen.seconds[1]
        position, before = play(position, move), f"{before} {move.text()}".strip()
    return Beside(game.name, tuple(choices), (round(least, 3), round(most, 3)))


def is_samuels(game: PaperGame, side: Side) -> bool:
    """Whether a side was played by one of Samuel's programs."""
    return (game.black if side == "B" else game.white) not in PEOPLE


def sides(game: PaperGame) -> Iterator[Side]:
    """The side to move at each move."""
    position = START
    for move in game.moves:
        yield position.side
        position = play(position, move)


def counted(found: Iterable[Beside], chosen: Sequence[PaperGame] | None = None) -> Count:
    """The agreement, where one of Samuel's programs moved and had a choice."""
    known = {game.name: game for game in (games() if chosen is None else chosen)}
    free = [
        own
        for each in found
        for own, side in zip(each.choices, sides(known[each.name]), strict=True)
        if not own.forced and is_samuels(known[each.name], side)
    ]
    odds = [1 / own.legal for own in free]
    return Count(
        len(free), sum(own.same for own in free), fsum(odds), sqrt(fsum(odd * (1 - odd) for odd in odds))
    )


def keep(found: Sequence[Beside]) -> None:
    """Record the choices."""
    RECORD.write(_measures(found))


def kept() -> tuple[Beside, ...] | None:
    """The choices on record, if there are any that belong to the papers' games."""
    measures = RECORD.kept()
    if measures is None:
        return None
    found = _read(measures)
    printed = {game.name: [on_card(move) for move in game.moves] for game in games()}
    if {each.name: [own.played for own in each.choices] for each in found} != printed:
        raise records.BadRecord(
            f"{RECORD.path} holds other games than the papers: record it with {RECORD.command}."
        )
    return found


def differences(found: Sequence[Beside]) -> list[str]:
    """A sentence for every game whose choices differ from the record."""
    now = {name: choices for name, choices in _measures(found).items() if name in {g.name for g in found}}
    recorded = RECORD.kept()
    if recorded is None:
        return [f"There is no {RECORD.path}: record it with {RECORD.command}."]
    return [
        f"{name}: our program's choices differ from the record."
        for name, choices in now.items()
        if choices != recorded.get(name)
    ]


def _measures(found: Sequence[Beside]) -> dict[str, Any]:
    """By game: the choices, a row for each, and the time."""
    return {
        each.name: {
            "choices": [" ".join(map(str, asdict(own).values())) for own in each.choices],
            "seconds": list(each.seconds),
        }
        for each in found
    }


def _read(measures: Mapping[str, Any]) -> tuple[Beside, ...]:
    try:
        return tuple(
            Beside(
                str(name),
                tuple(_own(row) for row in each["choices"]),
                (float(each["seconds"][0]), float(each["seconds"][1])),
            )
            for name, each in measures.items()
        )
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        raise records.BadRecord(
            f"{RECORD.path} does not hold choices: record them with {RECORD.command}."
        ) from None


def _own(row: str) -> Own:
    played, own, score, legal = row.split()
    return Own(played, own, int(score), int(legal))
