"""Symbols by definition rather than by location, and the characters set before them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.expression import Value
from ibm7094.asm.macros import split_arguments
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement
from ibm7094.words import ADDRESS

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("EQU", "SYN")
def equ(a: "Assembler", s: Statement) -> None:
    """Define a symbol by an expression of earlier ones."""
    assign(a, s, changeable=False)


@pseudo("SET")
def set_(a: "Assembler", s: Statement) -> None:
    """Define a symbol that may be defined again."""
    assign(a, s, changeable=True)


def assign(a: "Assembler", s: Statement, changeable: bool) -> None:
    value = a.early(s, a.first(s))
    s.figure = layout.figure(value.number if value else 0)
    if value is None:
        late(a, s)
    else:
        a.define(s, Value(value.number & ADDRESS, value.relocatable, value.common), changeable)


def late(a: "Assembler", s: Statement) -> None:
    """An expression that could not be had in the first pass: F if it can now, else it is undefined."""
    if a.final and None not in [a.number(s, tree) for tree in a.subfields(s)]:
        s.flags.add("F")


@pseudo("BOOL")
def bool_(a: "Assembler", s: Statement) -> None:
    """Define an 18-bit octal symbol."""
    value = a.boolean(s, a.first(s))
    s.figure = layout.boolean(value or 0)
    if value is not None:
        a.define(s, Value(value))


def extreme(a: "Assembler", s: Statement, choose: Callable[[list[int]], int]) -> None:
    if not a.final:
        values = [a.number(s, tree) for tree in a.subfields(s)]
        known = [v.number for v in values if v is not None]
        if len(known) == len(values) and known:
            s.value = Value(choose(known) & ADDRESS)
    elif s.value is not None:
        for tree in a.subfields(s):
            a.number(s, tree)
    s.figure = layout.figure(s.value.number if s.value else 0)
    if s.value is None:
        late(a, s)
    else:
        a.define(s, s.value)


@pseudo("MAX")
def max_(a: "Assembler", s: Statement) -> None:
    """Define a symbol as the greatest of several."""
    extreme(a, s, max)


@pseudo("MIN")
def min_(a: "Assembler", s: Statement) -> None:
    """Define a symbol as the least of several."""
    extreme(a, s, min)


@pseudo("HEAD")
def head(a: "Assembler", s: Statement) -> None:
    """A character before all symbols of five or fewer, so that parts of a program may use the same names."""
    heads = tuple(h[:1] if h != "0" else "" for h in split_arguments(s.card.field)) or ("",)
    a.symbols.heads = heads


@pseudo("HED")
def hed(a: "Assembler", s: Statement) -> None:
    """The same, with the character in the location field."""
    a.symbols.heads = (s.card.location[:1] if s.card.location != "0" else "",)


@pseudo("NULL")
def null(a: "Assembler", s: Statement) -> None:
    """Nothing; IBM's FAP does not even define the symbol."""


TAPE_UNIT = 0o200
BINARY = 0o20


@pseudo("TAPENO")
def tapeno(a: "Assembler", s: Statement) -> None:
    """A tape's select address from its name, such as A2B."""
    text = s.card.variable
    channel, unit = "ABCDEFGH".find(text[:1]) + 1, text[1:].rstrip("BD")
    if not channel or not unit.isdigit():
        s.flags.add("E")
        return
    value = channel << 9 | TAPE_UNIT | int(unit) | (BINARY if text.endswith("B") else 0)
    s.figure = layout.figure(value)
    a.define(s, Value(value))
