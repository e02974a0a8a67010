"""Draws that may be claimed: the third time, and forty moves without progress."""

from collections import Counter

from samuel.checkers import draws
from samuel.checkers.rules import START, Move, Position, find, legal_moves, play

KINGS = Position.from_fen("B:WK32:BK1")
ROUND = ("1-5", "32-28", "5-1", "28-32")


def game(start: Position, *texts: str) -> list[Move]:
    moves, position = [], start
    for text in texts:
        moves.append(find(position, text))
        position = play(position, moves[-1])
    return moves


def test_a_position_is_claimed_when_it_stands_for_the_third_time() -> None:
    assert draws.claim(KINGS, game(KINGS, *ROUND)) is None
    assert draws.repetitions(KINGS, game(KINGS, *ROUND)) == 2
    assert draws.claim(KINGS, game(KINGS, *ROUND * 2)) == "the same position for the third time"


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    triangle = game(Position.from_fen("B:WK32:BK10"), "10-6", "32-28", "6-1", "28-32", "1-5", "32-28")
    assert draws.repetitions(Position.from_fen("B:WK32:BK10"), triangle) == 1


def test_progress_is_a_capture_or_a_move_of_a_man() -> None:
    assert draws.moves_without_progress(KINGS, game(KINGS, *ROUND)) == 4
    assert draws.moves_without_progress(START, game(START, "11-15", "22-18", "15x22")) == 0
    with_man = Position.from_fen("B:WK32,21:BK1")
    assert draws.moves_without_progress(with_man, game(with_man, "1-5", "21-17", "5-1", "32-28")) == 2


def wandering(start: Position, count: int) -> list[Move]:
    """Moves of kings that come to no capture and never to a position for the third time."""
    seen, moves, position = Counter([start]), [], start
    for _ in range(count):
        nexts = ((move, play(position, move)) for move in legal_moves(position))
        quiet = [(m, to) for m, to in nexts if seen[to] < 2 and not legal_moves(to)[0].captures]
        move, position = min(quiet, key=lambda found: seen[found[1]])
        seen[position] += 1
        moves.append(move)
    return moves


def test_forty_moves_of_each_side_without_progress_are_a_draw() -> None:
    start = Position.from_fen("B:WK29,K30:BK3,K4")
    moves = wandering(start, 80)
    claims = [draws.claim(start, moves[:count]) for count in range(81)]
    assert claims[:80] == [None] * 80
    assert claims[80] == "40 moves of each side without a capture or a man moved"
