"""The look-ahead alone: native alpha-beta on the tree of Samuel's Figs. 1 and 2, and on others."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ibm7094 import Machine
from ibm7094.asm import Program, assemble
from ibm7094.asm.cards.card import slice_card
from ibm7094.asm.cards.source import end_of_fields, files_of
from ibm7094.asm.text.fmt import lay_out_card
from ibm7094.media.cards import Card
from samuel.player.job import program
from samuel.resources import LISTINGS
from samuel.studies.alpha_beta.card_trees import (
    CHOSEN_SCORES,
    DECK,
    FIGURE_1,
    FIGURE_2_NAMES,
    INFINITY,
    STATED_ORDER,
    STATED_SCORES,
    Event,
    Look,
    Printout,
    Tree,
    figure_1,
    look_card,
    look_through,
    minimax,
    numbered,
    paths,
    run_deck,
    tree_cards,
)
from tests.rigs.simh_rig import load_cards, needs_simh

NONE_YET = -INFINITY
DEEPEST_PLY = 22
F, G, K = (CHOSEN_SCORES[board] for board in "FGK")

# What the paper says about Fig. 2 (Samuel 1967, "Alpha-beta pruning"), step by step. Its numbers: E +2, I +1,
# alpha -2 at D and +2 at C, minus infinity elsewhere. F, G and K are only compared.
NARRATED = [
    # on the way down to E all alpha values are minus infinity
    Event("ALPHA SET", 0, "A", NONE_YET),
    Event("ALPHA SET", 1, "B", NONE_YET),
    Event("ALPHA SET", 2, "C", NONE_YET),
    Event("ALPHA SET", 3, "D", NONE_YET),
    # E is +2: compared with C, then the negative with D, which it replaces
    Event("SCORE", 4, "E", 2),
    Event("ALPHA TEST", 4, "E", 2, "C", NONE_YET),
    Event("BETA TEST", 4, "E", -2, "D", NONE_YET),
    Event("ALPHA NOW", 3, "D", -2),
    # F and G do not change D
    Event("SCORE", 4, "F", F),
    Event("ALPHA TEST", 4, "F", F, "C", NONE_YET),
    Event("BETA TEST", 4, "F", -F, "D", -2),
    Event("SCORE", 4, "G", G),
    Event("ALPHA TEST", 4, "G", G, "C", NONE_YET),
    Event("BETA TEST", 4, "G", -G, "D", -2),
    # the final alpha of D is compared with B, then the negative with C, which it replaces
    Event("ALPHA FINAL", 3, "D", -2),
    Event("ALPHA TEST", 3, "D", -2, "B", NONE_YET),
    Event("BETA TEST", 3, "D", 2, "C", NONE_YET),
    Event("ALPHA NOW", 2, "C", 2),
    # H has its alpha from B; I is +1, compared with the +2 of C: nothing more from H
    Event("ALPHA SET", 3, "H", NONE_YET),
    Event("SCORE", 4, "I", 1),
    Event("ALPHA TEST", 4, "I", 1, "C", 2),
    Event("CUT OFF", 3, "H"),
    # J and K: the same
    Event("ALPHA SET", 3, "J", NONE_YET),
    Event("SCORE", 4, "K", K),
    Event("ALPHA TEST", 4, "K", K, "C", 2),
    Event("CUT OFF", 3, "J"),
]


@pytest.fixture(scope="module")
def figure() -> Look:
    return look_through(FIGURE_1, FIGURE_2_NAMES)


# Figs. 1 and 2


def test_the_events_are_those_of_the_paper_step_by_step(figure: Look) -> None:
    assert list(figure.events[: len(NARRATED)]) == NARRATED


def test_the_stated_scores_are_among_those_seen(figure: Look) -> None:
    assert STATED_SCORES.items() <= dict(figure.scores_seen).items()


def test_seventeen_terminal_boards_are_seen_in_the_order_of_their_letters(figure: Look) -> None:
    letters = [name for path, name in FIGURE_2_NAMES.items() if len(path) == 4]
    assert figure.ends == 17
    assert [board for board, _ in figure.scores_seen] == letters


def test_boards_are_lettered_in_the_order_they_are_investigated(figure: Look) -> None:
    reached = [e.board for e in figure.events if e.kind in ("ALPHA SET", "SCORE")]
    assert reached == list(FIGURE_2_NAMES.values())
    assert "".join(reached[: len(STATED_ORDER)]) == STATED_ORDER


def test_the_final_alpha_of_the_first_board_is_the_score_and_names_the_move(figure: Look) -> None:
    assert figure.events[-1] == Event("ALPHA FINAL", 0, "A", 2)
    assert (figure.score, figure.move) == (2, "B")


def test_every_board_takes_its_alpha_from_two_levels_up(figure: Look) -> None:
    names = {name: path for path, name in FIGURE_2_NAMES.items()}
    alpha: dict[str, int | None] = {}
    for event in figure.events:
        if event.kind == "ALPHA SET" and event.ply >= 2:
            assert event.value == alpha[FIGURE_2_NAMES[names[event.board][:-2]]]
        if event.kind in ("ALPHA SET", "ALPHA NOW"):
            alpha[event.board] = event.value


def test_the_successive_alpha_values_of_the_upper_boards(figure: Look) -> None:
    changes = [event for event in figure.events if event.kind in ("ALPHA SET", "ALPHA NOW")]
    alphas = {board: [event.value for event in changes if event.board == board] for board in "ABCD"}
    assert alphas == {
        "A": [NONE_YET, 2],
        "B": [NONE_YET, -2],
        "C": [NONE_YET, 2],
        "D": [NONE_YET, -2],
    }


def test_plain_minimax_gives_the_same_score_from_all_81_terminal_boards(figure: Look) -> None:
    plain = look_through(FIGURE_1, FIGURE_2_NAMES, prune=False, listed=False)
    assert (plain.kind, plain.ends, plain.boards) == ("MINIMAX", 81, 121)
    assert (plain.score, plain.move) == (figure.score, figure.move) == (minimax(FIGURE_1), "B")


def test_the_dashed_branches_may_have_any_scores(figure: Look) -> None:
    rng = random.Random(1)
    trees = [figure_1([rng.randint(-99, 99) for _ in range(64)]) for _ in range(4)]
    assert len({str(tree) for tree in trees}) == 4
    for look, tree in zip(looks_at(trees, FIGURE_2_NAMES, listed=True), trees, strict=True):
        assert look == figure
        assert minimax(tree) == 2


# Other trees


def looks_at(
    trees: Sequence[Tree], names: dict[tuple[int, ...], str] | None = None, *, listed: bool = False
) -> tuple[Look, ...]:
    cards = [card for tree in trees for card in (*tree_cards(tree, names), look_card(listed=listed))]
    return run_deck(cards).looks


def random_trees(seed: int, count: int) -> list[Tree]:
    rng = random.Random(seed)

    def grow(plies: int, first: bool) -> Tree:
        if plies == 0 or (not first and rng.random() < 0.2):
            return rng.choice([rng.randint(-4, 4), rng.randint(-99999, 99999)])
        return [grow(plies - 1, False) for _ in range(rng.randint(1, 3))]

    return [grow(rng.randint(1, 5), True) for _ in range(count)]


def best_branch(tree: Tree) -> int:
    """The first of the best branches."""
    assert not isinstance(tree, int)
    scores = [-minimax(branch) for branch in tree]
    return scores.index(max(scores))


def alpha_beta(
    tree: Tree, alpha: int = -INFINITY, beta: int = INFINITY, seen: list[int] | None = None
) -> int:
    """The score of a tree by alpha-beta with two bounds, as in textbooks; the terminal scores it looked at
    are added to `seen`."""
    if isinstance(tree, int):
        if seen is not None:
            seen.append(tree)
        return tree
    for branch in tree:
        alpha = max(alpha, -alpha_beta(branch, -beta, -alpha, seen))
        if alpha >= beta:
            break
    return alpha


def check_against_python(trees: Sequence[Tree]) -> None:
    cards = [card for t in trees for card in (*tree_cards(t), look_card(), look_card(prune=False))]
    looks = iter(run_deck(cards).looks)
    saved = 0
    for tree, pruned, plain in zip(trees, looks, looks, strict=True):
        seen: list[int] = []
        assert pruned.score == plain.score == minimax(tree) == alpha_beta(tree, seen=seen)
        assert pruned.move == plain.move == str(best_branch(tree) + 1)
        assert pruned.ends == len(seen)
        assert plain.boards == len(list(paths(tree)))
        saved += plain.ends - pruned.ends
    assert saved > len(trees) / 2


def test_alpha_beta_equals_plain_minimax_on_random_trees() -> None:
    check_against_python(random_trees(7094, 60))


@pytest.mark.slow
def test_alpha_beta_equals_plain_minimax_on_a_thousand_random_trees() -> None:
    check_against_python(random_trees(1967, 1000))


def test_the_same_boards_are_seen_as_by_alpha_beta_with_two_bounds() -> None:
    trees = random_trees(704, 12)
    for tree, look in zip(trees, looks_at(trees, listed=True), strict=True):
        seen: list[int] = []
        alpha_beta(tree, seen=seen)
        assert [score for _, score in look.scores_seen] == seen


def comb(plies: int) -> Tree:
    """One long line, with a second branch at every ply."""
    tree: Tree = 7
    for ply in range(plies, 0, -1):
        tree = [tree, ply % 5 - 2]
    return tree


def test_it_looks_ahead_to_ply_22() -> None:
    tree = comb(DEEPEST_PLY)
    (look,) = looks_at([tree], listed=True)
    assert look.score == minimax(tree)
    assert max(event.ply for event in look.events) == DEEPEST_PLY


def test_a_tree_of_one_board_is_worth_its_score() -> None:
    _, look = looks_at([[1, 2], -5])  # a move of the tree before is forgotten
    assert (look.score, look.move, look.ends, look.boards) == (-5, "", 1, 1)


def test_zero_and_minus_zero_are_the_same_score() -> None:
    # CAS finds plus zero greater than minus zero: a zero whose sign was changed must not look different.
    for look in looks_at([[0, [0, 0]], [[0, 0], 0]]):
        assert (look.score, look.move) == (0, "1")
    printout = run_deck(["TREE", board(0, "A", "-0"), look_card(listed=True)])
    assert "-0" not in printout.text


def test_of_equal_moves_the_first_stands() -> None:
    (look,) = looks_at([[3, -3, -3]])
    assert (look.score, look.move) == (3, "2")


def test_it_runs_on_a_7090_too() -> None:
    cards = [*tree_cards(FIGURE_1, FIGURE_2_NAMES), look_card()]
    (look,) = run_deck(cards, machine=Machine("7090")).looks
    assert (look.score, look.ends) == (2, 17)


@needs_simh
def test_the_deck_boots_in_simh_and_prints_the_same_lines(tmp_path: Path) -> None:
    cards = [*tree_cards(FIGURE_1, FIGURE_2_NAMES, "FIGURES 1 AND 2"), look_card(listed=True), "NONSENSE"]
    theirs = load_cards(tmp_path, [*program(DECK).deck("self-loading"), *map(Card.from_text, cards)])
    assert list(theirs.printed) == run_deck(cards).text.splitlines()


# The vector's hooks, and a look-ahead begun elsewhere


def with_cards(old: str, new: str, added: str) -> Program:
    """The program with one card changed and some added before its last file."""
    texts = [file.read_text() for file in files_of(LISTINGS / DECK)]
    cards = without_remarks("".join([*texts[:-1], added, texts[-1]]))
    assert cards.count(without_remarks(old)) == 1
    changed = assemble(cards.replace(without_remarks(old), new))
    assert changed.problems == []
    return changed


def without_remarks(text: str) -> str:
    """The cards as far as FAP assembles them, so that a test does not depend on a remark."""
    cards = [slice_card(lay_out_card(line)) for line in text.splitlines() if not line.startswith("*")]
    return "".join(f"{card.text[: end_of_fields(card)].rstrip()}\n" for card in cards)


def cut_to(count: int) -> Callable[[Tree], Tree]:
    def cut(tree: Tree) -> Tree:
        return tree if isinstance(tree, int) else [cut(branch) for branch in tree[:count]]

    return cut


def ended_at_ply_2(tree: Tree, ply: int = 0) -> Tree:
    """A board that has branches is worth 0 as an end."""
    if isinstance(tree, int):
        return tree
    return 0 if ply == 2 else [ended_at_ply_2(branch, ply + 1) for branch in tree]


VECTOR = [
    *("TRVEC  TRA    TRGEN\n", "       TRA    TRNXT\n", "       TRA    TREND\n", "       TRA    TREVL\n"),
    *["       TRA    1,4\n"] * 5,
]
"""The cells of the vector: four routines, the driver's record, and four hooks that do nothing."""
END_AT_PLY_2 = "TSHOOK TXH    TSYES,1,1\n       TRA    1,4\nTSYES  TRA    2,4\n"
TWO_MOVES = (
    "TSHOOK CLA    ABTRY,1\n       CAS    TSTWO\n       TRA    2,4\n       TRA    2,4\n       TRA    1,4\n"
    "TSTWO  DEC    2\n"
)
ONE_MOVE = "TSHOOK NZT    ABTRY,1\n       TRA    1,4\n       TRA    2,4\n"


