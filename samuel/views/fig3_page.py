"""The machine's page of Fig. 3 beside the figure: what is the same, and the last line field by field."""

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from samuel.studies.fig3.page import Beside, Read

MEANINGS = {
    "": "not understood",
    "game": "game, of four",
    "move": "the move",
    "score": "its score",
    "first_moves": "first moves",
    "count": "branching count",
} | {f"best_{serial}": f"first move, serial number {serial}" for serial in range(1, 5)}


def sentences(found: Beside) -> tuple[str, ...]:
    """The counts, in words."""
    return (
        "The oracle run is given the figure's order of moves and its scores, so this checks the layout, the "
        "counts, and which of alpha and beta are finite.",
        f"{found.lines_equal} of {found.lines} lines have the figure's serial numbers, stars and moves, "
        f"every move in the column of its ply; {found.scores_equal} of {found.scores} scores that survive "
        f"are the same; {found.counts_equal} of {found.counts} numbers of USAGE and ENDS.",
        f"On {found.bounds_equal} of the {found.bounds} lines whose score is lost, just one of alpha and "
        "beta is finite, and it is the number that the scan has.",
        "The paper deleted most large alphas and betas for clarity. The machine leaves out all that are "
        f"still infinite, {found.alphas_left_out} alphas and {found.betas_left_out} betas; OFFLIN 2 (samuel "
        "move --all-bounds) prints them.",
    )


def verdict(read: Read) -> str:
    """Whether a field is the same."""
    return {True: "same", False: "differs", None: ""}[read.agrees]


def beside(found: Beside) -> RenderableType:
    """The counts, and the last line."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in ("last line", "machine", "", "can be", "evidence"):
        table.add_column(column, no_wrap=True)
    for read in found.last:
        field = read.field
        table.add_row(field.text, read.machine, verdict(read), MEANINGS[field.reading], field.evidence)
    return Group(
        Text("The machine's page beside the figure's (samuel figure 3 --page)", style="bold"),
        *sentences(found),
        table,
        "traces/paper/fig3-last-line.tsv has the argument for each field.",
    )
