"""The book tape: games of masters as the learning program reads them (listings/learning/lngame.fap).

from samuel.checkers import pdn
from samuel.learning import book_tape
book_tape.write("book.tap", pdn.read(Path("games.pdn")))
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from ibm7094.errors import MediaError
from ibm7094.media.bcd import word_of
from ibm7094.media.tape import Record, TapeFile, words_of
from samuel.checkers.boards import squares_in, word
from samuel.checkers.pdn import UNFINISHED, BadGame, Game, Report, tell
from samuel.checkers.rules import Position, Side
from samuel.player.tape_records import closed, write_records

LABEL = word_of("BOOK")
VERSION = 1
LABEL_WORDS = 5
"""Label, version, games, moves, and a checksum."""
HEADER = 7
"""Words before the moves: number, sides, four for the board, turn."""
LONGEST = 512
"""The most words of a record that the program has room for."""
SIDES: dict[Side, int] = {"B": 1, "W": 2}
BOTH = 3
SQUARES_A_WORD = 6


class BadBook(MediaError):
    """Not a book tape."""


@dataclass(frozen=True)
class BookGame:
    """A game on the tape."""

    number: int
    """Its number in the archive."""
    sides: int
    """Whose moves count: 1 Black's, 2 White's, 3 both sides'."""
    start: Position
    paths: tuple[tuple[int, ...], ...]
    """The squares that each move touches."""

    @classmethod
    def of(cls, game: Game) -> Self:
        """A game of an archive: a draw counts for both sides, a win for the winner."""
        sides = BOTH if game.winner is None else SIDES[game.winner]
        return cls(game.number, sides, game.start, tuple(move.path for move in game.moves))

    def counts(self, side: Side) -> bool:
        """Whether the program learns from the moves of a side."""
        return bool(self.sides & SIDES[side])

    def words(self) -> list[int]:
        """The words of its record."""
        start = self.start
        board = (start.pieces("B"), start.kings("B"), start.pieces("W"), start.kings("W"))
        head = [self.number, self.sides, *map(word, board), int(start.side == "W")]
        return closed([*head, *(each for path in self.paths for each in path_words(path))])

    @classmethod
    def from_words(cls, words: Sequence[int]) -> Self:
        """The game of a record."""
        number, sides, black, black_kings, white, white_kings, turn = words[:HEADER]
        kings = squares_in(black_kings), squares_in(white_kings)
        start = Position.of(
            "W" if turn else "B",
            squares_in(black) - kings[0],
            kings[0],
            squares_in(white) - kings[1],
            kings[1],
        )
        return cls(number, sides, start, tuple(_paths(words[HEADER:-1])))


def path_words(path: Sequence[int]) -> Iterator[int]:
    """Six squares per word, from the left; a word that begins with 0 continues the move before it."""
    squares = list(path)
    rows = [squares[:SQUARES_A_WORD]]
    step = SQUARES_A_WORD - 1
    rows += [[0, *squares[at : at + step]] for at in range(SQUARES_A_WORD, len(squares), step)]
    for row in rows:
        filled = row + [0] * (SQUARES_A_WORD - len(row))
        yield sum(square << 6 * (5 - place) for place, square in enumerate(filled))


def _paths(words: Iterable[int]) -> Iterator[tuple[int, ...]]:
    path: tuple[int, ...] = ()
    for each in words:
        fields = [each >> 6 * (5 - place) & 0o77 for place in range(SQUARES_A_WORD)]
        if fields[0] and path:
            yield path
            path = ()
        path += tuple(square for square in fields if square)
    if path:
        yield path


@dataclass
class TapeCounts:
    """How much of an archive was written."""

    games: int = 0
    moves: int = 0
    unfinished: int = 0


def write(
    path: Path | str,
    games: Iterable[Game],
    report: Report = tell,
    progress: Callable[[int], object] = lambda line: None,
    shuffle: int | None = None,
) -> TapeCounts:
    """Write a book tape from games, in their order or shuffled by a random seed.

    `progress` gets the current line of the archive.
    """
    made, book = TapeCounts(), []
    for game in games:
        progress(game.line)
        if game.result == UNFINISHED:
            made.unfinished += 1
            continue
        each = BookGame.of(game)
        words = each.words()
        if not game.moves or len(words) > LONGEST:
            why = "it has no moves" if not game.moves else "it has more moves than the program has room for"
            report(BadGame(game.number, game.line, why))
            continue
        made.games += 1
        made.moves += len(game.moves)
        book.append(words)
    if shuffle is not None:
        random.Random(shuffle).shuffle(book)
    write_records(path, [closed([LABEL, VERSION, made.games, made.moves]), *book])
    return made


def read(
    path: Path | str, report: Callable[[str], object] = print, named: Path | str | None = None
) -> Iterator[BookGame]:
    """The games of a tape. A damaged record is reported, by another name if `named`, and skipped."""
    named = named or path
    with TapeFile.open(path, write_protected=True) as tape:
        label = _words(tape.read_record())
        if isinstance(label, str) or label[:2] != [LABEL, VERSION]:
            raise BadBook(f"{named} is not a book tape: make one with `samuel book make`.")
        number = 1
        while isinstance(block := tape.read_record(), Record):
            number += 1
            words = _words(block)
            if isinstance(words, str):
                report(f"{named}, record {number}: {words}.")
            else:
                yield BookGame.from_words(words)


def _words(block: object) -> list[int] | str:
    """The words of a record, or what is wrong with it."""
    if not isinstance(block, Record):
        return "the tape ends"
    words, good = words_of(block.frames, binary=True)
    if block.bad or not good:
        return "redundancy check"
    if words != closed(words[:-1]):
        return "the checksum is wrong"
    return words
