"""Orders of the disk file (two words) and of Hypertape (one), as characters for the 7909's control commands.

From FAP's own source: FAP09377-09453 and 09748-09794, and its operation table for the codes. DERIVED: no deck
of IBM's FAP with orders is at hand. A zero is punched as on tape, code 12.
"""

from typing import TYPE_CHECKING, NamedTuple

from ibm7094.asm import layout
from ibm7094.asm.fields.expression import Expression, Nothing, parse
from ibm7094.asm.fields.numbers import OPERATORS, text_code
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement, ordered
from ibm7094.words import ADDRESS

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


class Order(NamedTuple):
    """The code of an order, and how many fields it must have."""

    code: int
    fields: int = 0


DISK = {
    "DNOP": Order(0),
    "DREL": Order(4),
    "DEBM": Order(8),
    "DSBM": Order(9),
    "DSEK": Order(80, 2),
    "DVSR": Order(82, 3),
    "DWRF": Order(83, 2),
    "DVTN": Order(84, 3),
    "DVCY": Order(85, 3),
    "DWRC": Order(86, 3),
    "DSAI": Order(87, 1),
    "DVTA": Order(88, 3),
    "DVHA": Order(89, 2),
}
"""The fields: access and module, track, record."""
HYPERTAPE = {
    "HNOP": Order(0),
    "HEOS": Order(1),
    "HSEL": Order(6, 1),
    "HSBR": Order(7, 1),
    "HCCR": Order(28),
    "HRWD": Order(30),
    "HRUN": Order(31),
    "HERG": Order(32),
    "HWTM": Order(33),
    "HBSR": Order(34),
    "HBSF": Order(35),
    "HSKR": Order(36),
    "HSKF": Order(37),
    "HCHC": Order(38),
    "HUNL": Order(39),
    "HFPN": Order(42),
}
"""The field: a unit."""
TAPE_ZERO = 0o12
RECORD = 2
"""The record is the third field, and two characters of any kind."""


def word_of(text: str) -> int:
    """Six characters as a word; zeros as on tape."""
    word = 0
    for c in text:
        word = word << 6 | (text_code(c) or TAPE_ZERO)
    return word


@pseudo(*DISK, starts=True)
def disk(a: "Assembler", s: Statement) -> None:
    """An order of the disk file: its code, access and module, a track of four digits, and a record."""
    order, texts = DISK[s.name], s.card.variable.split(",") if s.card.variable else []
    place: set[str] = set()
    record: set[str] = set()
    module = number(a, s, 0, place) if given(order, texts, 0, place) else 0
    track = number(a, s, 1, place) if given(order, texts, 1, place) else 0
    name = ""
    if given(order, texts, RECORD, record):
        name = texts[RECORD].lstrip("0") if len(texts) > RECORD else ""
        record.update("A" if len(texts) <= RECORD else "")
        if len(name) > RECORD or any(c in OPERATORS for c in name):
            name = ""
            record.add("F")
    record.update("F" if len(texts) > RECORD + 1 else "")
    figures = f"{order.code:02d}{module % 100:02d}{track % 10000:04d}{name:0>2}00"
    a.define_label(s)
    for text, flags in ((figures[:6], place), (figures[6:], record)):
        a.emit(s, word_of(text), layout.order(word_of(text)), ordered(flags))


@pseudo(*HYPERTAPE, starts=True)
def hypertape(a: "Assembler", s: Statement) -> None:
    """An order of Hypertape: its code and a unit, both twice."""
    order, texts = HYPERTAPE[s.name], s.card.variable.split(",") if s.card.variable else []
    flags: set[str] = set()
    unit = number(a, s, 0, flags) if order.fields else 0
    flags.update("F" if len(texts) > order.fields else "")
    word = word_of(f"{order.code:02d}{unit % 10}" * 2)
    a.define_label(s)
    a.emit(s, word, layout.order(word), ordered(flags))


def given(order: Order, texts: list[str], place: int, flags: set[str]) -> bool:
    """Whether a field is assembled: it must be there, or it is there all the same, and flagged."""
    if place >= order.fields and len(texts) > place:
        flags.add("F")
    return place < max(order.fields, len(texts))


def number(a: "Assembler", s: Statement, place: int, flags: set[str]) -> int:
    """The number in a field; zero if it is wrong."""
    trees = parse(s.card.variable)
    tree: Expression = trees[place] if place < len(trees) else Nothing()
    if isinstance(tree, Nothing):
        flags.add("A")
        return 0
    kept, s.flags = s.flags, flags
    value = a.number(s, tree)
    s.flags = kept
    if value is None or not value.is_absolute:
        flags.update("R" if value else "")
        return 0
    return value.number & ADDRESS
