"""Registers, and rows of switches and lights, as the operator sees them."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ibm7094.machine import Machine


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

    def __set__(self, machine: "Machine", value: int) -> None:
        if not 0 <= int(value) < 1 << self.bits:
            raise ValueError(f"{self.name} has {self.bits} bits: {int(value):o} octal does not fit.")
        setattr(machine.state, self.name, int(value))


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
            values = [int(v) for v in value]
            if len(values) != self.length or not set(values) <= {0, 1}:
                raise ValueError(f"There are {self.length} {self.name}: give a 0 or 1 for each.")
            value = int("".join(map(str, values)), 2)
        if not 0 <= value < 1 << self.length:
            raise ValueError(f"There are {self.length} {self.name}: {value:o} octal does not fit.")
        setattr(self.machine.state, self.name, int(value))

    def _place(self, number: int) -> int:
        if not 1 <= number <= self.length:
            raise IndexError(f"{self.name} are numbered 1 to {self.length}, not {number}.")
        return self.length - number
