"""The rules that the 1967 paper states for the search, each checked on trees that the player printed."""

import random
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache

import pytest

from samuel import Program
from samuel.checkers.rules import START, Position, find, legal_moves, play
from samuel.paper.fig3 import OPENING
from samuel.player.game import DECK
from samuel.player.job import Job, run_job
from samuel.player.moves import position_cards
from samuel.player.steering import BY_NAME
from samuel.player.store import stored
from samuel.trees.tree import BoardPath, Line, boards_by_line, read

JUMP, NORMAL, COUNT, SURVEY = (
    int(str(BY_NAME[word].default)) for word in ("JUMP", "NORMAL", "COUNT", "SURVEY")
)
NONE_YET = -(10**9)
NO_MARGINS = {"AGREE": 0, "MARGIN": 0}
ONE_PHASE = {"PHASE": 1}
LAST_ROW = re.compile(r"-?[0-7]{5,6} +\d+$")
"""How a line of the tree ends: its score and ply; a long line takes several rows."""


def after(moves: str, position: Position = START) -> Position:
    for move in moves.split():
        position = play(position, find(position, move))
    return position


def middle_games(count: int) -> list[Position]:
    """Positions of random games in which nobody must jump."""
    chance, found = random.Random(7094), list[Position]()
    while len(found) < count:
        position = START
        for _ in range(chance.randint(8, 30)):
            if moves := legal_moves(position):
                position = play(position, chance.choice(moves))
        moves = legal_moves(position)
        if len(moves) > 3 and not moves[0].captures:
            found.append(position)
    return found


ROOTS = {"Fig. 3": after(OPENING)} | {position.to_fen(): position for position in middle_games(5)}
every_root = pytest.mark.parametrize("name", ROOTS)


@dataclass(frozen=True)
class Grown:
    """A tree as it was printed, and where its minimax begins."""

    root: Position
    lines: tuple[Line, ...]
    boards: tuple[tuple[BoardPath, ...], ...]
    minimax: int
    """The first line after the two asterisks."""
    score: int

    @property
    def ends(self) -> dict[BoardPath, Line]:
        """The last board of each line."""
        return {boards[-1]: line for line, boards in zip(self.lines, self.boards, strict=True)}

    @property
    def paths(self) -> list[BoardPath]:
        """Where the paths were left when flitting ended, in the order of their scores."""
        left: dict[int, tuple[int, BoardPath]] = {}
        for line, boards in zip(self.lines[: self.minimax], self.boards, strict=False):
            assert line.serial is not None
            left[line.serial] = (line.score, boards[-1])
        return [path for _, (_, path) in sorted(left.items(), key=lambda item: (-item[1][0], item[0]))]

    @property
    def tried(self) -> dict[BoardPath, list[BoardPath]]:
        """The moves of each board in the order in which minimax tries them: the path's own first."""
        found: dict[BoardPath, list[BoardPath]] = defaultdict(list)
        for path in self.paths:
            for ply in range(len(path)):
                if path[: ply + 1] not in found[path[:ply]]:
                    found[path[:ply]].append(path[: ply + 1])
        for boards in self.boards[self.minimax :]:
            for board in boards:
                found[board[:-1]].append(board)
        return found


@cache
def grown(name: str) -> Grown:
    choice = Program(concede=False, steering=NO_MARGINS).move(ROOTS[name])
    tree = read(choice.tree)
    rows = [row for row in choice.tree.splitlines() if LAST_ROW.search(row)]
    assert len(rows) == len(tree.lines) and choice.score is not None
    stars = next(at for at, row in enumerate(rows) if "**" in row)
    return Grown(ROOTS[name], tree.lines, tuple(boards_by_line(tree.lines)), stars + 1, choice.score)


# Alpha and beta


@every_root
def test_score_cuts_and_both_columns_are_those_of_the_papers_alpha_values(name: str) -> None:
    """One set of alpha values, advanced from two levels up; two comparisons on backing up."""
    tree, alpha = grown(name), defaultdict[int, int](lambda: NONE_YET)
    tried, ends, new = tree.tried, tree.ends, set(tree.lines[tree.minimax :])

    def final(board: BoardPath) -> int | None:
        """The score of a board as seen by the side to move; None if it was cut off."""
        ply, moves = len(board), tried[board]
        if not moves:
            line = ends[board]
            if line in new:
                assert (line.alpha, line.beta) == (shown(alpha[ply - 1]), shown(-alpha[ply - 2]))
            return -line.score
        alpha[ply] = alpha[ply - 2] if ply >= 2 else NONE_YET
        for move in moves:
            score = final(move)
            if score is None:
                continue
            if ply and score <= alpha[ply - 1]:
                assert move == moves[-1], "nothing is tried after a cut"
                return None
            alpha[ply] = max(alpha[ply], -score)
        return alpha[ply]

    assert final(()) == tree.score


def shown(bound: int) -> int | None:
    return None if abs(bound) == abs(NONE_YET) else bound


# Paths


@every_root
def test_paths_are_put_aside_only_when_it_is_the_opponents_turn(name: str) -> None:
    tree = grown(name)
    before = list(zip(tree.lines, tree.boards, strict=True))[: tree.minimax]
    assert [len(boards[-1]) for line, boards in before if line.kind == "survey"] == [SURVEY] * len(
        legal_moves(tree.root)
    )
    for _, boards in before:
        over = not legal_moves(after(" ".join(boards[-1]), tree.root))
        assert len(boards[-1]) % 2 == 1 or over


