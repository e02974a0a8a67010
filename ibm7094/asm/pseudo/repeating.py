"""Repetition, condition, macro definitions, cards put aside."""

from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.macros import Definition, split_arguments
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("DUP")
def dup(a: "Assembler", s: Statement) -> None:
    """Repeat the next cards."""
    s.figure = layout.figure(a.here)
    if a.final:
        return
    fields = a.subfields(s)
    numbers = [a.number(s, tree) for tree in fields[:2]]
    count, times = (n.number if n else 0 for n in (*numbers, None, None)[:2])
    if times <= 1:
        s.flags.add("F")
    group = []
    for _ in range(max(count, 0)):
        found = a.stream.next()
        if found is None:
            break
        group.append(found)
    a.repeat(group, max(times, 1), s.card)


@pseudo("IFF", control=True)
def iff(a: "Assembler", s: Statement) -> None:
    """Take the next card only on a condition."""
    if a.final:
        return
    parts = split_arguments(s.card.field)
    truth = a.number(s, a.first(s))
    wanted = truth is not None and truth.number != 0
    if len(parts) > 1:
        same = parts[1] == (parts[2] if len(parts) > 2 else "")
        wanted = same == wanted
    if not wanted:
        a.stream.next()


@pseudo("IRP", control=True)
def irp(a: "Assembler", s: Statement) -> None:
    """Repetition has no meaning outside a macro."""
    s.flags.add("O")


@pseudo("MACRO", "MOP", "MAC")
def macro(a: "Assembler", s: Statement) -> None:
    """Define a macro: all cards up to its END."""
    if a.final:
        return
    s.passive = True
    name = s.card.location
    parameters = split_arguments(a.whole_field(s.card, s.level))
    definition = Definition(name, tuple(x for x in parameters if x))
    if name in a.operations:
        s.flags.add("M")
    while True:
        found = a.stream.next()
        if found is None:
            a.missing(s.card, f"the definition of {name or 'a macro'} has no END")
            break
        a.take(found[0], s.level, passive=True)
        if definition.take(found[0]):
            break
    a.operations[name] = definition.macro()


@pseudo("RMT")
def rmt(a: "Assembler", s: Statement) -> None:
    """Put cards aside, to be assembled at RMT *."""
    if a.final:
        return
    s.passive = True
    if s.card.variable.startswith("*"):
        s.location = a.here
        cards, a.saved = a.saved, []
        a.stream.push([(card, s.level + 1, False) for card in cards], s.card)
        return
    while True:
        found = a.stream.next()
        if found is None:
            a.missing(s.card, "the cards put aside by RMT have no second RMT")
            return
        a.take(found[0], found[1], passive=True)
        if found[0].operation == "RMT":
            return
        a.saved.append(found[0])


@pseudo("NOCRS", control=True)
def nocrs(a: "Assembler", s: Statement) -> None:
    """Create no symbols for arguments left out."""
    a.creating = False


@pseudo("ORGCRS", control=True)
def orgcrs(a: "Assembler", s: Statement) -> None:
    """Create symbols again."""
    a.creating = True
