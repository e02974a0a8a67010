"""Where words go: the form of the program, the location counter, storage without words, the end."""

from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.expression import Value
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Block, Statement
from ibm7094.words import ADDRESS

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("ABS", "FUL", "9LP")
def form(a: "Assembler", s: Statement) -> None:
    """An absolute program, and the form of its cards."""
    a.absolute = True
    if a.final:
        a.blocks.append(Block(s.meaning.name, len(a.words)))
        if s.meaning.name == "9LP" and not s.card.variable:
            s.flags.add("A")


@pseudo("ORG")
def org(a: "Assembler", s: Statement) -> None:
    """Set the location counter."""
    value = a.early(s, a.first(s))
    if value is None:
        s.flags.update("UP")
        return
    a.here = a.load = value.number & ADDRESS
    s.figure = layout.figure(value.number)


@pseudo("LOC")
def loc(a: "Assembler", s: Statement) -> None:
    """Locations as if elsewhere; words are still loaded one behind the other."""
    value = a.early(s, a.first(s)) if s.card.variable else Value(a.load)
    if value is None:
        s.flags.update("UP")
        return
    a.here = value.number & ADDRESS
    s.figure = layout.figure(value.number)


def count_of(a: "Assembler", s: Statement) -> int:
    value = a.early(s, a.first(s))
    if value is None:
        s.flags.update("UP")
    return 0 if value is None else value.number & ADDRESS


@pseudo("BSS")
def bss(a: "Assembler", s: Statement) -> None:
    """Reserve words; the symbol is the first of them."""
    s.location = a.here
    a.define_label(s)
    a.advance(count_of(a, s))


@pseudo("BES")
def bes(a: "Assembler", s: Statement) -> None:
    """Reserve words; the symbol is the one behind them."""
    a.advance(count_of(a, s))
    s.location = a.here
    a.define_label(s)


@pseudo("COMMON")
def common(a: "Assembler", s: Statement) -> None:
    """Reserve words downwards from the top, for programs that share them; not in an absolute program."""
    if a.absolute:
        s.flags.add("O")
        a.define_label(s)
        a.emit(s, 0, layout.prefix(0, frozenset("O")))
        return
    count = count_of(a, s)
    if not a.final:
        s.here = a.common
        a.define_label(s, Value(a.common, 0, 1))
        a.common -= count
    s.figure = layout.figure(s.here)


@pseudo("EVEN")
def even(a: "Assembler", s: Statement) -> None:
    """Go to an even location, by an instruction that does nothing."""
    if a.here & 1:
        a.emit(s, 0o077400000000, layout.prefix(0o077400000000))


@pseudo("TCD")
def tcd(a: "Assembler", s: Statement) -> None:
    """Punch a transfer card here."""
    value = a.number(s, a.first(s)) or Value(0)
    s.figure = layout.figure(value.number)
    if a.final:
        a.transfer(value.number & ADDRESS)


@pseudo("END")
def end(a: "Assembler", s: Statement) -> None:
    """The end of the program, and where to start it."""
    a.ended = True
    if not s.card.variable:
        return
    if not a.absolute:
        s.flags.add("F")
        return
    value = a.number(s, a.first(s))
    if value is not None:
        s.figure = layout.figure(value.number)
        if a.final:
            a.start = value.number & ADDRESS
            a.transfer(a.start)
