"""The listings: every deck assembles clean, every file keeps its columns and names its evidence."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from ibm7094.asm import assemble
from ibm7094.asm.cards.card import LAST, slice_card
from ibm7094.asm.cards.source import end_of_fields, files_of
from ibm7094.asm.text.fmt import lay_out
from ibm7094.isa import OPERATIONS
from ibm7094.isa.names import NAMES
from samuel.fit.fig3.search import PLUG
from samuel.resources import LISTINGS

DECKS = sorted(LISTINGS.glob("*.deck"))
FILES = sorted(LISTINGS.rglob("*.fap"))
CLASSES = r"\b(PUBLISHED|DERIVED|CONJECTURED|NEW)\b"
INSTRUCTIONS = {operation.name for operation in OPERATIONS} | {name.name for name in NAMES}


@pytest.mark.parametrize("deck", DECKS, ids=lambda path: path.stem)
def test_every_deck_assembles_without_a_flag(deck: Path) -> None:
    assert [str(problem) for problem in assemble(deck).problems] == []


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_every_file_is_laid_out_in_its_columns(file: Path) -> None:
    text = file.read_text()
    assert lay_out(text).text == text, "run `ibm7094 fmt`"


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_every_file_begins_with_its_title_and_keeps_to_72_columns(file: Path) -> None:
    lines = file.read_text().splitlines()
    assert lines[0].startswith("       TTL     ")
    assert [number for number, line in enumerate(lines, 1) if len(line) > LAST] == []


def headers(text: str) -> Iterator[str]:
    """The blocks of comment cards; a bare asterisk ends a block."""
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("*") and line.strip("* "):
            block.append(line)
        elif block:
            yield "\n".join(block)
            block = []


def called() -> set[str]:
    """Every symbol that some TSX calls."""
    cards = (slice_card(line) for file in FILES for line in file.read_text().splitlines())
    return {card.variable.partition(",")[0] for card in cards if card.operation == "TSX"}


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_every_routine_has_a_header_that_names_its_evidence(file: Path) -> None:
    text = file.read_text()
    with_evidence = [block for block in headers(text) if "* evidence:" in block]
    assert [block for block in with_evidence if not re.search(CLASSES, block.partition("evidence:")[2])] == []
    own = {card.location for card in map(slice_card, text.splitlines()) if card.location}
    headed = {name for block in with_evidence for name in re.findall(r"\b[A-Z][A-Z0-9]{1,5}\b", block)}
    assert (called() & own) - headed == set()


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_headers_are_of_one_dialect(file: Path) -> None:
    spaced = r"^\* (evidence|entry|in|out|uses|time|cards|printed|stops):(  +|\S)"
    assert re.findall(spaced, file.read_text(), re.MULTILINE) == []


def remarked(file: Path) -> list[bool]:
    """Whether each instruction card has a remark, in order."""
    cards = [slice_card(line) for line in file.read_text().splitlines()]
    return [
        bool(card.text[end_of_fields(card) :].strip()) for card in cards if card.operation in INSTRUCTIONS
    ]


def test_at_least_45_percent_of_the_instruction_cards_have_a_remark() -> None:
    found = [each for file in FILES for each in remarked(file)]
    assert sum(found) >= 0.45 * len(found)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_no_more_than_12_instruction_cards_in_a_row_are_without_a_remark(file: Path) -> None:
    runs = [len(list(cards)) for has_remark, cards in groupby(remarked(file)) if not has_remark]
    assert max(runs, default=0) <= 12


@pytest.mark.parametrize("deck", DECKS, ids=lambda path: path.stem)
def test_the_paper_of_a_deck_is_headed_with_its_own_name(deck: Path) -> None:
    (title,) = (line[1:].strip() for line in deck.read_text().splitlines() if line.startswith("*"))
    pages = [line for line in assemble(deck).listing().splitlines() if " PAGE " in line]
    assert pages and all(title in line for line in pages)
    assert [other for other in DECKS if other != deck and title in other.read_text()] == []


def test_every_file_is_in_some_deck() -> None:
    assert set(FILES) - {LISTINGS / PLUG} == {file for deck in DECKS for file in files_of(deck)}
