"""Book situations as Samuel analysed them: every legal move, and which one is the book's.

After a move, jumps are followed until the side to move has none; the quiet board represents the move (1967,
"Book learning"). The moves of both sides count in a drawn game, the winner's in a won game.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samuel.checkers.pdn import UNFINISHED, Game
from samuel.checkers.rules import Position, Side, play
from samuel.definitions.boards import Boards, Indexes, children, quiet

BATCH = 20_000  # situations analysed at a time

SAME, CALM = 1, 2
"""Flags of alternatives: the same material as after the book move; neither move leads to a jump."""
KINDS = 4

Progress = Callable[[str, int], object]
"""Called with what is being done, and how much of it is done."""


def silent(_what: str, _done: int) -> None:
    """Report no progress."""


@dataclass(frozen=True)
class Situations:
    """The moves of many situations, one per row, ordered by the pieces before the move, and by kind."""

    boards: Boards  # quiet boards, as the side that moved sees them
    before: Boards  # the boards before the last move that led there, as the same side sees them
    own_turn: NDArray[np.bool_]  # whether that side is to move again
    book: Indexes  # the row of the book move of the same situation
    pieces: NDArray[np.int8]  # from many to few
    kind: NDArray[np.int8]
    held_out: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.book)

    @property
    def number(self) -> int:
        """How many situations there are."""
        return int(np.count_nonzero(self.book == np.arange(len(self))))

    def half(self, held_out: bool) -> "Situations":
        """The situations of one half of the games."""
        return self.rows(np.flatnonzero(self.held_out == held_out))

    def rows(self, order: Indexes) -> "Situations":
        """Some of the rows, or all in another order; a row's book move must be included."""
        place = np.empty(len(self), np.int64)
        place[order] = np.arange(len(order))
        return Situations(
            self.boards[order],
            self.before[order],
            self.own_turn[order],
            place[self.book[order]],
            self.pieces[order],
            self.kind[order],
            self.held_out[order],
        )


@dataclass(frozen=True)
class Lesson:
    """A board before the book move, the board after it, and the side that moved."""

    before: Position
    after: Position
    side: Side
    held_out: bool


def lessons(games: Iterable[Game]) -> Iterator[Lesson]:
    """The lessons of finished games, each once. Every second game is held out.

    Archives contain some games twice, and many games begin with the same moves.
    """
    seen = set()
    for number, game in enumerate(games):
        if game.result == UNFINISHED:
            continue
        for position, move in game.positions():
            after = play(position, move)
            if game.winner in (None, position.side) and (position, after) not in seen:
                seen.add((position, after))
                yield Lesson(position, after, position.side, number % 2 == 1)


def situations(games: Iterable[Game], progress: Progress = silent) -> Situations:
    """The situations of these games that offer a choice."""
    parts: list[Situations] = []
    pending: list[Lesson] = []
    done = 0
    for lesson in lessons(games):
        pending.append(lesson)
        if len(pending) == BATCH:
            parts.append(_analysed(pending))
            done += len(pending)
            pending = []
            progress("situations", done)
    return _joined([*parts, _analysed(pending)])


def _analysed(batch: list[Lesson]) -> Situations:
    before = Boards.of((lesson.before, lesson.side) for lesson in batch)
    after = Boards.of((lesson.after, lesson.side) for lesson in batch)
    parents, made = children(before)
    rows = (np.bincount(parents, minlength=len(before)) > 1)[parents]
    parents, made = parents[rows], made[rows]

    is_book = made.equals(after[parents])
    book_of = np.zeros(len(before), np.int64)
    book_of[parents[is_book]] = np.flatnonzero(is_book)
    book = book_of[parents]

    ends, last, own_turn = quiet(made, before[parents])
    calm, material = made.equals(ends), ends.material()
    kind = SAME * (material == material[book]) + CALM * (calm & calm[book])
    held_out = np.array([lesson.held_out for lesson in batch], bool)
    return Situations(
        ends, last, own_turn, book, before.pieces()[parents], kind.astype(np.int8), held_out[parents]
    )


def _joined(parts: list[Situations]) -> Situations:
    starts = np.cumsum([0, *(len(part) for part in parts[:-1])])
    joined = Situations(
        Boards.joined(part.boards for part in parts),
        Boards.joined(part.before for part in parts),
        np.concatenate([part.own_turn for part in parts]),
        np.concatenate([part.book + start for part, start in zip(parts, starts, strict=True)]),
        np.concatenate([part.pieces for part in parts]),
        np.concatenate([part.kind for part in parts]),
        np.concatenate([part.held_out for part in parts]),
    )
    return joined.rows(np.lexsort((joined.kind, -joined.pieces)))