def test_every_first_move_is_followed_by_the_best_of_three_ply_analyses() -> None:
    """The ratings are those that `test_own_tree` compares with plain minimax."""
    root = ROOTS["Fig. 3"]
    survey = [
        line.moves
        for line in read(Program(steering=ONE_PHASE).move(root).tree).lines
        if line.kind == "survey"
    ]
    boards = [(after(" ".join(line[:ply]), root), line[ply]) for line in survey for ply in (1, 2)]
    cards = ["PHASE 1"]
    for board, _ in boards:
        cards += [*position_cards(board), "RATE", "BOARD"]
    parts = "\n".join(run_job(stored(DECK), cards, "SMEND").printed).split(" TO MOVE")
    best = [re.search(r"(\d+)- ?(\d+) +-?[0-7]{5}", part) for part in parts[: len(boards)]]
    assert [f"{found[1]}-{found[2]}" for found in best if found] == [move for _, move in boards]


@every_root
def test_the_path_that_is_extended_is_never_below_another(name: str) -> None:
    tree = grown(name)
    scores: dict[int, int] = {}
    for line in tree.lines[: tree.minimax]:
        assert line.serial is not None
        if line.kind == "resume":
            assert scores[line.serial] == max(scores.values())
        scores[line.serial] = line.score


# The branching count


@every_root
def test_a_line_ends_where_its_branching_count_is_used_up(name: str) -> None:
    """Every move takes its charge off the board it leaves, and the new board gets what is left."""
    tree = grown(name)
    tried, best = tree.tried, len(tree.paths[0])
    left = {path[:ply]: COUNT for path in tree.paths for ply in range(min(SURVEY, len(path)) + 1)}

    def look(board: BoardPath, at: Position) -> None:
        moves, used_up = legal_moves(at), left[board] <= 0
        for move in tried[board]:
            if move not in left:
                left[board] -= JUMP if moves[0].captures else NORMAL
                left[move] = left[board]
            look(move, play(at, find(at, move[-1])))
        if len(board) > SURVEY and board not in tree.paths:
            ended = not tried[board]
            assert ended == used_up or (ended and not moves) or (used_up and len(board) < best)

    look((), tree.root)


@every_root
def test_no_fixed_depth_ends_the_look_ahead(name: str) -> None:
    tree = grown(name)
    assert len({len(board) for board in tree.ends if len(board) > SURVEY}) > 3


def test_many_more_boards_are_scored_than_are_listed() -> None:
    """The moves of the plausibility analyses are not in the listing."""
    with Job(stored(DECK), "SMEND") as job:
        job.machine.switches[1] = 1
        tree = read(job.read([f"PLAY  {OPENING}", "MOVE"]).text)
        scored = int(job.machine.core[job.machine.address("PLBRDS")])
    assert scored > 10 * len(tree.boards)


def test_lines_of_the_main_tree_end_while_a_jump_is_pending() -> None:
    pending = [
        legal_moves(after(" ".join(board), grown(name).root)) for name in ROOTS for board in grown(name).ends
    ]
    assert sum(bool(moves and moves[0].captures) for moves in pending) > 20


# Moves saved


def test_the_moves_saved_are_the_best_by_the_plausibility_analysis() -> None:
    """On boards off the paths, with an analysis that is not bounded by the tree."""
    root = ROOTS["Fig. 3"]
    tree = read(Program(steering=NO_MARGINS | ONE_PHASE | {"BOUND": 0, "PITCH": 0}).move(root).tree)
    by_line = zip(tree.lines, boards_by_line(tree.lines), strict=True)
    on_paths = {board for line, boards in by_line if line.kind != "star" for board in boards}
    tried: dict[BoardPath, list[str]] = defaultdict(list)
    for board in tree.boards:
        if len(board) > SURVEY and board[:-1] not in on_paths:
            tried[board[:-1]].append(board[-1])
    cards = ["PHASE 1", "PLAUS32"]
    for board in tried:
        cards += [*position_cards(after(" ".join(board), root)), "RATE", "BOARD"]
    parts = "\n".join(run_job(stored(DECK), cards, "SMEND").printed).split(" TO MOVE")
    rated = [
        [f"{a}-{b}" for a, b in re.findall(r"(\d+)- ?(\d+) +-?[0-7]{5}", part)]
        for part in parts[: len(tried)]
    ]
    assert len(tried) > 20 and max(map(len, tried.values())) > 2
    assert [order[: len(moves)] for order, moves in zip(rated, tried.values(), strict=True)] == [
        *tried.values()
    ]


# As it was at one time


def test_with_two_plies_of_analysis_moves_further_on_are_tried_as_they_are_found() -> None:
    """The card ORDER 2; with the program's own number of plies they are not."""
    root = ROOTS["Fig. 3"]
    native = Program()

    def as_found(plies: int) -> set[bool]:
        """Whether the moves tried on each board at ply 2 or deeper are the first ones found, in order."""
        steering = NO_MARGINS | {"SURVEY": 0, "ORDER": plies, "PLAUS": 2, "DEPTH": 4}
        tried: dict[BoardPath, list[str]] = defaultdict(list)
        for board in read(Program(steering=steering).move(root).tree).boards:
            if len(board) > 2:
                tried[board[:-1]].append(board[-1])
        at = {board: after(" ".join(board), root) for board in tried}
        found = {
            board: [find(at[board], move).printed() for move in native.legal(at[board])] for board in tried
        }
        return {moves == found[board][: len(moves)] for board, moves in tried.items()}

    assert as_found(2) == {True}
    assert False in as_found(22)
