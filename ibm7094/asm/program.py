"""An assembled program: its words, symbols, flags, listing, decks and source map."""

import json
from functools import cached_property
from pathlib import Path
from typing import Any

from ibm7094.asm import punch
from ibm7094.asm.assembler import Assembler
from ibm7094.asm.listing import Listing
from ibm7094.asm.places import constants, symbol_name
from ibm7094.asm.problems import Explainer, Problem
from ibm7094.media import file_problem
from ibm7094.media.cards import Card
from ibm7094.source_map import SourceCard, SourceMap, words_hash
from ibm7094.words import RIGHT_HALF, octal

__all__ = ["Flags", "Problem", "Program"]


class Flags(dict[int, str]):
    """Flags by location; none where there are none."""

    def __missing__(self, location: int) -> str:
        return ""


class Program:
    """What an assembly gave."""

    def __init__(self, assembly: Assembler) -> None:
        self.assembly = assembly
        self.words: dict[int, int] = {}
        """By location as listed; LOC makes that differ from where a word is loaded."""
        self.image: dict[int, int] = {}
        """By the location where each word is loaded."""
        self.flags = Flags()
        for word in assembly.all_words():
            self.words[word.location] = word.word
            self.image[word.load] = word.word
        for statement in assembly.statements:
            for i, word in enumerate(statement.words):
                if own := statement.flags_of(i):
                    self.flags[word.location] = own
        self.symbols: dict[str, int] = {
            symbol_name(key): definition.value.number for key, definition in assembly.symbols.defined.items()
        }

    @property
    def title(self) -> str:
        """The first comment card."""
        return self.assembly.title.strip()

    @property
    def start(self) -> int | None:
        """Where END says to begin."""
        return self.assembly.start

    @property
    def entry(self) -> int:
        """Where to begin: as END says, else at the lowest word."""
        return min(self.image, default=0) if self.start is None else self.start

    @property
    def is_relocatable(self) -> bool:
        """Whether the program may be loaded anywhere."""
        return not self.assembly.absolute

    @property
    def card_count(self) -> int:
        """Cards that were assembled or listed, without those that macros and DUP made of them."""
        own = sum(1 for s in self.assembly.statements if not s.level and not s.copy)
        return own + bool(self.assembly.title)

    # what is wrong

    @cached_property
    def problems(self) -> list[Problem]:
        """Every flagged card, in order, and what the deck lacks; copies by DUP only once."""
        return list(dict.fromkeys(Explainer(self.assembly).problems()))

    @property
    def is_fatal(self) -> bool:
        """Whether some flag makes the program unfit to run."""
        return any(p.fatal for p in self.problems)

    # what comes of it

    def listing(self, date: str = "") -> str:
        """The listing as FAP printed it."""
        return Listing(self.assembly, date).text()

    def words_text(self) -> str:
        """A line for each word in the order of assembly: location as listed, and the word, in octal."""
        return "".join(f"{w.location:05o} {octal(w.word)}\n" for w in self.assembly.all_words())

    def deck(self, form: punch.Form = "column") -> list[Card]:
        """Its cards: as FAP punched them, by rows, or able to load themselves."""
        return punch.punch(self, form)

    @cached_property
    def source(self) -> SourceMap:
        """Its symbols, and for each word the card it came from: at the location where it is loaded, and also
        at the one where LOC says it will be when it runs."""
        words = [(s.card, word) for s in self.assembly.statements for word in s.words]
        listed = {word.location: card for card, word in words}
        loaded = {word.load: card for card, word in words}
        return SourceMap(
            title=self.title,
            start=self.start,
            symbols={name: value & RIGHT_HALF for name, value in self.symbols.items()},
            constants=constants(self.assembly),
            cards={
                place: SourceCard(card.file, card.number, card.body)
                for place, card in (listed | loaded).items()
            },
            sha256=words_hash(self.image),
        )

    def map(self) -> dict[str, Any]:
        """The source map, for JSON."""
        return self.source.as_dict()

    def write_map(self, path: Path | str) -> None:
        """The source map as a file, for `--symbols` of the other commands."""
        try:
            Path(path).write_text(self.map_text(), encoding="utf-8")
        except OSError as error:
            raise file_problem(Path(path), error) from None

    def map_text(self) -> str:
        """The source map as such a file has it."""
        return json.dumps(self.map(), indent=1, ensure_ascii=False) + "\n"
