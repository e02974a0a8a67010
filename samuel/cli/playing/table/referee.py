"""The referee of a game at the terminal: how it ended, and whether the program takes a draw.

All of this is NEW and written in Python. Samuel's papers say nothing of offers; his program knows only that a
side has no move, that it concedes, and our draw after 40 moves of each side without progress.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from samuel.checkers.draws import moves_without_progress, positions
from samuel.checkers.pdn import WINNERS
from samuel.checkers.rules import NAMES, Move, Position, Side
from samuel.views.wording import MAN

FEW_PIECES = 8
IDLE_MOVES = 20
LEVEL_POINTS = MAN // 4

OFFER_RULE = (
    "It accepts if it is no more than a quarter of a man ahead by its last score, and at most "
    f"{FEW_PIECES} pieces are left or the last {IDLE_MOVES} moves were made with kings and captured nothing."
)


@dataclass(frozen=True)
class Ending:
    """How a game ended."""

    winner: Side | None
    """None in a draw."""
    how: str
    """A sentence."""
    by_person: bool = False
    """Whether it was the person's decision, which can be taken back."""

    @property
    def result(self) -> str:
        """As PDN writes it."""
        return next(result for result, winner in WINNERS.items() if winner == self.winner)

    def told(self, person: Side) -> str:
        """What the person is told."""
        if self.winner is None:
            return f"{self.how} The game is drawn."
        won = "You have won." if self.winner == person else "The program has won."
        return f"{self.how} {won}".strip()


def refuses_draw(start: Position, moves: Sequence[Move], score: int | None) -> str | None:
    """Why the program refuses a draw, given its last score; None if it accepts."""
    if score is None:
        return "it has not scored this game yet"
    if score > LEVEL_POINTS:
        return "it thinks that it is ahead"
    board = positions(start, moves)[-1]
    pieces = sum(len(board.pieces(side)) for side in NAMES)
    if pieces > FEW_PIECES and moves_without_progress(start, moves) < IDLE_MOVES:
        return f"there are still {pieces} pieces, and the game makes progress"
    return None
