"""The player's own look-ahead: trees in the form of Fig. 3, and its plausibility analysis."""

import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from ibm7094.machine import Machine
from ibm7094.media.cards import Card
from samuel import Program, paper
from samuel.checkers.rules import START, Position, find, legal_moves, play
from samuel.judges import terms
from samuel.paper.fig3 import OPENING
from samuel.player.job import program, run_job
from samuel.player.moves import position_cards
from samuel.trees import tree
from samuel.trees.replay import replay
from samuel.trees.tree import Tree, boards_by_line, count_ends, count_usage
from tests.rigs.simh_rig import load_cards, needs_simh

SAVED = [99, 99, 4, 4, 4, 3, 3, 3, *[2] * 14]
"""Moves saved at ply 1, 2, 3 ..."""
MOST_PLIES = 22


def after(moves: str) -> Position:
    position = START
    for move in moves.split():
        position = play(position, find(position, move))
    return position


def middle_games(count: int) -> list[Position]:
    """Positions of random games, with a choice of moves."""
    chance = random.Random(1967)
    found: list[Position] = []
    while len(found) < count:
        position = START
        for _ in range(chance.randint(6, 50)):
            if moves := legal_moves(position):
                position = play(position, chance.choice(moves))
        if len(legal_moves(position)) > 1:
            found.append(position)
    return found


FIG_3 = after(OPENING)
POSITIONS = {"Fig. 3": FIG_3} | {position.to_fen(): position for position in middle_games(8)}


@cache
def grown(name: str) -> Tree:
    return tree.read(Program().move(POSITIONS[name]).tree)


# The tree


@pytest.mark.parametrize("name", POSITIONS)
def test_every_move_of_a_tree_is_legal(name: str) -> None:
    replay(grown(name).lines, POSITIONS[name])


@pytest.mark.parametrize("name", POSITIONS)
def test_usage_and_ends_agree_with_the_lines(name: str) -> None:
    found = grown(name)
    assert found.usage == count_usage(found.lines)
    assert found.ends == count_ends(found.lines)
    assert found.totals == (sum(found.usage.values()), sum(found.ends.values()))


@pytest.mark.parametrize("name", POSITIONS)
def test_no_board_is_made_twice(name: str) -> None:
    boards = grown(name).boards
    assert len(boards) == len(set(boards))


@pytest.mark.parametrize("name", POSITIONS)
def test_no_more_moves_are_tried_than_are_saved_at_the_ply(name: str) -> None:
    tried = Counter(board[:-1] for board in grown(name).boards)
    assert all(count <= SAVED[len(board)] for board, count in tried.items())


@pytest.mark.parametrize("name", POSITIONS)
def test_alpha_is_below_beta_on_every_line(name: str) -> None:
    assert all(
        line.alpha < line.beta
        for line in grown(name).lines
        if line.alpha is not None and line.beta is not None
    )


def test_the_nine_first_moves_of_fig_3_are_surveyed_to_ply_3() -> None:
    survey = [line for line in grown("Fig. 3").lines if line.kind == "survey"]
    assert [line.serial for line in survey] == list(range(1, 10))
    assert all((line.ply, len(line.moves)) == (1, 3) for line in survey)
    assert {line.moves[0] for line in survey} == {move.printed() for move in legal_moves(FIG_3)}


def test_the_best_path_of_the_survey_is_the_first_to_be_extended() -> None:
    lines = grown("Fig. 3").lines
    best = max(lines[:9], key=lambda line: line.score)
    assert (lines[9].kind, lines[9].serial) == ("resume", best.serial)


def test_boards_that_are_cut_off_or_full_have_their_tries_at_the_limits_of_fig_3() -> None:
    found = grown("Fig. 3")
    tried = Counter(board[:-1] for board in found.boards)
    most = {ply: max(n for board, n in tried.items() if len(board) == ply) for ply in range(2, 11)}
    assert most == {2: 4, 3: 4, 4: 4, 5: 3, 6: 3, 7: 3, 8: 2, 9: 2, 10: 2} | {
        ply: n for ply, n in most.items() if n < SAVED[ply]
    }


def test_the_chosen_move_is_that_of_the_paper() -> None:
    assert Program().move(OPENING).move == "15-19"


def test_another_machine_grows_the_same_tree() -> None:
    assert Program(model="7090").move(FIG_3).tree == Program().move(FIG_3).tree


@needs_simh
@pytest.mark.slow
def test_simh_prints_the_same_tree_line_for_line(tmp_path: Path) -> None:
    cards = [f"PLAY  {OPENING}", "MOVE", "BOARD"]
    assembled = program("samuel.deck")
    theirs = load_cards(tmp_path, [*assembled.deck("self-loading"), *map(Card.from_text, cards)], [1])
    assert theirs.halted_at == assembled.symbols["SMEND"]
    machine = Machine()
    machine.switches[1] = 1
    assert theirs.printed == run_job(assembled, cards, "SMEND", machine).printed


# Margins


def test_narrow_margins_end_lines_sooner() -> None:
    wide, narrow = (Program(steering={"MARGIN": [0, 0, 0, size]}).move(FIG_3).tree for size in (30000, 1))
    assert tree.read(wide).lines == grown("Fig. 3").lines
    assert len(tree.read(narrow).boards) < len(grown("Fig. 3").boards)


