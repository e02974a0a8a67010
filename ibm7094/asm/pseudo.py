"""Pseudo-operations, each a record: its name, what it does in either pass, and whether it is a control card.

Control cards steer the listing or the expansion and are not listed themselves, unless PCC asks for them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ibm7094.asm import layout
from ibm7094.asm.expression import NOTHING, Expression, Value
from ibm7094.asm.macros import Definition, split_arguments
from ibm7094.asm.numbers import BadConstant, characters, decimal, octal
from ibm7094.asm.statement import Statement
from ibm7094.words import ADDRESS, WORD

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler

Action = Callable[["Assembler", Statement], None]


@dataclass(frozen=True)
class Pseudo:
    """One pseudo-operation."""

    name: str
    do: Action
    control: bool = False


PSEUDO: dict[str, Pseudo] = {}


def pseudo(*names: str, control: bool = False) -> Callable[[Action], Action]:
    """Register an action under its names."""

    def register(action: Action) -> Action:
        for name in names:
            PSEUDO[name] = Pseudo(name, action, control)
        return action

    return register


def first(a: "Assembler", s: Statement) -> Expression:
    """The first subfield, or nothing."""
    fields = a.subfields(s)
    return fields[0] if fields else NOTHING


# what is assembled, and where


@pseudo("ABS", "FUL", "9LP")
def form(a: "Assembler", s: Statement) -> None:
    """An absolute program, and the form of its cards."""
    a.absolute = True
    if a.final:
        a.blocks.append(type_block(s.card.operation, len(a.words)))
        if s.card.operation == "9LP" and not s.card.variable:
            s.flags.add("A")


def type_block(name: str, after: int) -> "Block":
    from ibm7094.asm.assembler import Block

    return Block(name, after)


@pseudo("ORG")
def org(a: "Assembler", s: Statement) -> None:
    """Set the location counter."""
    value = a.early(s, first(a, s))
    if value is None:
        s.flags.update("UP")
        return
    a.here = a.load = value.number & ADDRESS
    s.figure = layout.figure(value.number)


@pseudo("LOC")
def loc(a: "Assembler", s: Statement) -> None:
    """Locations as if elsewhere; words are still loaded one behind the other."""
    value = a.early(s, first(a, s)) if s.card.variable else Value(a.load)
    if value is None:
        s.flags.update("UP")
        return
    a.here = value.number & ADDRESS
    s.figure = layout.figure(value.number)


def count_of(a: "Assembler", s: Statement) -> int:
    value = a.early(s, first(a, s))
    if value is None:
        s.flags.update("UP")
    return 0 if value is None else value.number & ADDRESS


@pseudo("BSS")
def bss(a: "Assembler", s: Statement) -> None:
    """Reserve words; the symbol is the first of them."""
    s.location = a.here
    a.define_label(s)
    a.advance(count_of(a, s))


@pseudo("BES")
def bes(a: "Assembler", s: Statement) -> None:
    """Reserve words; the symbol is the one behind them."""
    a.advance(count_of(a, s))
    s.location = a.here
    a.define_label(s)


COMMON_TOP = 0o77461


@pseudo("COMMON")
def common(a: "Assembler", s: Statement) -> None:
    """Reserve words downwards from the top, for programs that share them; not in an absolute program."""
    if a.absolute:
        s.flags.add("O")
        a.define_label(s)
        a.emit(s, 0, layout.prefix(0, frozenset("O")))
        return
    count = count_of(a, s)
    if not a.final:
        s.here = a.common
        a.define_label(s, Value(a.common, 0, 1))
        a.common -= count
    s.figure = layout.figure(s.here)


@pseudo("EVEN")
def even(a: "Assembler", s: Statement) -> None:
    """Go to an even location, by an instruction that does nothing."""
    if a.here & 1:
        a.emit(s, 0o077400000000, layout.prefix(0o077400000000))


@pseudo("TCD")
def tcd(a: "Assembler", s: Statement) -> None:
    """Punch a transfer card here."""
    value = a.number(s, first(a, s)) or Value(0)
    s.figure = layout.figure(value.number)
    if a.final:
        a.transfer(value.number & ADDRESS)


@pseudo("END")
def end(a: "Assembler", s: Statement) -> None:
    """The end of the program, and where to start it."""
    a.ended = True
    if not s.card.variable:
        return
    if not a.absolute:
        s.flags.add("F")
        return
    value = a.number(s, first(a, s))
    if value is not None:
        s.figure = layout.figure(value.number)
        if a.final:
            a.start = value.number & ADDRESS
            a.transfer(a.start)


# symbols


@pseudo("EQU", "SYN")
def equ(a: "Assembler", s: Statement) -> None:
    """Define a symbol by an expression of earlier ones."""
    value = a.early(s, first(a, s))
    s.figure = layout.figure(value.number if value else 0)
    if value is None:
        s.flags.add("F")
        if a.final:
            for tree in a.subfields(s):
                a.number(Statement(s.card), tree)
        return
    a.define(s, Value(value.number & ADDRESS, value.relocatable, value.common))


@pseudo("BOOL")
def bool_(a: "Assembler", s: Statement) -> None:
    """Define an 18-bit octal symbol."""
    value = a.boolean(s, first(a, s))
    s.figure = layout.boolean(value or 0)
    if value is not None:
        a.define(s, Value(value))


def extreme(a: "Assembler", s: Statement, choose: Callable[[list[int]], int]) -> None:
    if not a.final:
        values = [a.number(s, tree) for tree in a.subfields(s)]
        known = [v.number for v in values if v is not None]
        if len(known) == len(values) and known:
            s.value = Value(choose(known) & ADDRESS)
    else:
        for tree in a.subfields(s):
            a.number(s, tree)
    s.figure = layout.figure(s.value.number if s.value else 0)
    if s.value is None:
        s.flags.add("F")
    else:
        a.define(s, s.value)


@pseudo("MAX")
def max_(a: "Assembler", s: Statement) -> None:
    """Define a symbol as the greatest of several."""
    extreme(a, s, max)


@pseudo("MIN")
def min_(a: "Assembler", s: Statement) -> None:
    """Define a symbol as the least of several."""
    extreme(a, s, min)


@pseudo("SET")
def set_(a: "Assembler", s: Statement) -> None:
    """Define a symbol that may be defined again."""
    value = a.early(s, first(a, s))
    s.figure = layout.figure(value.number if value else 0)
    if value is None:
        s.flags.add("F")
        return
    a.define(s, Value(value.number & ADDRESS, value.relocatable, value.common), changeable=True)


@pseudo("HEAD")
def head(a: "Assembler", s: Statement) -> None:
    """A character before all symbols of five or fewer, so that parts of a program may use the same names."""
    heads = tuple(h[:1] if h != "0" else "" for h in split_arguments(s.card.field)) or ("",)
    a.symbols.heads = heads


@pseudo("HED")
def hed(a: "Assembler", s: Statement) -> None:
    """The same, with the character in the location field."""
    a.symbols.heads = (s.card.location[:1] if s.card.location != "0" else "",)


@pseudo("NULL")
def null(a: "Assembler", s: Statement) -> None:
    """Nothing; IBM's FAP does not even define the symbol."""


