"""The section on Tables 1 and 2: what was learnt from books."""

from collections import Counter
from collections.abc import Iterator

from samuel import paper
from samuel.report import plots
from samuel.report.blocks import Beside, Block, Cell, Finding, Heading, Result, Section, Table, Words
from samuel.report.cells import asked, cited, hundredths
from samuel.report.made import on_record, text
from samuel.report.plots import Curve
from samuel.studies.books import departures, tables_1_2
from samuel.studies.thresholds import Threshold


def section() -> Section:
    """The paper's tables, and the run of the learning program that is on record."""
    run = tables_1_2.kept()
    bars = (*tables_1_2.bars_1(run), *tables_1_2.bars_2(run)) if run else ()
    return Section(
        "tables",
        "Tables 1 and 2: what was learnt from books",
        (
            text("the paper's tables, from traces/paper"),
            on_record("the run of the learning program", tables_1_2.RECORD),
            *((on_record("the departures", departures.RECORD),) if departures.kept() else ()),
        ),
        (
            Heading("Table 1"),
            *_table_1(run),
            Heading("Table 2"),
            *_table_2(run),
            *(_test_lot(run) if run else ()),
            *_departures(),
            *((_asked(bars),) if bars else ()),
        ),
        tuple(Result(bar.what, bar.found, bar.asked, bar.verdict) for bar in bars),
        _findings(run) if run else (),
    )


def _findings(run: tables_1_2.Book) -> tuple[Finding, ...]:
    """The end of the learning curve."""
    stated, ours = paper.table_2()[-1], run.lines[-1]
    return (
        Finding(
            f"{ours[1]:.2f}",
            f"correlation of the learnt tables with {run.moves:,} book moves; {stated.tables / 100:.2f} in "
            "1967",
        ),
    )


def _table_1(run: tables_1_2.Book | None) -> Iterator[Block]:
    terms = paper.table_1()
    largest = max(Counter(term.phase for term in terms).values())
    printed = {(term.name, term.phase): term.hundredths / 100 for term in terms}
    phases = sorted({term.phase for term in terms})
    ours = run.coefficients if run else {}
    yield Words(
        f"The coefficients of the polynomial. The upper number of a cell is the paper's, which prints the "
        f"{largest} largest of each phase; the player uses these."
        + (f" The lower one is ours, learnt from {run.terms_moves:,} moves of {run.name}." if run else "")
    )
    yield Table.of(
        ("term", *(f"phase {phase}" for phase in phases)),
        [
            (
                name,
                *(
                    Cell(
                        hundredths(printed.get((name, phase))),
                        machine=hundredths(_nth(ours.get(name), phase)),
                    )
                    for phase in phases
                ),
            )
            for name in sorted({term.name for term in terms} | set(ours))
        ],
        source=cited("S67", "Table 1"),
    )
    if run:
        yield Table.of(
            ("phase", "printed", "same sign", "rank correlation"),
            [
                (p.phase, p.printed, p.same_sign, hundredths(p.rank_correlation))
                for p in tables_1_2.table_1(run).phases
            ],
            source=cited("S67", "Table 1"),
        )


def _nth(values: tuple[float, ...] | None, phase: int) -> float | None:
    return values[phase - 1] if values else None


def _table_2(run: tables_1_2.Book | None) -> Iterator[Block]:
    rows = paper.table_2()
    drawn = [
        Curve("tables, paper", "paper", [(row.moves, row.tables / 100) for row in rows]),
        Curve("polynomial, paper", "paper", [(row.moves, row.polynomial / 100) for row in rows], "--"),
    ]
    if run:
        drawn += [
            Curve("tables, machine", "machine", [(moves, tables) for moves, tables, _ in run.lines]),
            Curve("polynomial, machine", "machine", [(moves, poly) for moves, _, poly in run.lines], "--"),
        ]
    drawn_curves = plots.curves(
        "Table 2: C = (L - H) / (L + H), with L moves rated below the book's and H rated as high or higher",
        drawn,
        ("book moves analysed", "C"),
        log=True,
    )
    near = {row.moves: row for row in tables_1_2.table_2(run)} if run else {}
    table = Table.of(
        (
            "book moves",
            "tables: paper",
            "machine",
            "off by",
            "polynomial: paper",
            "machine",
            "off by",
        ),
        [
            (
                f"{row.moves:,}",
                *_beside(row.tables / 100, near[row.moves].own_tables if row.moves in near else None),
                *_beside(row.polynomial / 100, near[row.moves].own_polynomial if row.moves in near else None),
            )
            for row in rows
        ],
        "rrrrrrr",
        source=cited("S67", "Table 2"),
    )
    yield Beside((drawn_curves,), (table,))


