"""The section on Griffith's test of 1966."""

from collections.abc import Iterator

from samuel import griffith, paper
from samuel.griffith import UNSEEN, WAYS, Curve
from samuel.report import plots
from samuel.report.blocks import Block, Cell, Section, Table, Words


def section() -> Section:
    """His numbers beside those of the test on record, and the curve of his Fig. 1 as it is here."""
    trial = griffith.kept()
    blocks: list[Block] = [
        Words(
            "Griffith let signature tables learn from book positions and rate the moves of others; Samuel's "
            "polynomial rated the same. The index is 100 if the book's move is always rated highest, and "
            "about 0 for guesses; a move rated equal to the book's counts as rated higher. Further games "
            "share openings with those learnt from; new positions are all different from those learnt from."
        )
    ]
    if trial is None:
        blocks.append(Words(f"No test is on record: {griffith.RECORD.command} makes one."))
    else:
        lots = f"lots of {trial.rated:,} to be rated"
        blocks.append(Words(f"{trial.learnt:,} sets of positions of {trial.book} to learn from, {lots}."))
        for way, curve in trial.curves.items():
            blocks += _curve(WAYS[way], curve)
    return Section("griffith", "Griffith's test of 1966", "samuel griffith", tuple(blocks))


def _curve(way: str, curve: Curve) -> Iterator[Block]:
    stated = paper.griffith()["index of the tables"].low
    yield Words(f"Rated {way}:")
    yield Table.of(
        ("per cent", "Griffith", *(head for name in UNSEEN.values() for head in (name, "difference", "bar"))),
        [(row.what, f"{row.paper:g}", *_cells(row)) for row in griffith.rows(curve)],
    )
    yield plots.curves(
        f"Index of the tables, rated {way}: his Fig. 1, whose lower line ends at {stated:g}",
        {
            name: [(point.learnt, point.index(lot, "tables")) for point in curve]
            for lot, name in {"seen": "positions learnt from", **UNSEEN}.items()
        },
        ("sets of positions learnt from", "index"),
    )
    yield Table.of(
        ("what the text tells of Fig. 1", *UNSEEN.values()),
        [
            (each[0].what, *(Cell("yes", "good") if one.agrees else Cell("no", "bad") for one in each))
            for each in zip(*(griffith.told(curve, lot) for lot in UNSEEN), strict=True)
        ],
    )


def _cells(row: griffith.Row) -> Iterator[object]:
    for lot in UNSEEN:
        yield f"{row.ours[lot]:.1f}"
        yield f"{row.difference(lot):+.1f}"
        if lot not in row.holds:
            yield ""
        elif row.holds[lot]:
            yield Cell(f"{row.bar} holds", "good")
        else:
            yield Cell(f"{row.bar} missed", "bad")
