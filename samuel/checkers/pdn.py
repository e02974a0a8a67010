"""Games in PDN, the text format of draughts archives: read one at a time, with every move checked.

A damaged game is skipped, and reported with its number, its line and the reason. In archives of English
draughts 1-0 means that Black, who moves first, won. We parse PDN ourselves because the existing library,
pydraughts, takes four times as long (300 period games: 22 seconds against 5), and an archive has thousands.
"""

import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO, TextIOWrapper
from pathlib import Path

from ibm7094.errors import MachineError, MediaError
from ibm7094.files.inputs import read_unpacked
from samuel.checkers.rules import START, Move, Position, Side, find, play

WINNERS: dict[str, Side | None] = {"1-0": "B", "0-1": "W", "1/2-1/2": None, "*": None}
UNFINISHED = "*"
ENGLISH = "21"  # PDN's GameType number; other numbers are other rules


@dataclass(frozen=True, slots=True)
class Game:
    """A game whose moves are all legal."""

    tags: dict[str, str]
    moves: tuple[Move, ...]
    result: str
    start: Position = START
    number: int = 1
    line: int = 1

    @property
    def winner(self) -> Side | None:
        """The side that won; None for a draw or an unfinished game."""
        return WINNERS[self.result]

    def positions(self) -> Iterator[tuple[Position, Move]]:
        """Each position with the move made in it."""
        position = self.start
        for move in self.moves:
            yield position, move
            position = play(position, move)

    def final(self) -> Position:
        """The position after the last move."""
        position = self.start
        for move in self.moves:
            position = play(position, move)
        return position


@dataclass(frozen=True, slots=True)
class BadGame:
    """A game that was skipped, and why."""

    number: int
    line: int
    reason: str

    def __str__(self) -> str:
        return f"Game {self.number}, line {self.line}: {self.reason}."


Report = Callable[[BadGame], object]


def tell(bad: BadGame) -> None:
    """Report a bad game to standard error."""
    print(bad, file=sys.stderr)


@dataclass(frozen=True, slots=True)
class Archive:
    """A file of games, read once, so that it may be a pipe."""

    path: Path
    data: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if b"\0" in self.data:
            raise MediaError(f"{self.path}: this is not text: name an archive of games, such as games.pdn")

    @property
    def size(self) -> int:
        """How many lines it has."""
        return len(self.data.splitlines())

    def lines(self) -> Generator[str, None, None]:
        """Its lines. Characters that are not UTF-8 are replaced."""
        yield from TextIOWrapper(BytesIO(self.data), encoding="utf-8-sig", errors="replace")

    def games(self, report: Report = tell) -> Iterator[Game]:
        """Its games, one by one."""
        return parse(self.lines(), report)


def archive(path: Path) -> Archive:
    """The archive in a file, a pipe, or standard input (`-`); unpacked if it is gzip data."""
    return Archive(path, read_unpacked(path))


def is_archive(path: Path) -> bool:
    """Whether a file's name is that of an archive: .pdn, or .pdn.gz if compressed."""
    return path.name.lower().endswith((".pdn", ".pdn.gz"))


def read(path: Path, report: Report = tell) -> Iterator[Game]:
    """The games of a file, one by one. Characters that are not UTF-8 are replaced."""
    yield from archive(path).games(report)


def parse(lines: Iterable[str], report: Report = tell) -> Iterator[Game]:
    """The games in some lines, one by one."""
    draft = _Draft(1)
    for line, kind, text in _tokens(lines):
        if kind == "tag" and draft.lacks_result_before(text):
            yield from draft.finished(report)
            draft = _Draft(draft.number + 1)
        draft.take(line, kind, text)
        if kind == "result":
            yield from draft.finished(report)
            draft = _Draft(draft.number + 1)
    if draft.line:
        yield from draft.finished(report)