TAPE_UNIT = 0o200
BINARY = 0o20


@pseudo("TAPENO")
def tapeno(a: "Assembler", s: Statement) -> None:
    """A tape's select address from its name, such as A2B."""
    text = s.card.variable
    channel, unit = "ABCDEFGH".find(text[:1]) + 1, text[1:].rstrip("BD")
    if not channel or not unit.isdigit():
        s.flags.add("E")
        return
    value = channel << 9 | TAPE_UNIT | int(unit) | (BINARY if text.endswith("B") else 0)
    s.figure = layout.figure(value)
    a.define(s, Value(value))


# operations


@pseudo("OPD", "OPVFD")
def opd(a: "Assembler", s: Statement) -> None:
    """Define an operation by the word of FAP's own table."""
    from ibm7094.asm.optable import MACHINE, from_table_word

    try:
        if s.card.operation == "OPD":
            word = octal(s.card.variable)
        else:
            word, _, flags = packed(a, s)
            word = word[0] if word else 0
    except BadConstant as problem:
        s.flags.update(problem.flags)
        return
    entry = from_table_word(s.card.location, word)
    a.operations[s.card.location] = entry
    if entry.improper:
        s.flags.add("N")
    s.figure = layout.instruction(word | MACHINE)


@pseudo("OPSYN")
def opsyn(a: "Assembler", s: Statement) -> None:
    """Another name for an operation."""
    from ibm7094.asm.optable import Entry

    if a.final:
        return
    meaning = a.operations.get(s.card.variable)
    if meaning is None:
        s.flags.add("O")
        return
    a.operations[s.card.location] = meaning
    if isinstance(meaning, Entry):
        s.figure = layout.instruction(meaning.table_word)


