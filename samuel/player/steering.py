"""The words that steer the program: what each means, its range and its default.

A control card sets each of them; listings/PLAYING.md has the same table. The numbers of the search are in
listings/search/steer.fap, those of the evaluation in listings/evaluation/worths.fap.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from ibm7094.errors import BadType, BadValue

FEWEST_TERMS, MOST_TERMS = 1, 99
"""How many terms of the polynomial a TERMS card may ask for."""
PLIES = 22
"""How many plies a word by ply has numbers for."""

Steering = Mapping[str, int | Sequence[int]]
"""Steering words by name: {"COUNT": 16, "SAVED": [99, 99, 4]}."""


MAN = 0o6400
"""Points for a man, as `listings/evaluation/worths.fap` derives them from Fig. 3."""


@dataclass(frozen=True)
class Word:
    """A number that a control card sets, or a row of numbers by ply."""

    name: str
    meaning: str
    lowest: int
    highest: int
    default: int | tuple[int, ...]
    """For a row, the numbers of the first plies; the last one is for all further plies."""
    symbol: str
    """Where it is in the program."""

    @property
    def by_ply(self) -> bool:
        """Whether it has a number for each ply."""
        return isinstance(self.default, tuple)

    @property
    def default_text(self) -> str:
        """The default as it is typed."""
        return ",".join(map(str, self.default)) if isinstance(self.default, tuple) else str(self.default)


WORDS = (
    Word("SURVEY", "ply to which every first move is carried; 0: no survey and no paths", 0, 20, 3, "STSURV"),
    Word("STEP", "plies by which the best path is extended", 1, 20, 2, "STSTEP"),
    Word(
        "LIMIT",
        "depth that ends the flitting from path to path; 0: it ends when COUNT is used up",
        0,
        22,
        0,
        "STLIMD",
    ),
    Word("COUNT", "branching count after the survey", 0, 999, 16, "STBRCT"),
    Word("JUMP", "charge against COUNT for a jump", 1, 99, 1, "STJUMP"),
    Word("NORMAL", "charge against COUNT for a move that is not a jump", 1, 99, 4, "STNORM"),
    Word("PREFER", "1: follow a preferred path even when COUNT is used up; 0: do not", 0, 1, 1, "STPREF"),
    Word("PRUNE", "1: alpha-beta pruning; 0: none", 0, 1, 1, "ABPRUN"),
    Word("AGREE", "back up where alpha and beta are this near, in points; 0: never", 0, 32767, 0, "STAGRE"),
    Word("PLAUS", "plies of the plausibility analysis", 1, 4, 2, "STPLAU"),
    Word("PLAUS3", "the same in the preliminary phase", 1, 4, 3, "STPLSV"),
    Word("SORT", "moves put in order by the plausibility analysis", 1, 6, 4, "STSORT"),
    Word("DEPTH", "every path ends at this ply; 0: when COUNT is used up", 0, 22, 0, "STDEPT"),
    Word("ORDER", "plies with a plausibility analysis; beyond, moves stand as found", 0, 22, 22, "STORDR"),
    Word(
        "SEARCH",
        "1: BOOK compares the move that the search chooses; 0: all moves as rated",
        0,
        1,
        0,
        "STBOOK",
    ),
    Word(
        "BOUND",
        "1: the analysis starts from the alpha of its board; 2: and stops at its beta; 0: neither",
        0,
        2,
        1,
        "STBND",
    ),
    Word("ROOT", "plies of the analysis of the first board", 1, 5, 3, "STPLRT"),
    Word("TIES", "1: of equal moves the one found later comes first; 0: the earlier", 0, 1, 0, "STTIES"),
    Word("PITCH", "1: one pitch move is followed beyond those saved; 0: none", 0, 1, 0, "STPTCH"),
    Word("PEND", "1: no path ends while a jump is pending; 0: it may", 0, 1, 0, "STPEND"),
    Word("RANK", "plies that each place in the listings counts for SAVED and MARGIN", 0, 9, 0, "STRANK"),
    Word("CONCED", "concede when this many points behind; 0: never by points", 0, 32767, 13312, "STCONC"),
    Word("DRAW", "moves without progress that make a draw; 0: no draw", 0, 999, 80, "STDRAW"),
    Word("SAVED", "moves saved, by ply", 1, 99, (99, 99, 4, 4, 4, 3, 3, 3, 2), "STNSAV"),
    Word("MARGIN", "forward-pruning margins in points, by ply; 0: none", 0, 32767, (0,), "STMARG"),
    Word("MAN", "points for a man", 1, 9999, MAN, "PNMAN"),
    Word("KING", "points for a king", 1, 9999, 4992, "PNKING"),
    Word("UNIT", "points for a coefficient of 1.00", 1, 9999, 24, "PNUNIT"),
    Word("TRADE", "how much trading is favoured: the smaller, the more", 1, 9999, 416, "PNTRAD"),
    Word(
        "PHASE",
        "evaluate every board as of this phase; 7: of the first board's; 0: each by its own pieces",
        0,
        7,
        7,
        "PNFIX",
    ),
    Word("POWER", "power to which learnt coefficients are raised", 1, 9, 1, "COPOWR"),
)
BY_NAME = {word.name: word for word in WORDS}

OTHER_ORDERS = {"TERMS": "terms", "TABLES": "tables", "LEARNT": "coefficients"}
"""Settings that have an option of their own."""


def word_named(name: str) -> Word:
    """A steering word by its name; BadValue lists them all if there is none."""
    if not isinstance(name, str):
        raise BadType(f"A steering word is named by a text, such as 'COUNT': {name!r} is not one.")
    if found := BY_NAME.get(name.upper()):
        return found
    if own := OTHER_ORDERS.get(name.upper()):
        raise BadValue(f"{name!r} is not a steering word: use the setting {own}= or the option --{own}.")
    raise BadValue(f"There is no steering word {name!r}: choose one of {', '.join(BY_NAME)}.")


def numbers_of(name: str, given: int | Sequence[int]) -> list[int]:
    """The numbers for a steering word; BadValue if the word does not exist or does not take them."""
    word = word_named(name)
    values = _whole(word, given)
    most = PLIES if word.by_ply else 1
    if not 1 <= len(values) <= most:
        takes = f"1 to {PLIES} numbers, one for each ply" if word.by_ply else "one number"
        raise BadValue(f"The steering word {word.name} takes {takes}, not {len(values)}.")
    for value in values:
        if not word.lowest <= value <= word.highest:
            raise BadValue(f"{word.name} is a number from {word.lowest} to {word.highest}, not {value}.")
    return values


def _whole(word: Word, given: object) -> list[int]:
    row = list(given) if isinstance(given, Sequence) and not isinstance(given, str | bytes) else [given]
    whole = [value for value in row if isinstance(value, SupportsIndex) and not isinstance(value, bool)]
    if len(whole) == len(row):
        return list(map(index, whole))
    kind = "whole numbers such as [99, 99, 4]" if word.by_ply else "a whole number"
    raise BadType(f"The steering word {word.name} takes {kind}, not {given!r}.")


def steering_cards(words: Steering) -> list[str]:
    """A control card for each steering word; BadValue or BadType if a word does not exist or cannot have
    that number."""
    if not isinstance(words, Mapping):
        raise BadType(f'Steering words are given by name, as in {{"COUNT": 16}}, not as {words!r}.')
    numbers = [(word_named(name).name, numbers_of(name, given)) for name, given in words.items()]
    return [f"{name:6}{' '.join(map(str, values))}" for name, values in numbers]
