"""The listings as a whole: every deck assembles clean, every file keeps its columns, names its evidence."""

from pathlib import Path

import pytest

from ibm7094.asm import assemble
from ibm7094.asm.fmt import lay_out
from samuel.job import LISTINGS

DECKS = sorted(LISTINGS.glob("*.deck"))
FILES = sorted(LISTINGS.glob("*.fap"))
EVIDENCE = ("PUBLISHED", "DERIVED", "CONJECTURED", "NEW")


@pytest.mark.parametrize("deck", DECKS, ids=lambda path: path.stem)
def test_every_deck_assembles_without_a_flag(deck: Path) -> None:
    assert [str(problem) for problem in assemble(deck).problems] == []


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_every_file_is_laid_out_in_its_columns(file: Path) -> None:
    text = file.read_text()
    assert lay_out(text).text == text, "run `ibm7094 fmt`"


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_every_file_names_its_evidence(file: Path) -> None:
    assert any(word in file.read_text() for word in EVIDENCE)


def test_every_file_is_in_some_deck() -> None:
    named = {line.partition("#")[0].strip() for deck in DECKS for line in deck.read_text().splitlines()}
    assert {file.name for file in FILES} <= named
