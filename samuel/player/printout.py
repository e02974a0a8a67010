"""Reads what the player prints: the lines of games and books, and what is printed between them.

listings/PLAYING.md shows the lines. Scores are octal, as seen by the side that moved.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ibm7094.errors import MachineError
from samuel.checkers.rules import NAMES, OTHER, Side
from samuel.player.job import REFUSED

SIDES: dict[str, Side] = {name.upper(): side for side, name in NAMES.items()}
PREDICTS = "PREDICTS A WIN"
CONCEDES = "CONCEDES"
NO_MOVE = "HAS NO MOVE"
DRAW = "DRAW - NO PROGRESS"

_SQUARES = r"\d+(?:- ?\d+)+"
_GAME = re.compile(r"GAME +(?P<game>\d) +MOVE +(?P<number>\d+) +(?P<rest>.+)")
_MADE = re.compile(rf"(?P<side>BLACK|WHITE) +(?P<move>{_SQUARES})(?: +SCORE +(?P<score>-?[0-7]+))?")
_SAID = re.compile(rf"(?P<side>BLACK|WHITE) +(?P<remark>{PREDICTS}|{CONCEDES}|{NO_MOVE})")
_BOOK = re.compile(
    rf"(?P<side>BLACK|WHITE) +BOOK +(?P<book>{_SQUARES}) +OWN +(?P<own>{_SQUARES})"
    r" +(?:H *(?P<higher>\d+) +E *(?P<equal>\d+) +L *(?P<lower>\d+)|(?P<chosen>SAME|OTHER))"
)
_TOTAL = re.compile(
    r"BOOK MOVES +(?P<moves>\d+) +FIRST +(?P<first>\d+)"
    r" +HIGHER +(?P<higher>\d+) +EQUAL +(?P<equal>\d+) +LOWER +(?P<lower>\d+)"
)
_BOARD = re.compile(r"GAME .+ (BLACK|WHITE) +TO MOVE")


@dataclass(frozen=True)
class PlayedMove:
    """A move that was made; it has a score if the machine chose it."""

    number: int
    side: Side
    move: str
    """Every square of a jump: 22-15-8."""
    score: int | None = None


@dataclass(frozen=True)
class Remark:
    """What the machine says about the game."""

    number: int
    side: Side | None
    """The side it is about; None in a draw."""
    text: str

    @property
    def ends_the_game(self) -> bool:
        """Whether the game is over."""
        return self.text != PREDICTS

    @property
    def winner(self) -> Side | None:
        """Who has won, if the game has ended and was not a draw."""
        return OTHER[self.side] if self.side and self.ends_the_game else None

    def __str__(self) -> str:
        return f"{NAMES[self.side]} {self.text.lower()}" if self.side else "Draw: no progress"


@dataclass(frozen=True)
class BookMove:
    """A move of a book beside the machine's own choice; a long jump is shown by its ends."""

    number: int
    side: Side
    book: str
    own: str
    higher: int = 0
    """How many moves the machine rates higher than the book's; `equal` and `lower` likewise."""
    equal: int = 0
    lower: int = 0
    same: bool | None = None
    """Whether its search chooses the book's move; None if it rated the moves instead."""


@dataclass(frozen=True)
class BookTotal:
    """Totals over the book moves."""

    moves: int = 0
    first: int = 0
    """How often no move was rated as high as the book's, or the search chose it."""
    higher: int = 0
    equal: int = 0
    lower: int = 0

    @property
    def coefficient(self) -> float:
        """Samuel's measure of agreement, (L - H) / (L + H): 1 if the book's moves always come first."""
        rated = self.lower + self.higher
        return (self.lower - self.higher) / rated if rated else 0.0


Line = PlayedMove | Remark | BookMove | BookTotal


@dataclass(frozen=True)
class Printout:
    """What was printed, line by line."""

    lines: tuple[Line, ...]
    other: str
    """Whatever else was printed: a tree, a board."""

    @property
    def made(self) -> list[PlayedMove]:
        """The moves."""
        return [line for line in self.lines if isinstance(line, PlayedMove)]

    @property
    def remarks(self) -> list[Remark]:
        """The remarks."""
        return [line for line in self.lines if isinstance(line, Remark)]

    @property
    def book(self) -> list[BookMove]:
        """The moves of a book."""
        return [line for line in self.lines if isinstance(line, BookMove)]


def read(printed: Iterable[str]) -> Printout:
    """Read printed lines; refused cards are skipped."""
    lines: list[Line] = []
    other: list[str] = []
    rows = iter(printed)
    for row in rows:
        if row.startswith(("GAME ", "BOOK MOVES ")) and not _BOARD.fullmatch(row):
            lines.append(_line(row))
        elif REFUSED.fullmatch(row):
            next(rows, None)
        else:
            other.append(row)
    return Printout(tuple(lines), "".join(f"{row}\n" for row in other).strip("\n"))


def _line(row: str) -> Line:
    """Read a line that begins with GAME or BOOK MOVES."""
    if found := _TOTAL.fullmatch(row):
        return BookTotal(**{name: int(text) for name, text in found.groupdict().items()})
    if game := _GAME.fullmatch(row):
        number, rest = int(game["number"]), game["rest"]
        if rest == DRAW:
            return Remark(number, None, DRAW)
        if found := _MADE.fullmatch(rest):
            score = None if found["score"] is None else int(found["score"], 8)
            return PlayedMove(number, SIDES[found["side"]], _joined(found["move"]), score)
        if found := _SAID.fullmatch(rest):
            return Remark(number, SIDES[found["side"]], found["remark"])
        if found := _BOOK.fullmatch(rest):
            side, book, own = SIDES[found["side"]], _joined(found["book"]), _joined(found["own"])
            if found["chosen"]:
                return BookMove(number, side, book, own, same=found["chosen"] == "SAME")
            higher, equal, lower = (int(found[name]) for name in ("higher", "equal", "lower"))
            return BookMove(number, side, book, own, higher, equal, lower)
    raise MachineError(f"The program printed a line that is not one of a game: {row!r}.")


def _joined(move: str) -> str:
    """The move without the blanks before single-digit squares."""
    return move.replace(" ", "")
