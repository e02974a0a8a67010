"""Format cards in the columns of the period, without changing what they assemble to.

1     8       16            30
LOOP  CLA     TABLE,1       REMARK                                    IDENT

Tabs separate fields, and fields become capitals. A card that cannot be formatted stays as it was, and a
sentence says why.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ibm7094.asm import assemble
from ibm7094.asm.cards.card import COLUMNS, LAST, OPERATION, slice_card
from ibm7094.asm.cards.macros import TEXT_OPERATIONS, split_arguments
from ibm7094.asm.cards.parts import LOCATION, OPERATION_AT, Parts, can_be_punched, cut, extent
from ibm7094.errors import MachineError

FIELD_AT = 15
REMARK_AT = 29
"""Indices of columns 16 and 30."""
FROM_COLUMN_12 = frozenset(("BCD", "REM"))
"""Operations whose text begins in column 12, leading blanks included."""
COLUMN_12 = 11
FIXED = {"BCD": LAST, "TTL": LAST, "REM": COLUMN_12}
"""Operations whose text must stay in its columns, and how many columns may be changed to capitals."""
COMMENT = "*"


class Unfit(Exception):
    """Why a card stays as it was."""


class LongComment(Unfit):
    """A comment that extends beyond the columns that are listed."""


@dataclass(frozen=True)
class Left:
    """A card that stays as it was."""

    card: int
    why: str
    is_long_comment: bool = False


@dataclass
class Laid:
    """A text with its cards formatted."""

    text: str
    left: list[Left] = field(default_factory=list)


def lay_out(text: str) -> Laid:
    """Format every card of a text."""
    before = text.split("\n")
    if not before[-1]:
        before.pop()  # what follows the last line end is not a card
    after = list(before)
    laid = Laid("")
    for i, line in enumerate(before):
        try:
            body = line.rstrip("\r")
            after[i] = lay_out_card(body) + line[len(body) :]
        except Unfit as why:
            laid.left.append(Left(i + 1, str(why), isinstance(why, LongComment)))
    for i in _cards_that_matter(before, after):
        after[i] = before[i]
        laid.left.append(Left(i + 1, "formatting would change what it assembles to"))
    laid.left.sort(key=lambda left: left.card)
    laid.text = "\n".join(after) + text[len("\n".join(before)) :]
    return laid


def lay_out_card(line: str) -> str:
    """Format one card, or raise Unfit."""
    if line.startswith(COMMENT):
        if len(line.rstrip()) > COLUMNS or (line[LAST - 1 : LAST].strip() and line[LAST : LAST + 1].strip()):
            raise LongComment(f"the comment extends beyond column {LAST}: split it")
        return line
    if not line.strip(" "):
        return line
    if not can_be_punched(line.replace("\t", " ")):
        raise Unfit("it has a character that cannot be punched")
    if "\t" in line:
        return _joined(*_tabbed(line), "")
    parts = cut(line)
    if not parts.operation:
        raise Unfit("it has no operation in column 8")
    fixed = FIXED.get(parts.card.operation)
    if fixed is not None:
        if parts.beyond:
            raise Unfit(f"it has {len(line.rstrip())} columns, and a card has {COLUMNS}")
        return line[:fixed].upper() + line[fixed:]
    remark, identification = parts.remark, parts.identification
    if parts.beyond:  # too long for a card, so it has no identification
        remark, identification = remark + identification + parts.beyond, ""
    new = _joined(parts.location, parts.seventh, parts.operation, parts.field, remark.strip(), identification)
    if not _reads_the_same(parts, new):
        raise Unfit("FAP would read it differently")
    if new != line and _runs_on(parts):
        raise Unfit("its remark extends into columns 73-80")
    return new


def _joined(location: str, seventh: str, operation: str, field: str, remark: str, identification: str) -> str:
    """Put the parts into their columns."""
    location = location.replace(" ", "").upper()
    operation = operation.upper()
    width = COLUMN_12 if operation in FROM_COLUMN_12 else FIELD_AT
    text = field if operation == "REM" else field.upper()
    card = f"{location:<{LOCATION}}{seventh:<1}{operation:<{width - OPERATION_AT}}{text}"
    if remark:
        card = f"{card + ' ' if field else card:<{REMARK_AT}}{remark}"
    card = card.rstrip()
    if len(card) > LAST:
        raise Unfit(f"formatted, it would extend to column {len(card)}, but fields end in column {LAST}")
    return f"{card:<{LAST}}{identification}".rstrip()


def _tabbed(line: str) -> tuple[str, str, str, str, str]:
    """Location, column 7, operation, field and remark of a line whose parts are separated by tabs."""
    head, *pieces = line.split("\t")
    if head[LOCATION:].strip() and head[LOCATION : LOCATION + 1] == " ":  # a location in columns, then tabs
        head, pieces = head[:LOCATION], [head[OPERATION_AT:], *pieces]
    location = head.replace(" ", "")
    if len(location) > LOCATION:
        raise Unfit(f"its location {location} has more than {LOCATION} characters")
    while pieces and not pieces[0].strip():
        pieces.pop(0)
    if not pieces:
        raise Unfit("it has no operation")
    operation, _, rest = pieces.pop(0).strip().partition(" ")
    if len(operation) >= FIELD_AT - OPERATION_AT:
        raise Unfit(f"its operation {operation} is too long")
    if not OPERATION.fullmatch(operation):
        raise Unfit(f"its operation {operation} has a comma or a parenthesis in it")
    if not rest and pieces:
        rest = pieces.pop(0)
    rest = rest.strip()
    text = " ".join([rest, *pieces]).rstrip() if operation.upper() in TEXT_OPERATIONS else rest
    end = extent(operation.upper(), text)
    remark = [] if operation.upper() in TEXT_OPERATIONS else [text[end:], *pieces]
    return location, " ", operation, text[:end], " ".join(p.strip() for p in remark if p.strip())


def _reads_the_same(parts: Parts, new: str) -> bool:
    """Whether FAP reads the same fields, including what a macro reads beyond the variable field."""
    old, card = parts.card, slice_card(new)
    return (
        (old.location, old.operation, old.indirect) == (card.location, card.operation, card.indirect)
        and old.variable == card.variable
        and split_arguments(old.field) == split_arguments(card.field)
        and (old.operation not in TEXT_OPERATIONS or old.field.rstrip() == card.field.rstrip())
    )


def _runs_on(parts: Parts) -> bool:
    """Whether text runs from column 72 into 73, so that the start of the identification is unknown."""
    ends = (parts.field + parts.remark)[-1:]
    return not parts.beyond and bool(ends.strip() and parts.identification[:1].strip())


# checking that nothing changes


def _cards_that_matter(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """Cards whose formatting would change what is assembled, found by bisection."""
    old = [_for_fap(b, a) for b, a in zip(before, after, strict=True)]
    new = [_for_fap(a, a) for a in after]
    wanted = _meaning(old)
    accepted: set[int] = set()
    refused = []
    groups = [[i for i in range(len(old)) if old[i] != new[i]]]
    while groups:
        group = groups.pop()
        if _meaning(new[i] if i in accepted or i in group else old[i] for i in range(len(old))) == wanted:
            accepted.update(group)
        elif len(group) == 1:
            refused += group
        else:
            middle = len(group) // 2
            groups += [group[middle:], group[:middle]]
    return refused


def _for_fap(line: str, laid: str) -> str:
    """A line as the assembler should see it. It does not know tabs, so a line with tabs is replaced by the
    formatted card, and a line that it would reject by a comment."""
    line = line.rstrip("\r")
    if not can_be_punched(line) and not line.startswith(COMMENT):
        line = laid.rstrip("\r")
    readable = can_be_punched(line) or line.startswith(COMMENT)
    return line[:COLUMNS] if readable else COMMENT


def _meaning(cards: Iterable[str]) -> object:
    """Everything that must not change; for a program that cannot be assembled, the error message."""
    try:
        program = assemble("\n".join(cards) + "\n")
    except MachineError as problem:
        return str(problem)
    flagged = [(problem.card, problem.flags) for problem in program.problems]
    return program.words, program.image, program.symbols, flagged, program.start
