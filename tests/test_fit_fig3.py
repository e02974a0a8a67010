"""`samuel fit fig3`: the program's numbers varied on the tree itself, with chance beside it."""

import json
import random
from pathlib import Path

import pytest

from samuel import Program, coefficients, paper, tree
from samuel.fig3 import OPENING, figure
from samuel.fit.fig3 import (
    LARGEST,
    RANGES,
    BadState,
    Climb,
    Outcome,
    Searcher,
    Setting,
    climb,
    fit,
    varied,
)


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher()


def test_the_coefficients_in_core_are_those_of_table_1(searcher: Searcher) -> None:
    printed = [
        tuple(term.hundredths for term in paper.table_1() if term.phase == phase)[::-1]
        for phase in range(1, 7)
    ]
    assert searcher.printed.coefficients == tuple(printed)


def test_nothing_varied_gives_the_players_own_tree(searcher: Searcher) -> None:
    choice = Program().move(OPENING)
    boards = set(tree.read(choice.tree).boards)
    outcome = searcher.search(searcher.printed)
    assert (outcome.boards, outcome.move) == (len(boards), choice.move)
    assert outcome.shared == len(boards & set(figure().boards))


def test_a_search_leaves_nothing_behind_for_the_next(searcher: Searcher) -> None:
    first = searcher.search(searcher.printed)
    other = {name: low for name, (low, _) in RANGES.items()}
    searcher.search(Setting(coefficients.thrown(searcher.printed.coefficients, "x"), other))
    assert searcher.search(searcher.printed) == first


def test_the_numbers_that_are_varied_begin_as_the_program_has_them(searcher: Searcher) -> None:
    assert searcher.printed.numbers == {"UNIT": 24, "SORT": 4, "TRADE": 416}


def test_shuffled_coefficients_are_the_same_numbers(searcher: Searcher) -> None:
    printed = searcher.printed.coefficients
    for phase, other in zip(printed, coefficients.shuffled(printed, "y"), strict=True):
        assert sorted(phase) == sorted(other)


def test_what_is_varied_stays_within_what_the_papers_allow(searcher: Searcher) -> None:
    setting = searcher.printed
    for number in range(500):
        setting = varied(setting, random.Random(number))
    assert all(abs(value) <= LARGEST for phase in setting.coefficients for value in phase)
    assert all(low <= setting.numbers[name] <= high for name, (low, high) in RANGES.items())
    assert setting.coefficients[2:] == searcher.printed.coefficients[2:]


def test_a_climb_never_goes_down_and_can_be_cut_in_two(searcher: Searcher) -> None:
    start = Climb(3, 0, searcher.printed, searcher.search(searcher.printed))
    whole = climb(start, 6)
    assert whole.outcome.nearness >= start.outcome.nearness
    assert climb(climb(start, 2), 4) == whole


def test_the_same_tree_is_nearest() -> None:
    boards = len(figure().boards)
    assert Outcome(boards, boards, 9, "15-19").nearness == 1


@pytest.mark.slow
def test_a_study_can_be_stopped_and_gone_on_with(tmp_path: Path) -> None:
    state, at_once = tmp_path / "state.json", tmp_path / "other.json"
    fit(2, 1, state, 1, lambda done, best: None)
    resumed = fit(4, 1, state, 1, lambda done, best: None)
    whole = fit(4, 1, at_once, 1, lambda done, best: None)
    assert resumed.climbs == whole.climbs
    assert json.loads(state.read_text()) == json.loads(at_once.read_text())


@pytest.mark.slow
@pytest.mark.parametrize(("text", "why"), [("rubbish", "not a file of this"), ('{"printed": []}', "other")])
def test_a_file_that_is_not_its_own_is_refused(tmp_path: Path, text: str, why: str) -> None:
    state = tmp_path / "state.json"
    state.write_text(text)
    with pytest.raises(BadState, match=why):
        fit(1, 1, state, 1, lambda done, best: None)
