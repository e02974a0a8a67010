"""Control cards: for which machine, and what is listed."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ibm7094.asm.pseudo.record import pseudo
from ibm7094.asm.statement import Statement

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler


@pseudo("704", "709")
def machine(a: "Assembler", s: Statement) -> None:
    """For which machine operations are checked."""
    a.machine = s.meaning.name


@pseudo("PMC", control=True)
def pmc(a: "Assembler", s: Statement) -> None:
    """List the cards that macros make."""
    a.modes = replace(a.modes, macros=switched(s, a.modes.macros))


@pseudo("PCC", control=True)
def pcc(a: "Assembler", s: Statement) -> None:
    """List control cards."""
    a.modes = replace(a.modes, control=switched(s, a.modes.control))


def switched(s: Statement, now: bool) -> bool:
    """ON, OFF, or the other way round."""
    return {"ON": True, "OFF": False}.get(s.card.variable, not now)


@pseudo("UNLIST", control=True)
def unlist(a: "Assembler", s: Statement) -> None:
    """List only cards with flags."""
    a.modes = replace(a.modes, unflagged=False)


@pseudo("LIST", control=True)
def list_(a: "Assembler", s: Statement) -> None:
    """List all again."""
    a.modes = replace(a.modes, unflagged=True)


@pseudo("TITLE", control=True)
def title(a: "Assembler", s: Statement) -> None:
    """Of a card with several words list the first."""
    a.modes = replace(a.modes, every_word=False)


@pseudo("DETAIL", control=True)
def detail(a: "Assembler", s: Statement) -> None:
    """List every word."""
    a.modes = replace(a.modes, every_word=True)


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


@pseudo("COUNT", "REF", "INDEX", "PRINT", "SST", control=True)
@pseudo("UPDATE", "NUMBER", "DELETE", "ENDUP", "UMC", control=True)
@pseudo("REWIND", "UNLOAD", "SKPFIL", "ENDFIL", control=True)
def ignored(a: "Assembler", s: Statement) -> None:
    """Estimates, choices, and the upkeep of symbolic tapes: they change neither words nor flags here."""


@pseudo("ETC")
def etc(a: "Assembler", s: Statement) -> None:
    """A continuation with nothing to continue is no operation."""
    a.instruction(s, None)
