"""Fig. 3: the native search, given the order of moves and the scores, makes the published tree again."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ibm7094.media.cards import Card
from samuel.checkers.rules import START, Position, find, legal_moves, play
from samuel.paper.fig3 import OPENING, UNEXPLAINED_USAGE
from samuel.player.job import Refused, program
from samuel.studies.fig3 import oracle as fig3
from samuel.studies.fig3.oracle import Board, Listing, board_cards, oracle, search, tree_cards
from samuel.trees.transcription import BOUND, FigureLine, figure
from samuel.trees.tree import PLIES, Line
from tests.rigs.facts import shared
from tests.rigs.simh_rig import load_cards, needs_simh

FIG_3 = Position.from_fen("B:W13,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,12,14,15")
FIRST_MOVES = {1: "15-19", 9: "5-9"}
SAVED = [99, 99, 4, 4, 4, 3, 3, 3, 2, 2, 2]


@pytest.fixture(scope="module")
def listing() -> Listing:
    return search(tree_cards())


def positions(boards: tuple[tuple[str, ...], ...]) -> dict[tuple[str, ...], Position]:
    """Every board of a tree by the Python rules; an illegal move raises."""
    found: dict[tuple[str, ...], Position] = {(): FIG_3}
    for path in boards:
        above = found[path[:-1]]
        found[path] = play(above, find(above, path[-1]))
    return found


# The transcription


def test_the_transcription_has_the_figures_size() -> None:
    lines = figure().lines
    assert Counter(line.kind for line in lines) == {"survey": 9, "resume": 12, "star": 71}
    assert len(figure().boards) == len(set(figure().boards)) == 239
    assert sum(figure().usage.values()) == 231
    assert sum(figure().ends.values()) == 88


def test_the_transcription_is_that_of_the_shared_facts() -> None:
    rows = [
        row.split("\t") for row in shared("facts/fig3-lines.tsv").read_text().splitlines() if row[0] != "#"
    ]
    facts = [(int(row[2].split("-")[0]), tuple(row[3].split()), int(row[4], 8)) for row in rows]
    assert [(line.ply, line.moves, line.score) for line in figure().lines] == facts


def test_all_moves_of_the_transcription_are_legal() -> None:
    assert len(positions(figure().boards)) == 240


def test_the_opening_leads_to_the_position() -> None:
    position = START
    for move in OPENING.split():
        position = play(position, find(position, move))
    assert position == FIG_3


def test_repaired_moves_are_marked() -> None:
    repaired = [line for line in figure().lines if line.repaired]
    assert len(repaired) == 5
    assert all(line.repaired and line.repaired[1] in line.moves for line in repaired)


def test_nine_boards_were_extended() -> None:
    assert sum(len(line.extended) for line in figure().lines) == 9


# The tree


def test_all_239_boards_and_no_other_in_the_figures_order(listing: Listing) -> None:
    assert listing.boards == figure().boards


def test_the_lines_are_the_figures(listing: Listing) -> None:
    def shown(lines: tuple[Line, ...]) -> list[tuple[object, ...]]:
        return [(line.kind, line.serial, line.ply, line.moves) for line in lines]

    assert shown(listing.lines) == shown(figure().lines)


def test_the_scores_that_the_figure_prints(listing: Listing) -> None:
    known = [line.score for line in figure().lines if line.side == "="]
    assert len(known) == 14
    assert [line.score for line in listing.lines[:14]] == known
    # From there on the figure has only the bound, with the sign of the side that moved last.
    for line, printed in zip(listing.lines[14:], figure().lines[14:], strict=True):
        assert abs(printed.score) == BOUND
        assert (line.score > 0) == (printed.score > 0)


def test_usage_but_for_the_one_unexplained_board(listing: Listing) -> None:
    printed = {ply: figure().usage.get(ply, 0) for ply in PLIES}
    missing = {ply: printed[ply] - listing.usage[ply] for ply in PLIES}
    assert {ply: number for ply, number in missing.items() if number} == UNEXPLAINED_USAGE == {3: 1}
    assert listing.totals[0] == 230


def test_ends(listing: Listing) -> None:
    assert listing.ends == {ply: figure().ends.get(ply, 0) for ply in PLIES}
    assert listing.totals[1] == 88


def test_the_move_and_its_score(listing: Listing) -> None:
    assert (listing.move, listing.score) == ("15-19", 0o34)


def test_the_cards_answered_every_question(listing: Listing) -> None:
    assert (listing.unanswered, listing.illegal) == (0, 0)


# What comes from the cards, and what does not


def test_the_search_had_other_moves_to_choose_from() -> None:
    boards = figure().boards
    tried = Counter(path[:-1] for path in boards)
    untried = {path: len(legal_moves(at)) - tried[path] for path, at in positions(boards).items()}
    searched = [path for path in untried if tried[path]]
    assert len(searched) == 160
    assert sum(untried[path] > 0 for path in searched) > 80
    assert all(untried[path] > 0 for path in untried if not tried[path])


@pytest.mark.parametrize("seed", range(4))
def test_any_scores_on_the_right_side_give_the_same_tree(seed: int) -> None:
    numbers = random.Random(seed)

    def some(line: FigureLine) -> int | None:
        match line.side:
            case "<":
                return numbers.randint(-4000, BOUND)
            case ">":
                return numbers.randint(BOUND, 4000)
        return None

    tree = oracle(figure().lines)
    made = iter(figure().boards)
    for line in figure().lines:
        paths = [next(made) for _ in line.moves]
        score = some(line)
        if score is not None:
            board_at(tree, paths[-1]).score = score
        for ply, side in line.extended:
            outside = numbers.randint(1, 4000)
            board_at(tree, paths[ply - line.ply]).score = BOUND + (outside if side == ">" else -outside)
    # Where a path was extended twice, the score between must only have been above the second best path.
    for (serial, ply), second_best in {(9, 5): 0o14, (1, 5): 0o13, (1, 9): 0o10}.items():
        path = next(path for path in figure().boards if len(path) == ply and path[0] == FIRST_MOVES[serial])
        board_at(tree, path).score = numbers.randint(second_best + 1, 4000)
    listing = search(["START", f"PLAY  {OPENING}", *board_cards(tree)])
    assert listing.boards == figure().boards
    assert (listing.move, listing.score, listing.unanswered) == ("15-19", BOUND, 0)


def board_at(tree: Board, path: tuple[str, ...]) -> Board:
    for move in path:
        tree = tree.branches[move]
    return tree


@pytest.mark.parametrize(
    "steering",
    [
        {"LIMIT": 10},
        {"LIMIT": 11},
        {"COUNT": 19, "NORMAL": 5},
        {"COUNT": 22, "NORMAL": 6},
        {"SAVED": [99, 2, 4, 2, *SAVED[4:]]},
    ],
    ids=str,
)
def test_what_the_figure_cannot_tell_apart(steering: dict[str, int | list[int]]) -> None:
    assert search(tree_cards(), steering).boards == figure().boards


@pytest.mark.parametrize(
    ("steering", "boards", "published"),
    [
        ({"COUNT": 15}, 224, 224),
        ({"COUNT": 17}, 334, 237),
        ({"COUNT": 13, "NORMAL": 3}, 246, 239),
        ({"JUMP": 2}, 212, 175),
        ({"PREFER": 0}, 233, 230),
        ({"LIMIT": 9}, 228, 227),
        ({"STEP": 4}, 241, 239),
        ({"SAVED": [*SAVED[:2], 3, *SAVED[3:]]}, 233, 233),
        ({"SAVED": [*SAVED[:4], 5, *SAVED[5:]]}, 246, 239),
        ({"SAVED": [*SAVED[:10], 3]}, 240, 239),
    ],
    ids=str,
)
def test_other_steering_words_give_another_tree(
    steering: dict[str, int | list[int]], boards: int, published: int
) -> None:
    listing = search(tree_cards(), steering)
    assert len(listing.boards) == boards
    assert len(set(listing.boards) & set(figure().boards)) == published


@pytest.mark.parametrize("steering", [{"LIMIT": 12}, {"SURVEY": 20}, {"LIMIT": 1}, {"STEP": 20}], ids=str)
def test_other_trees_are_legal_and_agree_with_their_table(steering: dict[str, int]) -> None:
    """Lines of more than nine moves, paths that end where they were left, no flitting at all."""
    listing = search(tree_cards(), steering)
    assert len(set(listing.boards)) == len(listing.boards)
    positions(listing.boards)
    used = Counter(len(path) + 1 for path in listing.boards)
    assert listing.usage == {ply: used[ply] for ply in PLIES}


def test_without_a_tree_all_boards_are_worth_nothing() -> None:
    listing = search(["START", f"PLAY  {OPENING}"])
    assert {path[0] for path in listing.boards} == {path[0] for path in figure().boards}
    positions(listing.boards)
    assert (listing.score, listing.illegal) == (0, 0)
    assert listing.unanswered > 0


def test_a_move_on_a_card_that_is_not_legal_is_counted() -> None:
    lines = [line if line.moves != ("1-5",) else replace(line, moves=("1-6",)) for line in figure().lines]
    listing = search(tree_cards(lines))
    assert listing.illegal > 0
    assert listing.boards != figure().boards


# Cards


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("NONSENSE", "no such order"),
        ("COUNT", "not a number from 0-999"),
        ("COUNT X", "not a number from 0-999"),
        ("COUNT 16 4", "not a number"),
        ("SAVED", "not a number"),
        ("SAVED 4 A", "not a number"),
        ("PLAY  9", "not a number or a move"),
        ("PLAY  1-5", "not a legal move"),
        ("PLAY  77-99", "not a legal move"),
        ("BOARD 3", "not a number or a move"),
        ("BOARD 3 9-14", "does not fit"),
        ("BOARD 0 9-14", "does not fit"),
        ("BOARD 1 9-14 X7", "not a number"),
        ("BOARD 1 9-14 7", "not a number"),
        ("BOARD 1 9-14 P7 8", "not a number"),
        ("", "no such order"),
    ],
)
def test_nonsense_is_refused(card: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        search(["START", card])


# SIMH


@needs_simh
def test_the_deck_boots_in_simh_and_prints_the_same_tree(tmp_path: Path, listing: Listing) -> None:
    cards = [*program(fig3.DECK).deck("self-loading"), *map(Card.from_text, [*tree_cards(), "SEARCH"])]
    assert list(load_cards(tmp_path, cards).printed) == [line.rstrip() for line in listing.text.splitlines()]
