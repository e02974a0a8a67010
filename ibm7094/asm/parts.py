"""A line as people see it: where each field of the card begins and ends, nothing raised or squeezed.

The assembler wants only what the fields mean (card.py); whoever lays cards out or colours them wants all.
"""

from dataclasses import dataclass

from ibm7094.asm.card import COLUMNS, LAST, OPERATION, Card, slice_card, variable_field
from ibm7094.asm.macros import TEXT_OPERATIONS, scan_arguments
from ibm7094.asm.source import PUNCHED

LOCATION = 6
OPERATION_AT = 7
"""Index of column 8."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a card that is no comment; the operation with its asterisk if it is indirect."""

    card: Card
    location: str
    seventh: str
    """Column 7, which means nothing."""
    operation: str
    field_at: int
    """Index of the variable field; of the end of the operation if there is none."""
    field: str
    remark: str
    """The rest up to column 72, blanks before it included."""
    identification: str
    beyond: str
    """What no card has room for."""


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
    """How many columns of a field are more than a remark: to the first blank, but that text goes on to its
    end and parentheses keep blanks together, which matters to macros."""
    if operation in TEXT_OPERATIONS:
        return len(field.rstrip())
    return max(len(variable_field(field.upper())), scan_arguments(field).length)


def can_be_punched(line: str) -> bool:
    """Whether every character of a line is one of the key punch."""
    return PUNCHED.issuperset(line)
