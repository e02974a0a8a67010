"""The memory that the papers state beside what our program takes on the machine.

found = size_study()
found.rows[0].ratio, found.decks[0].loaded

The program of 1959 is another program than ours, so its parts have at best a neighbour here; signature tables
have forms that are printed, and ours must be as large.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from typing import Any, Literal

from samuel.game import DECK as PLAYER
from samuel.learning import DECK as LEARNER
from samuel.paper import Quantity, sizes
from samuel.profile import PARTS
from samuel.program_size import DeckSize, deck_size
from samuel.store import stored
from samuel.tables import PHASES
from samuel.workbench import Workbench

Likeness = Literal["same", "nearest", "none"]
"""Whether ours is the same thing; something that does nearly that work; or there is nothing of the kind."""

SEARCH = (
    *(*PARTS["boards and moves"], *PARTS["parameters"], *PARTS["polynomial"]),
    *(*PARTS["plausibility analysis"], *PARTS["alpha-beta"], *PARTS["paths and limits"]),
)
OUTPUT = (*PARTS["cards and printer"], *PARTS["the tree in print"], "verify")
GAME = ("player", "games")

FORM_HEAD, LEVEL_WORDS = 2, 6
"""Words that describe a form in listings/sigfrm.fap: before its levels, and of each."""
TABLES_AT, WORDS_AT = 0, 3
"""Which of a level's words has the number of its tables, and the words of one."""

NO_ROTE = "the rote learning of 1959 is not here"
MISSING = {
    "loaders, tables, dumps": "the loader is on the first cards of a deck, and there are no dumps",
    "statistics": "but for what it rates beside a book, the program counts nothing of its play",
    "generalization learning": "the learning of 1959 is not here; ours is by the book, as in 1967",
    "work space of generalization": "the learning of 1959 is not here",
    "a board on tape": "our book tape has moves, no boards",
}


@dataclass(frozen=True)
class SizeRow:
    """A size of the papers, and ours."""

    paper: Quantity
    likeness: Likeness
    what: str
    """What was measured; or why nothing was."""
    ours: int | None = None

    @property
    def ratio(self) -> float | None:
        """Ours to the paper's."""
        return None if self.ours is None else self.ours / self.paper.low

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"ratio": self.ratio}


@dataclass(frozen=True)
class SizeStudy:
    """All sizes, and our decks."""

    rows: tuple[SizeRow, ...]
    decks: tuple[DeckSize, ...]

    def as_dict(self, most: int) -> dict[str, Any]:
        """For JSON, with so many routines of each deck."""
        return {
            "rows": [row.as_dict() for row in self.rows],
            "decks": [deck.as_dict(most) for deck in self.decks],
        }


def size_study() -> SizeStudy:
    """Measure everything."""
    measured = _Measured()
    return SizeStudy(
        tuple(measured.row(each) for each in sizes().values()), (measured.player, measured.learner)
    )


Measure = tuple[Likeness, str, Callable[[], int]]


class _Measured:
    """Our sizes, by the papers' names."""

    @cached_property
    def player(self) -> DeckSize:
        return deck_size(PLAYER)

    @cached_property
    def learner(self) -> DeckSize:
        return deck_size(LEARNER)

    def row(self, paper: Quantity) -> SizeRow:
        """The row of one size."""
        measures = self.play() | self.bit_count() | self.signature_tables()
        if paper.name not in measures:
            return SizeRow(paper, "none", MISSING.get(paper.name, NO_ROTE))
        likeness, what, measure = measures[paper.name]
        return SizeRow(paper, likeness, what, measure())

    def play(self) -> dict[str, Measure]:
        """The program of 1959."""
        return {
            "basic play": (
                "nearest",
                "boards, moves, search and polynomial, with 1967's parameters and plausibility analysis",
                lambda: self.player.of(*SEARCH),
            ),
            "input, verification and output": (
                "nearest",
                "cards, printer, the tree in print and the check of moves",
                lambda: self.player.of(*OUTPUT),
            ),
            "start and end of a game": (
                "nearest",
                "orders of play, four games at once, conceding",
                lambda: self.player.of(*GAME),
            ),
            "tables for play": ("nearest", "two tables of bits", lambda: 2 * self.bit_table()),
            "work space of play": (
                "nearest",
                "work space of the player, tree and masks of parameters included, without other tables",
                lambda: self.player.work_space - 2 * self.bit_table() - self.words("Fig. 4"),
            ),
        }

    def bit_count(self) -> dict[str, Measure]:
        """The routine that is told in detail."""
        symbols = stored(PLAYER).symbols
        return {
            "bit count, executed": (
                "same",
                "BTCNT, executed on a 704",
                lambda: Workbench("704").call("BTCNT")[1].instructions,
            ),
            "bit count, table": ("same", "BTTAB", self.bit_table),
            "bit count, builder of the table": (
                "same",
                "BTBLD with its constant",
                lambda: symbols["BTCNT"] - symbols["BTBLD"],
            ),
        }

    def signature_tables(self) -> dict[str, Measure]:
        """1967."""
        both = "tables and totals, a word of each for an entry"
        forms: dict[str, Measure] = {
            "first form, entries of a table": ("same", "a table", partial(self.table, "first form", 0)),
            "first form, tables": ("same", "tables", lambda: PHASES * self.level("first form", 0)[0]),
            "first form": ("same", "words of all tables", lambda: self.words("first form")),
            "first form, learning": ("same", both, lambda: 2 * self.words("first form")),
            "Fig. 4": ("same", both, self.learning_room),
            "Fig. 4, two cells an entry": ("same", both, self.learning_room),
            "Fig. 5, first level": ("same", "a table", partial(self.table, "Fig. 5", 0)),
            "Fig. 5": ("nearest", both, lambda: 2 * self.words("Fig. 5")),
        }
        for at, level in enumerate(("first", "second", "third")):
            forms[f"Fig. 4, {level} level"] = ("same", "a table", partial(self.table, "Fig. 4", at))
        return forms

    def learning_room(self) -> int:
        """Words for tables and totals, which lie one behind the other."""
        symbols = stored(LEARNER).symbols
        return symbols["LTCLR"] - symbols["SGTAB"]

    def bit_table(self) -> int:
        """Words of a table by which bits are counted or found; the two lie one behind the other."""
        symbols = stored(PLAYER).symbols
        return symbols["BTFTAB"] - symbols["BTTAB"]

    def level(self, form: str, at: int) -> tuple[int, int]:
        """Tables of a level in one phase, and the words of one: as the program has them."""
        program = stored(PLAYER)
        begins = program.symbols[{"first form": "SGF1", "Fig. 4": "SGF2", "Fig. 5": "SGF3"}[form]]
        row = begins + FORM_HEAD + at * LEVEL_WORDS
        return program.image[row + TABLES_AT], program.image[row + WORDS_AT]

    def table(self, form: str, at: int) -> int:
        """Words of a table of a level."""
        return self.level(form, at)[1]

    def words(self, form: str) -> int:
        """Words of all tables of a form, all phases."""
        levels: Iterable[tuple[int, int]] = (self.level(form, at) for at in range(3))
        return PHASES * sum(tables * words for tables, words in levels)
