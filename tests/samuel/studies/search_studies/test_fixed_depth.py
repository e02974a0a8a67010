"""A fixed depth, moves as found, no paths, all against plain Python; and the search asked along a book."""

import pytest

from samuel.checkers.rules import Position, find, legal_moves, play
from samuel.player.game import Game, position_of
from samuel.player.job import Job
from samuel.player.moves import position_cards
from samuel.player.printout import BookTotal, read
from samuel.player.program import Program
from samuel.player.steering import Steering
from samuel.player.store import stored
from samuel.studies.search_studies.look import Asked, Looked

FIG_3 = position_of("9-14 22-17 11-15 17-13")
JUMPS = Position.from_fen("B:W18,22,27,30,31:B2,9,14,15,K24")
"""Jumps are pending here and after many moves."""
END_GAME = Position.from_fen("W:WK11,K16,20:B1,K22,12")
POSITIONS = [FIG_3, JUMPS, END_GAME]
PLAIN: Steering = {"ORDER": 0, "SURVEY": 0, "SAVED": [99], "PHASE": 0}


def looked(position: Position, **steering: int) -> Looked:
    chosen: Steering = {**PLAIN, **steering}
    with Asked(steering=chosen) as player:
        return player.look(position)


def lines(position: Position, depth: int) -> int:
    """Lines of play of this many plies, and those that end before."""
    moves = legal_moves(position)
    return sum(lines(play(position, move), depth - 1) for move in moves) if depth and moves else 1


def rated(position: Position) -> int:
    """What a board is worth to the side to move, after the jumps that are pending."""
    moves = legal_moves(position)
    if moves and moves[0].captures:
        return max(-rated(play(position, move)) for move in moves)
    return Program().evaluate(position).score


@pytest.mark.parametrize("position", POSITIONS, ids=Position.to_fen)
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_without_pruning_every_line_of_the_depth_is_an_end(position: Position, depth: int) -> None:
    assert looked(position, DEPTH=depth, PRUNE=0).ends == lines(position, depth)


@pytest.mark.parametrize("position", POSITIONS, ids=Position.to_fen)
def test_a_board_without_an_analysis_is_worth_its_rating_after_pending_jumps(position: Position) -> None:
    best = max(-rated(play(position, move)) for move in legal_moves(position))
    assert looked(position, DEPTH=1).score == best


@pytest.mark.parametrize("position", POSITIONS, ids=Position.to_fen)
def test_pruning_order_and_paths_change_the_work_but_not_the_score(position: Position) -> None:
    plain = looked(position, DEPTH=5, PRUNE=0)
    pruned = looked(position, DEPTH=5)
    others = [
        looked(position, DEPTH=5, ORDER=5, SURVEY=survey, LIMIT=limit) for survey, limit in ((0, 1), (3, 5))
    ]
    assert (pruned.move, pruned.score) == (plain.move, plain.score)
    assert [other.score for other in others] == [plain.score] * 2
    assert pruned.ends < plain.ends


def test_paths_do_not_go_beyond_a_fixed_depth() -> None:
    assert looked(FIG_3, DEPTH=4, ORDER=4, SURVEY=3, LIMIT=22).deepest == 4
    assert looked(FIG_3, DEPTH=2, ORDER=2, SURVEY=3, LIMIT=22).deepest == 2


def test_without_a_survey_every_first_move_has_the_full_count() -> None:
    found = looked(FIG_3, COUNT=4, JUMP=4, PREFER=0, PRUNE=0)
    first = [play(FIG_3, move) for move in legal_moves(FIG_3)]
    # any reply to a first move uses the count up, so that all replies are ends
    assert found.ends == sum(len(legal_moves(position)) for position in first)


def test_along_a_book_the_search_is_asked_as_in_a_game() -> None:
    moves = ["9-14", "22-17", "11-15", "17-13"]
    with Job(stored("samuel.deck"), "SMEND") as job:
        job.load()
        printed = read(job.read(["SEARCH1", f"BOOK  {' '.join(moves)}", "TOTAL"]).printed)
    for at, line in enumerate(printed.book):
        with Game(" ".join(moves[:at])) as game:
            own = game.move().move
        assert (line.book, line.own, line.same) == (moves[at], own, own == moves[at])
    (total,) = (line for line in printed.lines if isinstance(line, BookTotal))
    assert (total.moves, total.first) == (4, sum(bool(line.same) for line in printed.book))
    assert (total.higher, total.equal, total.lower) == (0, 0, 0)


def test_along_a_book_two_ways_to_the_same_board_are_the_same_move() -> None:
    position = Position.from_fen("B:W6,7,14,15:B2")
    with Job(stored("samuel.deck"), "SMEND") as job:
        job.load()
        (line,) = read(job.read([*position_cards(position), "SEARCH1", "BOOK  2-11-18"]).printed).book
    assert line.same == (
        play(position, find(position, line.own)) == play(position, find(position, "2-11-18"))
    )
