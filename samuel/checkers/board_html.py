"""A board as a drawing that stands alone, for notebooks: SVG without scripts or style sheets."""

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from samuel.checkers.rules import Position, Side

CELL = 40
"""Width of a square, in pixels."""
SIZE = 8 * CELL
DARK, LIGHT, PALE = "#4c7a51", "#e9dfc3", "#c8d8c4"
COLOURS = {"b": ("#1c1c1c", "#777"), "w": ("#fbfaf4", "#555")}
"""Fill and edge of a piece."""


def svg(position: "Position", bottom: "Side" = "B") -> str:
    """The board, with the squares' numbers; Black below, as in Samuel's figure. A king has a crown."""
    parts = [f'<rect width="{SIZE}" height="{SIZE}" fill="{LIGHT}"/>']
    for square in range(1, 33):
        left, top = _corner(square, bottom)
        parts.append(f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{DARK}"/>')
        number = f'x="{left + 2}" y="{top + 9}" font-size="9" fill="{PALE}"'
        parts.append(f"<text {number}>{square}</text>")
        parts += _piece(position.board[square], left + CELL // 2, top + CELL // 2)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}"'
        f' font-family="sans-serif" role="img"><title>{escape(position.to_fen())}</title>'
        f"{''.join(parts)}</svg>"
    )


def board(position: "Position") -> str:
    """The drawing, and below it the side to move."""
    side = {"B": "Black", "W": "White"}[position.side]
    return f"<figure>{svg(position)}<figcaption>{side} to move</figcaption></figure>"


def _corner(square: int, bottom: "Side") -> tuple[int, int]:
    """The left upper corner of a square, in pixels."""
    row, at = divmod(square - 1, 4)
    column = 2 * at + (row % 2 == 0)
    if bottom == "B":
        row, column = 7 - row, 7 - column
    return column * CELL, row * CELL


def _piece(piece: str, x: int, y: int) -> list[str]:
    if piece.lower() not in COLOURS:
        return []
    fill, edge = COLOURS[piece.lower()]
    drawn = [f'<circle cx="{x}" cy="{y}" r="14" fill="{fill}" stroke="{edge}" stroke-width="2"/>']
    if piece.isupper():
        crown = f"M{x - 8} {y + 5}v-10l4 4 4-6 4 6 4-4v10z"
        drawn.append(f'<path d="{crown}" fill="#d9a441" stroke="{edge}"/>')
    return drawn
