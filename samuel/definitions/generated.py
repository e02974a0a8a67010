"""Thousands of definitions made by rule, to show how well a row of Table 1 is fitted by chance."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from samuel.definitions.boards import DIRECTIONS, Offset, count
from samuel.definitions.measure import Rating
from samuel.definitions.patterns import Pattern, all_patterns, describe, times
from samuel.definitions.phrases import by_row, holds_all, no_enemy_kings, within
from samuel.definitions.sides import union
from samuel.definitions.squares import BACK_HOLDINGS, SETS

PIECE_WORDS = ("own", "men", "kings", "empty")
SIDE_WORDS = (
    "free", "blocked", "mob", "denied", "risky", "exchange", "safe", "undenied", "held", "stuck", "loose",
    "threat", "safe_threat", "undenied_threat", "jumper", "victims", "forking", "double_jumper",
    "backed", "bare", "touching", "facing", "alone", "runaway", "strung",
)  # fmt: skip
WORDS = (*SIDE_WORDS, *(f"foe.{name}" for name in SIDE_WORDS))
PLACES = {"ahead": DIRECTIONS[:2], "behind": DIRECTIONS[2:], "beside": DIRECTIONS}

Made = Iterator[tuple[str, Rating]]
"""Definitions with their names."""


def generated() -> Made:
    """The definitions of every family."""
    yield from _pieces_on_squares()
    yield from _back_rows_held()
    yield from ((describe(pattern), _pattern(pattern)) for pattern in all_patterns())
    yield from _words_on_squares()
    yield from _words_beside_pieces()
    yield from _words_with_words()
    yield from _sums_of_rows()


def _one_name_each(names: Iterator[str]) -> dict[np.uint64, str]:
    """Sets of squares, with one name each even if there are several."""
    return {SETS[name]: name for name in names}


def _pieces_on_squares() -> Made:
    for mask, name in _one_name_each(iter(SETS)).items():
        for pieces in PIECE_WORDS:
            yield f"{pieces} on {name}", within(pieces, mask)


def _back_rows_held() -> Made:
    for name, mask in BACK_HOLDINGS.items():
        yield f"{name} held", holds_all(mask)
        yield f"{name} held, no enemy kings", no_enemy_kings(holds_all(mask))


def _pattern(pattern: Pattern) -> Rating:
    return lambda s: times(s, pattern)


def _words_on_squares() -> Made:
    masks = _one_name_each(name for name in SETS if not name.startswith(("square", "files", "diagonal")))
    for name in WORDS:
        for mask, where in masks.items():
            yield f"{name} on {where}", within(name, mask)


def _words_beside_pieces() -> Made:
    others = ("own", "enemy", "empty", "kings", "enemy_kings")
    for name, other, (place, at) in product((*PIECE_WORDS, *WORDS), others, PLACES.items()):
        yield f"{name} with {other} {place}", _with_beside(name, other, at)
        yield f"{name} without {other} {place}", _without_beside(name, other, at)


def _with_beside(name: str, other: str, at: tuple[Offset, ...]) -> Rating:
    return lambda s: count(s.word(name) & union(s.near(other, d) for d in at))


def _without_beside(name: str, other: str, at: tuple[Offset, ...]) -> Rating:
    return lambda s: count(s.word(name) & ~union(s.near(other, d) for d in at))


def _words_with_words() -> Made:
    names = (*PIECE_WORDS, *WORDS)
    for one, other in product(names, names):
        if one < other:
            yield f"{one} and {other}", _both(one, other)
        if one != other:
            yield f"{one} but not {other}", _but_not(one, other)


def _both(one: str, other: str) -> Rating:
    return lambda s: count(s.word(one) & s.word(other))


def _but_not(one: str, other: str) -> Rating:
    return lambda s: count(s.word(one) & ~s.word(other))


def _sums_of_rows() -> Made:
    for pieces, weights in product(("men", "own"), product((-1, 0, 1), repeat=7)):
        if next((weight for weight in weights if weight), -1) > 0:  # otherwise zero, or another one negated
            yield f"{pieces} by rows {' '.join(map(str, weights))}", by_row(pieces, weights)
