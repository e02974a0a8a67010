"""What plausibility analyses of two and three plies see of a sacrificed piece (1967, "pitch" moves)."""

import re
from functools import cache

import pytest

from ibm7094.words import ADDRESS
from samuel.checkers.rules import Move, Position, legal_moves, play
from samuel.player.game import DECK
from samuel.player.job import Job
from samuel.player.moves import position_cards
from samuel.player.steering import MAN
from samuel.player.store import stored

TNZ, TRA = 0o4100, 0o0020
RATED = re.compile(r"(\d+)- ?(\d+) +(-?[0-7]+)")
P_J_J = [
    ("W:W21,25,27,28,31,32:B4,5,11,12,13,18", "27-23"),
    ("B:W18,21,25,26,30,31:B1,3,4,5,7,9,20,28", "9-14"),
]
P_J_P_J_J = [
    ("W:W20,22,25,28,29,30,32:B1,3,5,6,11,15,18,21", "20-16"),
    ("B:W14,15,21,28,29,32:B1,3,4,6,7,8,12,K31", "31-27"),
]
P_J_N_P_J = [
    ("W:W17,21,22,26,29,30,31,32:B1,2,4,5,7,9,15,19", "22-18"),
    ("W:W17,19,28,30,32:B1,2,4,7,10,21,24", "17-14"),
]


# The sequences, by plain minimax on material


def material(position: Position) -> int:
    """In halves of a man, as seen by the side to move."""
    lead = sum({"b": 2, "B": 3, "w": -2, "W": -3}.get(square, 0) for square in position.board)
    return lead if position.side == "B" else -lead


def best_line(position: Position, plies: int) -> tuple[int, tuple[Move, ...]]:
    """What the side to move gets, and how, looking at least so many plies ahead and past every jump."""
    moves = legal_moves(position)
    if not moves or (plies <= 0 and not moves[0].captures):
        return material(position), ()
    tried = [(move, best_line(play(position, move), plies - 1)) for move in moves]
    move, (score, line) = min(tried, key=lambda each: each[1][0])
    return -score, (move, *line)


def kinds(fen: str, move: str, plies: int) -> str:
    """J for each jump of the best line that begins with this move, n for each other move."""
    position = Position.from_fen(fen)
    first = next(each for each in legal_moves(position) if each.printed() == move)
    line = (first, *best_line(play(position, first), plies - 1)[1])
    return "".join("J" if each.captures else "n" for each in line)


@pytest.mark.parametrize(
    ("pitches", "plies", "sequence"), [(P_J_J, 2, "nJJ"), (P_J_P_J_J, 3, "nJnJJ"), (P_J_N_P_J, 4, "nJnnJ")]
)
def test_the_positions_have_the_sequences_that_they_are_here_for(
    pitches: list[tuple[str, str]], plies: int, sequence: str
) -> None:
    assert [kinds(fen, move, plies) for fen, move in pitches] == [sequence] * len(pitches)


# The program's own analysis


@cache
def rated(fen: str, plies: int, extended: bool) -> dict[str, int]:
    """Every move with its rating by the native analysis; not `extended`: without the rule that goes on to
    three plies where the first or second move is a jump."""
    with Job(stored(DECK), "SMEND") as job:
        job.load()
        if not extended:
            core, begin = job.machine.core, job.machine.address("PLEND")
            test = TNZ << 24 | job.machine.address("PLEND1")
            (at,) = [at for at in range(begin, begin + 30) if int(core[at]) == test]
            core[at] = TRA << 24 | test & ADDRESS
        printed = job.read([f"PLAUS3{plies}", *position_cards(Position.from_fen(fen)), "RATE"]).printed
    return {f"{a}-{b}": int(score, 8) for row in printed for a, b, score in RATED.findall(row)}


def is_seen(fen: str, move: str, plies: int, *, extended: bool = False) -> bool:
    """Whether the analysis knows that the piece comes back."""
    before = material(Position.from_fen(fen)) * MAN // 2
    return rated(fen, plies, extended)[move] > before - MAN // 2


@pytest.mark.parametrize(("fen", "move"), P_J_J)
def test_two_plies_ended_only_where_nobody_can_jump_see_the_piece_come_back(fen: str, move: str) -> None:
    assert is_seen(fen, move, 2)


@pytest.mark.parametrize(("fen", "move"), P_J_P_J_J)
def test_a_second_pitch_is_seen_by_three_plies_and_not_by_two(fen: str, move: str) -> None:
    assert [is_seen(fen, move, plies) for plies in (2, 3)] == [False, True]


@pytest.mark.parametrize(("fen", "move"), P_J_N_P_J)
def test_a_pitch_with_a_quiet_move_between_is_seen_by_neither(fen: str, move: str) -> None:
    assert [is_seen(fen, move, plies) for plies in (2, 3, 4)] == [False, False, True]


@pytest.mark.parametrize(("fen", "move"), P_J_P_J_J + P_J_N_P_J)
def test_where_a_jump_is_second_two_plies_are_as_good_as_three(fen: str, move: str) -> None:
    assert rated(fen, 2, True)[move] == rated(fen, 3, False)[move] != rated(fen, 2, False)[move]
