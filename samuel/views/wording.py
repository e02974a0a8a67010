"""How positions, choices and times are shown to people."""

from typing import TYPE_CHECKING

from ibm7094.terminal.listing import seconds
from samuel.checkers.rules import NAMES, Side
from samuel.player.steering import MAN as MAN

if TYPE_CHECKING:
    from samuel.player.game import Choice

GAME = 0o777777
"""The score of a game won: PLLOST of `listings/search/plaus.fap`. From it the plies to the end are
subtracted."""
FARTHEST = 100
"""More plies than any search sees: SM100 of `listings/player/player.fap`."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

LONG = 600.0
"""From this many seconds on, times are shown in minutes."""


def chosen(choice: "Choice", side: Side, concedes_at: int = 0) -> str:
    """What a side did, in a sentence or two. `concedes_at` is how many points behind make it concede."""
    name, said = NAMES[side], []
    if choice.predicted:
        said.append(f"{name} predicts a win.")
    if choice.move is not None:
        said.append(f"{name} plays {choice.move}, and {outlook(choice.score or 0)}.")
    if choice.conceded and choice.behind is not None:
        said.append(f"{name} concedes: it {conceding(choice.behind, concedes_at)}.")
    elif choice.end is not None:
        said.append(f"{choice.end}.")
    return " ".join(said)


def outlook(points: int) -> str:
    """What a side makes of its score: "thinks it is about a man ahead: 3,335 points, 6407 octal"."""
    if (plies := plies_to_end(points)) is not None:
        return f"expects to {'win' if points > 0 else 'lose'} {_in_moves(points, plies)}"
    return f"thinks it is {standing(points)}: {score(points)}"


def standing(points: int) -> str:
    """Points as a lead in men, which no reader needs to look up."""
    halves = round(2 * abs(points) / MAN)
    way = "ahead" if points > 0 else "behind"
    if abs(points) < MAN / 8:
        return "about level"
    return f"slightly {way}" if not halves else f"about {_men(halves)} {way}"


def conceding(behind: int, concedes_at: int) -> str:
    """Why a side concedes."""
    if (plies := plies_to_end(behind)) is not None:
        return f"expects to lose {_in_moves(-behind, plies)}"
    limit = f"; it gives up at {concedes_at:,}" if concedes_at else ""
    return f"is {counted(behind, 'point')} behind, {standing(-behind).removesuffix(' behind')}{limit}"


def plies_to_end(points: int) -> int | None:
    """In how many plies the program sees the game won or lost; None if its score is no such thing."""
    plies = GAME - abs(points)
    return plies if 0 <= plies < FARTHEST else None


def _in_moves(points: int, plies: int) -> str:
    """When the game ends, counted in the winner's own moves."""
    moves = (plies + 1) // 2
    return "with this move" if points > 0 and plies == 1 else f"in {counted(moves, 'move')}"


def _men(halves: int) -> str:
    whole, half = divmod(halves, 2)
    if whole < 2:
        return ("half a man", "a man", "a man and a half")[halves - 1]
    number = NUMBERS[whole] if whole < len(NUMBERS) else str(whole)
    return f"{number} and a half men" if half else f"{number} men"


def score(points: int) -> str:
    """Points in decimal, and in octal as the program prints them."""
    plural = "" if abs(points) == 1 else "s"
    return f"{points:,} point{plural}, {'-' if points < 0 else ''}{abs(points):o} octal"


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
