"""Decks of an assembled program.

column        what FAP punched: absolute cards of 22 words, FUL cards of 24, a transfer card for each TCD
              and for END
row           the same cards by rows, as loaders of the 709 read them
self-loading  cards that LOAD CARDS boots: a loader, then the program
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from ibm7094.asm.cards.stream import AssemblyError
from ibm7094.asm.cutting import COLUMNS, FULL, TRANSFER, BinaryCard, cut
from ibm7094.media import bcd, decks
from ibm7094.media.cards import Card

if TYPE_CHECKING:
    from ibm7094.asm.program import Program

Form = Literal["column", "row", "self-loading"]


def punch(program: "Program", form: Form = "column") -> list[Card]:
    """All cards of a program."""
    if form == "self-loading":
        return decks.self_loading(program.image, program.entry)
    if form == "column" and program.is_relocatable:
        raise AssemblyError(
            "This program is relocatable, and how FAP punched relocation is not known: assemble it with ABS, "
            "or punch a row or self-loading deck for the addresses in its listing."
        )
    return list(program_cards(program, by_rows=form == "row"))


def program_cards(program: "Program", by_rows: bool) -> Iterator[Card]:
    """The cards in the order of the program. A loader of row cards must know where the deck ends."""
    start = program.entry if by_rows and program.start is None else program.start
    for card in cut(program.assembly, start):
        punches = (bcd.punches(code) for code in bcd.to_bcd(card.identification))
        yield Card((*_card(card, by_rows).columns[:-COLUMNS], *punches))


def _card(card: BinaryCard, by_rows: bool) -> Card:
    """Punch one card. 9LP adds a prefix to the control word, but where is unknown: it is punched as ABS."""
    words = [word.word for word in card.words]
    if card.form == TRANSFER:
        return (decks.row_transfer if by_rows else decks.column_transfer)(card.address)
    if card.form == FULL:
        return Card.from_rows(words) if by_rows else Card.from_column_words(words)
    return (decks.row_card if by_rows else decks.column_card)(card.words[0].load, words)