# data


@pseudo("OCT")
def oct_(a: "Assembler", s: Statement) -> None:
    """Octal words."""
    constants(a, s, octal)


@pseudo("DEC")
def dec(a: "Assembler", s: Statement) -> None:
    """Decimal words: integers, floating and fixed point."""
    constants(a, s, decimal)


def constants(a: "Assembler", s: Statement, convert: Callable[[str], int]) -> None:
    a.define_label(s)
    for text in s.card.variable.split(","):
        word, flags = 0, ""
        if a.final:
            try:
                word = convert(text)
            except BadConstant as problem:
                flags = problem.flags
        a.emit(s, word, layout.signed(word), flags)


@pseudo("BCI")
def bci(a: "Assembler", s: Statement) -> None:
    """Characters: a digit says how many words, a comma, then the text, blanks and all."""
    field = s.card.field
    if field[:1].isdigit() and field[:1] != "0":
        # Only one digit is read; with another behind it the text begins one column late, comma included.
        count, text = int(field[0]), field[2:]
    else:
        s.flags.add("E")
        count, text = 1, ""
    text_words(a, s, text, count)


COUNT_COLUMN = 12


@pseudo("BCD")
def bcd(a: "Assembler", s: Statement) -> None:
    """Characters, older: the count stands in column 12 and the text follows at once."""
    digit = s.card.text[COUNT_COLUMN - 1 : COUNT_COLUMN]
    count = int(digit) if digit.isdigit() else 0
    text_words(a, s, s.card.text[COUNT_COLUMN:72], count or 10)


def text_words(a: "Assembler", s: Statement, text: str, count: int) -> None:
    a.define_label(s)
    for i in range(count):
        word = characters(text[6 * i : 6 * i + 6])
        a.emit(s, word, layout.logical(word))


MOST_BITS = 63
"""What VFD can shift at once."""


def packed(a: "Assembler", s: Statement) -> tuple[list[int], int, set[str]]:
    """The fields of VFD one behind the other: words, how many bits, and flags."""
    text = s.card.variable + "".join(m.card.variable for m in s.more)
    if any(c in text for c in "H"):
        text = s.card.field.rstrip() + "".join(m.card.variable for m in s.more) if not s.more else text
        text = text.split(" ")[0]
    total, bits, flags = 0, 0, set()
    for part in text.split(","):
        size, _, content = part.partition("/")
        kind = size[:1] if size[:1] in "OH" and size[:1] else ""
        digits = size[len(kind) :]
        if not digits.isdigit():
            flags.add("E")
            continue
        wide = int(digits)
        if wide > MOST_BITS and kind != "H":
            flags.add("E")
            wide = MOST_BITS
        value = field_value(a, s, kind, content, wide, flags)
        total = total << wide | value & ((1 << wide) - 1)
        bits += wide
    spare = -bits % 36
    total <<= spare
    count = (bits + spare) // 36
    return [total >> 36 * (count - 1 - i) & WORD for i in range(count)], bits, flags


