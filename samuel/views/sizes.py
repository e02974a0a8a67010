"""The study of sizes as text."""

from collections.abc import Iterable

from rich.console import RenderableType

from samuel.studies.sizes.program_size import DeckSize
from samuel.studies.sizes.study import SizeRow, SizeStudy
from samuel.views.narrow_table import below, narrow_table

SIZES = ("instructions", "data", "work_space")


def size_view(study: SizeStudy, most: int) -> Iterable[RenderableType]:
    """The papers' sizes and ours, what is missing, then our decks with their `most` largest routines."""
    table = narrow_table("The papers' sizes, with ours below each", "", "size", "ratio", "status")
    for row in study.rows:
        if row.ours is not None:
            table.add_row(
                f"[bold]{_named(row)}[/bold]", f"[bold]{_paper(row)}[/bold]", "", row.paper.standing
            )
            table.add_row(below(row.what), f"{row.ours:,}", f"{row.ratio:.3g}", row.likeness)
    yield table
    yield "The program of 1959 was another one, for the 704. Nearest: ours does nearly the same work."
    for row in study.rows:
        if row.paper.remark and row.paper.standing != "printed":
            yield f"{row.paper.name}: {row.paper.standing}; {row.paper.remark}."
    for why in dict.fromkeys(row.what for row in study.rows if row.ours is None):
        names = "; ".join(_with_size(row) for row in study.rows if row.what == why)
        yield f"{names}: {why}."
    for deck in study.decks:
        yield from deck_view(deck, most)


def deck_view(deck: DeckSize, most: int) -> Iterable[RenderableType]:
    """A deck by part and file, and its largest routines."""
    yield f"{deck.deck}: {deck.loaded:,} words loaded, and {deck.work_space:,} of work space."
    files = narrow_table("By part and file", "file", "instructions", "data", "work space")
    for part in dict.fromkeys(file.part for file in deck.files):
        of_part = [file for file in deck.files if file.part == part]
        sums = (sum(getattr(file, name) for file in of_part) for name in SIZES)
        files.add_row(f"[bold]{part}[/bold]", *(f"[bold]{total:,}[/bold]" for total in sums))
        for file in of_part:
            files.add_row(below(file.file), *(f"{getattr(file, name):,}" for name in SIZES))
    yield files
    routines = narrow_table("By routine", "routine", "file", "words")
    for routine in deck.routines[:most]:
        routines.add_row(routine.name, routine.file, f"{routine.words:,}")
    yield routines
    yield f"The largest {min(most, len(deck.routines))} of {len(deck.routines)} routines."


def _named(row: SizeRow) -> str:
    name, unit = row.paper.name, row.paper.unit
    return f"{row.paper.source}, {name}" + ("" if unit in name.replace(",", "").split() else f", {unit}")


def _paper(row: SizeRow) -> str:
    low, high = row.paper.low, row.paper.high
    return f"at least {low:g}" if high is None else f"{low:,.10g}" if low == high else f"{low:g} to {high:g}"


def _with_size(row: SizeRow) -> str:
    return f"{row.paper.name}, {_paper(row)} {row.paper.unit}"
