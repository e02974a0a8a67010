"""`ibm7094 dis`: words, images and decks as instructions."""

import json
from pathlib import Path

import pytest

from ibm7094.media.cards import Card, write_cards
from tests.rigs.cli_rig import HALT, Command, at_start, deck, ibm7094, image  # noqa: F401

# ruff: noqa: F811
PROGRAM = at_start(0o050000000200, 0o002000000100, HALT)


def test_words_on_the_command_line(ibm7094: Command) -> None:
    ran = ibm7094("dis", "050000100500", "200001400103", "--start", "100")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "00100  050000100500  CLA    500,1",
        "00101  200001400103  TIX    103,4,1",
    ]


def test_an_image_and_a_deck_of_it_read_alike(ibm7094: Command, tmp_path: Path) -> None:
    from_image = ibm7094("dis", image(tmp_path / "p.oct", PROGRAM))
    from_deck = ibm7094("dis", deck(tmp_path / "p.cbn", PROGRAM))
    assert from_image == from_deck
    assert from_image.out.splitlines()[0] == "00100  050000000200  CLA    200"


def test_a_part_of_an_image(ibm7094: Command, tmp_path: Path) -> None:
    ran = ibm7094("dis", image(tmp_path / "p.oct", PROGRAM), "--start", "101", "--end", "101")
    assert ran.out == "00101  002000000100  TRA    100\n"


def test_symbols_stand_for_addresses(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text('{"BEGIN": "100", "ONE": 128}')
    path = image(tmp_path / "p.oct", PROGRAM)
    ran = ibm7094("dis", path, "--symbols", tmp_path / "map.json", "--start", "BEGIN", "--end", "BEGIN+1")
    assert ran.out.splitlines() == [
        "00100 BEGIN   050000000200  CLA    ONE",
        "00101         002000000100  TRA    BEGIN",
    ]


def test_json_for_programs(ibm7094: Command, tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text('{"BEGIN": "100"}')
    ran = ibm7094("dis", "050000100500", "--start", "BEGIN", "--symbols", tmp_path / "map.json", "--json")
    assert json.loads(ran.out) == [
        {"location": "00100", "word": "050000100500", "instruction": "CLA    500,1", "symbol": "BEGIN"}
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["1234567012345"], "The word 1234567012345 is too large"),
        (["CLA"], "CLA: there is no such file"),
        (["050000100500", "--start", "100000"], "past the end of core"),
        (["050000100500", "--symbols", "/nonexistent"], "there is no such file"),
    ],
)
def test_a_bad_argument(ibm7094: Command, arguments: list[str], said: str) -> None:
    ran = ibm7094("dis", *arguments)
    assert ran.code == 2
    assert said in ran.sentence


def test_a_deck_known_to_its_own_loader_alone(ibm7094: Command, tmp_path: Path) -> None:
    write_cards(tmp_path / "d.cbn", [Card.from_rows([0o000024000003, 0o006000000001, *range(5, 22)])])
    ran = ibm7094("dis", tmp_path / "d.cbn")
    assert (ran.code, "own loader" in ran.sentence) == (2, True)
    assert ibm7094("run", tmp_path / "d.cbn", "--limit", "100").code in (0, 3)
