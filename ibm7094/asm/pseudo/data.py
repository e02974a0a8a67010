"""Constants: octal, decimal and characters."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.cards.card import LAST
from ibm7094.asm.fields.decimal import BadConstant, decimal
from ibm7094.asm.fields.numbers import characters, octal
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("OCT", starts=True)
def oct_(a: "Assembler", s: Statement) -> None:
    """Octal words."""
    constants(a, s, octal)


@pseudo("DEC", starts=True)
def dec(a: "Assembler", s: Statement) -> None:
    """Decimal words: integers, floating and fixed point."""
    constants(a, s, decimal)


def constants(a: "Assembler", s: Statement, convert: Callable[[str], int]) -> None:
    a.define_label(s)
    for text in s.card.variable.split(","):
        word, flags = 0, ""
        if a.final:
            try:
                word = convert(text)
            except BadConstant as problem:
                flags = problem.flags
        a.emit(s, word, layout.signed(word), flags)


COUNT_COLUMN = 12
FULL_CARD = 10
"""How many words fit into columns 13 to 72."""


@pseudo("BCI", starts=True)
def bci(a: "Assembler", s: Statement) -> None:
    """Characters: a digit that says how many words, a comma, then the text, including blanks. A comma in
    column 12 means ten words."""
    field = s.card.field
    if field[:1].isdigit():
        # Only one digit is read. If there is a second one, the text begins at the comma after it.
        text_words(a, s, field[2:], int(field[0]))
    elif field[:1] == "," and s.card.column == COUNT_COLUMN:
        text_words(a, s, field[1:], FULL_CARD)
    else:
        without_count(a, s)


@pseudo("BCD", starts=True)
def bcd(a: "Assembler", s: Statement) -> None:
    """Characters, the older form: the count is in column 12 and the text follows at once. A zero or a blank
    there means ten words."""
    digit = s.card.text[COUNT_COLUMN - 1 : COUNT_COLUMN].strip()
    if digit and not digit.isdigit():
        without_count(a, s)
    else:
        text_words(a, s, s.card.text[COUNT_COLUMN:LAST], int(digit or "0") or FULL_CARD)


def without_count(a: "Assembler", s: Statement) -> None:
    """Make one word of blanks, and flag the card."""
    if a.final:
        s.flags.add("E")
    text_words(a, s, "", 1)


def text_words(a: "Assembler", s: Statement, text: str, count: int) -> None:
    a.define_label(s)
    if not count:
        s.location = a.here
    for i in range(count):
        word = characters(text[6 * i : 6 * i + 6])
        a.emit(s, word, layout.logical(word))
