"""A look-ahead tree as a page of 131 columns, every move in the column of its ply, as Fig. 3 arranges it.

page = read(text.splitlines())            # what the machine wrote on its tape (listings/search/lister.fap)
page.lines, page.usage, page.ends, page.last
print("\\n".join(rows(figure().lines)))   # the same layout for a paper's tree

The machine makes its page itself; `rows` is for trees that only the papers have, and checks the machine's.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from samuel.trees import last_line
from samuel.trees.last_line import LastLine
from samuel.trees.tree import PLIES, BadTree, Kind, Line, Tree, octal

COLUMNS = 131
HEADING = "   MOVE TREE".ljust(109) + "ALPHA   BETA  SCORE"
PLACES = 17
"""Plies that stand side by side."""
FOLD = f"PLY{PLACES + 1}"
"""Stands in the place of ply 1 where deeper plies follow, ply 18 in the place of ply 2."""

_AFTER, _ALPHA, _BETA, _SCORE, _END = 105, 107, 114, 121, 128
_FRONT = 2
MOVE_WIDTH = 6
"""Columns of a place: star or comma, and a move."""
_MOVE = re.compile(r"[ \d]\d-[ \d]\d")
_NUMBER = re.compile(r" *(-?[0-7]{5,6})", re.ASCII)
_COUNT, _TOTAL = 5, 6
INFINITE = 0o777777
"""How the machine prints an infinite alpha or beta, if it is asked to."""


@dataclass(frozen=True)
class Page(Tree):
    """A tree, and the line below its table, if there is one."""

    last: LastLine | None


def is_heading(row: str) -> bool:
    """Whether a page begins with this row."""
    return row.rstrip() == HEADING


# Writing


def rows(lines: Sequence[Line], flitting_ends: int | None = None) -> Iterator[str]:
    """The lines of a tree; two stars stand after line number `flitting_ends`."""
    for line in lines:
        first, *further = _parts(line)
        serial = f"{line.serial or '':>2}" if line.kind != "survey" else "  "
        after = f"{line.serial or '':>2}" if line.kind == "survey" else "  "
        parts = [serial + first, *("  " + part for part in further)]
        yield from (part.rstrip() for part in parts[:-1])
        stars = "**" if line.number == flitting_ends else after
        numbers = "".join(octal(value) for value in (line.alpha, line.beta, line.score))
        yield f"{parts[-1]:{_AFTER}}{stars}{numbers}".rstrip()


def _parts(line: Line) -> Iterator[str]:
    """The moves in their columns: one part, or two if the line goes beyond the places."""
    star = "*" if line.kind == "star" else " "
    moves = [f"{start:>2}-{end:>2}" for start, end in (move.split("-") for move in line.moves)]
    fit = max(0, PLACES - line.ply + 1)
    if fit:
        comma = "," if moves[fit:] else ""
        yield " " * MOVE_WIDTH * (line.ply - 1) + star + ",".join(moves[:fit]) + comma
        star = " "
    if moves[fit:]:
        place = max(line.ply, PLACES + 1) - PLACES
        yield f" {FOLD}".ljust(MOVE_WIDTH * place) + star + ",".join(moves[fit:])


# Reading


def read(printed: Sequence[str]) -> Page:
    """The first tree of a page; raises BadTree with the line that is wrong."""
    found = [row.rstrip() for row in printed]
    begin = next((at for at, row in enumerate(found) if is_heading(row)), None)
    if begin is None:
        raise BadTree("The text has no heading of a page, MOVE TREE ALPHA BETA SCORE: print a tree.")
    end = next((at for at in range(begin, len(found)) if found[at].startswith("PLY")), None)
    if end is None:
        raise BadTree(
            f"The tree that begins in line {begin + 1} is incomplete, without PLY, USAGE and ENDS: "
            "print it again."
        )
    lines = tuple(_lines(found, begin + 1, end))
    if not lines:
        raise BadTree(f"Line {end} should be a line of the tree: print the tree again.")
    usage, ends = (_table_row(name, found, end + place) for place, name in enumerate(("USAGE", "ENDS"), 1))
    below = found[end + 3] if end + 3 < len(found) else ""
    return Page(
        lines,
        dict(zip(PLIES, usage, strict=False)),
        dict(zip(PLIES, ends, strict=False)),
        (usage[-1], ends[-1]),
        last_line.read(below),
    )


def _lines(found: Sequence[str], begin: int, end: int) -> Iterator[Line]:
    begun: list[tuple[int, str]] = []
    for at in range(begin, end):
        row = found[at]
        if not row:
            continue
        begun.append((at + 1, row))
        if row[_SCORE:].strip():
            yield _line(begun)
            begun = []
    if begun:
        raise BadTree(f"Line {begun[0][0]} has no score, and no line continues it: print the tree again.")


def _line(printed: Sequence[tuple[int, str]]) -> Line:
    """A line of the tree, from the rows that it takes."""
    (number, first), (_, last) = printed[0], printed[-1]
    placed = [(ply, star, move) for at, row in printed for ply, star, move in _placed(at, row[_FRONT:_AFTER])]
    plies = [ply for ply, _, _ in placed]
    if not placed or plies != list(range(plies[0], plies[0] + len(plies))):
        raise BadTree(f"Line {number} should hold moves of one ply after another, not {first!r}: fix it.")
    before, after = first[:_FRONT].strip(), last[_AFTER:_ALPHA].strip(" *")
    kind: Kind = "star" if placed[0][1] == "*" else "resume" if before else "survey"
    serial = after if kind == "survey" else before
    if (serial and not serial.isdecimal()) or len(last) > _END:
        raise BadTree(f"Line {number} has no valid serial number or numbers too far right: fix it.")
    alpha, beta = (_number(last[a:b], number) for a, b in ((_ALPHA, _BETA), (_BETA, _SCORE)))
    score = _number(last[_SCORE:], number)
    if score is None:
        raise BadTree(f"Line {number} has no score: fix it.")
    moves = tuple(move for _, _, move in placed)
    path = int(serial) if serial else None
    return Line(kind, path, plies[0], moves, score, _finite(alpha), _finite(beta), number=number)


def _placed(number: int, row: str) -> Iterator[tuple[int, str, str]]:
    """Ply, what stands before it and move, for every place that is not empty."""
    beyond = 0
    if row[1:MOVE_WIDTH].strip() == FOLD:
        row, beyond = " " * MOVE_WIDTH + row[MOVE_WIDTH:], PLACES - 1
    for place in range(PLACES):
        text = row[MOVE_WIDTH * place : MOVE_WIDTH * (place + 1)].ljust(MOVE_WIDTH)
        sign, move = text[0], text[1:]
        if not move.strip() and sign in " ,":
            continue
        if not _MOVE.fullmatch(move) or sign not in " ,*":
            raise BadTree(
                f"Line {number} should have a move in each place of {MOVE_WIDTH} columns: fix {text!r}."
            )
        yield place + 1 + beyond, sign, move.replace(" ", "")


def _number(text: str, number: int) -> int | None:
    if not text.strip():
        return None
    found = _NUMBER.fullmatch(text.rstrip())
    if not found:
        raise BadTree(f"Line {number} should end with alpha, beta and score, octal: fix {text.strip()!r}.")
    return int(found[1], 8)


def _finite(value: int | None) -> int | None:
    return None if value is None or abs(value) == INFINITE else value


def _table_row(name: str, found: Sequence[str], at: int) -> list[int]:
    row = found[at] if at < len(found) else ""
    total = 6 + _COUNT * len(PLIES)
    fields = [row[place : place + _COUNT] for place in range(6, total, _COUNT)] + [row[total:]]
    if row[:6].strip() != name or not all(field.strip().isdecimal() for field in fields):
        raise BadTree(
            f"Line {at + 1} should be the {name} of the tree, a number for each PLY, not {row!r}: fix it, "
            "or print the tree again."
        )
    return [int(field) for field in fields]
