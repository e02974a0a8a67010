"""Operations that the program defines: new ones by their table word, and further names."""

from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.decimal import BadConstant
from ibm7094.asm.numbers import octal
from ibm7094.asm.optable import MACHINE, Entry, from_table_word
from ibm7094.asm.pseudo.data import packed
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("OPD", "OPVFD")
def opd(a: "Assembler", s: Statement) -> None:
    """Define an operation by the word of FAP's own table."""
    try:
        word = octal(s.card.variable) if s.meaning.name == "OPD" else (packed(a, s) or [0])[0]
    except BadConstant as problem:
        s.flags.update(problem.flags)
        return
    entry = from_table_word(s.card.location, word)
    a.operations[s.card.location] = entry
    if entry.improper:
        s.flags.add("N")
    s.figure = layout.instruction(word | MACHINE)


@pseudo("OPSYN")
def opsyn(a: "Assembler", s: Statement) -> None:
    """Another name for an operation."""
    if a.final:
        return
    meaning = a.operations.get(s.card.variable)
    if meaning is None:
        s.flags.add("O")
        return
    a.operations[s.card.location] = meaning
    if isinstance(meaning, Entry):
        s.figure = layout.instruction(meaning.table_word)
