"""listings/STATEMENTS.md from the data: a table for each section of the papers."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from samuel.pages.prose import filled
from samuel.pages.statements import VERDICTS, Statement, statements, tally
from samuel.resources import LISTINGS

PAGE = LISTINGS / "STATEMENTS.md"
HEAD = """# Statement by statement

What Samuel's paper of 1967 and Griffith's memo of 1966 say about the program, in our words, and whether it
holds here. `make docs` makes this page from `listings/pages/statements/`; `samuel statements` shows it, by
number, verdict or section. A test fails when a routine, test or command named here is gone. Routines are
file:symbol in `listings/`. A test is named by its sentence, with its file.
"""


def page() -> str:
    """The page as the data give it now."""
    return "\n".join(_lines(statements()))


def _lines(found: tuple[Statement, ...]) -> Iterator[str]:
    yield filled(HEAD)
    yield "| verdict | statements | meaning |"
    yield "|---|---|---|"
    counts = tally(found)
    for verdict, count in counts.items():
        if count:
            yield f"| {verdict} | {count} | {VERDICTS[verdict]} |"
    yield f"| all | {len(found)} | |"
    for (paper, section), rows in groupby(found, key=lambda each: (each.paper, each.section)):
        yield f"\n## {paper}: {section}"
        yield "| no. | statement | verdict | routines | shown by | note |"
        yield "|---|---|---|---|---|---|"
        yield from map(_row, rows)
    yield ""


def _row(each: Statement) -> str:
    cells = (
        str(each.number),
        each.says,
        each.verdict,
        ", ".join(f"`{routine}`" for routine in each.routines),
        "; ".join(map(_shown, each.shown_by)),
        each.note,
    )
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |".replace("|  |", "| |").replace(
        "|  |", "| |"
    )


def _shown(each: str) -> str:
    """A command as it is typed; a test as its sentence, linked to its file."""
    file, is_test, name = each.partition("::")
    if not is_test:
        return f"`{each}`"
    sentence = name.removeprefix("test_").replace("_", " ")
    return f"{sentence} ([{Path(file).stem}](../{file}))"
