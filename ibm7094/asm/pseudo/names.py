"""Symbols defined by a value rather than a location, and heads: characters put before symbols."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.fields.expression import Symbol, Value, parse
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement
from ibm7094.models import CHANNELS
from ibm7094.words import ADDRESS

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("EQU", "SYN", starts=True)
def equ(a: "Assembler", s: Statement) -> None:
    """Define a symbol by an expression of earlier symbols."""
    if not a.final:
        settle(a, s, a.early(s))
    publish(a, s)


def settle(a: "Assembler", s: Statement, value: Value | None) -> None:
    """Keep the value found in the first pass; flag F if there is none."""
    if value is None:
        s.flags.add("F")
    else:
        s.value = Value(value.number & ADDRESS, value.relocatable, value.common)


def publish(a: "Assembler", s: Statement) -> None:
    """Define the symbol in the first pass, list its value in the second."""
    s.figure = layout.figure(s.value.number if s.value else 0)
    if a.final:
        a.note_uses(s)
    if s.value is None:
        a.begun = True
        a.note_definition(s)
    else:
        a.define(s, s.value)


@pseudo("SET", starts=True)
def set_(a: "Assembler", s: Statement) -> None:
    """Define a symbol that may be defined again. Copies by DUP do so in the second pass only."""
    if not a.final:
        if s.copy:
            return
        settle(a, s, a.early(s))
        if not s.card.location:
            s.flags.add("F")
        elif s.value is not None:
            redefine(a, s)
    elif s.copy:
        value = a.early(s)
        s.value = Value(value.number & ADDRESS, value.relocatable, value.common) if value else None
    s.figure = layout.figure(s.value.number if s.value else 0)
    if a.final:
        if not s.copy:
            a.note_uses(s)
        a.note_definition(s)
        known = a.symbols.find(Symbol(s.card.location))
        if known is not None and s.value is not None:
            known.value = s.value


def redefine(a: "Assembler", s: Statement) -> None:
    """Replace a symbol's value; flag it if the old one was not given by SET."""
    assert s.value is not None
    known = a.symbols.find(Symbol(s.card.location))
    if known is None:
        a.define(s, s.value)
        known = a.symbols.find(Symbol(s.card.location))
    elif not known.changeable:
        s.flags.add("F")
    if known is not None:
        known.value, known.changeable = s.value, True


@pseudo("BOOL", starts=True)
def bool_(a: "Assembler", s: Statement) -> None:
    """Define an 18-bit octal symbol."""
    if not a.final:
        fields = parse(s.card.variable)
        mask = a.boolean(s, fields[0]) if fields else 0
        s.flags.update("A" if not fields else "F" if mask is None or len(fields) > 1 else "")
        s.value = None if mask is None else Value(mask)
    publish(a, s)
    s.figure = layout.boolean(s.value.number if s.value else 0)


def extreme(a: "Assembler", s: Statement, choose: Callable[[Iterator[int]], int]) -> None:
    """Define a symbol as one of several values, which must all be of the same kind."""
    if not a.final:
        values = [a.number(s, tree) for tree in parse(s.card.variable)]
        if not values:
            s.flags.add("A")
            values = [Value(0)]
        known = [v for v in values if v is not None]
        if len(known) < len(values) or len({(v.relocatable, v.common) for v in known}) > 1:
            s.flags.add("F")
        else:
            number = choose(v.number & ADDRESS for v in known)
            s.value = Value(number, known[0].relocatable, known[0].common)
    publish(a, s)


@pseudo("MAX", starts=True)
def max_(a: "Assembler", s: Statement) -> None:
    """Define a symbol as the greatest of several."""
    extreme(a, s, max)


@pseudo("MIN", starts=True)
def min_(a: "Assembler", s: Statement) -> None:
    """Define a symbol as the least of several."""
    extreme(a, s, min)


@pseudo("HEAD")
def head(a: "Assembler", s: Statement) -> None:
    """Put a character before symbols of up to five characters, so that parts of a program can reuse names."""
    set_heads(a, s.card.variable.split(","))


@pseudo("HED")
def hed(a: "Assembler", s: Statement) -> None:
    """HEAD, with the first character in column 1."""
    set_heads(a, [s.card.text[:1], *(s.card.variable.split(",") if s.card.variable else ())])


def set_heads(a: "Assembler", heads: list[str]) -> None:
    """Set the heads. A zero or a blank means no head; of several characters the last counts."""
    a.symbols.heads = tuple(h.strip()[-1:].lstrip("0") for h in heads)


@pseudo("NULL")
def null(a: "Assembler", s: Statement) -> None:
    """Do nothing; IBM's FAP does not even define the symbol."""


TAPE_UNIT = 0o200
BINARY = 0o20
MOST_UNIT = 0o17
MODES = {"": 0, "B": BINARY, "H": BINARY, "D": 0, "L": 0}
"""The mode letters: binary or decimal, high or low density."""


@pseudo("TAPENO", starts=True)
def tapeno(a: "Assembler", s: Statement) -> None:
    """Define a symbol as a tape's select address, from a name such as A2B."""
    if not a.final:
        text = s.card.variable
        channel = CHANNELS.find(text[:1]) + 1 if text else 0
        rest = text[1:] if channel else text
        unit = rest.rstrip("BDHL")
        mode = rest[len(unit) :]
        s.flags.update("" if text else "A")
        if mode in MODES and (not unit or (unit.isdigit() and int(unit) <= MOST_UNIT)):
            s.value = Value(channel << 9 | TAPE_UNIT | int(unit or "0") | MODES[mode])
        else:
            s.flags.add("F")
    s.figure = layout.figure(s.value.number if s.value else 0)
    if s.value is None:
        a.note_definition(s)
    else:
        a.define(s, s.value)
