"""One card on its way through both passes, and the words it becomes."""

from dataclasses import dataclass, field
from typing import Any

from ibm7094.asm.card import Card
from ibm7094.asm.expression import Value

FLAGS = "$UMRPLOEBN749ATDIF"
"""Every flag, in the order FAP prints them."""
FATAL = frozenset("$UMRPLOEB")

MEANING = {
    "$": "a dollar sign has no symbol with it",
    "U": "a symbol is not defined",
    "M": "a symbol is defined more than once",
    "R": "an expression cannot be relocated",
    "P": "the card is out of place, or its location is not what it was in the first pass",
    "L": "the literal is no constant",
    "O": "there is no such operation",
    "E": "the card has an error",
    "B": "a Boolean or octal field has an error",
    "N": "the operation is not used properly",
    "7": "column 7 is not blank",
    "4": "this is an operation of the 704",
    "9": "this is an operation of the 709 and later machines",
    "A": "the address is missing",
    "T": "the tag is missing",
    "D": "the decrement is missing, or has no place here",
    "I": "the operation cannot be indirect",
    "F": "there is a field too many, or a symbol is used before it is defined",
}


def ordered(flags: set[str]) -> str:
    """Flags as FAP prints them."""
    return "".join(f for f in FLAGS if f in flags)


@dataclass(slots=True)
class Word:
    """A word of the program, with its place in the listing."""

    location: int
    """As listed; LOC makes it differ from where the word is loaded."""
    load: int
    word: int
    octal: str
    flags: str = ""
    relocation: str = ""
    """For a relocatable program: R or C for each of decrement and address that moves."""


@dataclass(slots=True)
class Statement:
    """A card after macro expansion."""

    card: Card
    level: int = 0
    """How deep in macros; 0 for a card of the deck."""
    copy: bool = False
    """A later copy by DUP: listed without the card."""
    shown: bool = True
    control_shown: bool = False
    passive: bool = False
    """Only listed: part of a definition, or a macro call."""
    location: int | None = None
    """To be listed beside the card."""
    figure: str = ""
    """The value listed for EQU and its like, in place of a word."""
    value: Value | None = None
    """Fixed in the first pass, when only earlier symbols are known."""
    flags: set[str] = field(default_factory=set)
    words: list[Word] = field(default_factory=list)
    more: list["Statement"] = field(default_factory=list)
    """Continuation cards; the words are listed beside the last."""
    meaning: Any = None
    """What the operation field meant when the card was met: OPSYN may change it later."""
    head: tuple[str, ...] = ("",)
    here: int = 0
    load: int = 0
