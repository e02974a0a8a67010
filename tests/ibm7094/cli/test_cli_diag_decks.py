"""`ibm7094 diag DECK`: a deck of our own, with an operator who answers its halts."""

import json
from pathlib import Path

import pytest

from ibm7094.media.cards import Card, write_cards
from tests.rigs.cli_rig import Command, ibm7094  # noqa: F401

# ruff: noqa: F811
ENK, STQ, HTR, HPR = 0o076000000004, 0o460000000000, 0o000000000000, 0o042000000000


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A card that is loaded to 100: ENK, STQ 110, HPR, HTR 103."""
    words = [4 << 18 | 0o100, 0o006000000001, 0o002000000100, ENK, STQ + 0o110, HPR, HTR + 0o103]
    write_cards(tmp_path / "own.cbn", [Card.from_rows(words + [0] * (24 - len(words)))])
    return tmp_path / "own.cbn"


def test_a_deck_that_pauses_has_a_complaint(ibm7094: Command, deck: Path) -> None:
    result = ibm7094("diag", deck)
    assert result.code == 1
    assert "own: 1 complaint." in result.err


def test_a_pause_that_the_operator_expects_is_none(ibm7094: Command, deck: Path) -> None:
    result = ibm7094("diag", deck, "--at", "102=start", "--keys", "17", "--json")
    assert result.code == 0
    found = json.loads(result.out)
    assert found["passed"]
    assert found["decks"][0]["halts"] == ["00102", "00103", "00103", "00103"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--at", "102"), "is not a halt and an action"),
        (("--at", "102=kick"), "is not an action"),
        (("--option", "disk"), "no option 'disk'"),
        (("--keys", "9"), "is not an octal number"),
    ],
)
def test_what_cannot_be_done_is_refused(
    ibm7094: Command, deck: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    result = ibm7094("diag", deck, *arguments)
    assert result.code == 2
    assert sentence in result.err
