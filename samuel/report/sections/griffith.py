"""The section on Griffith's test of 1966."""

from collections.abc import Iterator

from samuel import paper
from samuel.report import plots
from samuel.report.blocks import Block, Cell, Finding, Heading, Result, Section, Table, Words
from samuel.report.cells import asked, cited, yes
from samuel.report.made import on_record
from samuel.studies.books import griffith
from samuel.studies.books.griffith import UNSEEN, WAYS, Curve, Trial


def section() -> Section:
    """His numbers beside those of the test on record, and our version of the curve in his Fig. 1."""
    trial = griffith.kept()
    blocks: list[Block] = [
        Words(
            "Griffith let signature tables learn from book positions and rate the moves of other positions; "
            "Samuel's polynomial rated the same moves. The index is 100 if the book's move is always rated "
            "highest, and about 0 for guesses; a move rated equal to the book's counts as higher. Further "
            "games share openings with those learnt from; new positions are all different from those learnt "
            "from."
        )
    ]
    if trial is not None:
        learnt = f"Learnt from {trial.learnt:,} sets of positions of {trial.book}"
        blocks.append(Words(f"{learnt}; each lot to rate has {trial.rated:,}."))
        for way, curve in trial.curves.items():
            blocks += _curve(way, curve, _asked(trial) if way == griffith.ASKED else None)
    made = on_record("the test", griffith.RECORD)
    results = tuple(_results(trial)) if trial else ()
    findings = tuple(_findings(trial)) if trial else ()
    return Section("griffith", "Griffith's test of 1966", (made,), tuple(blocks), results, findings)


def _results(trial: Trial) -> Iterator[Result]:
    for each in griffith.thresholds(trial):
        yield Result(each.what, each.found, each.asked, each.verdict)
    with_threshold = {each.what for each in griffith.thresholds(trial)}
    for way, curve in trial.curves.items():
        for row in griffith.rows(curve, way):
            for lot, name in UNSEEN.items():
                if way != griffith.ASKED or f"{row.what}, {name}" not in with_threshold:
                    yield Result(f"{row.what}, {name}, rated {WAYS[way]}", f"{row.ours[lot]:.1f}")


def _findings(trial: Trial) -> Iterator[Finding]:
    row = next(
        row for row in griffith.rows(trial.curves[griffith.ASKED]) if row.what == "index of the tables"
    )
    yield Finding(
        f"{row.ours[griffith.HIS_LOT]:.0f}",
        f"index of Griffith's signature tables on new positions; {row.paper:g} in his memo of 1966",
    )


def _asked(trial: Trial) -> Table:
    return Table.of(
        ("measure", "found", "threshold"),
        [
            (
                each.what,
                each.found,
                f"{each.asked}, {each.unasked}" if each.unasked else asked(each.asked, each.holds),
            )
            for each in griffith.thresholds(trial)
        ],
        "lrl",
        caption="Thresholds, which we set",
    )


def _curve(way: str, curve: Curve, thresholds: Table | None) -> Iterator[Block]:
    stated = paper.griffith()["index of the tables"].low
    learnt_from = paper.griffith()["positions learnt from"].low
    yield Heading(f"Rated {WAYS[way]}")
    rows = griffith.rows(curve, way)
    yield Table.of(
        (
            "per cent",
            "Griffith",
            *(head for name in UNSEEN.values() for head in (name, "off by")),
            "place in the memo",
        ),
        [(row.what, f"{row.paper:g}", *_cells(row), paper.griffith()[row.what].place) for row in rows],
        "l" + "r" * (1 + 2 * len(UNSEEN)) + "l",
        source=cited("G66"),
    )
    if thresholds:
        yield thresholds
    lots = {"seen": "positions learnt from", **UNSEEN}
    styles: dict[str, plots.Style] = {"seen": ":", "further": "-", "new": "--"}
    yield plots.curves(
        f"Index of the tables, rated {WAYS[way]}, as in his Fig. 1, of which only the end is available",
        [
            plots.Curve("Griffith's tables", "paper", [(learnt_from, stated)], "none"),
            *(
                plots.Curve(
                    name,
                    "machine",
                    [(point.learnt, point.index(lot, "tables")) for point in curve],
                    styles[lot],
                )
                for lot, name in lots.items()
            ),
        ],
        ("sets of positions learnt from", "index"),
    )
    yield Table.of(
        ("index after", *(f"{point.learnt:,}" for point in curve)),
        [(name, *(f"{point.index(lot, 'tables'):.1f}" for point in curve)) for lot, name in lots.items()],
    )
    yield Table.of(
        ("what the text says about Fig. 1", *UNSEEN.values()),
        [
            (
                told[0].what,
                *(Cell("partly") if one.partly and not one.agrees else yes(one.agrees) for one in told),
            )
            for told in zip(*(griffith.told(curve, lot) for lot in UNSEEN), strict=True)
        ],
        "lll",
        source=cited("G66", "4.4 and 4.5"),
    )


def _cells(row: griffith.MemoRow) -> Iterator[object]:
    for lot in UNSEEN:
        yield f"{row.ours[lot]:.1f}"
        yield f"{row.difference(lot):+.1f}"
