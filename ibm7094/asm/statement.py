"""One card on its way through both passes, and the words it becomes."""

from dataclasses import dataclass, field
from typing import Any

from ibm7094.asm.card import Card
from ibm7094.asm.expression import Value

LABEL_MULTIPLE = "m"
"""Printed as M, but behind all others and no reason to give the program up: only the card's own location
symbol, or the name of a macro, has been defined before."""
PARENTHESES = "("
FLAGS = f"{PARENTHESES}$UMRPLOEBN749ATDIF{LABEL_MULTIPLE}"
"""Every flag, in the order FAP prints them."""
FATAL = frozenset(f"{PARENTHESES}$UMRPLOEB")

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
    "F": "the variable field is not what the operation wants",
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
    """As listed; LOC makes it differ from where the word is loaded."""
    load: int
    word: int
    octal: str
    flags: str = ""
    relocation: str = ""
    """Which of address (A) and decrement (D) move with a relocatable program."""
    name: str = ""
    """Of a word that no card makes: what is listed in the place of a location symbol."""


@dataclass(frozen=True)
class Block:
    """From which word on cards are punched in another form."""

    form: str
    after: int


@dataclass(frozen=True)
class Transfer:
    """A transfer card, by TCD or END, behind so many words."""

    address: int
    after: int


@dataclass(frozen=True)
class Modes:
    """What is listed, as control cards set it."""

    macros: bool = False
    """PMC: cards that macros make."""
    control: bool = False
    """PCC: control cards."""
    unflagged: bool = True
    """LIST and UNLIST: cards without flags."""
    every_word: bool = True
    """DETAIL and TITLE: all the words of a card."""


@dataclass(slots=True)
class Statement:
    """A card after macro expansion."""

    card: Card
    level: int = 0
    """How deep in macros; 0 for a card of the deck."""
    copy: bool = False
    """A later copy by DUP: listed without the card."""
    modes: Modes = field(default_factory=Modes)
    passive: bool = False
    """Only listed: part of a definition, a macro call, a continuation."""
    control: bool = False
    """A control card, or one that a condition left out: listed only if PCC asks for it."""
    starts: bool = False
    """No card before the transfer vector: ENTRY cannot follow it."""
    meaning: Any = None
    """What the operation field meant when the card was met: OPSYN may change it later."""
    head: tuple[str, ...] = ("",)
    here: int = 0
    load: int = 0
    location: int | None = None
    """To be listed beside the card where there is no word."""
    figure: str = ""
    """The value listed for EQU and its like, in place of a word."""
    value: Value | None = None
    """Fixed in the first pass, when only earlier symbols are known."""
    refused: bool = False
    """A pseudo-operation where there can be none."""
    checked: bool = False
    """Its location symbol is a location, and flagged if it is another one too."""
    in_dup: bool = False
    """Among the cards that DUP repeats, or a copy of them."""
    out_of_phase: bool = False
    """The first pass could make nothing of it, and the second leaves it alone."""
    flags: set[str] = field(default_factory=set)
    words: list[Word] = field(default_factory=list)
    more: list["Statement"] = field(default_factory=list)
    """Continuation cards."""
    index: list[tuple[str, str, int | None]] = field(default_factory=list)
    """What INDEX lists: flags, symbol, value."""

    @property
    def variable(self) -> str:
        """The variable field, continuation cards included."""
        return self.card.variable + "".join(s.card.variable for s in self.more)

    @property
    def name(self) -> str:
        """What the operation is, by whatever name it was called."""
        return getattr(self.meaning, "name", "")

    def flags_of(self, index: int) -> str:
        """The flags listed beside a word: the card's own beside its first."""
        return printed((self.flags if index == 0 else set()) | set(self.words[index].flags))

    @property
    def all_flags(self) -> str:
        """Flags of the card and of its words."""
        return ordered(self.flags | {flag for word in self.words for flag in word.flags})
