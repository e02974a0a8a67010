"""The forced replay: the program led along Fig. 3, its own order of moves beside the figure's."""

import random

import pytest

from samuel.paper import table_1 as printed_table_1
from samuel.player import coefficients
from samuel.studies.fig3.forced import Replay, Taken, crossroads, expected_at_random, forced_replay
from samuel.studies.fig3.free_run import free_run, table_1
from samuel.trees.transcription import figure
from samuel.trees.tree import boards_by_line


@pytest.fixture(scope="module")
def replay() -> Replay:
    return forced_replay()


def perfect() -> Replay:
    """As if the program rated the moves in the figure's order."""
    return Replay(
        tuple(
            Taken(at, (*at.tried, *(move for move in at.legal if move not in at.tried)))
            for at in crossroads()
        )
    )


# The figure's crossroads


def test_the_figure_offers_a_choice_on_110_boards() -> None:
    assert len(crossroads()) == 110
    assert len({at.position for at in crossroads()}) == 96


def test_the_whole_saved_list_is_known_on_35_boards() -> None:
    known = [at for at in crossroads() if at.known]
    assert len(known) == 35
    assert sum(len(at.tried) for at in known) == 97


def test_every_move_tried_is_legal() -> None:
    assert all(set(at.tried) <= set(at.legal) for at in crossroads())


def test_three_moves_are_looked_ahead_in_the_preliminary_phase_and_two_elsewhere() -> None:
    deep = {at.board: at.deep for at in crossroads()}
    lines = list(zip(figure().lines, boards_by_line(figure().lines), strict=True))
    flitted = {board[:-1] for _, boards in lines[:13] for board in boards}  # lines 2 to 14 of the figure
    assert {board for board, moves in deep.items() if moves == 3} == flitted & deep.keys()
    assert set(deep.values()) == {2, 3}


# What is counted


def test_the_figures_own_order_counts_in_full() -> None:
    found = perfect()
    assert (found.first, found.saved, found.exact, found.in_order) == (110, 97, 35, 35)


def test_the_order_turned_round_saves_other_moves() -> None:
    turned = Replay(tuple(Taken(taken.at, taken.order[::-1]) for taken in perfect().taken))
    assert turned.first == turned.exact == turned.in_order == 0
    assert turned.saved < 97


def test_two_saved_moves_that_change_places_stay_an_exact_set() -> None:
    swapped = [
        Taken(taken.at, (taken.order[1], taken.order[0], *taken.order[2:])) for taken in perfect().taken
    ]
    found = Replay(tuple(swapped))
    assert (found.first, found.saved, found.exact, found.in_order) == (0, 97, 35, 0)


def test_what_is_expected_at_random_is_the_mean_of_shuffled_orders() -> None:
    chance = random.Random(1967)
    rounds = [
        Replay(tuple(Taken(at, tuple(chance.sample(at.legal, len(at.legal)))) for at in crossroads()))
        for _ in range(400)
    ]
    first, saved = expected_at_random()
    assert sum(found.first for found in rounds) / len(rounds) == pytest.approx(first, abs=1)
    assert sum(found.saved for found in rounds) / len(rounds) == pytest.approx(saved, abs=1)


# The machine


def test_the_program_rates_every_legal_move_of_every_board(replay: Replay) -> None:
    assert all(sorted(taken.order) == sorted(taken.at.legal) for taken in replay.taken)


def test_the_program_agrees_more_often_than_at_random(replay: Replay) -> None:
    assert replay.first > expected_at_random()[0]
    assert replay.saved > expected_at_random()[1]


def test_the_coefficients_in_core_are_those_of_table_1() -> None:
    by_phase = [
        [term.hundredths for term in printed_table_1() if term.phase == phase] for phase in range(1, 7)
    ]
    assert [sorted(phase) for phase in table_1()] == [sorted(phase) for phase in by_phase]


def test_table_1_put_into_core_again_changes_nothing(replay: Replay) -> None:
    assert forced_replay(table_1()) == replay


def test_other_coefficients_rate_differently_and_search_another_tree(replay: Replay) -> None:
    others = coefficients.shuffled(table_1(), "a test")
    assert forced_replay(others) != replay
    assert free_run(others).printed.lines != free_run().printed.lines
