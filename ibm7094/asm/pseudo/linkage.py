"""Calls between programs that are assembled apart."""

from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.expression import Nothing, Symbol, Value
from ibm7094.asm.macros import split_arguments
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement
from ibm7094.words import ADDRESS

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("ENTRY")
def entry(a: "Assembler", s: Statement) -> None:
    """A symbol that other programs may use."""
    if a.absolute or (a.final and s.here > len(a.vector)):
        s.flags.add("P")
    name = s.card.variable
    if a.final:
        value = a.number(s, a.first(s))
        if value is not None:
            a.entries[name] = value.number
            s.location = value.number


@pseudo("EXTERN")
def extern(a: "Assembler", s: Statement) -> None:
    """Symbols of other programs."""
    for name in split_arguments(s.card.field):
        a.external(name)


TSX = 0o007400000000
LINKAGE = 4 << 15
"""The tag of the index register that holds the return."""


@pseudo("CALL")
def call(a: "Assembler", s: Statement) -> None:
    """Call a program elsewhere: TSX NAME,4 and a word for each argument."""
    a.define_label(s)
    if not a.final:
        a.continuation(s)
    fields = [field for field in a.subfields(s) if not isinstance(field, Nothing)]
    if not fields:
        s.flags.add("A")
        return
    if isinstance(fields[0], Symbol):
        a.external(fields[0].name)
        fields[0] = Symbol(fields[0].name, "")
    for place, field in enumerate(fields):
        value = a.number(s, field)
        word = TSX | (0 if place else LINKAGE) | (value.number & ADDRESS if value else 0)
        relocation = "" if value is None or value.is_absolute else "A"
        blank = frozenset("A" if value is None else "")
        a.emit(s, word, layout.instruction(word, blank), relocation=relocation)


@pseudo("IFEOF")
def ifeof(a: "Assembler", s: Statement) -> None:
    """Where a FORTRAN program is to go at the end of a file."""
    a.define_label(s)
    a.external("(EOF)")
    word = 0o462560000000
    for number in ((a.vector.get("(EOF)", 0)), (a.number(s, a.first(s)) or Value(0)).number):
        a.emit(s, word | number & ADDRESS, layout.instruction(word | number & ADDRESS))
        word = 0o002000000000
