"""The symbol table: values, heads, and where each symbol was used."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ibm7094.asm.expression import Symbol, Value
from ibm7094.media.bcd import to_bcd

LENGTH = 6
Key = tuple[str, str]
"""Head and name; the head is empty for none."""


@dataclass
class Definition:
    """A symbol and all it was given; the last value counts."""

    values: list[Value]
    changeable: bool = False
    """By SET: a new value is no second definition."""
    used: dict[int, None] = field(default_factory=dict)
    """Locations of cards that name it, in order."""

    @property
    def value(self) -> Value:
        return self.values[-1]

    @property
    def is_multiple(self) -> bool:
        return len(self.values) > 1


@dataclass
class Symbols:
    """All symbols of a program."""

    defined: dict[Key, Definition] = field(default_factory=dict)
    undefined: dict[Key, dict[int, None]] = field(default_factory=dict)
    heads: tuple[str, ...] = ("",)

    def keys(self, name: str) -> list[Key]:
        """Under which heads a symbol is defined here; one of six characters is never headed."""
        return [("", name)] if len(name) >= LENGTH else [(head, name) for head in self.heads]

    def key(self, symbol: Symbol) -> Key:
        """What a reference means; of a longer name the last six characters count."""
        name = symbol.name[-LENGTH:]
        return (symbol.head, name) if symbol.head is not None else self.keys(name)[0]

    def define(self, name: str, value: Value, changeable: bool = False) -> None:
        """Give a symbol a value."""
        for key in self.keys(name):
            known = self.defined.get(key)
            if known is None:
                self.defined[key] = Definition([value], changeable)
            elif known.changeable and changeable:
                known.values[-1] = value
            else:
                known.values.append(value)

    def find(self, symbol: Symbol) -> Definition | None:
        """The definition that a reference means."""
        return self.defined.get(self.key(symbol))

    def use(self, symbol: Symbol, location: int) -> None:
        """Note a reference."""
        key = self.key(symbol)
        known = self.defined.get(key)
        (known.used if known else self.undefined.setdefault(key, {}))[location] = None

    def sorted(self) -> Iterator[tuple[Key, Value, Definition, bool]]:
        """Every value of every symbol by head, length and character codes; the last says if it counts.

        Equal names come out as FAP's exchange sort left them, which matters where one is defined twice.
        """
        rows = [
            (key, value, definition, i == len(definition.values) - 1)
            for key, definition in self.defined.items()
            for i, value in enumerate(definition.values)
        ]
        rank = {key: (len(key[0]), to_bcd(key[0]), len(key[1]), to_bcd(key[1])) for key in self.defined}
        if any(d.is_multiple for d in self.defined.values()):
            _exchange_sort(rows, rank)
        else:
            rows.sort(key=lambda row: rank[row[0]])
        return iter(rows)


Row = tuple[Key, Value, Definition, bool]


def _exchange_sort(rows: list[Row], rank: dict[Key, tuple[int, list[int], int, list[int]]]) -> None:
    """Bring the least of the rest to the front, again and again."""
    for place in range(len(rows)):
        least = min(range(place, len(rows)), key=lambda i: rank[rows[i][0]])
        rows[place], rows[least] = rows[least], rows[place]
