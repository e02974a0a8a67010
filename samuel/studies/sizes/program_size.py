"""How much memory our programs take: words by deck, by file and by routine.

deck = deck_size("samuel.deck")
deck.loaded, deck.work_space, deck.files[0].instructions, deck.routines[0].words
"""

from bisect import bisect
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from ibm7094.asm import Program
from ibm7094.isa import OPERATIONS
from ibm7094.isa.names import NAMES
from ibm7094.source_map import SourceCard
from ibm7094.words import ADDRESS
from samuel.player.job import program
from samuel.studies.timing.profile import OTHER, PARTS

INSTRUCTIONS = {operation.name for operation in OPERATIONS} | {name.name for name in NAMES}
TSX = 0o0074
"""The operation that calls a routine; see listings/CONVENTIONS.md."""
RESERVING = ("BSS", "BES")
"""Operations that reserve words without loading them."""


@dataclass(frozen=True)
class FileSize:
    """A file of the listings."""

    file: str
    part: str
    instructions: int
    data: int
    """Words that are not instructions: constants, texts, tables, arguments after a call."""
    work_space: int
    """Reserved words, which are not loaded."""

    @property
    def words(self) -> int:
        """All words that are loaded."""
        return self.instructions + self.data


@dataclass(frozen=True)
class RoutineSize:
    """From the target of a TSX to the next one or the end of the file, without work space."""

    name: str
    file: str
    words: int


@dataclass(frozen=True)
class DeckSize:
    """A program in core."""

    deck: str
    files: tuple[FileSize, ...]
    """In the order of the deck."""
    routines: tuple[RoutineSize, ...]
    """The largest first."""

    @property
    def loaded(self) -> int:
        """Words on its cards."""
        return sum(file.words for file in self.files)

    @property
    def instructions(self) -> int:
        """How many of these are instructions."""
        return sum(file.instructions for file in self.files)

    @property
    def work_space(self) -> int:
        """Reserved words, which are not loaded."""
        return sum(file.work_space for file in self.files)

    def of(self, *files: str) -> int:
        """Instructions of these files."""
        return sum(file.instructions for file in self.files if file.file in files)

    def as_dict(self, most: int) -> dict[str, Any]:
        """As a JSON object, with at most `most` routines."""
        return {
            "deck": self.deck,
            "loaded": self.loaded,
            "instructions": self.instructions,
            "work_space": self.work_space,
            "files": [asdict(file) for file in self.files],
            "routines": [asdict(routine) for routine in self.routines[:most]],
        }


def deck_size(deck: str) -> DeckSize:
    """The size of a program of the listings."""
    assembled = program(deck)
    return DeckSize(deck, tuple(_files(assembled)), tuple(_routines(assembled)))


def _files(assembled: Program) -> list[FileSize]:
    part_of = {file: part for part, files in PARTS.items() for file in files}
    words = Counter((card.file, _is_instruction(card)) for card in assembled.source.cards.values())
    statements = [each for each in assembled.assembly.statements if not each.passive]
    reserved: Counter[str] = Counter()
    for each, after in pairwise(statements):
        if each.card.operation in RESERVING:
            reserved[each.card.file] += after.here - each.here
    files = {path: Path(path).stem for path in dict.fromkeys(each.card.file for each in statements)}
    return [
        FileSize(file, part_of.get(file, OTHER), words[path, True], words[path, False], reserved[path])
        for path, file in files.items()
    ]


def _is_instruction(card: SourceCard) -> bool:
    return card.text[7:].split()[0].rstrip("*") in INSTRUCTIONS


def _routines(assembled: Program) -> list[RoutineSize]:
    cards, constants = assembled.source.cards, assembled.source.constants
    names = {place: name for name, place in assembled.symbols.items() if name not in constants}
    called = {word & ADDRESS for word in assembled.image.values() if word >> 24 == TSX}
    entries = sorted(place for place in called & cards.keys() if place in names)
    words = dict.fromkeys(entries, 0)
    for place, card in cards.items():
        at = bisect(entries, place) - 1
        if at >= 0 and cards[entries[at]].file == card.file:
            words[entries[at]] += 1
    found = [RoutineSize(names[at], Path(cards[at].file).stem, count) for at, count in words.items()]
    return sorted(found, key=lambda each: -each.words)
