"""FAP in two passes: the first expands macros and places everything, the second makes the words."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import dropwhile

from ibm7094.asm import layout
from ibm7094.asm.card import Card, slice_card
from ibm7094.asm.decimal import BadConstant
from ibm7094.asm.expression import (
    NOTHING,
    Expression,
    Literal,
    Symbol,
    Value,
    evaluate,
    evaluate_boolean,
    parse,
    symbols_in,
)
from ibm7094.asm.instruction import assemble_instruction
from ibm7094.asm.macros import Macro, Remote, bind, expand, scan_arguments
from ibm7094.asm.numbers import characters, literal
from ibm7094.asm.optable import Entry, operation_table
from ibm7094.asm.pseudo import PSEUDO, Pseudo
from ibm7094.asm.statement import (
    FATAL,
    LABEL_MULTIPLE,
    PARENTHESES,
    Block,
    Modes,
    Statement,
    Transfer,
    Word,
)
from ibm7094.asm.stream import MOST_CARDS, AssemblyError, Incoming, Stream, place_of
from ibm7094.asm.symbols import LENGTH, Definition, Symbols, uniform
from ibm7094.words import ADDRESS, RIGHT_HALF, WORD

COMMON_TOP = 0o77461
"""Common storage grows downwards from here."""
NO_OPERATION = 0o077400000000
"""AXT 0,0, by which EVEN fills up."""
REMOTE_HEADING = "       REM      REMOTE SEQUENCES"
"""What FAP writes before cards that were put aside and never called for."""

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
        self.begun = False
        """A symbol or a word has been met: too late for a title, for ABS and for ENTRY."""
        self.commented = False
        self.here = 0
        self.load = 0
        self.break_ = 0
        """The first location behind all that is assembled, literals aside."""
        self.common = COMMON_TOP
        self.has_common = False
        self.absolute = False
        self.has_entry = False
        self.has_even = False
        self.machine = "709"
        self.modes = Modes()
        self.type_a = False
        """Whether the last instruction was of type A: words that EVEN and CALL make are listed like it."""
        # macros
        self.creating = True
        self.created = 0
        self.created_mark = "."
        self.remotes: list[Remote] = []
        self.leaving_out = 0
        """1 if a condition leaves out the next card, 2 if it has, and only its continuations are left."""
        # what comes out
        self.words: list[Word] = []
        self.blocks: list[Block] = []
        self.transfers: list[Transfer] = []
        self.start: int | None = None
        self.end_label = ""
        self.literals: set[int] = set()
        self.pool: dict[int, int] = {}
        """Literals to their locations."""
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
        self.remote_rest()
        self.mark_break()
        self.place_vector()
        self.place_literals()
        self.symbols.close()
        self.second_pass()

    def first_pass(self) -> None:
        """Expand, place and define."""
        while not self.ended and (found := self.stream.next()) is not None:
            if found.heads is None:
                self.first_time(found)
            else:
                heads, self.symbols.heads = self.symbols.heads, found.heads
                self.first_time(found)
                self.symbols.heads = heads

    def first_time(self, found: Incoming) -> None:
        """A card in the first pass."""
        card = found.card
        if card.is_comment:
            self.comment(found)
            return
        if card.raised and self.raised is None:
            self.raised = card
        if self.leaving_out:
            if card.operation == "ETC" or self.leaving_out == 1:
                self.leaving_out = 1 if card.operation == "ETC" and self.leaving_out == 1 else 2
                self.take(found, passive=True).control = True
                return
            self.leaving_out = 0
        meaning = self.operations.get(card.operation or "PZE")
        if isinstance(meaning, Macro) and not card.indirect:
            self.call(meaning, found)
            return
        statement = self.take(found)
        statement.meaning = meaning
        if isinstance(meaning, Pseudo):
            statement.control, statement.starts = meaning.control, meaning.starts
        else:
            statement.starts = True
        statement.refused = card.indirect and isinstance(meaning, Pseudo | Macro)
        self.do(statement)

    def second_pass(self) -> None:
        """Make the words."""
        self.final = True
        self.machine = "709"
        for statement in self.statements:
            self.here, self.load = statement.here, statement.load
            self.symbols.heads = statement.head
            if statement.checked and not statement.in_dup:
                self.note_label(statement)
            if not statement.passive:
                self.do(statement)

    def take(self, found: Incoming, passive: bool = False) -> Statement:
        """Enter a card into the program."""
        statement = Statement(found.card, found.level, found.duplicate == 2, self.modes, passive)
        statement.in_dup = bool(found.duplicate)
        statement.here, statement.load, statement.head = self.here, self.load, self.symbols.heads
        self.statements.append(statement)
        return statement

    def do(self, statement: Statement) -> None:
        """What a card asks for, in either pass."""
        if statement.refused:
            self.refuse(statement)
        elif statement.out_of_phase:
            self.flag_phase(statement)
        elif isinstance(statement.meaning, Pseudo):
            statement.meaning.do(self, statement)
        else:
            self.instruction(statement, statement.meaning)

    def comment(self, found: Incoming) -> None:
        """A comment card; the first of all gives the pages their title, if nothing was defined before it."""
        first, self.commented = not self.commented, True
        if first and not self.begun:
            self.title = found.card.text[1:72].rstrip().upper()
        else:
            self.take(found, passive=True)

    def missing(self, card: Card, what: str) -> None:
        """Something that the deck should have had."""
        self.notes.append((card, what))

    # between the passes

    def mark_break(self) -> None:
        """How far the program goes, before it goes on elsewhere."""
        self.break_ = max(self.break_, self.load)

    def place_vector(self) -> None:
        """A relocatable program begins with the names of what it calls elsewhere; all of it moves up."""
        if self.absolute:
            return
        for name in self.externals:
            if ("", name) not in self.symbols.defined:
                place = len(self.vector_words)
                self.vector[name] = place
                word = characters(name)
                self.vector_words.append(Word(place, place, word, layout.logical(word), name=name))
                self.symbols.enter(Definition(("", name), Value(place, 1, 0, True)))
        if self.has_even and len(self.vector_words) & 1:
            place = len(self.vector_words)
            self.vector_words.append(
                Word(place, place, NO_OPERATION, layout.instruction(NO_OPERATION), name="*EVEN*")
            )
        self.move_up(len(self.vector_words))

    def move_up(self, count: int) -> None:
        """Shift every location of a relocatable program; cards before its start stand before the vector."""
        self.here, self.load, self.break_ = self.here + count, self.load + count, self.break_ + count
        for statement in dropwhile(lambda s: not s.starts, self.statements):
            statement.here += count
            statement.load += count
            if statement.location is not None:
                statement.location += count
            if statement.value is not None:
                statement.value = moved(statement.value, count)
        for definition in self.symbols.entries:
            definition.value = moved(definition.value, count)

    def place_literals(self) -> None:
        """The pool lies behind the program, in the order of unsigned words; a symbol on END behind that."""
        for i, word in enumerate(sorted(self.literals)):
            self.pool[word] = (self.break_ + i) & ADDRESS
        if self.end_label:
            self.symbols.define(self.end_label, Value(self.break_ + len(self.pool), int(not self.absolute)))

    @property
    def highest(self) -> int:
        """The first location not used."""
        return self.break_ + len(self.pool)

    def all_words(self) -> Iterator[Word]:
        """The transfer vector, the program, the literals."""
        yield from self.vector_words
        yield from self.words
        for word, location in sorted(self.pool.items()):
            yield Word(location, location, word, layout.logical(word))

    # locations and symbols

    def location(self) -> Value:
        """The location of the next word."""
        return Value(self.here, 0 if self.absolute else 1)

    def advance(self, count: int) -> None:
        """Move on by so many words."""
        self.begun = True
        self.here = (self.here + count) & ADDRESS
        self.load = (self.load + count) & ADDRESS

    def define(self, statement: Statement, value: Value) -> None:
        """Define the card's location symbol by a value. Its own card counts among its uses."""
        name = statement.card.location
        self.begun = True
        if not self.final and not statement.copy:
            self.symbols.define(name, value)
        self.note_definition(statement)

    def note_definition(self, statement: Statement) -> None:
        """A symbol defined by a value counts its card among its uses, even if that came to nothing."""
        name = statement.card.location
        if self.final and uniform(name):
            self.symbols.use(Symbol(name), statement.here)
            self.note_label(statement)

    def define_label(self, statement: Statement, value: Value | None = None) -> None:
        """Define the card's location symbol as the location."""
        self.begun = True
        if not self.final:
            statement.checked = True
            if not statement.copy:
                self.symbols.define(statement.card.location, value or self.location())

    def note_label(self, statement: Statement) -> None:
        """A symbol defined twice is flagged where it is defined."""
        if uniform(statement.card.location):
            found = self.symbols.find(Symbol(statement.card.location))
            if found is not None and found.is_multiple:
                statement.flags.add(LABEL_MULTIPLE)

    def find(self, symbol: Symbol, flags: set[str]) -> Value | None:
        """Look a symbol up, noting the use and what is wrong with it."""
        if len(symbol.name.lstrip("0")) > LENGTH:
            flags.add("E")
        found = self.symbols.find(symbol)
        if self.final:
            self.symbols.use(symbol, self.here)
        if found is None:
            return None
        if found.is_multiple:
            flags.add("M")
        return found.value

    def external(self, name: str) -> None:
        """A symbol of another program."""
        if not self.final and not self.absolute and uniform(name):
            self.externals.setdefault(uniform(name))

    # fields

    def first(self, statement: Statement) -> Expression:
        """The first subfield, or nothing."""
        fields = parse(statement.card.variable)
        return fields[0] if fields else NOTHING

    def number(self, statement: Statement, tree: Expression) -> Value | None:
        """An expression, or None with its flag. A literal is none: only an instruction can have one."""
        flags = statement.flags if self.final else set()
        return evaluate(tree, lambda symbol: self.find(symbol, flags), self.location(), flags)

    def boolean(self, statement: Statement, tree: Expression, mask: int = RIGHT_HALF) -> int | None:
        """A mask, or None with its flag."""
        flags = statement.flags if self.final else set()
        return evaluate_boolean(tree, lambda symbol: self.find(symbol, flags), flags, mask)

    def early(self, statement: Statement) -> Value | None:
        """The first subfield, made of symbols defined so far. That it is missing, or not the last, is flagged
        here; what is wrong with it is left to the caller."""
        fields = parse(statement.card.variable)
        if not fields:
            statement.flags.add("A")
            return Value(0)
        if len(fields) > 1:
            statement.flags.add("F")
        return self.number(statement, fields[0])

    def note_uses(self, statement: Statement) -> None:
        """In the second pass, what a card named in the first; its errors have been flagged in another way."""
        found: set[str] = set()
        for tree in parse(statement.card.variable):
            evaluate(tree, lambda symbol: self.find(symbol, set()), self.location(), found)
        statement.flags |= found & {"$"}

    def out_of_phase(self, statement: Statement) -> None:
        """The first pass can make nothing of a card that it should go by."""
        statement.out_of_phase = True

    def flag_phase(self, statement: Statement) -> None:
        """P, unless there is another reason that can be told."""
        fields = parse(statement.card.variable)
        if fields:
            self.number(statement, fields[0])
        if not statement.flags & {"B", "R", "U"}:
            statement.flags.add("P")

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
        if variable.startswith(("=", "$")):
            self.collect(statement)
        self.advance(1)

    def refuse(self, statement: Statement) -> None:
        """A pseudo-operation where there can be none: no operation at all, its field is not looked at."""
        statement.refused = statement.starts = True
        self.define_label(statement)
        if self.final:
            statement.flags.add("O")
            self.type_a = True
        self.emit(statement, 0, layout.prefix(0, frozenset("O")))

    def collect(self, statement: Statement) -> None:
        """Literals and external symbols have to be known before the second pass."""
        tree = self.first(statement)
        if isinstance(tree, Literal):
            with suppress(BadConstant):  # the second pass will flag it
                self.literals.add(literal(tree.text))
        else:
            for symbol in symbols_in(tree):
                self.external(symbol.name)
                return

    def transfer(self, address: int) -> None:
        """A transfer card behind the words so far."""
        self.transfers.append(Transfer(address, len(self.words)))

    # macros, copies and continuations

    def call(self, macro: Macro, found: Incoming) -> None:
        """Expand a macro call."""
        statement = self.take(found, passive=True)
        statement.starts = True
        self.expand_call(macro, statement, *self.arguments(statement), found)

    def expand_call(
        self, macro: Macro, statement: Statement, arguments: list[str], balanced: bool, found: Incoming
    ) -> None:
        """The cards of a call come before the rest; its location is listed if there are any."""
        location = statement.card.location
        if not macro.location:
            self.define_label(statement)
            statement.location = self.here if macro.cards else None
        if not balanced:
            statement.flags.add(PARENTHESES)
            statement.location = None
        bound = bind(macro, arguments, self.create, location)
        self.push(expand(macro, bound, self.machine), found)

    def push(self, cards: Iterable[Card], near: Incoming) -> None:
        """Put cards that a card has made before the rest."""
        level, heads = near.level + 1, near.heads
        self.stream.push((Incoming(made, level, heads=heads) for made in cards), near.card)

    def arguments(self, statement: Statement) -> tuple[list[str], bool]:
        """The arguments of a call, and whether its parentheses match."""
        found = scan_arguments(self.whole_field(statement))
        if not found.given[-1]:
            found.given.pop()
        return found.given, not found.is_open

    def whole_field(self, statement: Statement) -> str:
        """The field of a macro card or call; a dollar sign at its end, or the end of the card, continues it
        on an ETC card."""
        text = statement.card.field
        while True:
            scan = scan_arguments(text)
            if not scan.is_continued and scan.length < len(text):
                return text[: scan.length]
            text = text[: scan.length - scan.is_continued]
            following = self.stream.peek()
            if following is None or following.card.operation != "ETC" or following.card.is_comment:
                return text
            self.stream.next()
            self.take(following, passive=True)
            text += following.card.field

    def create(self) -> str:
        """A symbol that no programmer would write."""
        if not self.creating:
            return ""
        self.created += 1
        if self.created > 999:
            return f".{self.created}"
        return f".{self.created_mark}{self.created:03d}"

    def remote_rest(self) -> None:
        """Cards that were put aside and never called for follow the END card."""
        if not self.remotes:
            return
        self.ended = False
        self.stream.end()
        heading = self.take(Incoming(slice_card(REMOTE_HEADING)), passive=True)
        heading.meaning = PSEUDO["REM"]
        self.call_remotes(Incoming(heading.card))
        self.first_pass()
        self.ended = True

    def call_remotes(self, near: Incoming) -> None:
        """What was put aside, each part under the heads that were in force there."""
        remotes, self.remotes = self.remotes, []
        cards = (
            Incoming(card, near.level + 1, heads=remote.heads)
            for remote in remotes
            for card in expand(remote.macro, {}, self.machine)
        )
        self.stream.push(cards, near.card)

    def continuation(self, statement: Statement) -> None:
        """Take the ETC cards behind a field that ends in a comma, or is empty."""
        last = statement
        while not last.card.variable or last.card.variable.endswith(","):
            following = self.stream.peek()
            if following is None or following.card.operation != "ETC" or following.card.is_comment:
                return
            self.stream.next()
            last = self.take(following, passive=True)
            if last.card.location:
                last.flags.add("F")
            statement.more.append(last)

    def repeat(self, group: list[Incoming], times: int, near: Card) -> None:
        """DUP: the group, and copies of it."""
        if len(group) * times > MOST_CARDS:
            raise AssemblyError(
                f"{place_of(near)}: a DUP of {len(group)} cards {times} times is more than core can hold: "
                f"correct the count."
            )
        self.stream.push(
            (item._replace(duplicate=2 if i else 1) for i in range(times) for item in group), near
        )

    @property
    def is_fatal(self) -> bool:
        """Whether a flag was raised that makes the program unfit to run."""
        return any(FATAL & set(statement.all_flags) for statement in self.statements)


def moved(value: Value, count: int) -> Value:
    """A value after the program has moved up."""
    if value.outside:
        return value
    return replace(value, number=value.number + count * value.relocatable)
