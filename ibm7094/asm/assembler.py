"""FAP in two passes: the first expands macros and places everything, the second makes the words."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from ibm7094.asm import layout
from ibm7094.asm.card import Card
from ibm7094.asm.decimal import BadConstant
from ibm7094.asm.expression import (
    NOTHING,
    Expression,
    Literal,
    Symbol,
    Undefined,
    Value,
    evaluate,
    evaluate_boolean,
    parse,
)
from ibm7094.asm.instruction import assemble_instruction
from ibm7094.asm.macros import Macro, bind, expand, split_arguments
from ibm7094.asm.numbers import characters, literal
from ibm7094.asm.optable import Entry, operation_table
from ibm7094.asm.pseudo import PSEUDO, Pseudo
from ibm7094.asm.statement import Block, Modes, Statement, Transfer, Word, ordered
from ibm7094.asm.stream import MOST_CARDS, AssemblyError, Incoming, Stream, place_of
from ibm7094.asm.symbols import LENGTH, Symbols
from ibm7094.words import ADDRESS, WORD

COMMON_TOP = 0o77461
"""Common storage grows downwards from here."""

Meaning = Entry | Pseudo | Macro


class Assembler:
    """The state of an assembly."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.stream = Stream(cards)
        self.operations: dict[str, Meaning] = {**PSEUDO, **operation_table()}
        """What each name in the operation field means, at this point of the program."""
        self.symbols = Symbols()
        self.statements: list[Statement] = []
        self.notes: list[tuple[Card, str]] = []
        """What the deck lacks, for which FAP had no flag."""
        self.raised: Card | None = None
        """The first card with lower case in its fields."""
        self.title = ""
        self.label = ""
        # where we are
        self.final = False
        self.ended = False
        self.here = 0
        self.load = 0
        self.highest = 0
        self.common = COMMON_TOP
        self.absolute = False
        self.machine = "709"
        self.modes = Modes()
        # macros
        self.creating = True
        self.created = 0
        self.saved: list[Card] = []
        # what comes out
        self.words: list[Word] = []
        self.blocks: list[Block] = []
        self.transfers: list[Transfer] = []
        self.start: int | None = None
        self.literals: set[int] = set()
        self.pool: dict[int, int] = {}
        """Literals to their locations."""
        self.pool_load = 0
        self.externals: dict[str, None] = {}
        self.vector: dict[str, int] = {}
        """External symbols to their places at the head of a relocatable program."""
        self.vector_words: list[Word] = []
        self.entries: dict[str, int] = {}

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

    def first_pass(self) -> None:
        """Expand, place and define."""
        while not self.ended and (found := self.stream.next()) is not None:
            card, level, copy = found
            if card.is_comment:
                self.comment(card, level)
                continue
            if card.raised and self.raised is None:
                self.raised = card
            meaning = self.operations.get(card.operation or "PZE")
            if isinstance(meaning, Macro):
                self.call(meaning, card, level, copy)
                continue
            statement = self.take(card, level, copy)
            statement.meaning = meaning
            self.do(statement)

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

    def take(self, card: Card, level: int, copy: bool = False, passive: bool = False) -> Statement:
        """Enter a card into the program."""
        statement = Statement(card, level, copy, self.modes, passive)
        statement.here, statement.load, statement.head = self.here, self.load, self.symbols.heads
        self.statements.append(statement)
        return statement

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
        else:
            self.take(card, level, passive=True)

    def missing(self, card: Card, what: str) -> None:
        """Something that the deck should have had."""
        self.notes.append((card, what))

    # between the passes

    def place_vector(self) -> None:
        """A relocatable program begins with the names of what it calls elsewhere; all of it moves up."""
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
            if statement.value is not None:
                statement.value = moved(statement.value, count)
        for definition in self.symbols.defined.values():
            definition.values = [moved(v, count) for v in definition.values]

    def place_literals(self) -> None:
        """The pool lies behind the program, in the order of unsigned words."""
        for i, word in enumerate(sorted(self.literals)):
            self.pool[word] = (self.here + i) & ADDRESS
        self.pool_load = self.load
        self.highest = max(self.highest, self.load + len(self.pool))

    def all_words(self) -> Iterator[Word]:
        """The transfer vector, the program, the literals."""
        yield from self.vector_words
        yield from self.words
        for i, (word, location) in enumerate(sorted(self.pool.items())):
            yield Word(location, (self.pool_load + i) & ADDRESS, word, layout.logical(word))

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
        """Define the card's location symbol by a value. Its own card counts among its uses."""
        name = statement.card.location
        if not name:
            return
        if not self.final or changeable:
            self.symbols.define(name, value, changeable)
        if self.final:
            self.symbols.use(Symbol(name), statement.here)

    def define_label(self, statement: Statement, value: Value | None = None) -> None:
        """Define the card's location symbol as the location."""
        name = statement.card.location
        if name and not self.final and not statement.copy:
            self.symbols.define(name, value or self.location())

    def note_label(self, statement: Statement) -> None:
        """A symbol defined twice is flagged where it is defined."""
        name = statement.card.location
        if name and not statement.copy:
            found = self.symbols.find(Symbol(name))
            if found is not None and found.is_multiple:
                statement.flags.add("M")

    def find(self, symbol: Symbol, flags: set[str]) -> Value | None:
        """Look a symbol up, noting the use and what is wrong with it."""
        if len(symbol.name) > LENGTH:
            flags.add("E")
        found = self.symbols.find(symbol)
        if found is None and symbol.head == "" and symbol.name in self.vector:
            return Value(self.vector[symbol.name], 1)
        if self.final:
            self.symbols.use(symbol, self.here)
        if found is None:
            return None
        if found.is_multiple:
            flags.add("M")
        return found.value

    def external(self, name: str) -> None:
        """A symbol of another program."""
        if not self.final:
            self.externals.setdefault(name[-LENGTH:])

    # fields

    def subfields(self, statement: Statement) -> tuple[Expression, ...]:
        """The parsed variable field."""
        found = parse(statement.variable)
        if found is None:
            statement.flags.add("$" if "$" in statement.variable else "E")
            return ()
        return found

    def first(self, statement: Statement) -> Expression:
        """The first subfield, or nothing."""
        fields = self.subfields(statement)
        return fields[0] if fields else NOTHING

    def number(self, statement: Statement, tree: Expression) -> Value | None:
        """An expression, or None with its flag. A literal is none: only an instruction can have one."""
        flags = statement.flags if self.final else set()
        try:
            return evaluate(tree, lambda symbol: self.find(symbol, flags), self.location())
        except Undefined as problem:
            flags.add(problem.flag)
            return None

    def boolean(self, statement: Statement, tree: Expression) -> int | None:
        """An 18-bit mask, or None with its flag."""
        flags = statement.flags if self.final else set()
        try:
            return evaluate_boolean(tree, lambda symbol: self.find(symbol, flags), self.here)
        except Undefined as problem:
            flags.update({"U", "B"} if problem.flag == "U" else {problem.flag})
            return None

    def early(self, statement: Statement, tree: Expression) -> Value | None:
        """An expression of symbols defined so far, fixed in the first pass. The second notes their use."""
        if not self.final:
            statement.value = self.number(statement, tree)
        elif statement.value is not None:
            self.number(statement, tree)
        return statement.value

    def operand(self, statement: Statement, tree: Expression) -> Value | None:
        """A field of an instruction: an expression, or a literal's place in the pool."""
        if not isinstance(tree, Literal):
            return self.number(statement, tree)
        try:
            return Value(self.pool[literal(tree.text)], 0 if self.absolute else 1)
        except BadConstant as problem:
            statement.flags.update(problem.flags)
            return None

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
        self.define_label(statement)
        if self.final:
            assemble_instruction(self, statement, entry)
            return
        variable = statement.card.variable
        if "=" in variable or "$" in variable:
            self.collect(statement)
        self.advance(1)

    def collect(self, statement: Statement) -> None:
        """Literals and external symbols have to be known before the second pass."""
        for tree in parse(statement.card.variable) or ():
            if isinstance(tree, Literal):
                with suppress(BadConstant):  # the second pass will flag it
                    self.literals.add(literal(tree.text))
            elif isinstance(tree, Symbol) and tree.head == "":
                self.external(tree.name)

    def transfer(self, address: int) -> None:
        """A transfer card behind the words so far."""
        self.transfers.append(Transfer(address, len(self.words)))

    # macros, copies and continuations

    def call(self, macro: Macro, card: Card, level: int, copy: bool) -> None:
        """Expand a macro call."""
        statement = self.take(card, level, copy, passive=True)
        statement.location = self.here
        self.define_label(statement)
        bound = bind(macro, split_arguments(self.whole_field(card, level)), self.create)
        self.stream.push([(made, level + 1, False) for made in expand(macro, bound)], card)

    def whole_field(self, card: Card, level: int) -> str:
        """The field of a macro card or call; a dollar sign at its end continues it on an ETC card."""
        text = card.field.rstrip()
        while (parts := split_arguments(text)) and parts[-1].endswith("$"):
            found = self.stream.next()
            if found is None:
                break
            self.take(found[0], level, passive=True)
            text = ",".join(parts)[:-1] + found[0].field.rstrip()
        return text

    def create(self) -> str:
        """A symbol that no programmer would write."""
        if not self.creating:
            return ""
        self.created += 1
        return f"..{self.created:03d}"

    def continuation(self, statement: Statement) -> None:
        """Take the ETC cards behind a field that ends in a comma."""
        last = statement
        while last.card.variable.endswith(","):
            found = self.stream.next()
            if found is None:
                break
            if found[0].operation != "ETC":
                self.stream.push([found], found[0])
                break
            last = self.take(found[0], found[1], passive=True)
            statement.more.append(last)
        if last is not statement:
            last.continues = statement

    def repeat(self, group: list[Incoming], times: int, near: Card) -> None:
        """DUP: the group, and copies of it without their location symbols."""
        if len(group) * times > MOST_CARDS:
            raise AssemblyError(
                f"{place_of(near)}: a DUP of {len(group)} cards {times} times is more than core can hold: "
                f"correct the count."
            )
        copies = [(bare(card), level, True) for card, level, _ in group]
        self.stream.push((item for i in range(times) for item in (copies if i else group)), near)

    @property
    def summary(self) -> str:
        """Every flag that was raised."""
        return ordered({flag for statement in self.statements for flag in statement.all_flags})


def moved(value: Value, count: int) -> Value:
    """A value after the program has moved up."""
    return Value(value.number + count * value.relocatable, value.relocatable, value.common)


def bare(card: Card) -> Card:
    """A card without its location symbol, unless it is there to be set."""
    return card if card.operation == "SET" else replace(card, location="")
