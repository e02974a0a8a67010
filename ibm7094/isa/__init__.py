"""The instruction set: one definition for each operation, grouped by the chapters of IBM's manual.

All users import it from here: both engines, the disassembler, the timing, the trace, the reference page.
"""

from dataclasses import dataclass, field
from functools import cache

from ibm7094.isa import chapters
from ibm7094.isa.record import MODELS, OPERATIONS, Operation

__all__ = [
    "MODELS",
    "OPERATIONS",
    "SENSE_CODES",
    "Operation",
    "Selected",
    "Table",
    "chapters",
    "operation",
    "table",
]

SENSE_CODES = (0o0760, 0o4760)


@dataclass(frozen=True)
class Selected:
    """An operation as an instruction selects it, with its unit number if it has one."""

    operation: Operation
    unit: int = 0


@dataclass
class Table:
    """The operations of one model, by the twelve bits S,1-11 and, for the sense group, by address."""

    model: str
    codes: list[Operation | None] = field(default_factory=lambda: [None] * 4096)
    sense: dict[int, dict[int, Selected]] = field(default_factory=lambda: {c: {} for c in SENSE_CODES})

    @property
    def level(self) -> int:
        """The model's position in MODELS, oldest first."""
        return MODELS.index(self.model)

    def claim(self, operation: Operation) -> None:
        """Enter an operation; no two may have the same code."""
        if operation.sense is None:
            for code in operation.codes:
                other = self.codes[code]
                if other is not None:
                    raise ValueError(f"{operation.name} and {other.name} both claim {code:04o}")
                self.codes[code] = operation
            return
        signs = SENSE_CODES if operation.both_signs else operation.codes
        for code in signs:
            for unit in operation.units or (0,):
                address = operation.sense + unit
                if address in self.sense[code]:
                    other = self.sense[code][address].operation
                    raise ValueError(f"{operation.name} and {other.name} both claim {code:04o}...{address:o}")
                self.sense[code][address] = Selected(operation, unit)


@cache
def table(model: str) -> Table:
    """The operations that a model has."""
    made = Table(model)
    for operation in OPERATIONS:
        if operation.on(model):
            made.claim(operation)
    return made


def operation(name: str) -> Operation:
    """An operation by its mnemonic."""
    return next(o for o in OPERATIONS if o.name == name)
