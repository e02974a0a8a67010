"""An assembled program: its words, symbols, flags and listing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ibm7094.asm.assembler import Assembler
from ibm7094.asm.listing import Listing
from ibm7094.asm.statement import FATAL, MEANING, Statement, ordered


@dataclass(frozen=True)
class Problem:
    """A flag on a card, in words."""

    file: str
    card: int
    column: int
    flags: str
    text: str
    message: str

    @property
    def is_fatal(self) -> bool:
        return bool(set(self.flags) & FATAL)

    def __str__(self) -> str:
        """The sentence, the card, and a caret under the field."""
        place = f"{self.file}, card {self.card}" if self.file else f"card {self.card}"
        where = f"{place}, column {self.column}"
        return f"{where}: {self.flags}: {self.message}.\n    {self.text}\n    {'':{self.column - 1}}^"


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
                own = ordered((statement.flags if i == 0 else set()) | set(word.flags))
                if own:
                    self.flags[word.location] = own
        self.symbols: dict[str, int] = {
            f"{head}${name}" if head else name: definition.value.number
            for (head, name), definition in assembly.symbols.defined.items()
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
    def is_relocatable(self) -> bool:
        """Whether the program may be loaded anywhere."""
        return not self.assembly.absolute

    @property
    def problems(self) -> list[Problem]:
        """Every flagged card, in order, and what the deck lacks."""
        found = [_problem(s) for s in self.assembly.statements if s.flags or any(w.flags for w in s.words)]
        for card, what in self.assembly.notes:
            found.append(Problem(card.file, card.number, 1, "E", card.body, what))
        return found

    @property
    def is_fatal(self) -> bool:
        """Whether some flag makes the program unfit to run."""
        return any(p.is_fatal for p in self.problems)

    def listing(self, date: str = "") -> str:
        """The listing as FAP printed it."""
        return Listing(self.assembly, date).text()

    def source_of(self) -> Mapping[int, dict[str, Any]]:
        """For each word the card it came from."""
        return {
            word.load: {"file": s.card.file, "card": s.card.number, "text": s.card.body}
            for s in self.assembly.statements
            for word in s.words
        }


def _problem(statement: Statement) -> Problem:
    flags = ordered(statement.flags | {f for w in statement.words for f in w.flags})
    card = statement.card
    if "O" in flags:
        column = 8
    elif "M" in flags and card.location:
        column = next(i for i, c in enumerate(card.text, 1) if c != " ")
    else:
        column = card.column or 8
    message = "; ".join(MEANING[f] for f in flags)
    return Problem(card.file, card.number, column, flags, card.body, message)
