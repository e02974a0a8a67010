"""One machine instruction: put the fields of the card into the word, and flag those that do not fit."""

from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.fields.expression import NOTHING, Expression, Literal, Symbol, parse
from ibm7094.asm.optable import Entry, of_tape
from ibm7094.asm.statement import Statement
from ibm7094.media.bcd import code_of
from ibm7094.words import ADDRESS, INDIRECT

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler

Assembled = tuple[int, frozenset[str], str]
"""The word, the subfields that could not be assembled, and those that are relocatable."""

INDIRECT_COMMAND = 4 << 15
"""The first tag bit, which makes a channel command indirect."""
LONGEST_OPERATION = 7
"""In a longer operation FAP finds neither the end nor the field after it."""
MOST_COUNT = 0o377
"""The highest count in the decrement of an operation that has one."""
SELECTS = range(0o760, 0o774, 2)
"""Codes whose address names a channel and a unit."""
LAST_CHANNEL = 0o30
"""The code of the letter H."""
CHANNELS = 4
"""FAP assumes channels A to D; a select on any other is flagged."""


def assemble_instruction(a: "Assembler", s: Statement, entry: Entry | None) -> None:
    """Make the word of a card. With an unknown operation it still contains the fields."""
    entry = entry or tape_operation(a, s)
    a.type_a = entry is None or entry.kind in "AK"
    if entry is None:
        s.flags.add("O")
        readable = len(s.card.operation) + s.card.indirect <= LONGEST_OPERATION
        unknown = Entry(s.card.operation, 0, "A", indirect=True)
        word, blank, relocation = assemble_fields(a, s, unknown) if readable else (0, frozenset(), "")
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


def tape_operation(a: "Assembler", s: Statement) -> Entry | None:
    """The operation if the last of its four letters, after H, is a symbol that stands for a tape."""
    name = s.card.operation
    if len(name) != 4 or (code_of(name[3]) or 0) <= LAST_CHANNEL:
        return None
    tape = a.find(Symbol(name[3]), s.flags)
    return None if tape is None else of_tape(name[:3], tape.number & ADDRESS, a.operations.get)


def fields_of(a: "Assembler", s: Statement, entry: Entry, most: int) -> tuple[Expression, ...]:
    """The subfields. Missing and extra ones are flagged."""
    fields = parse(s.card.variable)
    s.flags.update(set(entry.needs) - set("ATD"[: len(fields)]))
    if len(fields) > most:
        s.flags.add("F")
    if s.card.indirect and (not entry.indirect or (a.machine == "704" and "O" not in s.flags)):
        s.flags.add("I")
    return fields


def assemble_fields(a: "Assembler", s: Statement, entry: Entry) -> Assembled:
    """OR address, tag and decrement into the word. If the address is wrong, a built-in one is dropped too."""
    fields = fields_of(a, s, entry, 3)
    word, relocation = entry.word, ""
    blank = set()
    for name, tree in zip("ATD", (*fields, NOTHING, NOTHING, NOTHING), strict=False):
        value = a.operand(s, tree)
        if value is not None and name == "T" and not value.is_absolute:
            s.flags.add("R")
            value = None
        if value is None:
            blank.add(name)
            word &= ~(ADDRESS if name == "A" else 0)
            continue
        relocation += "" if value.is_absolute else name
        word |= placed(name, value.number)
        if name == "A" and a.machine == "709":
            s.flags.update("N" if is_far_channel(word) else "")
        elif name == "D" and entry.kind in "BCE":
            check_count(s, entry, value.number & ADDRESS, value.is_absolute)
    if s.card.indirect:
        word |= INDIRECT_COMMAND if entry.kind in "AK" else INDIRECT
    elif entry.kind in "BCE" and word & INDIRECT == INDIRECT:
        s.flags.add("I")
    return word, frozenset(blank), relocation


def is_far_channel(word: int) -> bool:
    """Whether a word selects a channel that the machine may not have, by the operation or by its address."""
    return word >> 24 & 0o3777 in SELECTS and word >> 9 & 0o17 > CHANNELS


def check_count(s: Statement, entry: Entry, number: int, is_absolute: bool) -> None:
    """Flag a decrement that the operation does not take, or that is too large for its count."""
    if number:
        if not is_absolute:
            s.flags.add("R")
        s.flags.discard("D")
        if entry.kind != "C" or number > MOST_COUNT:
            s.flags.add("D")


def placed(name: str, number: int) -> int:
    """A field's value, shifted to its place in the word."""
    if name == "A":
        return number & ADDRESS
    return (number & 7) << 15 if name == "T" else (number & ADDRESS) << 18


def assemble_mask(a: "Assembler", s: Statement, entry: Entry) -> Assembled:
    """Assemble a sense indicator operation with its 18-bit mask."""
    fields = fields_of(a, s, entry, 1)
    tree = fields[0] if fields else NOTHING
    value = None if isinstance(tree, Literal) else a.boolean(s, tree)
    if value is None:
        s.flags.add("B")
    indirect = INDIRECT if s.card.indirect else 0
    return entry.word | indirect | (value or 0), frozenset("A" if value is None else ""), ""