@pytest.mark.parametrize(
    ("hook", "routine", "reduced"),
    [
        pytest.param(5, END_AT_PLY_2, ended_at_ply_2, id="branching count"),
        pytest.param(6, END_AT_PLY_2, ended_at_ply_2, id="margins"),
        pytest.param(7, TWO_MOVES, cut_to(2), id="number saved"),
        pytest.param(8, ONE_MOVE, cut_to(1), id="alpha-beta margin"),
    ],
)
def test_a_hook_that_is_plugged_in_is_asked_and_obeyed(
    hook: int, routine: str, reduced: Callable[[Tree], Tree]
) -> None:
    before = "".join(VECTOR[:hook])
    changed = with_cards(before + VECTOR[hook], before + "       TRA    TSHOOK\n", routine)
    trees = [FIGURE_1, *random_trees(709, 6)]
    cards = [card for tree in trees for card in (*tree_cards(tree), look_card())]
    looks = run_deck(cards, changed).looks
    assert [look.score for look in looks] == [minimax(reduced(tree)) for tree in trees]
    assert [look.score for look in looks] != [minimax(tree) for tree in trees]


def test_a_look_ahead_between_bounds_is_exact_inside_them_and_a_bound_outside() -> None:
    low, high = -3, 4
    changed = with_cards(
        "       TSX    ABLOOK,4\n",
        "       TSX    TSLOOK,4\n",
        "TSLOOK SXA    TSLX,4\n       CLA    TSLOW\n       STO    ABALF+2\n       CLS    TSHIGH\n"
        "       STO    ABALF+1\n       AXT    0,1\n       TSX    ABTREE,4\nTSLX   AXT    **,4\n"
        f"       TRA    1,4\nTSLOW  DEC    {low}\nTSHIGH DEC    {high}\n",
    )
    trees = random_trees(1959, 40)
    cards = [card for tree in trees for card in (*tree_cards(tree), look_card())]
    found = {"below": 0, "inside": 0, "above": 0}
    for tree, look in zip(trees, run_deck(cards, changed).looks, strict=True):
        score = minimax(tree)
        if score <= low:
            found["below"] += 1
            assert (look.score, look.move) == (low, "")
        elif score >= high:
            found["above"] += 1
            assert high <= look.score <= score
            assert look.move
        else:
            found["inside"] += 1
            assert (look.score, look.move) == (score, str(best_branch(tree) + 1))
    assert min(found.values()) >= 3


