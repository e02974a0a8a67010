"""Levels of play by name: the settings of the program, and what they cost, as measured.

The names are NEW; Samuel set the same numbers by control cards. Boards and seconds were measured by
`measured` on a 7094, over nine positions of the game that the program won from Nealey in 1962: after 4
moves, 10, 16 and so on to 52. Boards are those of the printed tree. Seconds are those of a move whose tree
is not printed, reading the card and printing the move included; printing the tree adds to them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ibm7094.errors import MachineError
from samuel.player.settings import Options

GAME = "Nealey 1962"
AFTER = range(4, 53, 6)
"""The moves of that game after which a level is measured."""


@dataclass(frozen=True)
class Measured:
    """What a move took, over the positions: the least, the median and the most."""

    boards: tuple[int, int, int]
    seconds: tuple[int, int, int]
    """Of a 7094, the slow end of the interval."""


@dataclass(frozen=True)
class Level:
    """A level of play."""

    name: str
    meaning: str
    options: Options
    measured: Measured

    @property
    def cost(self) -> str:
        """What a move takes, in words."""
        boards, seconds = self.measured.boards, self.measured.seconds
        about = f"{boards[0]:,} to {boards[2]:,}" if boards[0] != boards[2] else f"{boards[0]:,}"
        time = f"{seconds[0]:,} to {seconds[2]:,}" if seconds[0] != seconds[2] else f"{seconds[0]:,}"
        return f"{about} boards, {time} s a move on a 7094"


LEVELS = {
    level.name: level
    for level in (
        Level(
            "novice",
            "surveys one ply and only counts pieces",
            {"terms": 1, "steering": {"SURVEY": 1, "LIMIT": 1, "COUNT": 0, "PLAUS": 1, "PLAUS3": 1}},
            Measured((8, 8, 9), (1, 1, 2)),
        ),
        Level(
            "beginner",
            "looks about three plies ahead, with 5 terms of 20",
            {"terms": 5, "steering": {"SURVEY": 1, "LIMIT": 3, "COUNT": 0}},
            Measured((18, 25, 31), (2, 5, 7)),
        ),
        Level(
            "club",
            "all 20 terms, COUNT 8",
            {"steering": {"COUNT": 8}},
            Measured((108, 137, 190), (16, 28, 40)),
        ),
        Level(
            "samuel",
            "the numbers read off Samuel's Fig. 3; the default",
            {},
            Measured((251, 335, 604), (30, 65, 91)),
        ),
        Level(
            "expert",
            "looks further: COUNT 24",
            {"steering": {"COUNT": 24}},
            Measured((572, 707, 983), (58, 121, 194)),
        ),
        Level(
            "master",
            "the furthest: COUNT 32",
            {"steering": {"COUNT": 32}},
            Measured((1125, 1707, 2466), (113, 242, 420)),
        ),
    )
}
DEFAULT = LEVELS["samuel"]


def level_named(name: str) -> Level:
    """The level with this name."""
    found = LEVELS.get(name.lower())
    if found is None:
        raise MachineError(f"There is no level {name!r}: choose {', '.join(LEVELS)}.")
    return found


def combined(level: Level, given: Options) -> Options:
    """A level's settings, changed by those that the person gave."""
    steering = {**level.options.get("steering", {}), **given.get("steering", {})}
    found: Options = {**level.options, **given, "steering": steering}
    if "tables" in found:
        found.pop("terms", None)  # signature tables have no terms
    return found


def listed() -> Iterator[str]:
    """Each level with its meaning and its cost, a line of at most 60 columns for each."""
    for level in LEVELS.values():
        yield f"{level.name:9} {level.meaning}"
        yield f"{'':9} {level.cost}"


def measured(level: Level) -> Measured:
    """Measure a level again."""
    from samuel.paper.archive import named
    from samuel.player.program import Program
    from samuel.trees.tree import read

    (game,) = named([GAME])
    options: Options = {**level.options, "concede": False}
    program = Program(**options)
    boards: list[int] = []
    seconds: list[float] = []
    for count in AFTER:
        where = " ".join(move.text() for move in game.moves[:count])
        boards.append(len(read(program.move(where).tree).boards))
        seconds.append(program.move(where, tree=False).seconds[1])
    return Measured(_spread(boards), _spread(seconds))


def _spread(values: Any) -> tuple[int, int, int]:
    in_order = sorted(map(round, values))
    return in_order[0], in_order[len(in_order) // 2], in_order[-1]
