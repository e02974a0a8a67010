"""The section on what is original, rebuilt or guessed."""

from samuel.report.blocks import Fold, Section, Table, Words
from samuel.report.evidence import KINDS, entries, tally
from samuel.report.made import text


def section() -> Section:
    """The evidence that the listings name."""
    found = entries()
    listed = Table.of(
        ("routine or choice", "file", "evidence", "source"),
        [(entry.routine, entry.file, entry.evidence, entry.source) for entry in found],
        "llll",
    )
    return Section(
        "evidence",
        "What is original, rebuilt and guessed",
        (text("listings/RECONSTRUCTION.md, whose classes are given by hand"),),
        (
            Words(
                "No line of Samuel's program survives. Each routine and each choice is listed with its "
                "evidence; an entry may name several kinds."
            ),
            Table.of(
                ("evidence", "meaning", "entries"),
                [(kind, KINDS[kind], count) for kind, count in tally(found).items()],
                "llr",
            ),
            Fold(f"All {len(found)} entries", (listed,)),
        ),
    )
