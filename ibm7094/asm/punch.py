"""Decks of an assembled program.

column        what FAP punched: absolute cards of 22 words, FUL cards of 24, a transfer card for each TCD
              and for END
row           the same cards by rows, as loaders of the 709 read them
self-loading  cards that LOAD CARDS boots: a loader, then the program
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from ibm7094.asm.assembler import Assembler
from ibm7094.asm.cards.stream import AssemblyError
from ibm7094.asm.statement import Word
from ibm7094.media import bcd, decks
from ibm7094.media.cards import WORDS, Card

if TYPE_CHECKING:
    from ibm7094.asm.program import Program

Form = Literal["column", "row", "self-loading"]
FULL = "FUL"
LABEL = 8
"""How many columns the identification has (73-80)."""


def punch(program: "Program", form: Form = "column") -> list[Card]:
    """All cards of a program."""
    if form == "self-loading":
        return decks.self_loading(program.image, program.entry)
    if form == "column" and program.is_relocatable:
        raise AssemblyError(
            "This program is relocatable, and how FAP punched relocation is not known: assemble it with ABS, "
            "or punch a row or self-loading deck for the addresses in its listing."
        )
    return list(identified(program_cards(program, by_rows=form == "row"), program.assembly.label))


def program_cards(program: "Program", by_rows: bool) -> Iterator[Card]:
    """The cards in the order of the program; a new card begins where FAP began one."""
    assembly = program.assembly
    words = list(assembly.all_words())
    forms = dict(_formats(assembly))
    transfers = _transfers(assembly, len(words))
    if by_rows and program.start is None:
        transfers.setdefault(len(words), []).append(program.entry)  # a loader must know where the deck ends
    transfer_card = decks.row_transfer if by_rows else decks.column_transfer
    form, batch = "ABS", list[Word]()
    for place in range(len(words) + 1):
        ends = place == len(words) or place in forms or place in transfers
        if batch and (ends or _is_full(batch, form) or words[place].load != batch[-1].load + 1):
            yield _card(batch, form, by_rows)
            batch = []
        form = forms.get(place, form)
        for address in transfers.get(place, ()):
            yield transfer_card(address)
        batch += words[place : place + 1]


def _formats(assembly: Assembler) -> Iterator[tuple[int, str]]:
    """Each form of card, with the number of the first word punched in it."""
    vector_size = len(assembly.vector_words)
    for block in assembly.blocks:
        yield vector_size + block.after, block.form


def _transfers(assembly: Assembler, end: int) -> dict[int, list[int]]:
    """The addresses of transfer cards, by the word they come before. END's card comes after the literals."""
    found: dict[int, list[int]] = {}
    for transfer in assembly.transfers:
        found.setdefault(len(assembly.vector_words) + transfer.after, []).append(transfer.address)
    if assembly.start is not None:
        place = len(assembly.vector_words) + assembly.transfers[-1].after
        found.setdefault(end, []).append(found[place].pop())
    return {place: addresses for place, addresses in found.items() if addresses}


def _is_full(batch: list[Word], form: str) -> bool:
    return len(batch) == (WORDS if form == FULL else decks.MOST_WORDS)


def _card(batch: list[Word], form: str, by_rows: bool) -> Card:
    """Punch one card. 9LP adds a prefix to the control word, but where is unknown: it is punched as ABS."""
    words = [word.word for word in batch]
    if form == FULL:
        return Card.from_rows(words) if by_rows else Card.from_column_words(words)
    return (decks.row_card if by_rows else decks.column_card)(batch[0].load, words)


def identified(cards: Iterable[Card], label: str) -> Iterator[Card]:
    """Cards with their identification: the label of LBL, padded with zeros, and its final digits counting up.
    It is a guess that a label that ends in digits starts counting there: FAP was seen with letters only."""
    first = label.ljust(LABEL, "0")
    name = first.rstrip("0123456789")
    digits = LABEL - len(name)
    for serial, card in enumerate(cards, int(first[len(name) :] or 0)):
        number = f"{serial % 10**digits:0{digits}d}" if digits else ""
        punches = (bcd.punches(code) for code in bcd.to_bcd(name + number))
        yield Card((*card.columns[:-LABEL], *punches))