NESTED = """\
TSGEN  SXA    TSGX,4
       TSX    TRGEN,4
       ZET    TSIN
       TRA    TSGX           WITHIN THE OTHER LOOK-AHEAD
       STL    TSIN
       TSX    TRNXT,4        MAKE THE FIRST MOVE
       NOP
       CLA    ABALF,1
       STO    TSA0
       CLA    ABALF+1,1
       STO    TSA1
       CLA    ABMINF
       STO    ABALF,1
       STO    ABALF+1,1
       CAL    VCREC
       SLW    TSREC
       CAL    TSOFF
       SLW    VCREC
       TXI    *+1,1,1
       TSX    ABTREE,4
       TXI    *+1,1,-1
       ADD    TSSUM
       STO    TSSUM
       CAL    TSREC
       SLW    VCREC
       CLA    TSA0
       STO    ABALF,1
       CLA    TSA1
       STO    ABALF+1,1
       TSX    TRGEN,4
       STZ    TSIN
TSGX   AXT    **,4
       TRA    1,4
TSOFF  TRA    1,4
TSIN   PZE    0
TSSUM  PZE    0
TSA0   BSS    1
TSA1   BSS    1
TSREC  BSS    1
"""


def test_a_routine_of_the_vector_may_look_ahead_itself(figure: Look) -> None:
    changed = with_cards("TRVEC  TRA    TRGEN\n", "TRVEC  TRA    TSGEN\n", NESTED)
    machine = Machine()
    cards = [*tree_cards(FIGURE_1, FIGURE_2_NAMES), look_card(listed=True)]
    (look,) = run_deck(cards, changed, machine).looks
    assert look == figure
    boards = {name: tree for path, tree in paths(FIGURE_1) if (name := FIGURE_2_NAMES.get(path))}
    first = [boards[e.board] for e in look.events if e.kind == "ALPHA SET"]
    expected = sum(minimax(tree[0]) for tree in first if not isinstance(tree, int))
    word = int(machine.core[changed.symbols["TSSUM"]])
    assert (-(word - 2**35) if word >= 2**35 else word) == expected != 0


