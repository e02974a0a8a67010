"""How positions, choices and times are shown to people."""

from typing import TYPE_CHECKING

from ibm7094.terminal.listing import seconds
from samuel.checkers.rules import NAMES, Side

if TYPE_CHECKING:
    from samuel.player.game import Choice

LONG = 600.0
"""From this many seconds on, times are shown in minutes."""


def chosen(choice: "Choice", side: Side) -> str:
    """What a side did, in a sentence or two."""
    said = []
    if choice.predicted:
        said.append(f"{NAMES[side]} predicts a win.")
    if choice.move is not None:
        said.append(f"{NAMES[side]} plays {choice.move}, and scores it {score(choice.score or 0)}.")
    if choice.end is not None:
        said.append(f"{choice.end}.")
    return " ".join(said)


def score(points: int) -> str:
    """Points in octal, as the program prints them, and in decimal."""
    return f"{'-' if points < 0 else ''}{abs(points):o} octal, {points} points"


def time(model: str, simulated: tuple[float, float], real: float) -> str:
    """How long the machine would have taken, and how long it took here."""
    here = seconds((real, real), digits=3)
    return f"An IBM {model} would have taken {duration(simulated)}; this computer took {here}."


def duration(ends: tuple[float, float]) -> str:
    """Both ends of a time; in minutes if it is long."""
    if ends[1] < LONG:
        return seconds(ends, digits=3)
    least, most = (round(end / 60) for end in ends)
    return f"{least:,} to {most:,} minutes"


def counted(count: int, noun: str) -> str:
    """A count with its noun, in the plural unless the count is 1."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def player(model: str) -> str:
    """The machine's name in the record of a game."""
    return f"Samuel's program, IBM {model}"
