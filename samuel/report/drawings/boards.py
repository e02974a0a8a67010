"""A board, as people see it."""

from collections.abc import Collection

from samuel.checkers.rules import EMPTY, NAMES, SQUARES, Position
from samuel.report.blocks import Drawing
from samuel.report.drawings.svg import box, disc, drawing, text

SIDE = 40
WORDS = {
    "b": ("black man", "black men"),
    "B": ("black king", "black kings"),
    "w": ("white man", "white men"),
    "W": ("white king", "white kings"),
}


def board(position: Position, caption: str, marked: Collection[int] = ()) -> Drawing:
    """A position with Black below, as in Samuel's figures; `marked` squares are outlined."""
    parts = [box(0, 0, 8 * SIDE, 8 * SIDE, "light")]
    for square in SQUARES:
        x, y = _corner(square)
        parts.append(box(x, y, SIDE, SIDE, "dark"))
        parts.append(text(x + 2, y + 10, str(square), "square"))
        if (piece := position.board[square]) != EMPTY:
            parts += _piece(piece, x + 0.56 * SIDE, y + 0.58 * SIDE)
        if square in marked:
            parts.append(box(x + 1.5, y + 1.5, SIDE - 3, SIDE - 3, "marked"))
    parts.append(box(0.5, 0.5, 8 * SIDE - 1, 8 * SIDE - 1, "frame"))
    return Drawing(drawing(8 * SIDE, 8 * SIDE, *parts), caption, in_words(position), "small")


def _corner(square: int) -> tuple[int, int]:
    """Upper left corner of a square: 1 is at the lower right, as Black sees it from below."""
    row, place = divmod(square - 1, 4)
    across = 2 * place + (1 if row % 2 == 0 else 0)
    return (7 - across) * SIDE, (7 - row) * SIDE


def _piece(piece: str, x: float, y: float) -> list[str]:
    style = "black" if piece in "bB" else "white"
    king = [text(x, y + 5, "K", f"crown {style}", "middle")] if piece in "BW" else []
    return [disc(x, y, 13, f"piece {style}"), disc(x, y, 9.5, f"ring {style}"), *king]


def in_words(position: Position) -> str:
    """The pieces and the side to move."""
    parts = []
    for piece, (one, several) in WORDS.items():
        squares = [str(square) for square in SQUARES if position.board[square] == piece]
        if squares:
            parts.append(f"{one if len(squares) == 1 else several} on {', '.join(squares)}")
    return f"Checkerboard: {'; '.join(parts)}. {NAMES[position.side]} to move."