def field_value(a: "Assembler", s: Statement, kind: str, content: str, wide: int, flags: set[str]) -> int:
    """One field of VFD; a negative number is complemented in 36 bits."""
    from ibm7094.asm.expression import parse

    if kind == "H":
        return characters(content.rjust(wide // 6), wide // 6)
    if kind == "O" and content.isdigit() and not set(content) & {"8", "9"}:
        return int(content, 8)
    trees = parse(content)
    if trees is None:
        flags.add("E")
        return 0
    tree = trees[0] if trees else NOTHING
    if kind == "O":
        mask = a.boolean(s, tree)
        if mask is None:
            flags.add("E")
        return mask or 0
    value = a.number(s, tree)
    if value is None:
        flags.update("UE")
        return 0
    return value.number & WORD


@pseudo("VFD")
def vfd(a: "Assembler", s: Statement) -> None:
    """Fields of any width, packed from left to right."""
    a.define_label(s)
    if not a.final:
        a.continuation(s)
    words, _, flags = packed(a, s)
    if a.final:
        s.flags.update(flags)
    for word in words:
        a.emit(s, word, layout.logical(word))


# linkage of relocatable programs


@pseudo("ENTRY")
def entry(a: "Assembler", s: Statement) -> None:
    """A symbol that other programs may use."""
    if a.absolute or (a.final and s.here > len(a.vector)):
        s.flags.add("P")
    name = s.card.variable
    if a.final:
        value = a.number(s, first(a, s))
        if value is not None:
            a.entries[name] = value.number
            s.location = value.number


@pseudo("EXTERN")
def extern(a: "Assembler", s: Statement) -> None:
    """Symbols of other programs."""
    for name in split_arguments(s.card.field):
        a.external(name)


@pseudo("CALL")
def call(a: "Assembler", s: Statement) -> None:
    """Call a program elsewhere: TSX NAME,4 and a word for each argument."""
    a.define_label(s)
    if not a.final:
        a.continuation(s)
    arguments = split_arguments(s.card.field) + [
        x for more in s.more for x in split_arguments(more.card.field)
    ]
    arguments = [x for x in arguments if x]
    if not arguments:
        s.flags.add("A")
        return
    a.external(arguments[0])
    for place, name in enumerate(arguments):
        a.call_word(s, name, tag=4 if place == 0 else 0)


@pseudo("IFEOF")
def ifeof(a: "Assembler", s: Statement) -> None:
    """Where a FORTRAN program is to go at the end of a file."""
    a.define_label(s)
    a.external("(EOF)")
    word = 0o462560000000
    for number in ((a.vector.get("(EOF)", 0)), (a.number(s, first(a, s)) or Value(0)).number):
        a.emit(s, word | number & ADDRESS, layout.instruction(word | number & ADDRESS))
        word = 0o002000000000


# repetition and condition


@pseudo("DUP")
def dup(a: "Assembler", s: Statement) -> None:
    """Repeat the next cards."""
    s.figure = layout.figure(a.here)
    if a.final:
        return
    fields = a.subfields(s)
    numbers = [a.number(s, tree) for tree in fields[:2]]
    count, times = (n.number if n else 0 for n in (*numbers, None, None)[:2])
    if times <= 1:
        s.flags.add("F")
    group = []
    for _ in range(min(count, a.most_cards)):
        found = a.next_card()
        if found is None:
            break
        group.append(found)
    a.repeat(group, max(times, 1), s.card)


@pseudo("IFF", control=True)
def iff(a: "Assembler", s: Statement) -> None:
    """Take the next card only on a condition."""
    if a.final:
        return
    parts = split_arguments(s.card.field)
    truth = a.number(s, first(a, s))
    wanted = truth is not None and truth.number != 0
    if len(parts) > 1:
        same = parts[1] == (parts[2] if len(parts) > 2 else "")
        wanted = same == wanted
    if not wanted:
        a.next_card()


@pseudo("IRP", control=True)
def irp(a: "Assembler", s: Statement) -> None:
    """Repetition has no meaning outside a macro."""
    s.flags.add("O")


@pseudo("MACRO", "MOP", "MAC")
def macro(a: "Assembler", s: Statement) -> None:
    """Define a macro: all cards up to its END."""
    if a.final:
        return
    s.passive = True
    name = s.card.location
    text = s.card.field
    definition = Definition(name, ())
    known = name in a.operations
    while (arguments := split_arguments(text)) and arguments[-1].endswith("$"):
        found = a.next_card()
        if found is None:
            break
        a.take(found[0], s.level, passive=True)
        text = ",".join(arguments)[:-1] + found[0].field
    definition.parameters = tuple(x for x in split_arguments(text) if x)
    if known:
        s.flags.add("M")
    while True:
        found = a.next_card()
        if found is None:
            a.missing(s.card, f"the definition of {name or 'a macro'} has no END")
            break
        a.take(found[0], s.level, passive=True)
        if definition.take(found[0]):
            break
    a.operations[name] = definition.macro()


@pseudo("RMT")
def rmt(a: "Assembler", s: Statement) -> None:
    """Put cards aside, to be assembled at RMT *."""
    if a.final:
        return
    s.passive = True
    if s.card.variable.startswith("*"):
        s.location = a.here
        cards, a.saved = a.saved, []
        a.push([(card, s.level + 1, False) for card in cards], s.card)
        return
    while True:
        found = a.next_card()
        if found is None:
            a.missing(s.card, "the cards put aside by RMT have no second RMT")
            return
        a.take(found[0], found[1], passive=True)
        if found[0].operation == "RMT":
            return
        a.saved.append(found[0])


@pseudo("NOCRS", control=True)
def nocrs(a: "Assembler", s: Statement) -> None:
    """Create no symbols for arguments left out."""
    a.creating = False


@pseudo("ORGCRS", control=True)
def orgcrs(a: "Assembler", s: Statement) -> None:
    """Create symbols again."""
    a.creating = True


# the machine, and the listing


@pseudo("704", "709")
def machine(a: "Assembler", s: Statement) -> None:
    """For which machine operations are checked."""
    a.machine = s.card.operation


@pseudo("PMC", control=True)
def pmc(a: "Assembler", s: Statement) -> None:
    """List the cards that macros make."""
    a.show_macros = switched(s, a.show_macros)


@pseudo("PCC", control=True)
def pcc(a: "Assembler", s: Statement) -> None:
    """List control cards."""
    a.show_control = switched(s, a.show_control)


def switched(s: Statement, now: bool) -> bool:
    """ON, OFF, or the other way round."""
    return {"ON": True, "OFF": False}.get(s.card.variable, not now)


@pseudo("UNLIST", control=True)
def unlist(a: "Assembler", s: Statement) -> None:
    """List only cards with flags."""
    a.show_rest = False


@pseudo("LIST", control=True)
def list_(a: "Assembler", s: Statement) -> None:
    """List all again."""
    a.show_rest = True


@pseudo("TITLE", control=True)
def title(a: "Assembler", s: Statement) -> None:
    """Of a card with several words list the first."""
    a.show_all = False


@pseudo("DETAIL", control=True)
def detail(a: "Assembler", s: Statement) -> None:
    """List every word."""
    a.show_all = True


@pseudo("LBL", control=True)
def lbl(a: "Assembler", s: Statement) -> None:
    """Identification of the cards to be punched."""
    a.label = s.card.variable[:8]


@pseudo("TTL", "EJECT", "SKP", "SPACE", "SPC", control=True)
def paper(a: "Assembler", s: Statement) -> None:
    """Skip to a page, or leave lines blank; the listing looks at the card itself."""


@pseudo("REM")
def rem(a: "Assembler", s: Statement) -> None:
    """A comment."""
    s.passive = True


@pseudo("COUNT", "REF", "NOREF", "INDEX", "PRINT", "SST", "NOCROSS", control=True)
def ignored(a: "Assembler", s: Statement) -> None:
    """Estimates and choices that change neither words nor flags here."""


@pseudo("ETC")
def etc(a: "Assembler", s: Statement) -> None:
    """A continuation with nothing to continue is no operation."""
    a.instruction(s, None)