def _beside(stated: float, ours: float | None) -> tuple[str, str, str]:
    difference = None if ours is None else ours - stated
    return hundredths(stated), hundredths(ours), hundredths(difference)


def _test_lot(run: tables_1_2.Book) -> Iterator[Block]:
    stated = paper.rated()
    yield Words(
        f"Share of {tables_1_2.test_lot()} test book moves with N other moves rated as high or higher:"
    )
    yield Table.of(
        ("N", *(str(row.higher_or_equal) for row in stated)),
        [
            ("paper", *(hundredths(row.hundredths / 100) for row in stated)),
            ("machine", *(hundredths(share) for share in run.not_lower[: len(stated)])),
        ],
        source=cited("S67", "Signature table learning results"),
    )


def _departures() -> Iterator[Block]:
    """The case as the paper prints it, and what we do otherwise, one at a time."""
    found = departures.kept()
    if found is None:
        return
    stated, shares = paper.table_2()[-1], [row.hundredths / 100 for row in paper.rated()]
    yield Heading("As printed, and our departures")
    yield Words(
        "As printed: the arguments of tables are states of the board, the paper's four smoothings are on, "
        "groups have equally many entries. Ours: arguments are what a move has changed, a smoothing of our "
        f"own, groups of equal data. C after {found.moves:,} book moves of {found.book}, the book moves from "
        "which on the tables lead, and the share of a test lot rated first."
    )
    yield Table.of(
        ("run", "tables", "polynomial", "tables lead from", "rated first"),
        [
            (
                "paper",
                hundredths(stated.tables / 100),
                hundredths(stated.polynomial / 100),
                "always",
                hundredths(shares[0]),
            ),
            *(
                (
                    name,
                    hundredths(case.lines[-1][1]),
                    hundredths(case.lines[-1][2]),
                    "never" if case.leads_from is None else f"{case.leads_from:,}",
                    hundredths(case.shares[0]),
                )
                for name, case in found.cases.items()
            ),
        ],
        source=cited("S67", "Table 2"),
    )
    rows = [row for row in paper.table_2() if row.moves <= departures.EARLY]
    yield Words(
        "The first rows, C of tables and polynomial. Before the first remaking all moves are rated alike, "
        "and equal counts as higher: so they depend on when tables are remade, and on the book's order."
    )
    yield Table.of(
        ("run", *(f"{row.moves:,}" for row in rows)),
        [
            ("paper", *(f"{row.tables / 100:.2f} {row.polynomial / 100:.2f}" for row in rows)),
            *((name, *(_at(case, row.moves) for row in rows)) for name, case in found.beginnings.items()),
        ],
        source=cited("S67", "Table 2"),
    )


def _at(case: departures.Case, asked_for: int) -> str:
    """C of both methods after this many book moves."""
    found = (f"{tables:.2f} {poly:.2f}" for moves, tables, poly in case.lines if moves == asked_for)
    return next(found, "-")


def _asked(bars: tuple[Threshold, ...]) -> Table:
    return Table.of(
        ("measure", "found", "threshold"),
        [
            (
                bar.what,
                bar.found,
                f"{bar.asked}, {bar.unasked}" if bar.unasked else asked(bar.asked, bar.holds),
            )
            for bar in bars
        ],
        "lrl",
        caption="Thresholds, which we set",
    )
