"""Registers, and rows of switches, lights and index registers, as the operator sees them."""

from collections.abc import Iterable, Iterator
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

from ibm7094.errors import BadType, BadValue
from ibm7094.words import ADDRESS

if TYPE_CHECKING:
    from ibm7094.machine import Machine
    from ibm7094.state import State


def whole_number(value: object, what: str) -> int:
    """A whole number, from Python or numpy; BadType if it is anything else."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise BadType(f"{what} is a whole number: {value!r} is not one.") from None


class Register:
    """A register of the machine as an attribute. A value with too many bits is refused."""

    def __init__(self, bits: int, doc: str) -> None:
        self.bits = bits
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, machine: "Machine", owner: type | None = None) -> int:
        value: int = getattr(machine.state, self.name)
        return value

    def __set__(self, machine: "Machine", value: SupportsIndex) -> None:
        given = whole_number(value, self.name)
        if not 0 <= given < 1 << self.bits:
            raise BadValue(f"{self.name} has {self.bits} bits: {given:o} octal does not fit.")
        setattr(machine.state, self.name, given)


class IndexRegisters:
    """The seven index registers, numbered from 1. What is stored here is stored in the machine."""

    def __init__(self, state: "State") -> None:
        self._state = state

    def __len__(self) -> int:
        return 7

    def __getitem__(self, register: SupportsIndex) -> int:
        return self._state.xr[self._place(register)]

    def __setitem__(self, register: SupportsIndex, value: SupportsIndex) -> None:
        place, given = self._place(register), whole_number(value, f"XR{register}")
        if not 0 <= given <= ADDRESS:
            raise BadValue(f"XR{place} has 15 bits: {given:o} octal does not fit.")
        self._state.xr[place] = given

    def __iter__(self) -> Iterator[int]:
        return (self._state.xr[place] for place in range(1, len(self) + 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IndexRegisters | list | tuple) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<XR 1-7: {' '.join(f'{value:05o}' for value in self)}>"

    def set(self, values: Iterable[SupportsIndex]) -> None:
        """Set all seven."""
        given = list(values)
        if len(given) != len(self):
            raise BadValue(f"There are 7 index registers: give a number for each, not {len(given)}.")
        before = list(self)
        try:
            for register, value in enumerate(given, 1):
                self[register] = value
        except (BadType, BadValue):
            self.set(before)
            raise

    def _place(self, register: SupportsIndex) -> int:
        place = whole_number(register, "The number of an index register")
        if not 1 <= place <= len(self):
            raise IndexError(f"Index registers are numbered 1 to 7, not {place}.")
        return place


class PanelRow(int):
    """A row of switches or lights, numbered from 1. As a number, the first is its highest bit."""

    machine: "Machine"
    name: str
    length: int

    def __new__(cls, machine: "Machine", name: str, length: int) -> "PanelRow":
        row = super().__new__(cls, getattr(machine.state, name))
        row.machine, row.name, row.length = machine, name, length
        return row

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, number: int) -> int:
        return int(self) >> self._place(number) & 1

    def __setitem__(self, number: int, on: int) -> None:
        bit = 1 << self._place(number)
        now: int = getattr(self.machine.state, self.name)
        setattr(self.machine.state, self.name, now | bit if on else now & ~bit)

    def __iter__(self) -> Iterator[int]:
        return (self[n] for n in range(1, self.length + 1))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return repr(self) == other
        if isinstance(other, list | tuple):
            return list(self) == list(other)
        return int(self) == other

    __hash__ = int.__hash__

    def __repr__(self) -> str:
        return "".join(str(n) for n in self)

    @property
    def on(self) -> tuple[int, ...]:
        """The numbers of those that are on."""
        return tuple(n for n in range(1, self.length + 1) if self[n])

    def set(self, value: "int | str | Iterable[int]") -> None:
        """Set the row from an integer, a string such as "001001", or one value for each."""
        if not isinstance(value, int):
            try:
                values = [int(v) for v in value]
            except (TypeError, ValueError):
                raise BadType(f"There are {self.length} {self.name}: give a 0 or 1 for each.") from None
            if len(values) != self.length or not set(values) <= {0, 1}:
                raise BadValue(f"There are {self.length} {self.name}: give a 0 or 1 for each.")
            value = int("".join(map(str, values)), 2)
        if not 0 <= value < 1 << self.length:
            raise BadValue(f"There are {self.length} {self.name}: {value:o} octal does not fit.")
        setattr(self.machine.state, self.name, int(value))

    def _place(self, number: int) -> int:
        if not 1 <= number <= self.length:
            raise IndexError(f"{self.name} are numbered 1 to {self.length}, not {number}.")
        return self.length - number
