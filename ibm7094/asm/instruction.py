"""One machine instruction: the fields of its card put into the word, and flagged where they do not fit."""

from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.expression import NOTHING, Expression, Nothing
from ibm7094.asm.optable import Entry
from ibm7094.asm.statement import Statement
from ibm7094.words import ADDRESS, INDIRECT

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler

Assembled = tuple[int, frozenset[str], str]
"""The word, the subfields that could not be assembled, and those that relocate."""

INDIRECT_COMMAND = 4 << 15
"""Where a channel command is marked indirect: the first tag bit."""


def assemble_instruction(a: "Assembler", s: Statement, entry: Entry | None) -> None:
    """Make the word of a card; one without a known operation keeps its fields."""
    if entry is None:
        s.flags.add("O")
        word, blank, relocation = assemble_fields(a, s, Entry(s.card.operation, 0, "A"))
        a.emit(s, word, layout.prefix(word, blank | {"O"}), relocation=relocation)
        return
    if entry.improper:
        s.flags.add("N")
    elif a.machine == "704" and not entry.on_704:
        s.flags.add("9")
    elif a.machine == "709" and not entry.on_7090:
        s.flags.add("4")
    fill = assemble_mask if entry.kind == "D" else assemble_fields
    word, blank, relocation = fill(a, s, entry)
    a.emit(s, word, layout.BY_KIND[entry.kind](word, blank), relocation=relocation)


def fields_of(a: "Assembler", s: Statement, entry: Entry, most: int) -> tuple[Expression, ...]:
    """The subfields, with flags for those that are missing and those that are too many."""
    fields = a.subfields(s)
    if not fields and s.variable:
        return ()  # it could not be read, and is flagged for that alone
    given = {name for name, tree in zip("ATD", fields, strict=False) if not isinstance(tree, Nothing)}
    s.flags.update(set(entry.needs) - given)
    if len(fields) > most:
        s.flags.add("F")
    if "D" in given and entry.kind in "BE":
        s.flags.add("D")
    if s.card.indirect and not entry.indirect:
        s.flags.add("I")
    return fields


def assemble_fields(a: "Assembler", s: Statement, entry: Entry) -> Assembled:
    """Address, tag and decrement, each ORed into its place."""
    fields = fields_of(a, s, entry, 3)
    word, relocation = entry.word, ""
    blank = set()
    for name, tree in zip("ATD", (*fields, NOTHING, NOTHING, NOTHING), strict=False):
        value = a.operand(s, tree)
        if value is not None and (not value.is_proper or (name == "T" and not value.is_absolute)):
            s.flags.add("R")
            value = None
        if value is None:
            blank.add(name)
            continue
        relocation += "" if value.is_absolute else name
        word |= placed(name, value.number)
    if s.card.indirect:
        word |= INDIRECT_COMMAND if entry.kind == "A" else INDIRECT
    return word, frozenset(blank), relocation


def placed(name: str, number: int) -> int:
    """A field's value in its place."""
    if name == "A":
        return number & ADDRESS
    return (number & 7) << 15 if name == "T" else (number & ADDRESS) << 18


def assemble_mask(a: "Assembler", s: Statement, entry: Entry) -> Assembled:
    """A sense indicator operation with its 18-bit mask."""
    fields = fields_of(a, s, entry, 1)
    value = a.boolean(s, fields[0]) if fields else 0
    return entry.word | (value or 0), frozenset("A" if value is None else ""), ""
