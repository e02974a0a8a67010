"""Repetition, conditions, macro definitions, and cards set aside for later."""

import re
from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.cards.macros import Definition, Macro, Remote, parameters_of, scan_arguments
from ibm7094.asm.cards.stream import Incoming
from ibm7094.asm.fields.expression import parse
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import LABEL_MULTIPLE, Statement

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("DUP", starts=True)
def dup(a: "Assembler", s: Statement) -> None:
    """Repeat the next cards."""
    s.figure = layout.figure(a.here)
    if a.final:
        a.note_uses(s)
        return
    fields = parse(s.card.variable)
    numbers = [a.number(s, tree) for tree in fields[:2]]
    known = [n.number for n in numbers if n is not None and n.is_absolute]
    count, times = (*known, 0, 0)[:2]
    if len(known) < len(numbers) or (s.in_dup and count and times > 1):
        s.figure = ""
        a.out_of_phase(s)
        return
    a.define_label(s)
    s.flags.update("A" if not fields else "")
    if len(fields) > 2 or (len(fields) == 2 and (not count or times <= 1)):
        s.flags.add("F")
    if times > 1:
        group = [found for _ in range(count) if (found := a.stream.next()) is not None]
        a.repeat(group, times, s.card)


@pseudo("IFF", control=True)
def iff(a: "Assembler", s: Statement) -> None:
    """Assemble the next card only if a condition holds."""
    if a.final:
        return
    truth = a.number(s, a.first(s))
    wanted = truth is not None and bool(truth.number or not truth.is_absolute)
    compared = "," in s.card.variable
    found = scan_arguments(s.card.field.split(",", 1)[1] if compared else "")
    one, other = (*found.given, "", "")[:2]
    s.flags.update("(" if found.is_open else "")
    if (one == other) != wanted:
        a.skipping = 1


@pseudo("IRP", control=True)
def irp(a: "Assembler", s: Statement) -> None:
    """Repeat cards of a macro, which is done when the macro is expanded; not allowed outside a macro."""
    if s.level:
        s.passive = True
    else:
        s.control = False
        a.refuse(s)


@pseudo("MACRO")
def macro(a: "Assembler", s: Statement) -> None:
    """Define a macro: all cards up to its END. If the card has only MACRO on it, the next card is like a
    call, with the name as its operation."""
    if s.card.location or s.card.variable:
        define(a, s, s.card.location, parameters_of(a.whole_field(s)))
        return
    s.passive = True
    found = a.stream.next()
    if found is None:
        a.missing(s.card, "there is no card after this MACRO card")
        return
    like_call = a.take(found, passive=True)
    define(
        a,
        like_call,
        found.card.operation,
        parameters_of(a.whole_field(like_call)),
        found.card.location,
    )


@pseudo("MOP")
def mop(a: "Assembler", s: Statement) -> None:
    """MACRO, with the name before the parameters."""
    names = parameters_of(a.whole_field(s))
    define(a, s, names[0] if names else "", names[1:])


def define(a: "Assembler", s: Statement, name: str, parameters: list[str], location: str = "") -> None:
    """Read the prototype; a definition without a name can never be called."""
    s.passive = True
    definition = Definition(name, tuple(parameters), location)
    if not name:
        s.flags.add("U")
    elif name in a.operations:
        s.flags.add(LABEL_MULTIPLE)
    while True:
        found = a.stream.next()
        if found is None:
            a.missing(s.card, f"the definition of {name or 'a macro'} has no END")
            break
        a.take(found, passive=True)
        if definition.take(found.card):
            break
    if name:
        a.operations[name] = definition.macro()


@pseudo("MAC", starts=True)
def mac(a: "Assembler", s: Statement) -> None:
    """Call a macro whose name comes before its arguments."""
    s.passive = True
    given, balanced = a.arguments(s)
    called = a.operations.get(given[0]) if given else None
    if isinstance(called, Macro):
        a.expand_call(called, s, given[1:], balanced, Incoming(s.card, s.level))
    else:
        a.define_label(s)
        s.flags.add("U")


@pseudo("RMT")
def rmt(a: "Assembler", s: Statement) -> None:
    """Set cards aside, to be assembled at RMT * or at the end."""
    s.passive = True
    if s.card.variable.startswith("*"):
        s.location = a.here
        a.call_remotes(Incoming(s.card, s.level))
        return
    definition = Definition("")
    while True:
        found = a.stream.next()
        if found is None:
            a.missing(s.card, "this RMT has no second RMT to end the cards it sets aside")
            return
        a.take(found, passive=True)
        if found.card.operation == "RMT":
            break
        definition.add(found.card)
    a.remotes.append(Remote(definition.macro(), a.symbols.heads[:1]))


@pseudo("NOCRS", control=True)
def nocrs(a: "Assembler", s: Statement) -> None:
    """Do not create symbols for omitted arguments."""
    if not a.final:
        a.creating = False


ORIGIN = re.compile(r"(?P<mark>.?)(?P<count>\d{1,3})")


@pseudo("ORGCRS", control=True)
def orgcrs(a: "Assembler", s: Statement) -> None:
    """Create symbols again; the card may give the first number and the second character."""
    if a.final:
        return
    a.creating = True
    if not s.card.variable:
        return
    found = ORIGIN.fullmatch(s.card.variable.rjust(4, "0"))
    if found is None:
        s.flags.add("F")
    else:
        a.created_mark, a.created = found["mark"], int(found["count"])
