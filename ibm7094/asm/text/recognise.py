"""Tell FAP from other text, so that no other text is formatted as if it were cards."""

from collections.abc import Iterator

from ibm7094.asm.cards.card import OPERATION, slice_card
from ibm7094.asm.optable import operation_table
from ibm7094.asm.pseudo import PSEUDO

LEAST_SHARE = 1 / 3
"""FAP has known operations on more than nine cards in ten; prose and Python on one line in ten at most."""
DEFINING = frozenset(("MACRO", "MACROF", "OPD", "OPSYN", "OPVFD"))
"""Operations whose location becomes an operation."""


def is_fap(text: str) -> bool:
    """Whether enough cards have an operation that FAP knows. Comment cards alone are FAP."""
    table = operation_table()
    own: set[str] = set()
    known = all_cards = 0
    for location, operation in _operations(text):
        if operation in DEFINING:
            own.add(location)
        all_cards += 1
        known += operation in table or operation in PSEUDO or operation in own
    return known >= all_cards * LEAST_SHARE


def _operations(text: str) -> Iterator[tuple[str, str]]:
    """Location and operation on each line that is not a comment; in columns, or separated by tabs."""
    for line in text.splitlines():
        if line.startswith("*") or not line.strip():
            continue
        if "\t" not in line:
            card = slice_card(line)
            yield card.location, card.operation
            continue
        location, *others = line.upper().split("\t")
        found = next((piece.strip() for piece in others if piece.strip()), "")
        if location[7:].strip():  # the operation is in its column, and tabs follow it
            location, found = location[:6], location[7:].strip()
        operation = OPERATION.match(found)
        yield location.strip(), operation[0].removesuffix("*") if operation else ""
