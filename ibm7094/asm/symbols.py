"""The symbol table: values, heads, and where each symbol was used.

FAP keeps an entry for every definition, sorts the entries after the first pass, and finds a symbol by binary
search. Both algorithms are copied here step by step, because they decide which value counts if a symbol has
several, and in which order these are listed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ibm7094.asm.fields.expression import Symbol, Value
from ibm7094.asm.fields.radix import exchange_sort
from ibm7094.media.bcd import code_of

LENGTH = 6
Key = tuple[str, str]
"""Head and name; an empty head means none."""


@dataclass(eq=False)
class Definition:
    """One entry: a symbol and a value it was given."""

    key: Key
    value: Value
    changeable: bool = False
    """Defined by SET: a new value is not a second definition."""
    is_multiple: bool = False
    used: list[int] = field(default_factory=list)
    """Locations of the cards that name it, in order."""

    @property
    def reference_level(self) -> int:
        """From which REF on it is listed: always if it has several values, else 1 if it is used, 2 if it is
        a place in this program, 3 otherwise."""
        if self.is_multiple:
            return 0
        return 1 if self.used else 2 if self.value.relocatable else 3


def uniform(name: str) -> str:
    """A name as FAP keeps it: the last six characters, without leading zeros."""
    return name[-LENGTH:].lstrip("0")


def rank(key: Key) -> int:
    """The word by which a symbol is sorted and found: the head at the left end, the name at the right."""
    head, name = key
    word = 0
    for c in name:
        word = word << 6 | (code_of(c) or 0)
    return word | ((code_of(head) or 0) << 30 if head else 0)


@dataclass
class Symbols:
    """All symbols of a program."""

    entries: list[Definition] = field(default_factory=list)
    """All definitions, in order; sorted after the first pass."""
    undefined: dict[Key, list[int]] = field(default_factory=dict)
    heads: tuple[str, ...] = ("",)
    _found: dict[Key, Definition] = field(default_factory=dict)
    """What a search finds; in the first pass, the first definition of a symbol."""

    def keys(self, name: str) -> list[Key]:
        """The keys that a symbol defined here gets, one for each head; one of six characters has no head."""
        own = uniform(name)
        return [("", own)] if len(own) >= LENGTH else [(head, own) for head in self.heads]

    def key(self, symbol: Symbol) -> Key:
        """The key that a reference means."""
        return key_of(symbol, self.heads[0])

    def define(self, name: str, value: Value) -> None:
        """Enter a symbol with a value, under each head from the last to the first."""
        if uniform(name):
            for key in reversed(self.keys(name)):
                self.enter(Definition(key, value))

    def enter(self, definition: Definition) -> None:
        """Add an entry."""
        self.entries.append(definition)
        self._found.setdefault(definition.key, definition)

    def find(self, symbol: Symbol) -> Definition | None:
        """The definition that a reference means."""
        return self._found.get(self.key(symbol))

    @property
    def defined(self) -> dict[Key, Definition]:
        """Each symbol with the definition that counts."""
        return self._found

    def use(self, symbol: Symbol, location: int) -> None:
        """Note a reference."""
        key = self.key(symbol)
        known = self._found.get(key)
        (known.used if known else self.undefined.setdefault(key, [])).append(location)

    def close(self) -> None:
        """Sort the entries and mark multiple definitions; now `find` returns what binary search finds."""
        ranks = {entry: rank(entry.key) for entry in self.entries}
        exchange_sort(self.entries, ranks.__getitem__)
        for one, next_one in zip(self.entries, self.entries[1:], strict=False):
            if ranks[one] == ranks[next_one]:
                one.is_multiple = next_one.is_multiple = True
        self._found = {
            entry.key: halve(self.entries, ranks, ranks[entry]) if entry.is_multiple else entry
            for entry in self.entries
        }


def key_of(symbol: Symbol, head: str) -> Key:
    """The key that a reference means under a given head; only the last six characters of a name count."""
    name = uniform(symbol.name)
    if len(name) >= LENGTH:
        return "", name
    return (head if symbol.head is None else symbol.head), name


def halve(entries: list[Definition], ranks: dict[Definition, int], wanted: int) -> Definition:
    """Binary search; of several equal entries it returns the one that it meets first."""
    step = 1 << len(entries).bit_length() - 1
    place = step
    while True:
        found = ranks[entries[place - 1]] if place <= len(entries) else None
        if found == wanted:
            return entries[place - 1]
        step >>= 1
        place += step if found is not None and wanted > found else -step


def without_repeats(places: list[int]) -> Iterator[int]:
    """References as they are listed: one that equals the one before it is dropped."""
    last = None
    for place in places:
        if place != last:
            yield place
        last = place
