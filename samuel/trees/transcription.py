"""Fig. 3 of 1967 as it was transcribed, `traces/paper/fig3.tsv`, and files of the same form.

figure().lines, figure().usage, figure().ends, figure().chosen
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from samuel.paper.fig3 import FIGURE
from samuel.paper.rows import BadRow, Row, Standing, number, one_of, parse, standing, text_of
from samuel.trees.tree import BoardPath, Chosen, Kind, Line, boards_of

COLUMNS = "line kind serial ply moves score side extended standing scan"
KINDS: dict[str, Kind] = {"survey": "survey", "resume": "resume", "star": "star"}
Side = Literal["=", "<", ">"]
SIDES: dict[str, Side] = {"=": "=", "<": "<", ">": ">"}

BOUND = 0o34
SIDE_SCORES: dict[Side, int] = {"<": BOUND - 1, ">": BOUND + 1}
"""Values for the lost scores: any on the right side of 34 will do; we chose these."""


@dataclass(frozen=True)
class FigureLine(Line):
    """A line of Fig. 3, and what is known about its boards."""

    side: Side
    """The value of the last board to the machine: `score` (=), or less or more than 34 octal (<, >)."""
    extended: tuple[tuple[int, Side], ...]
    """Ply, and side of 34, of boards that were searched though their branching count was used up."""
    repaired: tuple[str, str] | None
    """A damaged move as the scan shows it, and its repair."""


@dataclass(frozen=True)
class Figure:
    """Fig. 3 as published. Its alpha and beta are lost."""

    lines: tuple[FigureLine, ...]
    """Each with its number in the figure."""
    usage: dict[int, int]
    """The printed row, by PLY; PLY counts the first board as 1."""
    ends: dict[int, int]
    chosen: Chosen | None
    """The move that the machine made."""
    standings: tuple[Standing, ...]
    """How certain each line is."""

    @property
    def boards(self) -> tuple[BoardPath, ...]:
        """The boards in the order in which they were made."""
        return boards_of(self.lines)


@cache
def figure() -> Figure:
    """Fig. 3."""
    return read(text_of(FIGURE), FIGURE)


def read(text: str, path: Path) -> Figure:
    """Read the text of a file in the form of `fig3.tsv`; raises BadRow with the file and the line."""
    rows = parse(text, path, COLUMNS, _figure_line)
    table = {row[1]: row[2] for row in _table_rows(text, path)}
    if not {"PLY", "USAGE", "ENDS"} <= table.keys():
        raise BadRow(f"{path}: it has no #table rows for PLY, USAGE and ENDS.")
    try:
        plies, usage, ends = ([int(n) for n in table[name].split()] for name in ("PLY", "USAGE", "ENDS"))
        by_ply = [dict(zip(plies, row, strict=True)) for row in (usage, ends)]
        move, _, score = table.get("CHOSEN", "").partition(" ")
        chosen = Chosen(move, int(score, 8)) if move else None
    except ValueError:
        raise BadRow(f"{path}: its #table rows should hold numbers, the same count in each row.") from None
    lines, standings = (tuple(line for line, _ in rows), tuple(sure for _, sure in rows))
    return Figure(lines, by_ply[0], by_ply[1], chosen, standings)


def data_rows(text: str) -> list[int]:
    """The line numbers of the rows after the heading row."""
    rows = enumerate(text.splitlines(), 1)
    return [at for at, row in rows if row.strip() and not row.startswith("#")][1:]


def _table_rows(text: str, path: Path) -> list[list[str]]:
    rows = [row.split("\t") for row in text.splitlines() if row.startswith("#table")]
    if any(len(row) != 3 for row in rows):
        raise BadRow(f"{path}: a #table row should have a name and numbers, separated by tabs.")
    return rows


def _figure_line(row: Row) -> tuple[FigureLine, Standing]:
    moves = row["moves"].split()
    if not moves or not all(re.fullmatch(r"\d{1,2}-\d{1,2}", move, re.ASCII) for move in moves):
        raise ValueError(f"moves {row['moves']!r} are not moves, as in 15-19 23-16")
    if not all(re.fullmatch(r"\d{1,2}[<>=]", item, re.ASCII) for item in row["extended"].split()):
        raise ValueError(f"extended {row['extended']!r} is not a ply and a side, as in 8<")
    before, _, after = row["scan"].partition(" ")
    if row["scan"] and after not in moves:
        raise ValueError(f"scan {row['scan']!r} is not a move as scanned and a move of the row")
    sure = standing(row)
    if row["scan"] and sure != "repaired":
        raise ValueError(f"standing {sure!r} should be 'repaired', since the row has a scan")
    line = FigureLine(
        kind=one_of(row, "kind", KINDS),
        serial=number(row, "serial") if row["serial"] else None,
        ply=number(row, "ply"),
        moves=tuple(moves),
        score=number(row, "score", base=8),
        alpha=None,
        beta=None,
        number=_number_in_figure(row),
        side=one_of(row, "side", SIDES),
        extended=tuple((int(item[:-1]), SIDES[item[-1]]) for item in row["extended"].split()),
        repaired=(before, after) if row["scan"] else None,
    )
    return line, sure


def _number_in_figure(row: Row) -> int:
    if not re.fullmatch(r"\d{1,4}", row["line"], re.ASCII):
        raise ValueError(f"line {row['line']!r} is not the number that it has in the figure")
    return int(row["line"])
