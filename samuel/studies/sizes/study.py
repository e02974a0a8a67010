"""The memory that the papers state, beside what our program takes on the machine.

found = size_study()
found.rows[0].ratio, found.decks[0].loaded

The program of 1959 differs from ours, so its parts can only be compared with something similar. The forms of
the signature tables are printed, so ours must be exactly as large.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from typing import Any, Literal

from samuel.learning.run import DECK as LEARNER
from samuel.paper import Quantity, sizes
from samuel.player.game import DECK as PLAYER
from samuel.player.signature_tables import PHASES
from samuel.player.store import stored
from samuel.studies.sizes.program_size import DeckSize, deck_size
from samuel.studies.timing.profile import PARTS
from samuel.studies.timing.workbench import Workbench

Likeness = Literal["same", "nearest", "none"]
"""Whether ours is the same thing, something that does similar work, or missing."""

SEARCH = (
    *(*PARTS["boards and moves"], *PARTS["parameters"], *PARTS["polynomial"]),
    *(*PARTS["plausibility analysis"], *PARTS["alpha-beta"], *PARTS["paths and limits"]),
)
OUTPUT = (*PARTS["cards and printer"], *PARTS["the tree in print"], "verify")
GAME = ("player", "games")

FORM_HEAD, LEVEL_WORDS = 2, 6
"""Words that describe a form in listings/tables/sigfrm.fap: before its levels, and for each level."""
TABLES_AT, WORDS_AT = 0, 3
"""Which of a level's words gives the number of its tables, and the words per table."""

NO_ROTE = "we do not have the rote learning of 1959"
MISSING = {
    "loaders, tables, dumps": "the loader is on the first cards of a deck, and there are no dumps",
    "statistics": "the program keeps no statistics of its play, except its ratings of book moves",
    "generalization learning": "we do not have the learning of 1959; ours learns from books, as in 1967",
    "work space of generalization": "we do not have the learning of 1959",
    "a board on tape": "our book tape has moves, not boards",
}


@dataclass(frozen=True)
class SizeRow:
    """A size of the papers, and ours."""

    paper: Quantity
    likeness: Likeness
    what: str
    """What was measured, or why nothing was."""
    ours: int | None = None

    @property
    def ratio(self) -> float | None:
        """Ours divided by the paper's."""
        return None if self.ours is None else self.ours / self.paper.low

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self) | {"ratio": self.ratio}


@dataclass(frozen=True)
class SizeStudy:
    """All sizes, and our decks."""

    rows: tuple[SizeRow, ...]
    decks: tuple[DeckSize, ...]

    def as_dict(self, most: int) -> dict[str, Any]:
        """As a JSON object, with at most `most` routines of each deck."""
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


def size_row(name: str) -> SizeRow:
    """Measure only what one size of the papers is compared with."""
    return _Measured().row(sizes()[name])


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
        """Parts of the program of 1959."""
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
                "work space of the player, including tree and masks of parameters, without other tables",
                lambda: self.player.work_space - 2 * self.bit_table() - self.words("Fig. 4"),
            ),
        }

    def bit_count(self) -> dict[str, Measure]:
        """The bit count, which the paper describes in detail."""
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
        """The signature tables of 1967."""
        both = "tables and totals, one word of each per entry"
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
        """Words for tables and totals, which are adjacent."""
        symbols = stored(LEARNER).symbols
        return symbols["LTCLR"] - symbols["SGTAB"]

    def bit_table(self) -> int:
        """Words of the table for counting bits, which is as large as the adjacent one for finding them."""
        symbols = stored(PLAYER).symbols
        return symbols["BTFTAB"] - symbols["BTTAB"]

    def level(self, form: str, at: int) -> tuple[int, int]:
        """How many tables a level has in one phase, and the words of each, from the program."""
        program = stored(PLAYER)
        begins = program.symbols[{"first form": "SGF1", "Fig. 4": "SGF2", "Fig. 5": "SGF3"}[form]]
        row = begins + FORM_HEAD + at * LEVEL_WORDS
        return program.image[row + TABLES_AT], program.image[row + WORDS_AT]

    def table(self, form: str, at: int) -> int:
        """Words of a table of a level."""
        return self.level(form, at)[1]

    def words(self, form: str) -> int:
        """Words of all tables of a form, in all phases."""
        levels: Iterable[tuple[int, int]] = (self.level(form, at) for at in range(3))
        return PHASES * sum(tables * words for tables, words in levels)
