"""The section on the papers' statements, one by one."""

from itertools import groupby

from samuel.pages.statements import VERDICTS, Statement, statements, tally
from samuel.report.blocks import Fold, Section, Table, Words
from samuel.report.made import text


def section() -> Section:
    """How many statements hold, and all of them."""
    found = statements()
    counts = tally(found)
    by_section = [
        (f"{paper}: {title}", tuple(rows))
        for (paper, title), rows in groupby(found, key=lambda each: (each.paper, each.section))
    ]
    return Section(
        "statements",
        "Statement by statement",
        (text("listings/STATEMENTS.md, whose routines, tests and commands a test checks"),),
        (
            Words(
                f"The paper of 1967 and Griffith's memo make {len(found)} statements about the program that "
                "can be held against it. samuel statements shows each with its routines and tests."
            ),
            Table.of(
                ("verdict", "meaning", "statements"),
                [(verdict, VERDICTS[verdict], count) for verdict, count in counts.items() if count],
                "llr",
            ),
            *(Fold(f"{title} ({len(rows)})", (_table(rows),)) for title, rows in by_section),
        ),
    )


def _table(rows: tuple[Statement, ...]) -> Table:
    return Table.of(
        ("no.", "statement", "verdict", "note"),
        [(each.number, each.says, each.verdict, each.note) for each in rows],
        "rlll",
    )
