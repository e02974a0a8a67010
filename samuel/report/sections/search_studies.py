"""The section on what the paper reports about its search."""

from collections.abc import Iterator

from samuel.report.blocks import Block, Cell, Fold, Heading, Result, Section, Table, Words
from samuel.report.cells import cited
from samuel.report.made import on_record
from samuel.report.study_plots import shown
from samuel.studies.search_studies.found import STUDIES, Found, Stated, kept, record_of


def section() -> Section:
    """Every study on record: the paper's statements beside ours, tables and plots."""
    found = {name: kept(name) for name in STUDIES}
    there = [each for each in found.values() if each is not None]
    return Section(
        "search",
        "The search: what the paper reports, measured again",
        tuple(on_record(name, record_of(name)) for name in found),
        (
            Words(
                "The paper reports what alpha-beta, the order of moves, flitting, margins, the number of "
                "terms and look-ahead do, some of it in numbers. Here the native program does the same on "
                "many positions. Where a statement does not hold for our program, it says so; the "
                "thresholds are ours."
            ),
            *(block for each in there for block in _study(each)),
        ),
        tuple(_result(row) for each in there for row in each.stated),
    )


def _study(found: Found) -> Iterator[Block]:
    yield Heading(found.title)
    yield Words(f"Measured on {found.sample}.")
    yield Table.of(
        ("statement", "paper", "ours", "verdict"),
        [(row.what, row.paper, row.ours, _verdict(row)) for row in found.stated],
        "llll",
        source=cited("S67", "the sections on tree searching and on learning results"),
    )
    tables = [Table.of(each.heads, each.rows, caption=each.caption) for each in found.tables]
    for drawn in found.plots:
        yield shown(drawn)
        if tables:
            yield tables.pop(0)
    yield Fold("Its other tables, and what it cannot show", (*tables, *map(Words, found.limits)))


def _verdict(row: Stated) -> Cell:
    return Cell(row.verdict, "good" if row.holds else "" if row.holds is None else "bad")


def _result(row: Stated) -> Result:
    return Result(row.what, row.ours, row.paper)
