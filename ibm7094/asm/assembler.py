"""FAP in two passes: the first expands macros and places everything, the second makes the words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ibm7094.asm import layout
from ibm7094.asm.card import Card
from ibm7094.asm.expression import (
    NOTHING,
    ZERO,
    Expression,
    Literal,
    Nothing,
    Symbol,
    Undefined,
    Value,
    evaluate,
    evaluate_boolean,
    parse,
)
from ibm7094.asm.macros import Macro, bind, expand, split_arguments
from ibm7094.asm.numbers import BadConstant, characters, literal
from ibm7094.asm.optable import Entry, operation_table
from ibm7094.asm.pseudo import COMMON_TOP, PSEUDO, Pseudo
from ibm7094.asm.statement import Statement, Word, ordered
from ibm7094.asm.symbols import LENGTH, Symbols
from ibm7094.errors import MachineError
from ibm7094.words import ADDRESS, INDIRECT, WORD

MOST_CARDS = 400_000
"""Cards after expansion: many times what fills core."""
MOST_DEPTH = 60
"""Macros within macros."""

Meaning = Entry | Pseudo | Macro


class AssemblyError(MachineError):
    """A program that cannot be assembled at all."""

    exit_code = 1


@dataclass
class Transfer:
    """A transfer card, by TCD or END, after so many words."""

    address: int
    after: int


@dataclass
class Block:
    """Where the punching of cards changes: its format, from a word on."""

    form: str
    after: int


@dataclass
class Assembler:
    """The state of an assembly."""

    cards: Iterator[tuple[Card, int, bool]]
    operations: dict[str, "Meaning"] = field(default_factory=lambda: {**PSEUDO, **operation_table()})
    """What each name in the operation field means, at this point of the program."""
    symbols: Symbols = field(default_factory=Symbols)
    statements: list[Statement] = field(default_factory=list)
    literals: set[int] = field(default_factory=set)
    pool: dict[int, int] = field(default_factory=dict)
    externals: dict[str, None] = field(default_factory=dict)
    vector: dict[str, int] = field(default_factory=dict)
    vector_words: list[Word] = field(default_factory=list)
    continues: dict[int, Statement] = field(default_factory=dict)
    """The card whose words are listed beside its last continuation, by that one's identity."""
    entries: dict[str, int] = field(default_factory=dict)
    final: bool = False
    here: int = 0
    load: int = 0
    highest: int = 0
    absolute: bool = False
    machine: str = "709"
    creating: bool = True
    created: int = 0
    saved: list[Card] = field(default_factory=list)
    title: str = ""
    label: str = ""
    ended: bool = False
    start: int | None = None
    words: list[Word] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    show_macros: bool = False
    show_control: bool = False
    show_rest: bool = True
    """Off between UNLIST and LIST."""
    show_all: bool = True
    """Off after TITLE: of a group only the first word is listed."""
    notes: list[tuple[Card, str]] = field(default_factory=list)
    """Remarks for people that FAP had no flag for."""
    _pending: list[Iterator[tuple[Card, int, bool]]] = field(default_factory=list)

    # the stream of cards

    def next_card(self) -> tuple[Card, int, bool] | None:
        """The next card, those of macros first; with its depth, and whether it is a copy by DUP."""
        while self._pending:
            for found in self._pending[-1]:
                return found
            self._pending.pop()
        return next(self.cards, None)

    def push(self, cards: Iterable[tuple[Card, int, bool]], near: Card) -> None:
        """Put cards before the rest."""
        self._pending.append(iter(cards))
        if len(self._pending) > MOST_DEPTH:
            raise AssemblyError(
                f"{place_of(near)}: macros call each other more than {MOST_DEPTH} deep: "
                f"end the recursion with an IFF."
            )

    def take(self, card: Card, level: int, copy: bool = False, **more: object) -> Statement:
        """Enter a card into the program."""
        if len(self.statements) >= MOST_CARDS:
            raise AssemblyError(
                f"{place_of(card)}: the program grows past {MOST_CARDS} cards: look for a DUP or a macro "
                f"that makes too many."
            )
        statement = Statement(card, level, copy, **more)  # type: ignore[arg-type]
        if level and not self.show_macros:
            statement.shown = False
        if not self.show_rest:
            statement.shown = False
        statement.control_shown = self.show_control
        self.statements.append(statement)
        return statement

    # the passes

    def run(self) -> None:
        """Assemble."""
        self.first_pass()
        if not self.ended:
            last = self.statements[-1].card if self.statements else Card("")
            self.missing(last, "the deck has no END card")
        self.place_vector()
        self.place_literals()
        self.second_pass()

    def place_vector(self) -> None:
        """A relocatable program begins with the names of what it calls elsewhere, so all of it moves up."""
        if self.absolute:
            return
        outside = [n for n in self.externals if ("", n) not in self.symbols.defined]
        self.vector = {name: i for i, name in enumerate(outside)}
        for name, i in self.vector.items():
            word = characters(name)
            self.vector_words.append(Word(i, i, word, layout.logical(word)))
        self.move_up(len(outside))

    def move_up(self, count: int) -> None:
        """Shift every location of a relocatable program."""
        self.here, self.load, self.highest = self.here + count, self.load + count, self.highest + count
        for statement in self.statements:
            statement.here += count
            statement.load += count
            if statement.location is not None:
                statement.location += count
            statement.value = moved(statement.value, count) if statement.value else None
        for definition in self.symbols.defined.values():
            definition.values = [moved(v, count) for v in definition.values]

    def all_words(self) -> Iterator[Word]:
        """The transfer vector, the program, the literals."""
        yield from self.vector_words
        yield from self.words
        for i, (word, location) in enumerate(sorted(self.pool.items())):
            yield Word(location, (self.pool_load + i) & ADDRESS, word, layout.logical(word))

    def show_control_of(self, statement: Statement) -> bool:
        """Whether a control card is listed."""
        return statement.control_shown

    def first_pass(self) -> None:
        """Expand, place and define."""
        while not self.ended and (found := self.next_card()) is not None:
            card, level, copy = found
            if card.is_comment:
                self.comment(card, level)
                continue
            meaning = self.operations.get(card.operation or "PZE")
            if isinstance(meaning, Macro):
                self.call(meaning, card, level, copy)
                continue
            statement = self.take(card, level, copy)
            statement.meaning = meaning
            self.begin(statement)
            self.do(statement)

    def do(self, statement: Statement) -> None:
        """What a card asks for, in either pass."""
        if isinstance(statement.meaning, Pseudo):
            statement.meaning.do(self, statement)
        else:
            self.instruction(statement, statement.meaning)

    def comment(self, card: Card, level: int) -> None:
        """A comment card; the first of all gives the pages their title."""
        if not self.statements and not self.title:
            self.title = card.text[1:72].rstrip().upper()
            return
        self.take(card, level, passive=True)

    def second_pass(self) -> None:
        """Make the words."""
        self.final = True
        self.machine = "709"
        for statement in self.statements:
            self.here, self.load = statement.here, statement.load
            self.symbols.heads = statement.head
            if not statement.passive:
                self.do(statement)
            if not statement.passive or statement.location is not None:  # a macro call has a location too
                self.note_label(statement)

    def begin(self, statement: Statement) -> None:
        """Note where a card stands."""
        statement.here, statement.load = self.here, self.load
        statement.head = self.symbols.heads

    def place_literals(self) -> None:
        """The pool lies behind the program, in the order of unsigned words."""
        base = self.here
        for i, word in enumerate(sorted(self.literals)):
            self.pool[word] = (base + i) & ADDRESS
        self.highest = max(self.highest, self.load + len(self.pool))
        self.pool_at = base
        self.pool_load = self.load

    pool_at: int = 0
    pool_load: int = 0

    # locations and symbols

    def location(self) -> Value:
        """The location of the next word."""
        return Value(self.here, 0 if self.absolute else 1)

    def advance(self, count: int) -> None:
        """Move on by so many words."""
        self.here = (self.here + count) & ADDRESS
        self.load = (self.load + count) & ADDRESS
        self.highest = max(self.highest, self.load)

    def define(self, statement: Statement, value: Value, changeable: bool = False) -> None:
        """Define the card's location symbol, in the first pass; its own use counts as a reference."""
        name = statement.card.location
        if not name:
            return
        if not self.final or changeable:
            self.symbols.define(name, value, changeable)
        if self.final:
            self.symbols.use(Symbol(name), statement.here)

    def define_label(self, statement: Statement, value: Value | None = None) -> None:
        """A symbol in the location field is the location."""
        name = statement.card.location
        if name and not self.final and not statement.copy:
            self.symbols.define(name, value or self.location())

    def note_label(self, statement: Statement) -> None:
        """A symbol defined twice is flagged where it is defined."""
        name = statement.card.location
        if name:
            found = self.symbols.find(Symbol(name))
            if found is not None and found.is_multiple and not statement.copy:
                statement.flags.add("M")

    def lookup(self, flags: set[str]) -> "Lookup":
        """Look symbols up, noting the use and what is wrong with them."""
        return Lookup(self, flags)

    # fields

    def subfields(self, statement: Statement) -> tuple[Expression, ...]:
        """The parsed variable field, continuation cards included."""
        text = statement.card.variable + "".join(s.card.variable for s in statement.more)
        found = parse(text)
        if found is None:
            statement.flags.add("E")
            return ()
        return found

    def number(self, statement: Statement, tree: Expression) -> Value | None:
        """An expression, or None with its flag."""
        if isinstance(tree, Literal):
            return self.literal(statement, tree)
        flags = statement.flags if self.final else set()
        try:
            return evaluate(tree, self.lookup(flags), self.location())
        except Undefined as problem:
            flags.add(problem.flag)
            return None

    def early(self, statement: Statement, tree: Expression) -> Value | None:
        """An expression of symbols defined so far: fixed in the first pass. In the second its symbols are
        only noted as used."""
        if self.final:
            self.number(statement, tree) if statement.value is not None else None
            return statement.value
        statement.value = self.number(statement, tree)
        return statement.value

    def boolean(self, statement: Statement, tree: Expression) -> int | None:
        """An 18-bit mask, or None with its flag."""
        flags = statement.flags if self.final else set()
        try:
            return evaluate_boolean(tree, self.lookup(flags), self.here)
        except Undefined as problem:
            flags.add(problem.flag)
            if problem.flag == "U":
                flags.add("B")
            return None

    def literal(self, statement: Statement, tree: Literal) -> Value | None:
        """A literal's place in the pool."""
        try:
            word = literal(tree.text)
        except BadConstant as problem:
            statement.flags.update(problem.flags)
            return None
        if not self.final:
            self.literals.add(word)
            return ZERO
        return Value(self.pool[word], 0 if self.absolute else 1)

    # words

    def emit(
        self, statement: Statement, word: int, octal: str, flags: str = "", relocation: str = ""
    ) -> None:
        """Put a word into the program."""
        if self.final:
            made = Word(self.here, self.load, word & WORD, octal, flags, relocation)
            statement.words.append(made)
            self.words.append(made)
        self.advance(1)

    def instruction(self, statement: Statement, entry: Entry | None) -> None:
        """A machine operation, or one that is not known."""
        card = statement.card
        self.define_label(statement)
        if not self.final:
            if "=" in card.variable or "$" in card.variable:
                self.collect(statement)
            self.advance(1)
            return
        if entry is None:
            statement.flags.add("O")
            entry = Entry(card.operation, 0, "A")
            word, blank, relocation = self.assemble(statement, entry)
            self.emit(statement, word, layout.prefix(word, blank | {"O"}), relocation=relocation)
            return
        if entry.improper:
            statement.flags.add("N")
        if self.machine == "709" and not entry.on_7090 and not entry.improper:
            statement.flags.add("4")
        if self.machine == "704" and not entry.on_704 and not entry.improper:
            statement.flags.add("9")
        word, blank, relocation = self.assemble(statement, entry)
        self.emit(statement, word, layout.BY_KIND[entry.kind](word, blank), relocation=relocation)

    def collect(self, statement: Statement) -> None:
        """Literals and external symbols have to be known before the second pass."""
        for tree in parse(statement.card.variable) or ():
            if isinstance(tree, Literal):
                self.literal(statement, tree)
            elif isinstance(tree, Symbol) and tree.head == "":
                self.externals.setdefault(tree.name[-LENGTH:])

    def assemble(self, statement: Statement, entry: Entry) -> tuple[int, frozenset[str], str]:
        """A word from its operation and fields: the word, the fields left blank, and what relocates."""
        fields = self.subfields(statement)
        flags = statement.flags
        given = {n for n, tree in zip("ATD", fields, strict=False) if not isinstance(tree, Nothing)}
        flags.update(set(entry.needs) - given)
        if entry.kind == "D":
            return self.assemble_mask(statement, entry, fields)
        if len(fields) > 3:
            flags.add("F")
        trees = (*fields, NOTHING, NOTHING, NOTHING)[:3]
        word, blank, relocation = entry.word, set(), ""
        for name, tree in zip("ATD", trees, strict=True):
            value = self.number(statement, tree)
            if value is None:
                blank.add(name)
                continue
            if not value.is_proper or (name == "T" and not value.is_absolute):
                flags.add("R")
                blank.add(name)
                continue
            relocation += "" if value.is_absolute else name
            word |= self.shifted(name, value.number)
        if "D" in given and entry.kind in "BE":
            flags.add("D")
        if statement.card.indirect:
            word |= 4 << 15 if entry.kind == "A" else INDIRECT
            if not entry.indirect:
                flags.add("I")
        return word, frozenset(blank), relocation

    @staticmethod
    def shifted(name: str, number: int) -> int:
        """A field's value in its place."""
        if name == "A":
            return number & ADDRESS
        return (number & 7) << 15 if name == "T" else (number & ADDRESS) << 18

    def assemble_mask(
        self, statement: Statement, entry: Entry, fields: tuple[Expression, ...]
    ) -> tuple[int, frozenset[str], str]:
        """A sense indicator operation with its mask."""
        if len(fields) > 1:
            statement.flags.add("F")
        value = self.boolean(statement, fields[0]) if fields else 0
        if statement.card.indirect:
            statement.flags.add("I")
        if value is None:
            return entry.word, frozenset("A"), ""
        return entry.word | value, frozenset(), ""

    # what pseudo-operations need

    most_cards = MOST_CARDS
    common: int = COMMON_TOP

    def transfer(self, address: int) -> None:
        """A transfer card behind the words so far."""
        self.transfers.append(Transfer(address, len(self.words)))

    def external(self, name: str) -> None:
        """A symbol of another program."""
        if not self.final:
            self.externals.setdefault(name[-LENGTH:])

    def call_word(self, statement: Statement, name: str, tag: int) -> None:
        """A TSX of a calling sequence."""
        trees = parse(name) or (NOTHING,)
        tree = trees[0]
        if tag and isinstance(tree, Symbol):
            tree = Symbol(tree.name, "")
        value = self.number(statement, tree)
        word = 0o007400000000 | tag << 15 | (value.number & ADDRESS if value else 0)
        blank = frozenset() if value else frozenset("A")
        self.emit(statement, word, layout.instruction(word, blank))

    def continuation(self, statement: Statement) -> None:
        """ETC cards behind a field that ends in a comma."""
        last = statement
        while last.card.variable.endswith(","):
            found = self.next_card()
            if found is None:
                return
            if found[0].operation != "ETC":
                self.push([found], found[0])
                return
            self.continues.pop(id(last), None)
            last = self.take(found[0], found[1], passive=True)
            statement.more.append(last)
            self.continues[id(last)] = statement

    def repeat(self, group: list[tuple[Card, int, bool]], times: int, near: Card) -> None:
        """DUP: the group, and copies of it without their location symbols."""
        if len(group) * times > MOST_CARDS:
            raise AssemblyError(
                f"{place_of(near)}: a DUP of {len(group)} cards {times} times is more than core can hold: "
                f"correct the count."
            )
        copies = [(bare(card), level, True) for card, level, _ in group]
        self.push((item for i in range(times) for item in (copies if i else group)), near)

    def missing(self, card: Card, what: str) -> None:
        """Something that the deck should have had."""
        self.notes.append((card, what))

    # macros

    def call(self, macro: Macro, card: Card, level: int, copy: bool) -> None:
        """Expand a macro call."""
        statement = self.take(card, level, copy, passive=True)
        self.begin(statement)
        statement.location = self.here
        self.define_label(statement)
        text = card.field.rstrip()
        while (arguments := split_arguments(text)) and arguments[-1].endswith("$"):
            following = self.next_card()
            if following is None:
                break
            self.take(following[0], level, passive=True)
            text = ",".join(arguments)[:-1] + following[0].field.rstrip()
        bound = bind(macro, split_arguments(text), self.create)
        self.push([(made, level + 1, False) for made in expand(macro, bound)], card)

    def create(self) -> str:
        """A symbol that no programmer would write."""
        if not self.creating:
            return ""
        self.created += 1
        return f"..{self.created:03d}"

    @property
    def summary(self) -> str:
        """Every flag that was raised."""
        return ordered(
            {f for s in self.statements for f in s.flags} | {f for w in self.words for f in w.flags}
        )


@dataclass
class Lookup:
    """Looks symbols up for an expression."""

    assembler: Assembler
    flags: set[str]

    def __call__(self, symbol: Symbol) -> Value | None:
        a = self.assembler
        if len(symbol.name) > LENGTH:
            self.flags.add("E")
        found = a.symbols.find(symbol)
        if found is None and symbol.head == "" and symbol.name in a.vector:
            return Value(a.vector[symbol.name], 1)
        if a.final:
            a.symbols.use(symbol, a.here)
        if found is None:
            return None
        if found.is_multiple:
            self.flags.add("M")
        return found.value


def moved(value: Value, count: int) -> Value:
    """A value after the program has moved up."""
    return Value(value.number + count * value.relocatable, value.relocatable, value.common)


def bare(card: Card) -> Card:
    """A card without its location symbol, unless it is there to be set."""
    return card if card.operation == "SET" else replace(card, location="")


def place_of(card: Card) -> str:
    """Where a card is, for a message."""
    return f"{card.file}, card {card.number}" if card.file else f"card {card.number}"
