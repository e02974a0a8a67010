"""The symbol table: values, heads, and where each symbol was used.

FAP keeps an entry for every definition, sorts the entries when the first pass is over, and finds a symbol by
halving. Both ways are followed here to the step, because they decide which value counts where a symbol has
several, and in which order these are listed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ibm7094.asm.expression import Symbol, Value
from ibm7094.asm.radix import exchange_sort
from ibm7094.media.bcd import code_of

LENGTH = 6
Key = tuple[str, str]
"""Head and name; the head is empty for none."""


@dataclass(eq=False)
class Definition:
    """One entry: a symbol and a value it was given."""

    key: Key
    value: Value
    changeable: bool = False
    """By SET: a new value is no second definition."""
    is_multiple: bool = False
    used: list[int] = field(default_factory=list)
    """Locations of cards that name it, in order."""


def uniform(name: str) -> str:
    """A name as FAP keeps it: the last six characters, and zeros before them are nothing."""
    return name[-LENGTH:].lstrip("0")


def rank(key: Key) -> int:
    """The word by which a symbol is sorted and found: the head at its left end, the name at its right."""
    head, name = key
    word = 0
    for c in name:
        word = word << 6 | (code_of(c) or 0)
    return word | ((code_of(head) or 0) << 30 if head else 0)


@dataclass
class Symbols:
    """All symbols of a program."""

    entries: list[Definition] = field(default_factory=list)
    """In the order of definition; after the first pass, sorted."""
    undefined: dict[Key, list[int]] = field(default_factory=dict)
    heads: tuple[str, ...] = ("",)
    _found: dict[Key, Definition] = field(default_factory=dict)
    """What a search finds: in the first pass the first definition of a symbol."""

    def keys(self, name: str) -> list[Key]:
        """Under which heads a symbol is defined here; one of six characters is never headed."""
        own = uniform(name)
        return [("", own)] if len(own) >= LENGTH else [(head, own) for head in self.heads]

    def key(self, symbol: Symbol) -> Key:
        """What a reference means."""
        return key_of(symbol, self.heads[0])

    def define(self, name: str, value: Value) -> None:
        """Enter a symbol with a value, under each of the heads from the last to the first."""
        if uniform(name):
            for key in reversed(self.keys(name)):
                self.enter(Definition(key, value))

    def enter(self, definition: Definition) -> None:
        """Make an entry."""
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
        """Sort the entries, mark the symbols that have several, and find them by halving from here on."""
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
    """What a reference means where a head is in force; of a longer name the last six characters count."""
    name = uniform(symbol.name)
    if len(name) >= LENGTH:
        return "", name
    return (head if symbol.head is None else symbol.head), name


def halve(entries: list[Definition], ranks: dict[Definition, int], wanted: int) -> Definition:
    """Search by halving the table; of several equal entries it is the one that is met first."""
    step = 1 << len(entries).bit_length() - 1
    place = step
    while True:
        found = ranks[entries[place - 1]] if place <= len(entries) else None
        if found == wanted:
            return entries[place - 1]
        step >>= 1
        place += step if found is not None and wanted > found else -step


def without_repeats(places: list[int]) -> Iterator[int]:
    """References as they are listed: one that is the same as the last is left out."""
    last = None
    for place in places:
        if place != last:
            yield place
        last = place
