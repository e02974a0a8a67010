"""Where words go: absolute or relocatable, the location counter, reserved storage, the end."""

from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.fields.expression import Value, parse
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement
from ibm7094.words import ADDRESS, NO_OPERATION

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("ABS", "FUL", "9LP")
def form(a: "Assembler", s: Statement) -> None:
    """Make the program absolute, if it has not started yet, and set the form of its cards."""
    if not a.absolute and (a.begun or a.has_entry):
        a.refuse(s)
        return
    a.absolute = True
    if not a.final:
        return
    if s.name != "9LP":
        s.flags.update("F" if s.card.variable else "")
        return
    if a.early(s) is None:
        s.flags.add("F")


@pseudo("ORG", starts=True)
def org(a: "Assembler", s: Statement) -> None:
    """Set the location counter."""
    if not a.final:
        a.mark_break()
    go_to(a, s, words_too=True)


@pseudo("LOC", starts=True)
def loc(a: "Assembler", s: Statement) -> None:
    """Set the location counter, but not where words are loaded. Without a field, locations are again those
    where words are loaded."""
    go_to(a, s, words_too=False)


def go_to(a: "Assembler", s: Statement, words_too: bool) -> None:
    if not a.final:
        back = not words_too and not s.card.variable
        value = Value(a.load, int(not a.absolute)) if back else a.early(s)
        if value is None or value.common or s.in_dup:
            a.out_of_phase(s)
            return
        s.value = Value(value.number & ADDRESS, int(not a.absolute))
        a.define_label(s, s.value)
    assert s.value is not None
    a.here = s.value.number
    if words_too:
        a.load = a.here
    s.figure = layout.figure(a.here)
    if a.final:
        a.note_uses(s)


def count_of(a: "Assembler", s: Statement) -> int | None:
    """How many words to reserve, or None if unknown."""
    if not a.final:
        value = a.early(s)
        if value is None or not value.is_absolute:
            a.out_of_phase(s)
            return None
        s.value = Value(value.number & ADDRESS)
    else:
        a.note_uses(s)
    assert s.value is not None
    return s.value.number


@pseudo("BSS", starts=True)
def bss(a: "Assembler", s: Statement) -> None:
    """Reserve words; the symbol is the first location."""
    count = count_of(a, s)
    if count is not None:
        s.location = a.here
        a.define_label(s)
        a.advance(count)


@pseudo("BES", starts=True)
def bes(a: "Assembler", s: Statement) -> None:
    """Reserve words; the symbol is the location after the last."""
    count = count_of(a, s)
    if count is not None:
        a.advance(count)
        s.location = a.here
        a.define_label(s)


@pseudo("COMMON", starts=True)
def common(a: "Assembler", s: Statement) -> None:
    """Reserve words downwards from the top, shared between programs; not allowed in an absolute program.
    Without a symbol the card lists what is left."""
    if a.absolute:
        a.refuse(s)
        return
    if not a.final:
        a.has_common = True
        if s.in_dup:
            a.out_of_phase(s)
            return
    count = count_of(a, s)
    if count is None:
        return
    if not a.final:
        below = (a.common - count) & ADDRESS
        s.figure = layout.figure(a.common if s.card.location else below)
        a.define(s, Value(a.common, 0, 1))
        a.common = below
    else:
        a.note_definition(s)


@pseudo("EVEN", starts=True)
def even(a: "Assembler", s: Statement) -> None:
    """Advance to an even location, with an instruction that does nothing as filler."""
    a.has_even = True
    if a.here & 1:
        a.emit(s, NO_OPERATION, layout.like(a.type_a, NO_OPERATION))


@pseudo("TCD", starts=True)
def tcd(a: "Assembler", s: Statement) -> None:
    """Punch a transfer card here."""
    if not a.absolute:
        a.refuse(s)
        return
    if not a.final:
        return
    s.value = a.early(s)
    s.figure = layout.figure(s.value.number if s.value else 0)


@pseudo("END", starts=True)
def end(a: "Assembler", s: Statement) -> None:
    """The end of the program, and where to start it. Its symbol is the location after the literals."""
    a.ended = True
    a.end_label = s.card.location
    if not a.final or not s.card.variable:
        return
    if not a.absolute:
        s.flags.add("F")
        return
    fields = parse(s.card.variable)
    value = a.number(s, fields[0])
    if value is not None:
        s.flags.update("F" if len(fields) > 1 else "")
        s.figure = layout.figure(value.number)
        a.start = value.number & ADDRESS
