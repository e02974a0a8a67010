"""A book in any form, as the tape that the learning program reads, and what identifies it.

A book is a tape, or an archive of games; either may be compressed, or come through a pipe. Its content shows
what it is, so its name does not matter.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from ibm7094.errors import MachineError
from ibm7094.files.inputs import read_unpacked
from samuel.checkers.pdn import Archive, BadGame, Report, tell
from samuel.learning import book_tape, lessons
from samuel.learning.book_tape import BadBook, BookGame

_LABEL_BYTES = (6 * book_tape.LABEL_WORDS).to_bytes(4, "little")
"""How the file of a book tape begins: with the length of its label."""


@dataclass(frozen=True)
class BookIdentity:
    """What identifies a book: its games, not the name or the form of its file."""

    name: str
    """Of the file."""
    sha256: str
    """Over the start, the sides that count and the moves of every game, in order."""
    games: int
    moves: int

    def __str__(self) -> str:
        return f"{self.name} (games {short(self.sha256)})"


def short(sha256: str) -> str:
    """As much of a hash as people compare."""
    return sha256[:12]


def identify(games: Iterable[BookGame], name: str) -> BookIdentity:
    """The identity of a book. Game numbers are not part of it, as they change when an archive is cut."""
    digest, count, moves = hashlib.sha256(), 0, 0
    for game in games:
        paths = " ".join("-".join(map(str, path)) for path in game.paths)
        digest.update(f"{game.sides} {game.start.to_fen()} {paths}\n".encode())
        count += 1
        moves += len(game.paths)
    return BookIdentity(name, digest.hexdigest(), count, moves)


def is_tape(data: bytes) -> bool:
    """Whether some bytes are those of a book tape."""
    return data.startswith(_LABEL_BYTES)


def as_tape(book: Path, folder: Path, report: Report = tell) -> Path:
    """A book's tape, in a folder of this run. The book is read once, so a later change of it does no harm."""
    data = read_unpacked(book)
    tape = folder / "book.tap"
    if is_tape(data):
        tape.write_bytes(data)
    elif not data.strip():
        raise MachineError(f"{book} is empty: name a book tape, or an archive of games.")
    elif b"\0" in data:
        raise BadBook(f"{book} is not a book tape: make one with `samuel book make`.")
    else:
        bad: list[BadGame] = []
        made = book_tape.write(tape, Archive(book, data).games(bad.append), bad.append)
        if not made.games:
            why = f" ({str(bad[0]).rstrip('.')})" if bad else ""
            raise MachineError(f"{book} has no finished game{why}: name a book tape, or an archive of games.")
        for each in bad:
            report(each)
    return tape


def lesson_tape(book: Path, folder: Path, report: Report = tell) -> Path:
    """The same; an error if it has no move to learn from."""
    tape = as_tape(book, folder, report)
    if not lessons.any_in(games_of(tape)):  # the program itself reports damaged records
        raise MachineError(f"{book} has no move to learn from: name a book with finished games.")
    return tape


def games_of(tape: Path, report: Callable[[str], object] = lambda damaged: None) -> Iterable[BookGame]:
    """The games of a tape, without the damaged ones."""
    return book_tape.read(tape, report)
