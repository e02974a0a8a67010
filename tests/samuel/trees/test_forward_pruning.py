"""What the 1967 paper tried or thought reasonable in forward pruning: ranks, pitch moves, pending jumps, near
agreement. Each is off unless a card asks for it, and is checked on trees that the player prints."""

import random
from collections import Counter
from functools import cache

import pytest

from samuel import Program
from samuel.checkers.rules import START, Position, find, legal_moves, play
from samuel.player.steering import BY_NAME, PLIES
from samuel.trees import tree
from samuel.trees.replay import replay
from samuel.trees.tree import BoardPath, Tree, boards_by_line


def quiet_positions(count: int) -> list[Position]:
    """Positions of random games in which nobody must jump."""
    chance, found = random.Random(1967), list[Position]()
    while len(found) < count:
        position = START
        for _ in range(chance.randint(8, 34)):
            if moves := legal_moves(position):
                position = play(position, chance.choice(moves))
        moves = legal_moves(position)
        if len(moves) > 3 and not moves[0].captures:
            found.append(position)
    return found


ROOTS = {position.to_fen(): position for position in quiet_positions(5)}
every_root = pytest.mark.parametrize("name", ROOTS)


@cache
def grown(name: str, *cards: tuple[str, int]) -> Tree:
    steering = {"AGREE": 0, "MARGIN": 0} | dict(cards)
    return tree.read(Program(concede=False, steering=steering).move(ROOTS[name]).tree)


def saved() -> list[int]:
    """Moves saved at ply 1, 2, 3 ... as shipped."""
    default = BY_NAME["SAVED"].default
    assert isinstance(default, tuple)
    return [*default, *[default[-1]] * (PLIES - len(default))]


def searched(found: Tree) -> dict[BoardPath, list[str]]:
    """The moves tried from each board."""
    tried: dict[BoardPath, list[str]] = {}
    for board in found.boards:
        tried.setdefault(board[:-1], []).append(board[-1])
    return tried


def must_jump(position: Position) -> bool:
    return any(move.captures for move in legal_moves(position))


def at(name: str, board: BoardPath) -> Position:
    position = ROOTS[name]
    for move in board:
        position = play(position, find(position, move))
    return position


# Pitch moves


@every_root
def test_one_pitch_move_is_followed_beyond_those_saved(name: str) -> None:
    limits = saved()
    for board, moves in searched(grown(name, ("PITCH", 1))).items():
        extra = len(moves) - limits[len(board)]
        assert extra <= 1
        if extra == 1:
            position = at(name, board)
            assert not must_jump(position)
            assert must_jump(play(position, find(position, moves[-1])))


def test_pitch_moves_are_really_followed() -> None:
    limits, followed = saved(), 0
    for name in ROOTS:
        tried = searched(grown(name, ("PITCH", 1)))
        followed += sum(len(moves) > limits[len(board)] for board, moves in tried.items())
    assert followed > 20


@every_root
def test_without_the_card_no_more_moves_are_tried_than_are_saved(name: str) -> None:
    limits = saved()
    assert all(len(moves) <= limits[len(board)] for board, moves in searched(grown(name)).items())


# No end while a jump is pending


@every_root
def test_no_path_ends_while_a_jump_is_pending(name: str) -> None:
    found = grown(name, ("PEND", 1))
    positions = replay(found.lines, ROOTS[name])
    first = next(number for number, line in enumerate(found.lines) if line.kind == "star")
    ends = [boards[-1] for boards in list(boards_by_line(found.lines))[first:]]
    assert ends
    assert not any(must_jump(position) for end in ends if len(end) < PLIES for position in positions[end])


def test_paths_do_end_with_a_jump_pending_as_shipped() -> None:
    pending = 0
    for name in ROOTS:
        found = grown(name)
        positions = replay(found.lines, ROOTS[name])
        ends = (boards[-1] for boards in boards_by_line(found.lines))
        pending += sum(any(map(must_jump, positions[end])) for end in ends)
    assert pending


# Ranks along the branch


@every_root
@pytest.mark.parametrize("rank", [1, 3])
def test_fewer_moves_are_saved_after_moves_further_down_their_listings(name: str, rank: int) -> None:
    """Every place after the first counts as `rank` plies more."""
    limits, tried = saved(), searched(grown(name, ("RANK", rank)))
    for board, moves in tried.items():
        places = (tried[board[:ply]].index(board[ply]) for ply in range(1, len(board)))
        counted = min(PLIES, len(board) + rank * sum(places))
        assert len(moves) <= limits[min(counted, PLIES - 1)]


def test_ranks_make_trees_smaller() -> None:
    plain, ranked = (sum(len(grown(name, ("RANK", rank)).boards) for name in ROOTS) for rank in (0, 5))
    assert ranked < plain


# Near agreement


def first_moves_searched(found: Tree) -> int:
    """First moves that minimax went into."""
    return sum(boards > 3 for boards in Counter(board[0] for board in found.boards).values())


def test_the_search_ends_when_no_path_promises_more_than_what_was_found() -> None:
    near = [first_moves_searched(grown(name, ("AGREE", 1))) for name in ROOTS]
    whole = [first_moves_searched(grown(name)) for name in ROOTS]
    assert all(1 <= few <= all_ for few, all_ in zip(near, whole, strict=True))
    assert sum(near) < sum(whole)


def test_agreement_saves_at_least_half_of_the_boards_over_all_positions() -> None:
    whole, near = (sum(len(grown(name, ("AGREE", size)).boards) for name in ROOTS) for size in (0, 8))
    assert near * 2 <= whole
