"""Macros: their prototypes, the arguments of a call, and the cards it makes."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ibm7094.asm.cards.card import LAST, Card, slice_card

DELIMITERS = re.compile(r"([ ,+\-*/=()$'])")
PARAMETERS = re.compile(r"[^-+*/=()$', ]+")
"""The names in the parameter list of a definition, which any mark can separate."""
JOIN = "'"
CONTINUED = "$"
MOST_PARAMETER = 6
TEXT_OPERATIONS = frozenset(("BCI", "BCD", "TTL", "REM"))
"""Operations whose fields may contain blanks."""
OPERATION_AT = 7
FIELD_AT = {"709": 15, "704": 11}
"""Columns before the variable field of a continuation card that FAP makes, by current machine."""


@dataclass(frozen=True)
class Macro:
    """A macro definition."""

    name: str
    parameters: tuple[str, ...]
    cards: tuple[Card, ...]
    location: str = ""
    """The parameter that stands for the location field of a call."""


@dataclass(frozen=True)
class Remote:
    """Cards that RMT set aside, as a macro without parameters, and the heads in force there."""

    macro: Macro
    heads: tuple[str, ...]


@dataclass
class Definition:
    """A definition being read. It ends at an END with its name or without a name."""

    name: str
    parameters: tuple[str, ...] = ()
    location: str = ""
    cards: list[Card] = field(default_factory=list)

    def take(self, card: Card) -> bool:
        """Add a card; return True if it was the last."""
        if card.operation == "END" and not card.indirect:
            named = card.location or next(iter(parameters_of(card.variable)), "")
            if named in ("", self.name):
                return True
        self.add(card)
        return False

    def add(self, card: Card) -> None:
        """Add a card to the prototype. Comments are dropped; a field that ends in a dollar sign continues."""
        if card.is_comment:
            return
        before = self.cards[-1] if self.cards else None
        if card.operation == "ETC" and before and is_continued(before):
            whole = before.variable[: -len(CONTINUED)] + card.field.rstrip()
            self.cards[-1] = replace(before, field=whole, variable=whole)
        else:
            self.cards.append(card)

    def macro(self) -> Macro:
        return Macro(self.name, self.parameters, tuple(self.cards), self.location)


def is_continued(card: Card) -> bool:
    """Whether a card's field continues on an ETC card: it ends in a dollar sign."""
    return card.operation not in TEXT_OPERATIONS and card.variable.endswith(CONTINUED)


def parameters_of(text: str) -> list[str]:
    """The names in the parameter list of a definition."""
    return [name[-MOST_PARAMETER:] for name in PARAMETERS.findall(text.split(" ", 1)[0])]


@dataclass
class Arguments:
    """The arguments of a call, up to a blank outside parentheses or the end of the card."""

    given: list[str] = field(default_factory=list)
    last: str = ","
    """The mark before the last argument."""
    length: int = 0
    """How many characters were read."""
    is_open: bool = False
    """Whether a parenthesis has no match."""
    is_continued: bool = False
    """Whether a dollar sign is at the end."""


def split_arguments(text: str) -> list[str]:
    """The arguments of a call, without an empty one after the last mark."""
    found = scan_arguments(text)
    return found.given[:-1] if found.given and not found.given[-1] else found.given


def scan_arguments(text: str) -> Arguments:
    """Split arguments at commas and at parentheses; within parentheses commas and blanks are kept."""
    found = Arguments()
    begin, depth, before = 0, 0, ","

    def cut(end: int, mark: str) -> None:
        nonlocal begin
        found.given.append(text[begin:end])
        begin, found.last = end + 1, mark

    for place, c in enumerate(text):
        found.length = place
        if c == "(":
            depth += 1
            if depth == 1 and before in ",)":
                begin = place + 1
            elif depth == 1:
                cut(place, c)
        elif c == "," and not depth:
            if before == ")":
                begin, found.last = place + 1, c
            else:
                cut(place, c)
        elif c == ")" and depth <= 1:
            found.is_open = not depth
            if not depth:
                break
            depth = 0
            cut(place, c)
        elif c == ")":
            depth -= 1
        elif c == " " and (not depth or before == CONTINUED):
            found.is_continued = before == CONTINUED
            break
        before = c
    else:
        found.length = len(text)
        found.is_continued = before == CONTINUED
    found.is_open |= depth > 0 and not found.is_continued
    found.given.append(text[begin : found.length - found.is_continued])
    return found


def iterations(argument: str) -> list[str]:
    """The items that IRP repeats for. An empty one after a last comma counts; so does an empty argument."""
    found = scan_arguments(argument)
    return found.given if found.given[-1] or found.last == "," else found.given[:-1]


def bind(macro: Macro, arguments: list[str], create: Callable[[], str], location: str = "") -> dict[str, str]:
    """The value of each parameter. An argument omitted at the end of the list becomes a created symbol; one
    that is empty before a comma stays empty."""
    bound = {}
    for place, parameter in enumerate(macro.parameters):
        bound[parameter] = arguments[place] if place < len(arguments) else create()
    if macro.location:
        bound[macro.location] = location
    return bound


def substitute(text: str, bound: dict[str, str]) -> str:
    """Replace parameters between delimiters, and remove the joining mark."""
    return "".join(bound.get(token, token) for token in DELIMITERS.split(text) if token != JOIN)


def field_of(card: Card) -> str:
    """The variable field of a prototype card, without its comment. Text and literals are kept whole."""
    if card.operation in TEXT_OPERATIONS or card.field.startswith("="):
        return card.field.rstrip()
    depth = 0
    for place, c in enumerate(card.field):
        depth += (c == "(") - (c == ")")
        if c == " " and depth <= 0:
            return card.field[:place]
    return card.field.rstrip()


def expand(macro: Macro, bound: dict[str, str], machine: str) -> Iterator[Card]:
    """The cards of a call."""
    return _expand(list(macro.cards), bound, machine)


def _expand(cards: list[Card], bound: dict[str, str], machine: str) -> Iterator[Card]:
    place = 0
    while place < len(cards):
        card = cards[place]
        place += 1
        yield from generate(card, bound, machine)
        if card.operation != "IRP":
            continue
        end = next((i for i in range(place, len(cards)) if cards[i].operation == "IRP"), len(cards))
        named = [token for token in DELIMITERS.split(card.variable) if token in bound]
        if named:  # else the cards are skipped
            for item in iterations(bound[named[-1]]):
                yield from _expand(cards[place:end], bound | {named[-1]: item}, machine)
        place = end + 1


def generate(card: Card, bound: dict[str, str], machine: str) -> Iterator[Card]:
    """A card with its parameters replaced. Its field keeps its column; the overflow goes on ETC cards."""
    location = bound.get(card.location, card.location)
    star = "*" if card.indirect else ""
    text = f"{location:<{OPERATION_AT}}{substitute(card.operation + star, bound)}"
    if card.column:
        text = f"{text + ' ':<{card.column - 1}}{substitute(field_of(card), bound)}"
    yield slice_card(text[:LAST], card.file, card.number)
    rest = text[LAST:]
    room = LAST - FIELD_AT[machine]
    while rest.strip():
        text = f"{'':{OPERATION_AT}}{'ETC':<{FIELD_AT[machine] - OPERATION_AT}}{rest[:room]}"
        yield slice_card(text, card.file, card.number)
        rest = rest[room:]
