"""Macros: their prototypes, the arguments of a call, and the cards it makes."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ibm7094.asm.card import Card, rebuild

DELIMITERS = re.compile(r"([ ,+\-*/=()$'])")
JOIN = "'"
TEXT_OPERATIONS = frozenset(("BCI", "BCD", "TTL", "REM", "LBL"))
"""Their fields go on past a blank."""


@dataclass(frozen=True)
class Macro:
    """A macro definition."""

    name: str
    parameters: tuple[str, ...]
    cards: tuple[Card, ...]


@dataclass
class Definition:
    """A definition being read: it ends at an END with its own name, or with none."""

    name: str
    parameters: tuple[str, ...]
    cards: list[Card] = field(default_factory=list)

    def take(self, card: Card) -> bool:
        """Add a card; true if it was the last."""
        if card.operation == "END" and card.location in ("", self.name):
            return True
        if not card.is_comment:
            self.cards.append(card)
        return False

    def macro(self) -> Macro:
        return Macro(self.name, self.parameters, tuple(self.cards))


def split_arguments(text: str) -> list[str]:
    """Subfields up to the first blank; parentheses keep commas and blanks together, and one pair is
    taken off each argument."""
    parts = [""]
    depth = 0
    for c in text:
        if not depth and c in " ,":
            if c == " ":
                break
            parts.append("")
            continue
        depth += (c == "(") - (c == ")")
        parts[-1] += c
    return [] if parts == [""] else parts


def stripped(argument: str) -> str:
    """Without the parentheses around the whole of it."""
    if not (argument.startswith("(") and argument.endswith(")")):
        return argument
    depth = 0
    for place, c in enumerate(argument):
        depth += (c == "(") - (c == ")")
        if not depth and place < len(argument) - 1:
            return argument
    return argument[1:-1]


def bind(macro: Macro, arguments: list[str], create: Callable[[], str]) -> dict[str, str]:
    """Parameters to what they stand for. One left out at the end of the list gets a created symbol; one
    that is empty before a comma stays empty."""
    given = list(arguments)
    if given and not given[-1]:
        given.pop()  # nothing behind the last comma
    bound = {}
    for place, parameter in enumerate(macro.parameters):
        bound[parameter] = stripped(given[place]) if place < len(given) else create()
    return bound


def substitute(text: str, bound: dict[str, str]) -> str:
    """Replace parameters where they stand between delimiters; the joining mark vanishes."""
    return "".join(bound.get(token, token) for token in DELIMITERS.split(text) if token != JOIN)


def field_of(card: Card) -> str:
    """The variable field of a prototype card, its comment dropped."""
    if card.operation in TEXT_OPERATIONS:
        return card.field.rstrip()
    return ",".join(split_arguments(card.field)) if "(" in card.field else card.variable


def expand(macro: Macro, bound: dict[str, str]) -> Iterator[Card]:
    """The cards of a call."""
    return _expand(list(macro.cards), bound)


def _expand(cards: list[Card], bound: dict[str, str]) -> Iterator[Card]:
    place = 0
    while place < len(cards):
        card = cards[place]
        place += 1
        if card.operation == "IRP":
            end = next((i for i in range(place, len(cards)) if cards[i].operation == "IRP"), len(cards))
            for item in split_arguments(bound.get(card.variable, card.variable)):
                yield from _expand(cards[place:end], bound | {card.variable: stripped(item)})
            place = end + 1
            continue
        star = "*" if card.indirect else ""
        yield rebuild(
            bound.get(card.location, card.location),
            substitute(card.operation + star, bound),
            substitute(field_of(card), bound),
            card,
        )
