"""A line as people see it: where each field of the card begins and ends, with case and blanks kept.

The assembler needs only the meaning of the fields (card.py); the formatter and the lexer need every column.
"""

from dataclasses import dataclass

from ibm7094.asm.cards.card import COLUMNS, LAST, OPERATION, Card, slice_card, variable_field
from ibm7094.asm.cards.macros import TEXT_OPERATIONS, scan_arguments
from ibm7094.asm.cards.source import PUNCHED

LOCATION = 6
OPERATION_AT = 7
"""Index of column 8."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a card that is not a comment; an indirect operation includes its asterisk."""

    card: Card
    location: str
    seventh: str
    """Column 7, which means nothing."""
    operation: str
    field_at: int
    """Index of the variable field, or of the end of the operation if there is no field."""
    field: str
    remark: str
    """The rest up to column 72, blanks before it included."""
    identification: str
    beyond: str
    """What is after column 80."""


def cut(line: str) -> Parts:
    """Cut a line of punched characters."""
    card = slice_card(line)
    found = OPERATION.match(line, OPERATION_AT, LAST)
    operation_end = found.end() if found else OPERATION_AT
    begin = card.column - 1 if card.column else operation_end
    end = begin + (extent(card.operation, line[begin:LAST]) if card.column else 0)
    return Parts(
        card,
        line[:LOCATION],
        line[LOCATION:OPERATION_AT],
        line[OPERATION_AT:operation_end],
        begin,
        line[begin:end],
        line[end:LAST],
        line[LAST:COLUMNS],
        line[COLUMNS:],
    )


def extent(operation: str, field: str) -> int:
    """How many columns the field has before the remark. It ends at the first blank, but text may contain
    blanks, and so may parentheses, which matters to macros."""
    if operation in TEXT_OPERATIONS:
        return len(field.rstrip())
    return max(len(variable_field(field.upper())), scan_arguments(field).length)


def can_be_punched(line: str) -> bool:
    """Whether the key punch has every character of a line."""
    return PUNCHED.issuperset(line)
