"""What the papers printed: the data of `traces/paper/`, each file with its own loader.

table_1()[0]                       # Term(phase=1, name="GUARD", hundredths=33, standing="printed", remark="")
times()["7094, the move of Fig. 3"].low

A row that does not fit its columns raises BadRow, which names the file and the line.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ibm7094.errors import MachineError
from samuel.checkers.rules import START, Move, find, play
from samuel.paper.rows import BadRow as BadRow
from samuel.paper.rows import Row, hundredths, load, needed, number, one_of, real, standing
from samuel.paper.rows import Standing as Standing
from samuel.paper.rows import text_of as text_of
from samuel.resources import PAPER

RESULTS = ("1-0", "0-1", "*")


# The papers


@dataclass(frozen=True)
class Source:
    """A paper, and how much of it is available."""

    key: str
    author: str
    year: int
    title: str
    where: str
    at_hand: str


def sources(folder: Path = PAPER) -> dict[str, Source]:
    """The papers, by the key that the data use for them."""
    loaded = load(
        folder / "sources.tsv",
        "key author year title where at_hand",
        lambda row: Source(
            needed(row, "key"),
            needed(row, "author"),
            number(row, "year"),
            needed(row, "title"),
            needed(row, "where"),
            needed(row, "at_hand"),
        ),
    )
    return {source.key: source for source in loaded}


# Single numbers


@dataclass(frozen=True)
class Quantity:
    """A number that a paper states, or the two limits it gives."""

    name: str
    low: float
    high: float | None
    """None if the paper gives only a minimum."""
    unit: str
    source: str
    place: str
    """Section, table, figure or appendix of the paper."""
    standing: Standing
    remark: str


def _quantities(path: Path) -> dict[str, Quantity]:
    def make(row: Row) -> Quantity:
        low, high = real(row, "low"), real(row, "high") if row["high"] else None
        if high is not None and high < low:
            raise ValueError(f"high {row['high']} is less than low {row['low']}")
        return Quantity(
            needed(row, "name"),
            low,
            high,
            row["unit"],
            needed(row, "source"),
            needed(row, "place"),
            standing(row),
            row["remark"],
        )

    loaded = load(path, "name low high unit source place standing remark", make)
    return {quantity.name: quantity for quantity in loaded}


def figure_1(folder: Path = PAPER) -> dict[str, Quantity]:
    """The shape of the tree of Figs. 1 and 2 of 1967."""
    return _quantities(folder / "fig1.tsv")


def griffith(folder: Path = PAPER) -> dict[str, Quantity]:
    """Griffith's results of 1966."""
    return _quantities(folder / "griffith.tsv")


def sizes(folder: Path = PAPER) -> dict[str, Quantity]:
    """Sizes of the program and of its tables, in core and on tape."""
    return _quantities(folder / "sizes.tsv")


def counts(folder: Path = PAPER) -> dict[str, Quantity]:
    """Every other number that the papers state: parameters, plies, branching, material, results."""
    return _quantities(folder / "counts.tsv")


def times(folder: Path = PAPER) -> dict[str, Quantity]:
    """How long things took."""
    return _quantities(folder / "times.tsv")


# Figures


@dataclass(frozen=True)
class Value:
    """A number of Fig. 2, or a bound for it."""

    relation: Literal["=", ">=", "<="]
    number: float

    def allows(self, number: float) -> bool:
        """Whether a number agrees with this value."""
        match self.relation:
            case ">=":
                return number >= self.number
            case "<=":
                return number <= self.number
        return number == self.number


@dataclass(frozen=True)
class Step:
    """A step that the text describes for Fig. 2, in the words of the look-ahead's own report."""

    event: str
    ply: int
    board: str
    value: Value | None
    other: str
    alpha: Value | None
    standing: Standing


def figure_2(folder: Path = PAPER) -> tuple[Step, ...]:
    """What the text says about Fig. 2, step by step."""
    return load(
        folder / "fig2.tsv",
        "event ply board value other alpha standing",
        lambda row: Step(
            needed(row, "event"),
            number(row, "ply"),
            needed(row, "board"),
            _value(row, "value"),
            row["other"],
            _value(row, "alpha"),
            standing(row),
        ),
    )


