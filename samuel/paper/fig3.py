"""What is known about Fig. 3 of 1967 besides its lines: the game before it, and an unexplained count."""

from samuel.checkers.rules import START, Position, find, play
from samuel.resources import PAPER

FIGURE = PAPER / "fig3.tsv"
"""The transcription of the figure."""

OPENING = "9-14 22-17 11-15 17-13"
"""The moves before the figure (from its text)."""

UNEXPLAINED_USAGE = {3: 1}
"""By PLY: the figure's USAGE row counts one board more than its lines show after the second move. No line,
and no reading of the damaged ones, accounts for it."""


def _opening() -> Position:
    position = START
    for move in OPENING.split():
        position = play(position, find(position, move))
    return position


FIGURE_3_BOARD = _opening()
"""The position where the figure's tree begins."""
