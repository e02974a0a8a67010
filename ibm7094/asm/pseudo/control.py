"""Control cards: which machine to assemble for, and what to list."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ibm7094.asm.cutting import label_of
from ibm7094.asm.fields.expression import ZERO, evaluate, parse, symbols_in
from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import FATAL, Statement
from ibm7094.words import ADDRESS

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("704", "709")
def machine(a: "Assembler", s: Statement) -> None:
    """Set the machine that operations are checked for."""
    a.machine = s.name
    s.flags.update("F" if s.card.variable else "")


@pseudo("PMC", control=True)
def pmc(a: "Assembler", s: Statement) -> None:
    """List the cards that macros make."""
    a.modes = replace(a.modes, macros=switched(s, a.modes.macros))


@pseudo("PCC")
def pcc(a: "Assembler", s: Statement) -> None:
    """List control cards. PCC itself is always listed."""
    a.modes = replace(a.modes, control=switched(s, a.modes.control))


def switched(s: Statement, now: bool) -> bool:
    """ON, OFF, or toggle if the field is empty; anything else is off, and flagged."""
    option = s.card.variable
    if option not in ("", "ON", "OFF"):
        s.flags.add("F")
    return option == "ON" if option else not now


@pseudo("UNLIST")
def unlist(a: "Assembler", s: Statement) -> None:
    """List only cards with flags, from the next card on."""
    a.modes = replace(a.modes, unflagged=False)


@pseudo("LIST", control=True)
def list_(a: "Assembler", s: Statement) -> None:
    """List all cards again."""
    a.modes = s.modes = replace(a.modes, unflagged=True)


@pseudo("TITLE", control=True)
def title(a: "Assembler", s: Statement) -> None:
    """List only the first word of a card with several."""
    if a.modes.unflagged:
        a.modes = replace(a.modes, every_word=False)


@pseudo("DETAIL", control=True)
def detail(a: "Assembler", s: Statement) -> None:
    """List every word."""
    if a.modes.unflagged:
        a.modes = replace(a.modes, every_word=True)


@pseudo("LBL", control=True)
def lbl(a: "Assembler", s: Statement) -> None:
    """Set the identification of the cards to be punched, which are cut and numbered later."""
    s.flags.update("F" if label_of(s.card.variable).is_bad else "")


@pseudo("TTL", "EJECT", "SKP", control=True)
def paper(a: "Assembler", s: Statement) -> None:
    """Start a new page; the listing reads the card itself."""


@pseudo("SPACE", "SPC", control=True)
def space(a: "Assembler", s: Statement) -> None:
    """Insert blank lines."""
    if not a.final or not s.modes.unflagged:
        return
    fields = parse(s.card.variable)
    flags: set[str] = set()
    if fields:
        s.value = evaluate(fields[0], lambda symbol: a.find(symbol, flags), a.location(), flags)
    if len(fields) > 1 or (fields and (s.value is None or not s.value.is_absolute)):
        s.flags.add("F")


@pseudo("INDEX", control=True)
def index(a: "Assembler", s: Statement) -> None:
    """List a table of contents: symbols with their values."""
    if not a.final:
        return
    for tree in parse(s.card.variable):
        flags: set[str] = set()
        value = evaluate(tree, lambda symbol: a.find(symbol, flags), a.location(), flags)  # noqa: B023
        named = [symbol.name for symbol in symbols_in(tree)]
        number = None if value is None else value.number
        s.index.append(("F" if flags & FATAL else "", named[-1] if named else "", number))


@pseudo("REM")
def rem(a: "Assembler", s: Statement) -> None:
    """A comment."""
    s.passive = True


@pseudo("REF", control=True)
def ref(a: "Assembler", s: Statement) -> None:
    """Do not list the symbols (FAP09476-09484 and 09842-09853). A number lists some: 1 those that are used,
    2 also those of this program, 3 all. IBM's FAP may not have had the number, which CTSS added in 1969."""
    if not a.final:
        return
    fields = parse(s.card.variable)
    flags: set[str] = set()
    value = evaluate(fields[0], lambda symbol: a.find(symbol, flags), a.location(), flags) if fields else ZERO
    if value is not None and value.is_absolute:
        a.reference_level = value.number & ADDRESS
    if value is None or not value.is_absolute or len(fields) > 1:
        s.flags.add("F")


@pseudo("SST", control=True)
def sst(a: "Assembler", s: Statement) -> None:
    """Keep the system's symbols, which are none here. It is too late once a symbol or a word has been seen
    (FAP06765)."""
    if not a.final and a.begun:
        s.flags.add("F")


@pseudo("COUNT", "PRINT", control=True)
@pseudo("UPDATE", "NUMBER", "DELETE", "ENDUP", "UMC", control=True)
@pseudo("REWIND", "UNLOAD", "SKPFIL", "ENDFIL", control=True)
def ignored(a: "Assembler", s: Statement) -> None:
    """Size estimates, options, and updates of symbolic tapes: they change neither words nor flags here."""


@pseudo("ETC")
def etc(a: "Assembler", s: Statement) -> None:
    """A continuation with nothing to continue is an unknown operation."""
    s.starts = True
    a.instruction(s, None)