def _value(row: Row, column: str) -> Value | None:
    if not row[column]:
        return None
    given = re.fullmatch(r"(>=|<=)?(-?(?:\d+|inf))", row[column], re.ASCII)
    if not given:
        raise ValueError(f"{column} {row[column]!r} is not a number or a bound, as in >=2")
    relation: dict[str | None, Literal["=", ">=", "<="]] = {None: "=", ">=": ">=", "<=": "<="}
    return Value(relation[given[1]], float(given[2]))


# Tables


@dataclass(frozen=True)
class Term:
    """A term of the polynomial in one phase."""

    phase: int
    name: str
    hundredths: int
    """Its coefficient, in hundredths."""
    standing: Standing
    remark: str


def table_1(folder: Path = PAPER) -> tuple[Term, ...]:
    """Table 1 of 1967, in printed order."""
    return load(
        folder / "table1.tsv",
        "phase term coefficient standing remark",
        lambda row: Term(
            number(row, "phase"),
            needed(row, "term"),
            hundredths(row, "coefficient"),
            standing(row),
            row["remark"],
        ),
    )


@dataclass(frozen=True)
class Learnt:
    """A row of the learning curve: correlation coefficients, in hundredths, after `moves` book moves."""

    moves: int
    tables: int
    polynomial: int
    standing: Standing


def table_2(folder: Path = PAPER) -> tuple[Learnt, ...]:
    """Table 2 of 1967."""
    return load(
        folder / "table2.tsv",
        "moves tables polynomial standing",
        lambda row: Learnt(
            number(row, "moves"), hundredths(row, "tables"), hundredths(row, "polynomial"), standing(row)
        ),
    )


@dataclass(frozen=True)
class Rated:
    """How often this many moves were rated higher than the book's or equal to it."""

    higher_or_equal: int
    hundredths: int
    standing: Standing


def rated(folder: Path = PAPER) -> tuple[Rated, ...]:
    """The row of fractions in the results of 1967."""
    return load(
        folder / "rated.tsv",
        "higher_or_equal fraction standing",
        lambda row: Rated(number(row, "higher_or_equal"), hundredths(row, "fraction"), standing(row)),
    )


# Games


@dataclass(frozen=True)
class PaperGame:
    """A game, or its beginning."""

    name: str
    source: str
    place: str
    black: str
    white: str
    result: str
    ending: str
    standing: Standing
    repairs: str
    """For each damaged move its number, the scan's text and the repair."""
    moves: tuple[Move, ...]


def games(folder: Path = PAPER) -> tuple[PaperGame, ...]:
    """Games of the program; every move is legal."""
    return load(
        folder / "games.tsv",
        "game source place black white result ending standing repairs moves",
        lambda row: PaperGame(
            needed(row, "game"),
            needed(row, "source"),
            needed(row, "place"),
            needed(row, "black"),
            needed(row, "white"),
            one_of(row, "result", {result: result for result in RESULTS}),
            needed(row, "ending"),
            standing(row),
            row["repairs"],
            _moves(needed(row, "moves")),
        ),
    )


def _moves(text: str) -> tuple[Move, ...]:
    position = START
    found: list[Move] = []
    for turn, written in enumerate(text.split(), 1):
        try:
            move = find(position, written)
        except MachineError as error:
            raise ValueError(f"move {turn}, {error}") from None
        found.append(move)
        position = play(position, move)
    return tuple(found)


# Games with people


@dataclass(frozen=True)
class Encounter:
    """Games of the program with a person."""

    opponent: str
    title: str
    when: str
    how: str
    games: int
    won: int
    drawn: int
    lost: int
    source: str
    place: str
    standing: Standing
    remark: str


def encounters(folder: Path = PAPER) -> tuple[Encounter, ...]:
    """The program's results against people, where the papers count games."""

    def make(row: Row) -> Encounter:
        played, won, drawn, lost = (number(row, column) for column in ("games", "won", "drawn", "lost"))
        if won + drawn + lost != played:
            raise ValueError(f"won, drawn and lost add up to {won + drawn + lost}, not to {played} games")
        return Encounter(
            needed(row, "opponent"),
            needed(row, "title"),
            needed(row, "when"),
            needed(row, "how"),
            played,
            won,
            drawn,
            lost,
            needed(row, "source"),
            needed(row, "place"),
            standing(row),
            row["remark"],
        )

    columns = "opponent title when how games won drawn lost source place standing remark"
    return load(folder / "encounters.tsv", columns, make)
