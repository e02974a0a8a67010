"""The quick search of Fig. 3's position against the player that reads cards and prints its tree."""

import random
from pathlib import Path

import pytest

from samuel import Program, paper
from samuel.fit.fig3 import search as fig3_search
from samuel.fit.fig3.climb import varied
from samuel.fit.fig3.search import ALLOWED, NOTHING, Outcome, Searcher, Setting
from samuel.paper.fig3 import OPENING
from samuel.player import coefficients
from samuel.player.game import DECK
from samuel.player.settings import TREE_SWITCH
from samuel.player.signature_tables import FORMS
from samuel.player.store import stored
from samuel.resources import LISTINGS
from samuel.studies.fig3.free_run import player
from samuel.trees import tree
from samuel.trees.transcription import figure


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher()


def printed_outcome(setting: Setting) -> Outcome:
    """What the player prints, its numbers given on cards."""
    numbers = dict(setting.numbers)
    second, fourth, last = (numbers.pop(name) for name in ("SAVED2", "SAVED4", "SAVED12"))
    saved = f"SAVED 99 {second} 4 {fourth} 4 3 3 3 2 2 2 {last}"
    cards = [f"{name:6}{number}" for name, number in numbers.items()]
    with player(setting.coefficients) as job:
        job.machine.switches[TREE_SWITCH] = 1
        text = job.read(["START", f"PLAY  {OPENING}", saved, *cards, "MOVE"]).text
    grown = tree.read(text)
    boards = set(grown.boards)
    surveyed = {line.moves for line in figure().lines if line.kind == "survey"}
    survey = sum(line.kind == "survey" and line.moves in surveyed for line in grown.lines)
    move = text.rstrip().splitlines()[-1].split()[5]
    return Outcome(len(boards), len(boards & set(figure().boards)), survey, move)


def test_the_coefficients_in_core_are_those_of_table_1(searcher: Searcher) -> None:
    printed = [
        tuple(term.hundredths for term in paper.table_1() if term.phase == phase)[::-1]
        for phase in range(1, 7)
    ]
    assert searcher.printed.coefficients == tuple(printed)


def test_the_numbers_that_are_varied_begin_as_the_program_has_them(searcher: Searcher) -> None:
    core = stored(DECK)
    assert searcher.printed.numbers["UNIT"] == core.image[core.symbols["PNUNIT"]]
    assert searcher.printed.numbers["SAVED4"] == core.image[core.symbols["STNSAV"] - 4]
    assert all(searcher.printed.numbers[name] in values for name, values in ALLOWED.items())


def test_nothing_varied_gives_the_players_own_tree(searcher: Searcher) -> None:
    choice = Program().move(OPENING)
    outcome = searcher.search(searcher.printed)
    assert (outcome.boards, outcome.move) == (len(set(tree.read(choice.tree).boards)), choice.move)


@pytest.mark.parametrize("seed", range(6))
def test_any_setting_gives_the_tree_that_is_printed_with_it(searcher: Searcher, seed: int) -> None:
    chance, setting = random.Random(seed), searcher.printed
    for _ in range(60):
        setting = varied(setting, chance)
    numbers = {name: chance.choice(values) for name, values in ALLOWED.items()}
    setting = Setting(setting.coefficients, numbers)
    assert searcher.search(setting) == printed_outcome(setting)


def test_notes_that_fill_up_lose_nothing(
    searcher: Searcher, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    small = tmp_path / "notes.fap"
    small.write_text((LISTINGS / fig3_search.PLUG).read_text().replace("1024", "7"))
    monkeypatch.setattr(fig3_search, "PLUG", small)
    fig3_search._plug.cache_clear()
    try:
        assert Searcher().search(searcher.printed) == searcher.search(searcher.printed)
    finally:
        fig3_search._plug.cache_clear()


def test_a_search_does_not_affect_the_next(searcher: Searcher) -> None:
    first = searcher.search(searcher.printed)
    other = {name: values[0] for name, values in ALLOWED.items()}
    searcher.search(Setting(coefficients.thrown(searcher.printed.coefficients, "x"), other))
    assert searcher.search(searcher.printed) == first


def test_a_search_without_end_is_given_up(searcher: Searcher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fig3_search, "LIMIT", 1000)
    assert searcher.search(searcher.printed) == NOTHING


def test_the_notes_lie_where_signature_tables_would_be() -> None:
    player_deck, plug = stored(DECK), fig3_search._plug()
    room = range(player_deck.symbols["SGTAB"], player_deck.symbols["SGTAB"] + max(f.entries for f in FORMS))
    assert min(plug.image) in room and plug.symbols["NTEND"] - 1 in room
    assert player_deck.image.keys().isdisjoint(room)


def test_the_same_tree_is_nearest() -> None:
    boards = len(figure().boards)
    assert Outcome(boards, boards, 9, "15-19").nearness == 1