def test_sides_that_nearly_agree_look_no_further() -> None:
    tolerant = tree.read(Program(steering={"AGREE": 16}).move(FIG_3).tree)
    assert len(tolerant.boards) < len(grown("Fig. 3").boards)
    assert all(line in grown("Fig. 3").lines[:13] for line in tolerant.lines[:13])


# Plausibility: plain minimax by the rules, with the judge's parameters

MAN, KING, UNIT, TRADE = 3328, 4992, 24, 416
LOST = 0o777777
TABLE_1 = [
    {term.name: term.hundredths for term in paper.table_1() if term.phase == phase} for phase in range(1, 7)
]


Phase = Callable[[Position], int]
"""Which phase a board is rated by."""


def score(position: Position, phase: Phase) -> int:
    """As seen by the side to move."""
    values = terms.values(position)
    coefficients = TABLE_1[phase(position) - 1]
    polynomial = sum(values[name] * number for name, number in coefficients.items())
    points = terms.toward_zero(UNIT * polynomial, 100) + terms.advantage(position, MAN, KING, TRADE)
    return -points


def is_jump(position: Position) -> bool:
    return any(move.captures for move in legal_moves(position))


def value(position: Position, ply: int, deep: int, jumped: bool, phase: Phase) -> int:
    """What a board is worth to the side to move, `ply` moves after the board that is analysed."""
    moves = legal_moves(position)
    if not moves:
        return ply - LOST
    pending = is_jump(position)
    if ply >= deep and not (ply == 2 and jumped) and not pending:
        return score(position, phase)
    jumped = jumped or (ply < 2 and pending)
    return max(-value(play(position, move), ply + 1, deep, jumped, phase) for move in moves)


def rated(position: Position, deep: int, phase: Phase) -> Counter[tuple[str, int]]:
    jumps = is_jump(position)
    return Counter(
        (move.printed(), -value(play(position, move), 1, deep, jumps, phase))
        for move in legal_moves(position)
    )


def of_the_first_board(position: Position) -> Phase:
    return lambda _: terms.phase(position)


RATED = re.compile(r"(\d+)- ?(\d+) +(-?[0-7]+)")


def ratings(cards: list[str], positions: list[Position], rate: str = "RATE") -> list[list[tuple[str, int]]]:
    """What the program prints for each position, best move first."""
    cards = [*cards, *(card for each in positions for card in (*position_cards(each), rate, "BOARD"))]
    parts = "\n".join(run_job(program("samuel.deck"), cards, "SMEND").printed).split(" TO MOVE")
    return [[(f"{a}-{b}", int(s, 8)) for a, b, s in RATED.findall(part)] for part in parts[: len(positions)]]


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("deep", [2, 3])
def test_every_move_is_rated_as_plain_minimax_rates_it(deep: int, own: bool) -> None:
    positions = [FIG_3, *middle_games(6), Position.from_fen("B:W22,23:B14,K10"), Position.from_fen("W:W5:B1")]
    found = ratings([f"PLAUS3{deep}", f"PHASE {0 if own else 7}"], positions)
    for position, rating in zip(positions, found, strict=True):
        phase = terms.phase if own else of_the_first_board(position)
        assert Counter(rating) == rated(position, deep, phase), position.to_fen()
        assert rating == sorted(rating, key=lambda rated: -rated[1])


def test_all_boards_are_rated_by_the_phase_of_the_first_one() -> None:
    assert {terms.phase(FIG_3), terms.phase(after(f"{OPENING} 15-19 23-16 12-19 24-15 10-19"))} == {1, 2}
    by_first, by_own = (ratings([f"PHASE {phase}"], [FIG_3]) for phase in (7, 0))
    assert by_first == ratings([f"PHASE {terms.phase(FIG_3)}"], [FIG_3])
    assert by_first != by_own


@pytest.mark.parametrize("alpha", [28, -28, -3000])
def test_a_move_is_cut_at_the_first_reply_by_which_it_does_not_exceed_alpha(alpha: int) -> None:
    positions = [FIG_3, *middle_games(6)]
    full, held = ratings([], positions), ratings([], positions, f"RATE  {'M' * (alpha < 0)}{abs(alpha)}")
    for plain, cut in zip(map(dict, full), map(dict, held), strict=True):
        assert plain.keys() == cut.keys()
        for move, points in plain.items():
            assert cut[move] == points if points > alpha else points <= cut[move] <= alpha
    assert any(plain != cut for plain, cut in zip(full, held, strict=True))


def test_of_equal_moves_the_one_found_first_stands_first_unless_a_card_says_otherwise() -> None:
    positions = middle_games(20)
    for earlier, later in zip(ratings([], positions), ratings(["TIES  1"], positions), strict=True):
        turned = earlier[::-1]
        assert later == sorted(turned, key=lambda rated: -rated[1])


def test_a_path_that_was_put_aside_is_resumed_with_what_was_known() -> None:
    taken_up_again = 0
    for name in POSITIONS:
        lines = grown(name).lines
        by_line = list(boards_by_line(lines))
        resumed = [n for n, line in enumerate(lines) if line.kind == "resume"]
        assert all(len(by_line[n]) >= 1 for n in resumed)
        taken_up_again += len(resumed) - len({lines[n].serial for n in resumed})
    assert taken_up_again
