"""Calls between programs that are assembled separately."""

from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.fields.expression import NOTHING, Expression, Nothing, Symbol, Value, parse, symbols_in
from ibm7094.asm.optable import operation_table
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement, ordered
from ibm7094.words import ADDRESS

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


SECONDARY = "-"


@pseudo("ENTRY")
def entry(a: "Assembler", s: Statement) -> None:
    """Name a place in this program that others may call. The card must come before the program starts. A zero
    is its first word after the transfer vector; a minus sign marks a secondary entry (FAP09002-09044)."""
    if a.absolute:
        a.refuse(s)
        return
    if not a.final:
        if a.begun:
            a.out_of_phase(s)
        else:
            a.has_entry = True
        return
    name = s.card.variable.removeprefix(SECONDARY)
    if name and not name.strip("0"):
        value: Value | None = Value(len(a.vector_words), 1)
    else:
        value = a.number(s, parse(name)[0]) if name else Value(0)
        s.flags.update("" if name else "A")
        s.flags.update("F" if "," in name else "")
        s.flags.update("" if value is None or value.relocatable or not name else "R")
    s.value = value
    s.figure = layout.figure(a.here if value is None else value.number)
    if value is not None:
        a.entries[s.card.variable] = value.number
    elif "U" not in s.flags:
        s.flags.add("P")


@pseudo("EXTERN")
def extern(a: "Assembler", s: Statement) -> None:
    """Name symbols of other programs."""
    if a.absolute:
        a.refuse(s)
        return
    for tree in parse(s.card.variable):
        for symbol in symbols_in(tree):
            a.external(symbol.name)


TSX = 0o007400000000
LINKAGE = 4 << 15
"""The tag of the index register that holds the return address."""


@pseudo("CALL", starts=True)
def call(a: "Assembler", s: Statement) -> None:
    """Call another program: TSX NAME,4 and a word for each argument, even an empty one."""
    a.define_label(s)
    if not a.final:
        a.continuation(s)
    for place, (card, field) in enumerate(arguments_of(s)):
        tree = field
        if not place and not a.absolute and isinstance(field, Symbol):
            a.external(field.name)
            tree = Symbol(field.name, "")
        flags: set[str] = set()
        value = None
        if a.final:
            kept, s.flags = s.flags, flags
            value = a.number(s, tree)
            s.flags = kept
            flags.update("A" if not place and isinstance(tree, Nothing) else "")
        word = TSX | (0 if place else LINKAGE) | (value.number & ADDRESS if value else 0)
        relocation = "" if value is None or value.is_absolute else "A"
        blank = frozenset("A" if value is None else "")
        a.emit(card, word, layout.like(a.type_a, word, blank), ordered(flags), relocation)


def arguments_of(s: Statement) -> list[tuple[Statement, Expression]]:
    """The name and the arguments, each with its card. A comma before a continuation adds no argument."""
    found: list[tuple[Statement, Expression]] = []
    for card in (s, *s.more):
        fields = parse(card.card.variable)
        if card is not (s, *s.more)[-1] and fields and isinstance(fields[-1], Nothing):
            fields = fields[:-1]
        found += [(card, field) for field in fields]
    return found or [(s, NOTHING)]


STL_INDIRECT = 0o462560000000
END_OF_FILE = "(EOF)"


@pseudo("IFEOF", starts=True)
def ifeof(a: "Assembler", s: Statement) -> None:
    """Say where a FORTRAN program continues at the end of a file. The place must be in this program, or zero;
    flags belong to the second word, which holds it (FAP09073-09106)."""
    if a.absolute:
        a.refuse(s)
        return
    a.define_label(s)
    a.external(END_OF_FILE)
    known = a.find(Symbol(END_OF_FILE, ""), set()) or Value(0, 1)
    word = STL_INDIRECT | known.number & ADDRESS
    a.emit(s, word, layout.like(a.type_a, word), relocation="A")
    flags: set[str] = set()
    value = None
    if a.final:
        kept, s.flags = s.flags, flags
        value = a.early(s)
        s.flags = kept
        flags.update("R" if value and value.number and value.relocatable != 1 else "")
    word = operation_table()["NOP"].word | (value.number & ADDRESS if value else 0)
    blank = frozenset("A" if value is None else "")
    relocation = "" if value is None or value.is_absolute else "A"
    a.emit(s, word, layout.like(a.type_a, word, blank), ordered(flags), relocation)
