"""MOB, the parameter that the 1967 paper explains: squares that a side could step to, jump or no jump."""

import pytest

from samuel.checkers.boards import squares_in
from samuel.checkers.rules import Position, Side, legal_moves
from samuel.judges import terms
from samuel.player.evaluation import DECK, END_OF_JOB
from samuel.player.job import Job
from samuel.player.moves import position_cards
from samuel.player.store import stored

FORCED = ["B:W15,26,30:B11,6,2", "W:W17,22,26:B13,14,2", "B:WK18,30:BK14,22,3"]
"""Positions in which the side to move must jump, and could step if it need not."""


@pytest.mark.parametrize("fen", FORCED)
def test_mobility_counts_steps_even_where_a_jump_is_forced(fen: str) -> None:
    position = Position.from_fen(fen)
    assert all(move.captures for move in legal_moves(position))
    with Job(stored(DECK), END_OF_JOB) as job:
        job.read([*position_cards(position), "TERMS 99", "EVAL"])
        place = job.machine.address("PAMOB")
        words = {"B": int(job.machine.core[place]), "W": int(job.machine.core[place - 1])}
    sides: tuple[Side, Side] = ("B", "W")
    assert {side: squares_in(words[side]) for side in sides} == {
        side: terms.mobile(position, side) for side in sides
    }
