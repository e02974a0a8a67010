"""One card on its way through both passes, and the words it becomes."""

from dataclasses import dataclass, field
from typing import Any

from ibm7094.asm.cards.card import Card
from ibm7094.asm.fields.expression import Value

LABEL_MULTIPLE = "m"
"""Printed as M, but after all other flags, and not fatal: only the card's own location symbol, or the name
of a macro, was defined before."""
PARENTHESES = "("
FLAGS = f"{PARENTHESES}$UMRPLOEBN749ATDIF{LABEL_MULTIPLE}"
"""Every flag, in the order FAP prints them."""
FATAL = frozenset(f"{PARENTHESES}$UMRPLOEB")

MEANING = {
    "$": "a dollar sign has no symbol after it, or more than one character before it",
    "U": "a symbol is not defined",
    "M": "a symbol is defined more than once",
    "R": "an expression cannot be relocated",
    "P": "the card is out of place, or its location is not what it was in the first pass",
    "L": "the literal is not a constant",
    "O": "there is no such operation",
    "E": "the card has an error",
    "B": "a Boolean or octal field has an error",
    "N": "the operation is not used properly",
    "7": "column 7 is not blank",
    "4": "this is an operation of the 704",
    "9": "this is an operation of the 709 and later machines",
    "A": "the address is missing",
    "T": "the tag is missing",
    "D": "the decrement is missing, or not allowed here",
    "I": "the operation cannot be indirect",
    "F": "the variable field does not suit the operation",
    LABEL_MULTIPLE: "the location symbol is defined more than once",
    PARENTHESES: "the parentheses do not match",
}


def ordered(flags: set[str]) -> str:
    """Flags in FAP's order."""
    return "".join(f for f in FLAGS if f in flags)


def printed(flags: set[str]) -> str:
    """Flags as FAP prints them."""
    return ordered(flags).replace(PARENTHESES, "()").upper()


@dataclass(slots=True)
class Word:
    """A word of the program, with its place in the listing."""

    location: int
    """The location listed, which LOC can make differ from where the word is loaded."""
    load: int
    word: int
    octal: str
    flags: str = ""
    relocation: str = ""
    """Which fields are relocatable: address (A), decrement (D)."""
    name: str = ""
    """For a word without a card: the name listed in place of a location symbol."""


@dataclass(frozen=True)
class Modes:
    """What control cards say to list."""

    macros: bool = False
    """PMC: list cards that macros generate."""
    control: bool = False
    """PCC: list control cards."""
    unflagged: bool = True
    """LIST and UNLIST: list cards without flags."""
    every_word: bool = True
    """DETAIL and TITLE: list all the words of a card."""


@dataclass(slots=True)
class Statement:
    """A card after macro expansion."""

    card: Card
    level: int = 0
    """How deep the card is in macros; 0 for a card of the deck."""
    copy: bool = False
    """A copy made by DUP: listed without the card."""
    modes: Modes = field(default_factory=Modes)
    passive: bool = False
    """Whether the card is only listed: part of a definition, a macro call, a continuation."""
    control: bool = False
    """A control card, or one that a condition skipped: listed only after PCC."""
    starts: bool = False
    """Whether the card starts the program: the transfer vector comes before it, and no ENTRY after it."""
    meaning: Any = None
    """What the operation field meant when the card was read: OPSYN may change it later."""
    head: tuple[str, ...] = ("",)
    here: int = 0
    load: int = 0
    location: int | None = None
    """The location to list beside a card that has no word."""
    figure: str = ""
    """The value listed in place of a word, for EQU and similar cards."""
    value: Value | None = None
    """The value of the field: for most cards from the first pass, when only earlier symbols are known."""
    refused: bool = False
    """A pseudo-operation that is not allowed here."""
    checked: bool = False
    """Whether its location symbol is a location, to be flagged if it is defined elsewhere too."""
    in_dup: bool = False
    """One of the cards that DUP repeats, or a copy of one."""
    out_of_phase: bool = False
    """The first pass could not evaluate it, and the second only flags it."""
    flags: set[str] = field(default_factory=set)
    words: list[Word] = field(default_factory=list)
    more: list["Statement"] = field(default_factory=list)
    """Continuation cards."""
    index: list[tuple[str, str, int | None]] = field(default_factory=list)
    """What INDEX lists: flags, symbol and value."""

    @property
    def variable(self) -> str:
        """The variable field, continuation cards included."""
        return self.card.variable + "".join(s.card.variable for s in self.more)

    @property
    def name(self) -> str:
        """The operation's own name, even if the card uses a synonym."""
        return getattr(self.meaning, "name", "")

    def flags_of(self, index: int) -> str:
        """The flags listed beside a word; the card's own flags are listed beside its first word."""
        return printed((self.flags if index == 0 else set()) | set(self.words[index].flags))

    @property
    def all_flags(self) -> str:
        """Flags of the card and of its words."""
        return ordered(self.flags | {flag for word in self.words for flag in word.flags})