# Cards that make no sense


def board(ply: object, name: str = "", score: object = "") -> str:
    """One field of a card."""
    return f"{ply!s:>2} {name:3}{score!s:>6}"


GOOD = [*tree_cards([1, 2]), look_card()]


@pytest.mark.parametrize(
    ("cards", "column", "message"),
    [
        (["WHAT IS THIS"], 1, "NEITHER A CONTROL CARD NOR A PLY"),
        ([board(0) + board("1A")], 13, "NEITHER A CONTROL CARD NOR A PLY"),
        ([board(0) + board("-1", "", 3)], 13, "NEITHER A CONTROL CARD NOR A PLY"),
        ([board(0) + " 1*A       3"], 13, "NEITHER A CONTROL CARD NOR A PLY"),
        ([board(0) + board("", "A", 3)], 13, "NEITHER A CONTROL CARD NOR A PLY"),
        ([board(0) + board(1, "A", "3X")], 13, "THE SCORE IS NOT A NUMBER"),
        ([board(0) + board(1, "A", "-")], 13, "THE SCORE IS NOT A NUMBER"),
        ([board(0) + board(1, "A", "1 2")], 13, "THE SCORE IS NOT A NUMBER"),
        ([board(0) + board(1, "A", "+-1")], 13, "THE SCORE IS NOT A NUMBER"),
        ([board(0) + board(1, "A", "1-")], 13, "THE SCORE IS NOT A NUMBER"),
        ([board(1, "A", 3)], 1, "THE FIRST BOARD MUST BE AT PLY 0"),
        ([board(0) + board(1, "A", 3) + board(0)], 25, "A TREE HAS ONE BOARD AT PLY 0"),
        ([board(0) + board(2, "A", 3)], 13, "THERE IS NO BOARD ONE PLY UP"),
        ([board(0) + board(1) + board(1, "A", 3)], 25, "THE BOARD BEFORE HAS NO SCORE OR BRANCH"),
        ([board(0, "A", 4) + board(1, "B", 3)], 13, "THE BOARD BEFORE HAS A SCORE"),
        # the line of boards comes first: that at ply 23 is the 24th board, the sixth on its card
        ([*tree_cards(comb(DEEPEST_PLY + 1))[1:]], 61, "THE PLY IS MORE THAN 22"),
        # there is room for 5000: 1 + 833 x 6 + 1, and the next is the second on its card
        ([board(0), *[board(1, "", 3) * 6] * 834], 13, "MORE BOARDS THAN THERE IS ROOM FOR"),
    ],
)
def test_a_board_that_makes_no_sense_is_reported_and_the_tree_is_refused(
    cards: list[str], column: int, message: str
) -> None:
    printout = run_deck(["TREE", *cards, look_card(), *GOOD])
    told, refused = printout.refusals
    assert (told.column, told.message) == (column, message)
    assert (refused.card, refused.message) == (len(cards) + 2, "REFUSED, THERE IS NO GOOD TREE")
    assert [look.score for look in printout.looks] == [-1]  # and the next tree is looked through


