"""Instruction words as an assembler would write them, numbers in octal.

050000100500  CLA    500,1         076000000161  SWT    1
450060000700  CAL*   700           200001400103  TIX    103,4,1
"""

from collections.abc import Mapping

from ibm7094.isa import SENSE_CODES, Operation, table
from ibm7094.isa.record import MODELS
from ibm7094.words import ADDRESS, INDIRECT, RIGHT_HALF, octal

ALL = table(MODELS[-1])
TUBE = table(MODELS[0])
"""Where a word means nothing to the last model it may still mean something to the first."""


def disassemble(word: int, location: int | None = None, symbols: Mapping[int, str] | None = None) -> str:
    """One word. With its location, addresses nearby show as *+n; with symbols, by name."""
    operation = operation_of(word)
    if operation is None:
        return f"OCT    {octal(word)}"
    name, fields = operation.name, operand_fields(word, operation)
    if operation.indirect and word & INDIRECT == INDIRECT:
        name += "*"
    if fields and _is_address(operation):
        fields[0] = _place(int(fields[0] or "0", 8), location, symbols)
    return f"{name:<6} {','.join(fields)}".rstrip()


def operation_of(word: int) -> Operation | None:
    """The operation that a word selects on any model; sense operations only without a tag."""
    code = word >> 24
    if code in SENSE_CODES and not word >> 15 & 7:
        for model in (ALL, TUBE):
            selected = model.sense[code].get(word & ADDRESS)
            if selected is not None:
                return selected.operation
    return ALL.codes[code] or TUBE.codes[code]


def operand_fields(word: int, operation: Operation) -> list[str]:
    """Address, tag and decrement as written, empty ones at the end left out."""
    address, tag = word & ADDRESS, word >> 15 & 7
    if "mask" in operation.operands:
        fields = [word & RIGHT_HALF, 0, word >> 18 & 0o77]
    elif operation.prefix is not None:
        fields = [address, tag, word >> 18 & ADDRESS]
    elif operation.sense is not None:
        fields = [address - operation.sense, tag, word >> 18 & 0o77]
    else:
        fields = [address, tag, decrement_of(word, operation)]
    while fields and not fields[-1]:
        fields.pop()
    return [f"{f:o}" if f or i == 0 else "" for i, f in enumerate(fields)]


def decrement_of(word: int, operation: Operation) -> int:
    """What stands in bits 12-17 (10-17 of a convert) beside the indirect flag."""
    if "places" in operation.operands:
        return word >> 18 & 0o377
    decrement = word >> 18 & 0o77
    shown_as_star = operation.indirect and word & INDIRECT == INDIRECT
    return decrement & 0o17 if shown_as_star else decrement


def _is_address(operation: Operation) -> bool:
    """Whether the address field is a place in core."""
    return "address" in operation.operands or "y" in operation.operands


def _place(address: int, location: int | None, symbols: Mapping[int, str] | None) -> str:
    if symbols and address in symbols:
        return symbols[address]
    if location is not None and address == location:
        return "*"
    return f"{address:o}"
