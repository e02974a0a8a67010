"""The section that lists the papers."""

from samuel import paper
from samuel.report.blocks import Section, Table, Words
from samuel.report.cells import cited
from samuel.report.made import text


def section() -> Section:
    """The papers, and how much of each is available to us."""
    return Section(
        "papers",
        "The papers",
        (text("traces/paper/sources.tsv"),),
        (
            Words(
                "Every number of a paper on this page comes from the files in traces/paper, which were "
                "typed from the papers and are never regenerated. Numbers are printed unless it says "
                "derived (it follows from what is printed), repaired (our copy is damaged there) or "
                "doubtful (something contradicts our copy)."
            ),
            Table.of(
                ("cited as", "author", "title", "published in", "available to us"),
                [
                    (cited(each.key), each.author, each.title, each.where, each.at_hand)
                    for each in paper.sources().values()
                ],
                "lllll",
            ),
        ),
    )