@pytest.mark.parametrize(
    ("cards", "column", "message"),
    [
        ([look_card()], 1, "REFUSED, THERE IS NO GOOD TREE"),
        ([board(0, "A", 3)], 1, "NO TREE CARD BEFORE THIS"),
        (["TREE", look_card()], 1, "THE TREE HAS NO BOARDS"),
        (["TREE", board(0), look_card()], 1, "THE BOARD BEFORE HAS NO SCORE OR BRANCH"),
        (["TREE", board(0, "A", 3), "ALPHABLOST"], 7, "NEITHER LIST NOR BLANK"),
    ],
)
def test_an_order_out_of_place_is_reported(cards: list[str], column: int, message: str) -> None:
    printout = run_deck([*cards, *GOOD])
    assert [(r.card, r.column, r.message) for r in printout.refusals] == [(len(cards), column, message)]
    assert [look.score for look in printout.looks] == [-1]


def test_the_card_is_printed_below_what_is_wrong_with_it() -> None:
    text = run_deck(["TREE", "ROSEBUD"]).text.splitlines()
    assert text == ["CARD       2  COL.     1      NEITHER A CONTROL CARD NOR A PLY", "ROSEBUD", "END OF JOB"]


def test_a_card_full_of_holes_and_random_cards_are_reported() -> None:
    rng = random.Random(36)
    holes = [Card((0o7777,) * 80), *(Card(tuple(rng.randrange(4096) for _ in range(80))) for _ in range(20))]
    printout = run_deck([*(card for hole in holes for card in ("TREE", hole, look_card())), *GOOD])
    assert [r.card for r in printout.refusals] == [
        n for i in range(len(holes)) for n in (3 * i + 2, 3 * i + 3)
    ]
    assert len(printout.looks) == 1


