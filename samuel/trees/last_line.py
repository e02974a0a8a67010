"""The line that ends a tree in print, as our machine prints it below the table of plies.

read("    15-19  00034          9       16 15-19  7-11  8-11 15-18")
"""

import re
from dataclasses import dataclass

from samuel.trees.tree import Chosen

_FORM = re.compile(
    r"(?:(?P<game>[ \d]\d)\.|   ) (?P<move>[ \d]\d-[ \d]\d) {1,2}(?P<score>-?[0-7]{5,6})"
    r" {8}(?P<moves>[ \d]{3}) {6}(?P<count>[ \d]{3})(?P<first>(?: [ \d]\d-[ \d]\d){1,6})",
    re.ASCII,
)


@dataclass(frozen=True)
class LastLine:
    """What the line says."""

    game: int | None
    """None if the program plays only one."""
    chosen: Chosen
    first_moves: int
    """How many legal first moves there were."""
    count: int
    """The branching count."""
    best: tuple[str, ...]
    """The first moves that were put in order, by serial number."""


def read(row: str) -> LastLine | None:
    """The line, or None if this is another."""
    found = _FORM.fullmatch(row.rstrip())
    if not found:
        return None
    return LastLine(
        int(found["game"]) if found["game"] else None,
        Chosen(found["move"].replace(" ", ""), int(found["score"], 8)),
        int(found["moves"]),
        int(found["count"]),
        tuple(re.sub(" +", "", move) for move in re.findall(r"[ \d]\d-[ \d]\d", found["first"])),
    )
