"""Disassemble instruction words, with numbers in octal.

050000100500  CLA    500,1         076000000161  SWT    1
450060000700  CAL*   700           076200001221  RTBA   1
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ibm7094.isa import SENSE_CODES, Operation, table
from ibm7094.isa.names import specific_names
from ibm7094.isa.record import MODELS
from ibm7094.words import ADDRESS, COUNT, INDIRECT, LONG_COUNT, RIGHT_HALF, octal

ALL = table(MODELS[-1])
TUBE = table(MODELS[0])
"""The first model, for words that are not an instruction on the last one."""
IMMEDIATE = ("AXT", "AXC")
"""Operations whose address field is a number, not an address."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A decoded word: its mnemonic, and the fields that are written after it."""

    name: str
    operation: Operation
    indirect: bool
    address: int
    """The address without the part that the mnemonic implies, or the operation's 18-bit mask."""
    tag: int
    decrement: int

    @property
    def is_place(self) -> bool:
        """Whether the address field is an address in core."""
        wanted = self.operation.operands
        return self.name not in IMMEDIATE and ("address" in wanted or "y" in wanted)


def disassemble(word: int, location: int | None = None, symbols: Mapping[int, str] | None = None) -> str:
    """Disassemble one word. With `location`, its own address is *; with `symbols`, addresses have names."""
    found = read(word)
    if found is None:
        return f"OCT    {octal(word)}"
    numbers = [found.address, found.tag, found.decrement]
    while numbers and not numbers[-1]:
        numbers.pop()
    fields = [f"{n:o}" if n or i == 0 else "" for i, n in enumerate(numbers)]
    if fields and found.is_place:
        fields[0] = _place(found.address, location, symbols)
    return f"{found.name + '*' * found.indirect:<6} {','.join(fields)}".rstrip()


def read(word: int) -> Reading | None:
    """Decode a word for any model, by its most specific name; None if it is not an instruction."""
    if word in specific_names() and not _sense_operation(word):
        name, unit = specific_names()[word]
        return Reading(name.name, name.operation, False, unit, 0, 0)
    operation = operation_of(word)
    return _take_apart(word, operation) if operation else None


def read_plainly(word: int) -> Reading | None:
    """Decode a word by its code alone: a sense operation as PSE or MSE, a select by its number."""
    operation = ALL.codes[word >> 24]
    return _take_apart(word, operation) if operation else None


def operation_of(word: int) -> Operation | None:
    """The operation of a word on any model. A word with a tag is not read as a sense operation."""
    code = word >> 24
    return _sense_operation(word) or ALL.codes[code] or TUBE.codes[code]


def _sense_operation(word: int) -> Operation | None:
    code = word >> 24
    if code in SENSE_CODES and not word >> 15 & 7:
        for model in (ALL, TUBE):
            selected = model.sense[code].get(word & ADDRESS)
            if selected is not None:
                return selected.operation
    return None


def _take_apart(word: int, operation: Operation) -> Reading:
    address, tag = word & ADDRESS, word >> 15 & 7
    decrement = word >> 18 & COUNT
    # In a count, bits 12 and 13 do not mean indirect.
    indirect = operation.indirect and word & INDIRECT == INDIRECT and "count" not in operation.operands
    if "mask" in operation.operands:
        address, tag = word & RIGHT_HALF, 0
    elif operation.prefix is not None:
        decrement = word >> 18 & ADDRESS
    elif "places" in operation.operands:
        decrement = word >> 18 & LONG_COUNT
    elif operation.sense is not None:
        address -= operation.sense
    elif indirect:
        decrement &= 0o17
    return Reading(operation.name, operation, indirect, address, tag, decrement)


def _place(address: int, location: int | None, symbols: Mapping[int, str] | None) -> str:
    if symbols and address in symbols:
        return symbols[address]
    if location is not None and address == location:
        return "*"
    return f"{address:o}"
