"""The stream of cards: the deck, with the cards that macros, DUP and RMT insert."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ibm7094.asm.cards.card import Card
from ibm7094.errors import MachineError

MOST_CARDS = 400_000
"""Limit for cards after expansion: many times what fills core."""
MOST_DEPTH = 60
"""Limit for macros within macros."""


class AssemblyError(MachineError):
    """A program that cannot be assembled at all."""

    exit_code = 1


def place_of(card: Card) -> str:
    """A card's file and number, for messages."""
    return f"{card.file}, card {card.number}" if card.file else f"card {card.number}"


class Incoming(NamedTuple):
    """A card, and where it came from."""

    card: Card
    level: int = 0
    """How deep in macros it is."""
    duplicate: int = 0
    """1 for the cards that DUP repeats, 2 for their later copies."""
    heads: tuple[str, ...] | None = None
    """The heads in force where RMT set it aside."""


class Stream:
    """Cards in the order of assembly."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._sources: list[Iterator[Incoming]] = [map(Incoming, cards)]
        self._given = 0
        self._waiting: Incoming | None = None

    def next(self) -> Incoming | None:
        """Take the next card; cards pushed last come first."""
        if self._waiting is not None:
            found, self._waiting = self._waiting, None
            return found
        while self._sources:
            for found in self._sources[-1]:
                self._count(found.card)
                return found
            self._sources.pop()
        return None

    def peek(self) -> Incoming | None:
        """The next card, which stays in the stream."""
        self._waiting = self.next()
        return self._waiting

    def push(self, cards: Iterable[Incoming], near: Card) -> None:
        """Insert cards before the remaining ones."""
        if self._waiting is not None:
            self._sources.append(iter((self._waiting,)))
            self._waiting = None
        self._sources.append(iter(cards))
        if len(self._sources) > MOST_DEPTH:
            raise AssemblyError(
                f"{place_of(near)}: macros call each other more than {MOST_DEPTH} deep: "
                f"end the recursion with an IFF."
            )

    def end(self) -> None:
        """Drop the rest of the deck."""
        self._sources, self._waiting = [], None

    def _count(self, card: Card) -> None:
        self._given += 1
        if self._given > MOST_CARDS:
            raise AssemblyError(
                f"{place_of(card)}: the program grows past {MOST_CARDS} cards: look for a DUP or a macro "
                f"that makes too many."
            )
