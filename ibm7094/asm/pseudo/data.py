"""Constants: octal, decimal, characters, and fields of any width."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.decimal import BadConstant, decimal
from ibm7094.asm.expression import NOTHING, parse
from ibm7094.asm.numbers import characters, octal
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement
from ibm7094.words import WORD

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("OCT")
def oct_(a: "Assembler", s: Statement) -> None:
    """Octal words."""
    constants(a, s, octal)


@pseudo("DEC")
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


@pseudo("BCI")
def bci(a: "Assembler", s: Statement) -> None:
    """Characters: a digit says how many words, a comma, then the text, blanks and all."""
    field = s.card.field
    if field[:1].isdigit() and field[:1] != "0":
        # Only one digit is read; with another behind it the text begins one column late, comma included.
        count, text = int(field[0]), field[2:]
    else:
        s.flags.add("E")
        count, text = 1, ""
    text_words(a, s, text, count)


COUNT_COLUMN = 12


@pseudo("BCD")
def bcd(a: "Assembler", s: Statement) -> None:
    """Characters, older: the count stands in column 12 and the text follows at once."""
    digit = s.card.text[COUNT_COLUMN - 1 : COUNT_COLUMN]
    count = int(digit) if digit.isdigit() else 0
    text_words(a, s, s.card.text[COUNT_COLUMN:72], count or 10)


def text_words(a: "Assembler", s: Statement, text: str, count: int) -> None:
    a.define_label(s)
    for i in range(count):
        word = characters(text[6 * i : 6 * i + 6])
        a.emit(s, word, layout.logical(word))


MOST_BITS = 63
"""What VFD can shift at once."""


def packed(a: "Assembler", s: Statement) -> list[int]:
    """The fields of VFD one behind the other, as words; the last is filled up with zeros."""
    flags = s.flags if a.final else set()
    total = bits = 0
    for part in s.variable.split(","):
        size, _, content = part.partition("/")
        kind = size[:1] if size[:1] in ("O", "H") else ""
        digits = size[len(kind) :]
        if not digits.isdigit() or len(digits) > 4:
            flags.add("E")
            continue
        wide = int(digits)
        if wide > MOST_BITS and kind != "H":
            flags.add("E")
            wide = MOST_BITS
        value = field_value(a, s, kind, content, wide, flags)
        total = total << wide | value & ((1 << wide) - 1)
        bits += wide
    count = (bits + 35) // 36
    total <<= 36 * count - bits
    return [total >> 36 * (count - 1 - i) & WORD for i in range(count)]


def field_value(a: "Assembler", s: Statement, kind: str, content: str, wide: int, flags: set[str]) -> int:
    """One field of VFD; a negative number is complemented in 36 bits."""
    if kind == "H":
        return characters(content.rjust(wide // 6), wide // 6)
    if kind == "O" and content.isdigit() and not set(content) & {"8", "9"}:
        return int(content, 8)
    trees = parse(content)
    if trees is None:
        flags.add("E")
        return 0
    tree = trees[0] if trees else NOTHING
    if kind == "O":
        mask = a.boolean(s, tree)
        if mask is None:
            flags.add("E")
        return mask or 0
    value = a.number(s, tree)
    if value is None:
        flags.update("UE")
        return 0
    return value.number & WORD


@pseudo("VFD")
def vfd(a: "Assembler", s: Statement) -> None:
    """Fields of any width, packed from left to right."""
    a.define_label(s)
    if not a.final:
        a.continuation(s)
    for word in packed(a, s):
        a.emit(s, word, layout.logical(word))
