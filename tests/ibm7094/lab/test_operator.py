"""IBM's input-output diagnostics, booted through the card reader."""

from pathlib import Path

import pytest

from ibm7094.errors import BadValue
from ibm7094.lab.operator import Action, Recipe, recipe_for, run_deck
from ibm7094.media.cards import Card, write_cards
from tests.rigs.facts import shared

DECKS = ("9iota", "9b01a", "9p02a", "9comb", "9t01a")
KNOWN: dict[str, set[str]] = {
    # The data deck is one card short: it was made on a simulator where IORT ,,0 passes no card. 9B01A counts
    # 72 (AXT 110 at 01262), and punches 72 itself, one for the IORT ,,0. So all is one off from 01675 on.
    "9b01a with 71 cards": {"01675", "01754", "02033", "02100", "02150", "02164", "02070", "02135"},
}
"""Places where a deck complains, with the reason."""


@pytest.mark.slow
@pytest.mark.parametrize("name", DECKS)
def test_a_deck_of_ibms_has_nothing_to_complain_about(name: str) -> None:
    run = run_deck(shared(f"diagnostics-io/{name}.dck"))
    assert run.complaints == []
    assert run.ended


@pytest.mark.slow
def test_a_data_deck_that_is_one_card_short_is_noticed() -> None:
    deck, data = shared("diagnostics-io/9b01a.dck"), shared("diagnostics-io/9b01a_low.txt")
    run = run_deck(deck, data=[data], limit=20_000_000)
    places = {line.partition("ERROR LOC ")[2][:5] for line in run.complaints}
    assert "01675" in places
    assert places <= KNOWN["9b01a with 71 cards"]


def loading(*words: int) -> Card:
    """A card that loads these words to 100 and goes there."""
    row = [0o000000000000 | len(words) << 18 | 0o100, 0o006000000001, 0o002000000100, *words]
    return Card.from_rows(row + [0] * (24 - len(row)))


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """ENK, STQ 120, HTR 103, ENK, STQ 121, HPR, HTR 107, HTR 107."""
    words = (
        *(0o076000000004, 0o460000000120, 0o000000000103, 0o076000000004),
        *(0o460000000121, 0o042000000000, 0o000000000107, 0o000000000107),
    )
    write_cards(tmp_path / "own.cbn", [loading(*words)])
    return tmp_path / "own.cbn"


def test_start_is_pressed_at_every_halt_until_the_deck_stands_still(deck: Path) -> None:
    run = run_deck(deck)
    assert run.halts == [0o102, 0o105, 0o106, 0o107, 0o107, 0o107]
    assert run.ended


def test_a_pause_that_is_not_expected_is_a_complaint(deck: Path) -> None:
    assert run_deck(deck).complaints == ["Halted by HPR at 00105."]
    assert run_deck(deck, Recipe(actions={0o105: Action()})).passed


def test_reset_goes_back_to_location_zero(deck: Path) -> None:
    run = run_deck(deck, Recipe(actions={0o106: Action.named("reset+keys:17")}))
    assert run.halts[:3] == [0o102, 0o105, 0o106]
    assert run.halts[3] < 0o102


def test_an_unknown_action_is_refused() -> None:
    with pytest.raises(BadValue, match="not an action"):
        Action.named("kick")


def test_a_known_deck_has_its_keys() -> None:
    assert recipe_for(Path("9IOTA.dck")).keys == 0o011111111117
