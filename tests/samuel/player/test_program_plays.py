"""The player on the machine, called through `samuel.Program`: choices, games in progress, archives."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from samuel import Program
from samuel.checkers import pdn, rules
from samuel.checkers.pdn import Game as Kept
from samuel.checkers.rules import OTHER, START, Move, Position, Side, find, legal_moves, play
from samuel.player import signature_tables
from samuel.player.following import follow
from samuel.player.game import Choice, Game
from samuel.player.job import Job, Refused, Run, Span, UnexpectedStop
from samuel.trees import tree
from tests.rigs.facts import shared

FIG_3 = "9-14 22-17 11-15 17-13"
HOPELESS = "W:WK1:BK6,K7,K10"
STUCK = "W:W13:B9,6,K25"
SHALLOW = {"COUNT": 1, "LIMIT": 3, "SURVEY": 1}
"""Steering words for tests in which the choice does not matter."""


def quick() -> Program:
    return Program(steering=SHALLOW)


def is_legal(move: str | None, position: Position) -> bool:
    return move is not None and find(position, move) in legal_moves(position)


# Choices


@pytest.fixture(scope="module")
def choice() -> Choice:
    """What the program chooses where Fig. 3 begins, with its tree."""
    return Program().move(FIG_3)


def test_the_choice_is_the_root_of_its_tree(choice: Choice) -> None:
    printed = tree.read(choice.tree)
    assert choice.move in {path[0] for path in printed.boards}
    assert len(printed.boards) > 100


def test_the_same_choice_is_made_without_printing_the_tree_and_in_less_time(choice: Choice) -> None:
    silent = Program().move(FIG_3, tree=False)
    assert (silent.move, silent.score, silent.tree) == (choice.move, choice.score, "")
    assert silent.seconds[1] < choice.seconds[1]
    assert silent.instructions < choice.instructions


def test_the_time_is_an_interval_of_which_both_ends_fit_the_cycles(choice: Choice) -> None:
    assert choice.seconds == pytest.approx([cycles * 2e-6 for cycles in choice.cycles])
    assert choice.cycles[0] < choice.cycles[1]


def test_a_position_and_the_moves_that_lead_to_it_get_the_same_choice() -> None:
    position = rules.play(START, find(START, "11-15"))
    by_moves, by_board = quick().move("11-15"), quick().move(position)
    assert (by_moves.move, by_moves.score, by_moves.tree) == (by_board.move, by_board.score, by_board.tree)


def test_fewer_terms_are_passed_to_the_program() -> None:
    few, many = (Program(steering=SHALLOW).move(FIG_3, terms=terms) for terms in (1, 20))
    assert few.tree != many.tree


def test_a_hopeless_side_concedes_unless_it_is_told_not_to() -> None:
    conceding, stubborn = (Program().move(HOPELESS, tree=False, concede=may) for may in (True, False))
    assert (conceding.move, conceding.conceded, conceding.end) == (None, True, "White concedes")
    assert is_legal(stubborn.move, Position.from_fen(HOPELESS)) and not stubborn.over


def test_a_side_without_a_move_has_lost() -> None:
    assert quick().move(STUCK).end == "White has no move"


def test_tables_are_read_from_tape_and_strategy_may_be_emphasised(tmp_path: Path) -> None:
    signature_tables.write_tape(
        tmp_path / "tables.tap", signature_tables.Tables.random(signature_tables.FIG_4)
    )
    for emphasis in (False, True):
        found = quick().move(FIG_3, tables=tmp_path / "tables.tap", emphasis=emphasis)
        assert is_legal(found.move, position_after(FIG_3))
        assert found.tree != quick().move(FIG_3).tree


def position_after(moves: str) -> Position:
    position = START
    for text in moves.split():
        position = play(position, find(position, text))
    return position


def test_a_709_chooses_the_same_more_slowly() -> None:
    on_709, on_7094 = (Program(model, steering=SHALLOW).move(tree=False) for model in ("709", "7094"))
    assert (on_709.move, on_709.score) == (on_7094.move, on_7094.score)
    assert on_709.seconds[0] > on_7094.seconds[1]


# Games in progress


@pytest.fixture
def game() -> Iterator[Game]:
    with quick().game() as game:
        yield game


def test_moves_go_in_and_replies_come_out(game: Game) -> None:
    game.play("9-14", "22-17")
    reply = game.answer(find(position_after("9-14 22-17"), "11-15"))
    assert is_legal(reply.move, position_after("9-14 22-17 11-15"))
    assert [move.printed() for move in game.moves] == ["9-14", "22-17", "11-15", reply.move]
    assert game.text.splitlines()[2] == "GAME 1  MOVE   3  BLACK  11-15"
    assert (game.position.side, game.over, game.result) == ("B", None, "*")


def test_a_refused_move_changes_nothing_and_the_game_continues(game: Game) -> None:
    for nonsense in ("9-15", "9", "9-14 10-15", "HELLO"):
        with pytest.raises(Refused):
            game.answer(nonsense)
    assert game.position == START
    assert game.answer("9-14").move is not None


def test_a_jump_may_be_written_with_x_and_by_its_ends() -> None:
    with quick().game("B:W18,26,32:B14,1") as game:
        game.play("14x30")
        assert [move.path for move in game.moves] == [(14, 23, 30)]


def test_the_machine_plays_both_sides_up_to_a_number_of_moves(game: Game) -> None:
    choices = list(game.play_out(6))
    assert len(choices) == len(game.moves) == 6


def test_a_game_that_is_over_has_a_winner_and_takes_no_more_moves() -> None:
    with Program().game(HOPELESS) as game:
        assert game.move().conceded
        assert (game.winner, game.result) == ("B", "1-0")
        with pytest.raises(Refused, match="the game is over"):
            game.move()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("GAME 1  MOVE   1  BLACK  9-15", "a move that the rules forbid: 9-15 is not legal"),
        ("GAME 1  MOVE   1  WHITE  22-17", "out of turn"),
    ],
)
def test_an_illegal_move_of_the_machine_is_reported(
    game: Game, monkeypatch: pytest.MonkeyPatch, line: str, complaint: str
) -> None:
    done = Run(line, Span(0, (0, 0), (0.0, 0.0)))
    monkeypatch.setattr(Job, "read", lambda job, cards: done)
    with pytest.raises(UnexpectedStop, match=complaint):
        game.move()


# Archives


def test_a_game_is_followed_move_by_move() -> None:
    moves = tuple(find(position_after(before), text) for before, text in (("", "9-14"), ("9-14", "22-17")))
    (followed,) = follow([Kept({}, moves, "*")])
    assert (followed.moves, followed.trouble, followed.refused) == (2, "", None)


def test_a_move_that_the_program_refuses_is_named_and_the_next_game_is_followed() -> None:
    wrong = (find(START, "9-14"), Move((22, 19)), Move((11, 15)))
    bad, good = follow([Kept({}, wrong, "*"), Kept({}, wrong[:1], "*")])
    assert (bad.moves, bad.trouble, bad.refused) == (1, "not a legal move", wrong[1])
    assert good.trouble == ""


def test_beside_book_moves_stand_the_programs_own_and_the_counts_add_up() -> None:
    (followed,) = follow([Kept({}, tuple(opening_moves()), "*")], book=True)
    assert [line.book for line in followed.book] == FIG_3.split()
    total = followed.total
    assert total.moves == 4
    assert total.first == sum(line.higher == 0 for line in followed.book)
    assert (total.higher, total.equal, total.lower) == tuple(
        sum(counts) for counts in zip(*((b.higher, b.equal, b.lower) for b in followed.book), strict=True)
    )


def opening_moves() -> Iterator[Move]:
    position = START
    for text in FIG_3.split():
        move = find(position, text)
        yield move
        position = play(position, move)


def test_games_of_samuels_own_program_are_followed_to_their_ends() -> None:
    games = list(pdn.read(shared("games/samuel-program.pdn"), lambda bad: None))
    assert [each.trouble for each in follow(games)] == [""] * len(games)


# Against chance


@pytest.mark.slow
def test_twenty_games_against_random_moves_are_legal_and_at_least_nineteen_won() -> None:
    """Game checks that every move is legal, and that the machine stops where it should.
    The search is cut short to save time; the winner leaves the other side no move."""
    wins = sum(winner(seed) == side_of_the_program(seed) for seed in range(20))
    assert wins >= 19


def side_of_the_program(seed: int) -> Side:
    return "B" if seed % 2 else "W"


def winner(seed: int) -> Side | None:
    chance, random_side = random.Random(seed), OTHER[side_of_the_program(seed)]
    with Program(steering={"COUNT": 8, "LIMIT": 7}, concede=False).game() as game:
        while not game.over:
            if game.position.side == random_side:
                game.answer(chance.choice(legal_moves(game.position)))
            else:
                game.move()
        return game.winner
