"""FAP in two passes: the first expands macros and places everything, the second makes the words."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import dropwhile

from ibm7094.asm import layout
from ibm7094.asm.cards.card import Card, slice_card
from ibm7094.asm.cards.macros import TEXT_OPERATIONS, Macro, Remote, bind, expand, scan_arguments
from ibm7094.asm.cards.stream import MOST_CARDS, AssemblyError, Incoming, Stream, place_of
from ibm7094.asm.fields.decimal import BadConstant
from ibm7094.asm.fields.expression import (
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
from ibm7094.asm.fields.numbers import characters, literal
from ibm7094.asm.instruction import assemble_instruction
from ibm7094.asm.optable import Entry, operation_table
from ibm7094.asm.pseudo import PSEUDO, Pseudo
from ibm7094.asm.statement import (
    FATAL,
    LABEL_MULTIPLE,
    PARENTHESES,
    Modes,
    Statement,
    Word,
)
from ibm7094.asm.symbols import LENGTH, Definition, Symbols, uniform
from ibm7094.words import ADDRESS, NO_OPERATION, RIGHT_HALF, WORD

COMMON_TOP = 0o77461
"""Common storage grows down from here."""
ALL_REFERENCES = 3
REMOTE_HEADING = "       REM      REMOTE SEQUENCES"
"""What FAP writes before cards that RMT set aside and no RMT * asked for."""

Meaning = Entry | Pseudo | Macro


class Assembler:
    """The state of an assembly."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.stream = Stream(cards)
        self.operations: dict[str, Meaning] = {**PSEUDO, **operation_table()}
        """What each name in the operation field means at this point in the program."""
        self.symbols = Symbols()
        self.statements: list[Statement] = []
        self.notes: list[tuple[Card, str]] = []
        """Things missing from the deck for which FAP had no flag."""
        self.raised: Card | None = None
        """The first card with lower case in its fields."""
        self.title = ""
        self.reference_level = ALL_REFERENCES
        """REF: how many of the symbols are listed on the last pages."""
        # where we are
        self.final = False
        self.ended = False
        self.begun = False
        """Whether a symbol or a word has been seen: then it is too late for a title, ABS or ENTRY."""
        self.commented = False
        self.here = 0
        self.load = 0
        self.break_ = 0
        """The first location after everything that is assembled, not counting literals."""
        self.common = COMMON_TOP
        self.has_common = False
        self.absolute = False
        self.has_entry = False
        self.has_even = False
        self.machine = "709"
        self.modes = Modes()
        self.type_a = False
        """Whether the last instruction was of type A: words made by EVEN and CALL are listed like it."""
        # macros
        self.creating = True
        self.created = 0
        self.created_mark = "."
        self.remotes: list[Remote] = []
        self.skipping = 0
        """1 if a condition skips the next card, 2 while that card's continuations are skipped too."""
        # output
        self.words: list[Word] = []
        self.start: int | None = None
        self.end_label = ""
        self.literals: set[int] = set()
        self.pool: dict[int, int] = {}
        """The location of each literal."""
        self.externals: dict[str, None] = {}
        self.vector: dict[str, int] = {}
        """The place of each external symbol at the head of a relocatable program."""
        self.vector_words: list[Word] = []
        self.entries: dict[str, int] = {}

    # the passes

    def run(self) -> None:
        """Do the whole assembly."""
        self.first_pass()
        if not self.ended:
            last = self.statements[-1].card if self.statements else Card("")
            self.missing(last, "the deck has no END card")
        self.remote_rest()
        self.mark_break()
        self.place_vector()
        self.place_literals()
        if self.is_in_common:
            self.missing(self.statements[-1].card, "the program reaches into common storage")
        self.symbols.close()
        self.second_pass()

    def first_pass(self) -> None:
        """Expand macros, assign locations and define symbols."""
        while not self.ended and (found := self.stream.next()) is not None:
            if found.heads is None:
                self.first_time(found)
            else:
                heads, self.symbols.heads = self.symbols.heads, found.heads
                self.first_time(found)
                self.symbols.heads = heads

    def first_time(self, found: Incoming) -> None:
        """Process a card in the first pass."""
        card = found.card
        if card.is_comment:
            self.comment(found)
            return
        if card.raised and self.raised is None:
            self.raised = card
        if self.skipping:
            if card.operation == "ETC" or self.skipping == 1:
                self.skipping = 1 if card.operation == "ETC" and self.skipping == 1 else 2
                self.take(found, passive=True).control = True
                return
            self.skipping = 0
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
        """Add a card to the program."""
        statement = Statement(found.card, found.level, found.duplicate == 2, self.modes, passive)
        statement.in_dup = bool(found.duplicate)
        statement.here, statement.load, statement.head = self.here, self.load, self.symbols.heads
        if found.card.strange:
            statement.flags.add("F" if found.card.operation in TEXT_OPERATIONS else "E")
        self.statements.append(statement)
        return statement

    def do(self, statement: Statement) -> None:
        """Process a statement, in either pass."""
        if statement.refused:
            self.refuse(statement)
        elif statement.out_of_phase:
            self.flag_phase(statement)
        elif isinstance(statement.meaning, Pseudo):
            statement.meaning.do(self, statement)
        else:
            self.instruction(statement, statement.meaning)

    def comment(self, found: Incoming) -> None:
        """Process a comment card. The first one titles the pages, if nothing was defined before it."""
        first, self.commented = not self.commented, True
        if first and not self.begun:
            self.title = found.card.text[1:72].rstrip().upper()
        else:
            self.take(found, passive=True)

    def missing(self, card: Card, what: str) -> None:
        """Note something that is wrong with the whole deck."""
        self.notes.append((card, what))

    # between the passes

    def mark_break(self) -> None:
        """Note how far the program reaches, before it continues elsewhere."""
        self.break_ = max(self.break_, self.load)

    def place_vector(self) -> None:
        """Put the names of external routines at the head of a relocatable program; the rest moves up."""
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
        """Shift every location of a relocatable program; cards before its start stay before the vector."""
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
        """Put the literals after the program, sorted as unsigned words; a symbol on END comes after them."""
        for i, word in enumerate(sorted(self.literals)):
            self.pool[word] = (self.break_ + i) & ADDRESS
        if self.end_label:
            self.symbols.define(self.end_label, Value(self.break_ + len(self.pool), int(not self.absolute)))

    @property
    def highest(self) -> int:
        """The first location not used."""
        return (self.break_ + len(self.pool)) & ADDRESS

    @property
    def is_in_common(self) -> bool:
        """Whether the program reaches into common storage; if nothing is left below, FAP does not look."""
        return self.has_common and 0 < self.common <= self.highest

    def all_words(self) -> Iterator[Word]:
        """The transfer vector, the program, the literals."""
        yield from self.vector_words
        yield from self.words
        yield from self.literal_words()

    def literal_words(self) -> Iterator[Word]:
        """The literals, in order."""
        for word, location in sorted(self.pool.items()):
            yield Word(location, location, word, layout.logical(word))

    @property
    def has_transfers(self) -> bool:
        """Whether TCD makes transfer cards within the program."""
        return any(s.name == "TCD" and s.value is not None for s in self.statements)

    # locations and symbols

    def location(self) -> Value:
        """The location of the next word."""
        return Value(self.here, 0 if self.absolute else 1)

    def advance(self, count: int) -> None:
        """Advance the location counters by `count` words."""
        self.begun = True
        self.here = (self.here + count) & ADDRESS
        self.load = (self.load + count) & ADDRESS

    def define(self, statement: Statement, value: Value) -> None:
        """Define the card's location symbol as a value. Its own card counts as a use."""
        name = statement.card.location
        self.begun = True
        if not self.final and not statement.copy:
            self.symbols.define(name, value)
        self.note_definition(statement)

    def note_definition(self, statement: Statement) -> None:
        """Count the card of a symbol defined by a value as a use, even if the definition failed."""
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
        """Flag a symbol defined twice on the cards that define it."""
        if uniform(statement.card.location):
            found = self.symbols.find(Symbol(statement.card.location))
            if found is not None and found.is_multiple:
                statement.flags.add(LABEL_MULTIPLE)

    def find(self, symbol: Symbol, flags: set[str]) -> Value | None:
        """Look up a symbol, note the use, and flag errors in it."""
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
        """Note a symbol of another program."""
        if not self.final and not self.absolute and uniform(name):
            self.externals.setdefault(uniform(name))

    # fields

    def first(self, statement: Statement) -> Expression:
        """The first subfield, or nothing."""
        fields = parse(statement.card.variable)
        return fields[0] if fields else NOTHING

    def number(self, statement: Statement, tree: Expression) -> Value | None:
        """Evaluate an expression, or flag it and return None. Only instructions may have literals."""
        flags = statement.flags if self.final else set()
        return evaluate(tree, lambda symbol: self.find(symbol, flags), self.location(), flags)

    def boolean(self, statement: Statement, tree: Expression, mask: int = RIGHT_HALF) -> int | None:
        """Evaluate a mask, or flag it and return None."""
        flags = statement.flags if self.final else set()
        return evaluate_boolean(tree, lambda symbol: self.find(symbol, flags), flags, mask)

    def early(self, statement: Statement) -> Value | None:
        """The first subfield, evaluated with the symbols defined so far. It is flagged here if it is missing
        or not the only one; the caller deals with other errors in it."""
        fields = parse(statement.card.variable)
        if not fields:
            statement.flags.add("A")
            return Value(0)
        if len(fields) > 1:
            statement.flags.add("F")
        return self.number(statement, fields[0])

    def note_uses(self, statement: Statement) -> None:
        """In the second pass, note the symbols of a card that the first evaluated; flag only error $."""
        found: set[str] = set()
        for tree in parse(statement.card.variable):
            evaluate(tree, lambda symbol: self.find(symbol, set()), self.location(), found)
        statement.flags |= found & {"$"}

    def out_of_phase(self, statement: Statement) -> None:
        """Mark a card that the first pass needs but cannot evaluate."""
        statement.out_of_phase = True

    def flag_phase(self, statement: Statement) -> None:
        """Add flag P, unless a more specific flag applies."""
        fields = parse(statement.card.variable)
        if fields:
            self.number(statement, fields[0])
        if not statement.flags & {"B", "R", "U"}:
            statement.flags.add("P")

    def operand(self, statement: Statement, tree: Expression) -> Value | None:
        """The value of an instruction's field: an expression, or the location of a literal."""
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
        """Process a machine operation, or an unknown one."""
        self.define_label(statement)
        if self.final:
            assemble_instruction(self, statement, entry)
            return
        variable = statement.card.variable
        if variable.startswith(("=", "$")):
            self.collect(statement)
        self.advance(1)

    def refuse(self, statement: Statement) -> None:
        """Treat a pseudo-operation that is not allowed here as an unknown operation; its field is ignored."""
        statement.refused = statement.starts = True
        self.define_label(statement)
        if self.final:
            statement.flags.add("O")
            self.type_a = True
        self.emit(statement, 0, layout.prefix(0, frozenset("O")))

    def collect(self, statement: Statement) -> None:
        """Collect literals and external symbols, which must be known before the second pass."""
        tree = self.first(statement)
        if isinstance(tree, Literal):
            with suppress(BadConstant):  # the second pass will flag it
                self.literals.add(literal(tree.text))
        else:
            for symbol in symbols_in(tree):
                self.external(symbol.name)
                return

    # macros, copies and continuations

    def call(self, macro: Macro, found: Incoming) -> None:
        """Expand a macro call."""
        statement = self.take(found, passive=True)
        statement.starts = True
        self.expand_call(macro, statement, *self.arguments(statement), found)

    def expand_call(
        self, macro: Macro, statement: Statement, arguments: list[str], balanced: bool, found: Incoming
    ) -> None:
        """Insert the cards of a call; the call's location is listed if there are any."""
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
        """Insert the cards that a card generated before the remaining ones."""
        level, heads = near.level + 1, near.heads
        self.stream.push((Incoming(made, level, heads=heads) for made in cards), near.card)

    def arguments(self, statement: Statement) -> tuple[list[str], bool]:
        """The arguments of a call, and whether its parentheses match."""
        found = scan_arguments(self.whole_field(statement))
        if not found.given[-1]:
            found.given.pop()
        return found.given, not found.is_open

    def whole_field(self, statement: Statement) -> str:
        """The field of a macro definition or call. If it ends in a dollar sign, or reaches the end of the
        card, it continues on an ETC card."""
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
        """Create a symbol that no programmer would write."""
        if not self.creating:
            return ""
        self.created += 1
        if self.created > 999:
            return f".{self.created}"
        return f".{self.created_mark}{self.created:03d}"

    def remote_rest(self) -> None:
        """Put cards that RMT set aside, and no RMT * asked for, after the END card."""
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
        """Insert the cards that RMT set aside, each group under the heads in force where it was set aside."""
        remotes, self.remotes = self.remotes, []
        cards = (
            Incoming(card, near.level + 1, heads=remote.heads)
            for remote in remotes
            for card in expand(remote.macro, {}, self.machine)
        )
        self.stream.push(cards, near.card)

    def continuation(self, statement: Statement) -> None:
        """Take the ETC cards after a field that ends in a comma or is empty."""
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
        """DUP: insert the group and its copies."""
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
        """Whether any flag makes the program unfit to run."""
        return self.is_in_common or any(FATAL & set(s.all_flags) for s in self.statements)


def moved(value: Value, count: int) -> Value:
    """A value after the program has moved up."""
    if value.outside:
        return value
    return replace(value, number=value.number + count * value.relocatable)
