"""VFD: fields of any width, packed one after the other into as many words as they need."""

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ibm7094.asm import layout
from ibm7094.asm.fields.expression import NOTHING, ZERO, Value, evaluate, evaluate_boolean, parse
from ibm7094.asm.fields.numbers import text_code
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement, ordered
from ibm7094.words import WORD

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler

WORD_BITS = 36
HALF_BITS = 18
MOST_BITS = 63
"""The longest shift, and so the widest field."""
DOUBLE_BLANKS = 12


class Field(NamedTuple):
    """One field of a card: O for octal, H for characters, nothing for an expression."""

    kind: str
    wide: int
    content: str
    flags: str = ""


def fields_of(variable: str) -> list[Field]:
    """The fields of a card. One without a width has no bits; empty ones between commas are skipped."""
    found = []
    for part in variable.split(","):
        size, slash, content = part.partition("/")
        kind = size[:1] if size[:1] in ("O", "H") else ""
        digits = size[len(kind) :]
        if not part:
            continue
        if not slash or (digits and not (digits.isascii() and digits.isdigit())):
            found.append(Field(kind, 0, "", "E"))
        else:
            wide = int(digits[-9:] or "0")
            found.append(Field(kind, min(wide, MOST_BITS), content, "E" if wide > MOST_BITS else ""))
    return found


def value_of(a: "Assembler", field: Field, flags: set[str]) -> Value:
    """The value of a field. The caller drops excess high bits. A bad field is zero, and flagged."""
    if field.kind == "H":
        return Value(packed_characters(field.content))
    own: set[str] = set()
    value: Value | None
    if field.kind == "O" and field.wide > WORD_BITS:
        digits = field.content
        value = Value(int(digits or "0", 8)) if set(digits) <= set("01234567") else None
    else:
        trees = parse(field.content)
        tree = trees[0] if trees else NOTHING
        if field.kind == "O":
            mask = evaluate_boolean(tree, lambda symbol: a.find(symbol, own), own, WORD)
            value = None if mask is None else Value(mask)
        else:
            found = evaluate(tree, lambda symbol: a.find(symbol, own), a.location(), own)
            value = None if found is None else replace(found, number=found.number & WORD)
    flags |= own
    if value is None:
        flags.add("E")
    return value or ZERO


def packed_characters(text: str) -> int:
    """The characters at the right end of two words of blanks."""
    packed = 0
    for c in text.rjust(DOUBLE_BLANKS)[-DOUBLE_BLANKS:]:
        packed = packed << 6 | text_code(c)
    return packed


@pseudo("VFD", starts=True)
def vfd(a: "Assembler", s: Statement) -> None:
    """Pack fields. A word is listed beside the card that completes it, with the flags since the last word. A
    field that moves with the program must end where an address or a decrement does (FAP09627-09666)."""
    a.define_label(s)
    if not a.final:
        a.continuation(s)
        bits = sum(field.wide for card in (s, *s.more) for field in fields_of(card.card.variable))
        a.advance(max((bits + WORD_BITS - 1) // WORD_BITS, 1))
        return
    word = bits = made = 0
    flags: set[str] = set()
    relocation = ""
    for card in (s, *s.more):
        for field in fields_of(card.card.variable):
            flags.update(field.flags)
            value = value_of(a, field, flags)
            word, bits = word << field.wide | kept(field, value), bits + field.wide
            while bits >= WORD_BITS:
                bits -= WORD_BITS
                if not (bits or value.is_absolute):
                    relocation += "A"
                put(a, card, word >> bits, flags, relocation)
                word &= (1 << bits) - 1
                made, relocation = made + 1, ""
            if bits == HALF_BITS and not value.is_absolute:
                relocation = "D"
            elif bits and not value.is_absolute:
                flags.add("R")
        if card is (s, *s.more)[-1] and (bits or not made):
            put(a, card, word << WORD_BITS - bits, flags, relocation)
        if not card.words:
            card.flags |= flags
            flags.clear()


def kept(field: Field, value: Value) -> int:
    """The bits of a value that its field has room for."""
    return value.number & (1 << field.wide) - 1


def put(a: "Assembler", card: Statement, word: int, flags: set[str], relocation: str) -> None:
    """Emit a word, listed beside this card."""
    a.emit(card, word, layout.logical(word & WORD), ordered(flags), relocation)
    flags.clear()


def single_word(a: "Assembler", variable: str) -> int | None:
    """The word that the fields of OPVFD make: they must fill exactly one, without any flag."""
    flags: set[str] = set()
    word = bits = 0
    for field in fields_of(variable):
        flags.update(field.flags)
        word = word << field.wide | kept(field, value_of(a, field, flags))
        bits += field.wide
    return None if flags or bits != WORD_BITS else word
