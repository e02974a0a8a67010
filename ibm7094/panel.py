"""The operator's view of single registers and of rows of switches and lights."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ibm7094.machine import Machine


class Register:
    """A register of the machine as an attribute, checked to hold no more bits than it has."""

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


class Row:
    """A row of switches or lights, numbered from 1. `int(row)` has the first as its highest bit."""

    def __init__(self, machine: "Machine", name: str, length: int) -> None:
        self.machine = machine
        self.name = name
        self.length = length

    def __int__(self) -> int:
        value: int = getattr(self.machine.state, self.name)
        return value

    __index__ = __int__

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, number: int) -> int:
        return int(self) >> self._place(number) & 1

    def __setitem__(self, number: int, on: int) -> None:
        bit = 1 << self._place(number)
        setattr(self.machine.state, self.name, int(self) | bit if on else int(self) & ~bit)

    def __iter__(self) -> Iterator[int]:
        return (self[n] for n in range(1, self.length + 1))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | Row):
            return int(self) == int(other)
        return isinstance(other, list | tuple) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "".join(str(n) for n in self)

    @property
    def on(self) -> tuple[int, ...]:
        """The numbers of those that are on."""
        return tuple(n for n in range(1, self.length + 1) if self[n])

    def set(self, value: "int | str | Row | Iterable[int]") -> None:
        """From an integer, from a string of digits such as "001001", or from one value for each."""
        if isinstance(value, str):
            value = [int(c) for c in value]
        if not isinstance(value, int | Row):
            values = [int(bool(v)) for v in value]
            if len(values) != self.length:
                raise ValueError(f"There are {self.length} {self.name}, not {len(values)}.")
            value = int("".join(map(str, values)), 2)
        if not 0 <= int(value) < 1 << self.length:
            raise ValueError(f"There are {self.length} {self.name}: {int(value):o} octal does not fit.")
        setattr(self.machine.state, self.name, int(value))

    def _place(self, number: int) -> int:
        if not 1 <= number <= self.length:
            raise IndexError(f"{self.name} are numbered 1 to {self.length}, not {number}.")
        return self.length - number
