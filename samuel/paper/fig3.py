"""What is known about Fig. 3 of 1967 besides its lines: the game before it, and an unexplained count."""

from samuel.checkers.rules import START, Position, find, play
from samuel.resources import PAPER

FIGURE = PAPER / "fig3.tsv"
"""The transcription of the figure."""

OPENING = "9-14 22-17 11-15 17-13"
"""The moves before the figure (from its text)."""

UNEXPLAINED_USAGE = {3: 1}
"""By PLY: the figure's USAGE row counts one board more than its lines show after the second move. No line,
and no reading of the damaged ones, accounts for it. What was tried:

- A misprint or a fault of the scan: no, the printed total of 231 counts it too.
- A second reply that was tried and not printed: branch 1 has only the two replies that are printed, both of
  them jumps; on other branches the first reply decides, and a board that was tried would be an end or have
  one below it, but every number of ENDS agrees with the lines.
- A path whose boards are made and counted again when it is taken up: then PLY 4 would count one more too.

So the machine counted a board and neither ended a line at it nor went on from it, such as the expected reply
to its own move. Nothing decides that, and our program counts 10."""


def _opening() -> Position:
    position = START
    for move in OPENING.split():
        position = play(position, find(position, move))
    return position


FIGURE_3_BOARD = _opening()
"""The position where the figure's tree begins."""
