"""Operations that the program defines: new ones by their table word, and synonyms."""

from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.fields.decimal import BadConstant
from ibm7094.asm.fields.numbers import octal
from ibm7094.asm.optable import MACHINE, Entry, from_table_word
from ibm7094.asm.pseudo.fields import single_word
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler, Meaning


@pseudo("OPD")
def opd(a: "Assembler", s: Statement) -> None:
    """Define an operation by the word of FAP's own table."""
    if not a.final:
        try:
            word = octal(s.card.variable) if s.card.variable else None
        except BadConstant:
            word = None
        by_word(a, s, word)


@pseudo("OPVFD")
def opvfd(a: "Assembler", s: Statement) -> None:
    """OPD, with the word made of fields as in VFD."""
    if not a.final:
        by_word(a, s, single_word(a, s.card.variable))


def by_word(a: "Assembler", s: Statement, word: int | None) -> None:
    if word is None:
        name(a, s, None, 0)
    else:
        entry = from_table_word(s.card.location, word)
        name(a, s, entry, word | MACHINE)


@pseudo("OPSYN")
def opsyn(a: "Assembler", s: Statement) -> None:
    """Give an operation another name. The word of a pseudo-operation in FAP's table is unknown, so it is not
    listed."""
    if a.final:
        return
    meaning = a.operations.get(s.card.variable.split(",")[0])
    name(a, s, meaning, meaning.table_word if isinstance(meaning, Entry) else None if meaning else 0)


def name(a: "Assembler", s: Statement, meaning: "Meaning | None", word: int | None) -> None:
    """Give an operation its name, and list its word in the form of its kind."""
    if meaning is None or not s.card.location:
        s.flags.add("F")
    else:
        a.operations[s.card.location] = meaning
    if word is not None:
        kind = meaning.kind if isinstance(meaning, Entry) else "A"
        s.figure = layout.BY_KIND[kind](word)
    if isinstance(meaning, Entry):
        flag = "N" if meaning.improper else "" if meaning.on_7090 else "4"
        s.flags.update(flag)
