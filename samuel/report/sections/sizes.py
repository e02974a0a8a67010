"""The section on memory."""

from samuel.report.blocks import Section, Table, Words
from samuel.report.cells import place_of, stated
from samuel.report.made import run_now
from samuel.studies.sizes.study import SizeRow, size_study


def section() -> Section:
    """The papers' sizes beside those of our decks."""
    found = size_study()
    measured = [row for row in found.rows if row.ours is not None]
    return Section(
        "sizes",
        "Sizes",
        (run_now("our decks, assembled and counted", "samuel sizes"),),
        (
            Words(
                "The program of 1959 was another one, for the 704: its parts have at best a near match here. "
                "The forms of the signature tables of 1967 are printed, and ours must be as large."
            ),
            Table.of(
                ("size", "paper", "ours", "ratio", "ours is", "measured on", "source"),
                [_cells(row) for row in measured],
                "lrrrlll",
            ),
        ),
    )


def _cells(row: SizeRow) -> tuple[str, ...]:
    ratio = "" if row.ratio is None else f"{row.ratio:.3g}"
    return (
        row.paper.name,
        stated(row.paper),
        f"{row.ours:,}",
        ratio,
        row.likeness,
        row.what,
        place_of(row.paper),
    )