def test_random_text_never_stops_the_program() -> None:
    rng = random.Random(72)
    characters = "0123456789+-*/=.,()$' ABZ" + " " * 20
    cards = ["".join(rng.choice(characters) for _ in range(72)) for _ in range(60)]
    cards = [line for card in cards for line in ("TREE", card)]
    printout = run_deck([*cards, *GOOD])
    assert len(printout.refusals) == 60
    assert len(printout.looks) == 1


@pytest.mark.parametrize("cards", [[], ["END"], ["", "END"], ["TREE"], ["TREE", board(0)]])
def test_a_job_that_ends_early_says_so(cards: list[str]) -> None:
    printout = run_deck(cards)
    assert printout.text.splitlines()[-1] == "END OF JOB"
    assert printout.looks == ()


# Python around it


def test_a_printout_parses_back() -> None:
    lines = [
        "     4   E  ALPHA TEST       2   C    -INF",
        "RESULT   B  ALPHA-BETA       2  ENDS    17   BOARDS       37",
    ]
    (look,) = Printout.read("\n".join(lines)).looks
    assert look == Look("ALPHA-BETA", 2, "B", 17, 37, (Event("ALPHA TEST", 4, "E", 2, "C", NONE_YET),))


def test_boards_next_to_the_first_are_numbered() -> None:
    assert numbered([1, [2, 3]]) == {(0,): "1", (1,): "2"}
