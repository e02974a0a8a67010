"""Boards as the native program keeps them, in words of 36 bits, and as people see them.

Bits are numbered as IBM does: S, then 1 to 35 from high to low. Squares 1-8, 9-16, 17-24 and 25-32 are bits
1-8, 10-17, 19-26 and 28-35; a piece shifted over the board's edge lands on an unused bit, or off the word.
"""

import os
from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from samuel.checkers.rules import EMPTY, SQUARES, BadPosition, Position, Side


def bit(square: int) -> int:
    """The number of a square's bit."""
    return square + (square - 1) // 8


def word(squares: Iterable[int]) -> int:
    """The word with the bits of these squares on."""
    return sum(1 << (35 - bit(square)) for square in set(squares))


def squares_in(value: int) -> frozenset[int]:
    """The squares whose bits are on; BadPosition if a bit is on that is not a square."""
    if value & ~VALID:
        raise BadPosition(f"the word {octal(value)} has bits outside {octal(VALID)}: they are not squares")
    return frozenset(square for square in SQUARES if value & word([square]))


def octal(value: int) -> str:
    """A word as IBM prints it: twelve octal digits."""
    return f"{value:012o}"


VALID = word(SQUARES)
"""The bits that are squares."""


class Words(NamedTuple):
    """A board: the pieces that move forward (as Black) and backward, of the side to move and of the other."""

    fa: int
    ba: int
    fp: int
    bp: int

    def __str__(self) -> str:
        return " ".join(map(octal, self))


def to_words(position: Position) -> Words:
    """FA, BA, FP and BP of a position. A king is in both words of its side."""
    black = word(position.pieces("B")), word(position.kings("B"))
    white = word(position.kings("W")), word(position.pieces("W"))
    return Words(*black, *white) if position.side == "B" else Words(*white, *black)


def from_words(words: Words, side: Side) -> Position:
    """The position that four words describe when this side is to move; BadPosition if there is none."""
    active, passive = words[:2], words[2:]
    black, white = (active, passive) if side == "B" else (passive, active)
    black_all, black_kings = map(squares_in, black)
    white_kings, white_all = map(squares_in, white)
    for name, kings, pieces in (("Black", black_kings, black_all), ("White", white_kings, white_all)):
        if wrong := kings - pieces:
            raise BadPosition(f"{name}'s piece on {min(wrong)} moves only backward: put a king in both words")
    return Position.of(side, black_all - black_kings, black_kings, white_all - white_kings, white_kings)


def draw(position: Position, bottom: Side = "B") -> str:
    """The board in plain characters, each square's number and piece; Black below, as in Samuel's figure."""
    board = position.board
    lines = ("".join(f"{s:3}{board[s]}" if s else "    " for s in row) for row in _rows(bottom))
    return "\n".join(line.rstrip() for line in lines)


class Drawing:
    """A board for a terminal: coloured squares with pieces in shapes, or else letters.

    Letters (b and w for men, B and W for kings) need neither colour nor Unicode, and are 39 columns wide.
    """

    def __init__(self, position: Position, bottom: Side = "B") -> None:
        self.position = position
        self.bottom: Side = bottom

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._coloured() if shows_shapes(console) else self._plain()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(_COLUMNS, _COLUMNS)

    def _coloured(self) -> Text:
        text = Text(no_wrap=True)
        for row in _rows(self.bottom):
            for square in row:
                if square is None:
                    text.append("     ", _LIGHT)
                else:
                    shape, style = _PIECES[self.position.board[square]]
                    text.append(f"{square:2} ", f"grey70 {_DARK}").append(f"{shape} ", f"{style} {_DARK}")
            text.append("\n")
        text.right_crop(1)
        return text

    def _plain(self) -> Text:
        board = self.position.board
        lines = ("".join(f"{s:2} {board[s]} " if s else "     " for s in row) for row in _rows(self.bottom))
        return Text("\n".join(line.rstrip() for line in lines), no_wrap=True)


def draw_rich(position: Position, bottom: Side = "B") -> Drawing:
    """The same board for a terminal, as far as the terminal has colours and Unicode."""
    return Drawing(position, bottom)


def shows_shapes(console: Console) -> bool:
    """Whether pieces are drawn as shapes. Without colour ● on a dark screen looks white: then letters."""
    coloured = console.color_system is not None and not console.no_color
    return coloured and console.encoding.lower().startswith("utf") and not _ascii_locale()


def _ascii_locale() -> bool:
    """Whether the user chose a locale without Unicode. Python writes UTF-8 even then."""
    chosen = os.environ.get("LC_ALL") or os.environ.get("LANG")
    return chosen in ("C", "POSIX")


_DARK, _LIGHT = "on dark_green", "on light_goldenrod3"
_COLUMNS = 40
_PIECES = {
    EMPTY: (" ", ""),
    "b": ("●", "black"),
    "B": ("♚", "bold black"),
    "w": ("○", "bright_white"),
    "W": ("♔", "bold bright_white"),
}


def _rows(bottom: Side) -> list[list[int | None]]:
    """The rows of a drawing from the top; None is a square that is not played on."""
    rows: list[list[int | None]] = []
    for first in range(1, 33, 8):
        rows.append([place for square in range(first, first + 4) for place in (None, square)])
        rows.append([place for square in range(first + 4, first + 8) for place in (square, None)])
    return rows if bottom == "W" else [row[::-1] for row in rows[::-1]]
