"""The section on Griffith's test of 1966."""

from collections.abc import Iterator

from samuel import paper
from samuel.report import plots
from samuel.report.blocks import Block, Cell, Finding, Heading, Result, Section, Table, Words
from samuel.report.cells import asked, cited, yes
from samuel.report.made import on_record
from samuel.studies.books import griffith, griffith_written
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
            asked_of = _asked(trial) if way == griffith.ASKED else None
            blocks += _curve(f"Rated {WAYS[way]}", f"rated {WAYS[way]}", curve, asked_of)
    made = [on_record("the test", griffith.RECORD)]
    results = list(_results(trial)) if trial else []
    findings = tuple(_findings(trial)) if trial else ()
    written = griffith_written.kept()
    if written is not None:
        blocks += _written(written)
        made.append(on_record("the test as the memo writes it", griffith_written.RECORD))
        results += _written_results(written)
    return Section(
        "griffith", "Griffith's test of 1966", tuple(made), tuple(blocks), tuple(results), findings
    )


def _written(trial: griffith_written.Trial) -> Iterator[Block]:
    """The memo to the letter."""
    gains = ", ".join(f"{trial.gain(lot):+.1f} on {name}" for lot, name in UNSEEN.items())
    yield Heading("As the memo writes it")
    yield Words(
        "The tables above are folded and split by phases, as Samuel tells of them. Griffith's own deck has "
        "full tables of 243 words, no phases, and takes boards right after a move; the program itself cuts "
        "the lots and divides. How he chose the argument sets is not known. Ours are those of related "
        f"parameters, and sets that the program chose by what pairs tell; these add {gains} to the index."
    )
    for way, curve in trial.curves.items():
        name = griffith_written.SETS[way]
        yield Table.of(
            ("function", name),
            [(number, " ".join(each)) for number, each in enumerate(trial.sets[way], 1)],
            "rl",
        )
        yield from _curve(name.capitalize(), name, curve, None)


def _written_results(trial: griffith_written.Trial) -> Iterator[Result]:
    for way, curve in trial.curves.items():
        for row in griffith.rows(curve, way):
            for lot, name in UNSEEN.items():
                what = f"{row.what}, {name}, as written, {griffith_written.SETS[way]}"
                yield Result(what, f"{row.ours[lot]:.1f}")


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


def _curve(title: str, how: str, curve: Curve, thresholds: Table | None) -> Iterator[Block]:
    stated = paper.griffith()["index of the tables"].low
    learnt_from = paper.griffith()["positions learnt from"].low
    yield Heading(title)
    rows = griffith.rows(curve)
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
        f"Index of the tables, {how}, as in his Fig. 1, of which only the end is available",
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