@dataclass(slots=True)
class _Draft:
    """A game as far as it has been read."""

    number: int
    line: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    start: Position = START
    position: Position = START
    moves: list[Move] = field(default_factory=list)
    result: str = ""
    in_moves: bool = False
    bad: BadGame | None = None

    def lacks_result_before(self, tag: str) -> bool:
        """Whether a tag starts the next game: this one has no result, but has moves or that tag already."""
        return self.in_moves or tag.partition(" ")[0] in self.tags

    def take(self, line: int, kind: str, text: str) -> None:
        """Add the next token. After the first fault the rest of the game is skipped."""
        self.line = self.line or line
        self.in_moves = self.in_moves or kind == "move"
        if self.bad:
            return
        try:
            if kind == "move":
                move = find(self.position, text)
                self.position = play(self.position, move)
                self.moves.append(move)
            elif kind == "tag":
                self._tag(text)
            elif kind == "result":
                self._end(text)
            else:
                raise MediaError(text)
        except MachineError as error:
            self.bad = BadGame(self.number, line, f"{self._after()}{error}")

    def finished(self, report: Report) -> Iterator[Game]:
        """The game; or nothing if it is bad, which is reported."""
        if not (self.in_moves or self.result or self.bad):
            self.bad = BadGame(self.number, self.line, "it has tags, but neither moves nor a result")
        if self.bad:
            report(self.bad)
            return
        yield Game(
            self.tags,
            tuple(self.moves),
            self.result or self._tagged_result(),
            self.start,
            self.number,
            self.line,
        )

    def _tag(self, text: str) -> None:
        name, _, value = text.partition(" ")
        self.tags[name] = value
        if name == "FEN":
            self.start = self.position = Position.from_fen(value)
        elif name == "GameType" and value.partition(",")[0].strip() != ENGLISH:
            raise MediaError(f"its GameType is {value}, but English draughts is {ENGLISH}")

    def _end(self, text: str) -> None:
        tag = self._tagged_result()
        if UNFINISHED not in (text, tag) and text != tag:
            raise MediaError(f"it ends with {text}, but its tag says {tag}")
        self.result = tag if text == UNFINISHED else text

    def _tagged_result(self) -> str:
        tag = self.tags.get("Result", UNFINISHED)
        return tag if tag in WINNERS else UNFINISHED

    def _after(self) -> str:
        return f"after {self.moves[-1].text()} (ply {len(self.moves)}), " if self.moves else ""


_TOKEN = re.compile(
    r"""\s*(?:
    (?P<skip>    \d*\.+ | \$\d+ | [!?]+ | ;.* | $ )  # numbers, NAGs, comments to the end of the line
  | (?P<move>    [1-9]\d?(?:[-xX][1-9]\d?)+ (?![\w/-]) )
  | (?P<result>  (?: 1-0 | 0-1 | 1/2-1/2 | \* ) (?![\w/-]) )
  | (?P<open>    [{(] )
  | (?P<close>   \) )
  | (?P<tag>     \[\s*(?P<name>\w+)\s+"(?P<value>.*?)"\s*\] )
  | (?P<fault>   \[[^\]]*\]? | [^\s{}()\[;]+ | . )
    )""",
    re.VERBOSE | re.ASCII,
)
_TAG_LINE = re.compile(r'\[\w+\s+".*"\s*\]\s*$')
_BRACKETS = {"{": "comment", "(": "variation"}


def _tokens(lines: Iterable[str]) -> Iterator[tuple[int, str, str]]:
    """Line, kind and text of each tag, move, result and fault; a fault's text is a sentence."""
    opened: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        if opened and _TAG_LINE.match(line):  # one missing bracket must not swallow the rest of an archive
            yield _unclosed(opened)
            opened.clear()
        if line.startswith("%") and not opened:
            continue
        at = 0
        while at < len(line):
            if opened and opened[-1][1] == "{":
                end = line.find("}", at)
                if end < 0:
                    break
                opened.pop()
                at = end + 1
                continue
            token = _TOKEN.match(line, at)
            assert token, "the last alternative takes any character"
            at = token.end()
            kind = token.lastgroup or ""
            if kind == "open":
                opened.append((number, token[kind]))
            elif kind == "close" and opened:
                opened.pop()
            elif kind == "skip" or opened:
                continue
            elif kind == "tag":
                yield number, kind, f"{token['name']} {token['value']}"
            elif kind in ("move", "result"):
                yield number, kind, token[kind]
            else:
                yield number, "fault", f"{token[kind]!r} is not a tag, move or result"
    if opened:
        yield _unclosed(opened)


def _unclosed(opened: list[tuple[int, str]]) -> tuple[int, str, str]:
    line, bracket = opened[0]
    return line, "fault", f"the {_BRACKETS[bracket]} opened on this line is never closed"
