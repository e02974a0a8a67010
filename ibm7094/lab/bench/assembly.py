"""How fast the assembler is, on decks with macros, literals and thousands of symbols."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from ibm7094.asm import assemble
from ibm7094.asm.fields.expression import parse

CARDS = 10_000
SMALL = 2_500
ROUNDS = 3


@dataclass(frozen=True)
class Rate:
    """Cards per second for a deck, in each round."""

    cards: int
    rates: list[float]

    @property
    def middle(self) -> float:
        return median(self.rates)


def deck(cards: int) -> str:
    """A deck of this size: three cards in ten have a symbol, one a literal; one in fifty is a macro call."""
    return "\n".join(_cards(cards)) + "\n"


def _cards(count: int) -> Iterator[str]:
    yield from ("*      SPEED", "       ABS", "       ORG     64")
    yield from ("MOVE   MACRO   FROM,TO", "       CLA     FROM", "       STO     TO", "       END")
    for number in range(count - 8):
        location = f"S{number:05d}" if number % 10 in (0, 3, 6) else ""
        there = f"S{number * 7 % (count // 10 - 1) * 10:05d}"
        yield f"{location:<6} {_body(number, there)}"
    yield "       END     64"


def _body(number: int, there: str) -> str:
    if number % 50 == 49:
        return f"MOVE    {there},{there}+1"
    if number % 10 == 5:
        return f"ADD     ={number % 977}"
    return (f"CLA     {there}", f"STO     {there},1", f"TIX     *-2,1,{number % 7}", "ARS     18")[number % 4]


def measure(cards: int) -> Rate:
    """Assemble and list the deck several times, clearing the parser's cache in between."""
    text = deck(cards)
    rates = []
    for _ in range(ROUNDS):
        parse.cache_clear()
        began = time.perf_counter()
        assemble(text).listing()
        rates.append(cards / (time.perf_counter() - began))
    return Rate(cards, rates)
