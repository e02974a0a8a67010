"""The sections of the report: each runs the program, and sets the paper beside it.

Every number on the page is a result of these runs, or a datum of `traces/paper` or `traces/own`.
"""

from collections.abc import Callable, Iterator

from samuel import agreement, figures, learnt, own, paper
from samuel.agreement import YARDSTICKS, Agreement, Yardstick
from samuel.figure_view import chance, value
from samuel.fit.fig3 import RECORD
from samuel.forced import by_lot, forced_replay
from samuel.free_run import free_run
from samuel.profile import profiled
from samuel.report import griffith, match, plots, trees
from samuel.report.blocks import Block, Cell, Page, Section, Table, Words
from samuel.report.evidence import KINDS, entries, tally
from samuel.stopwatch import Ends, fig_3_move
from samuel.timing_study import Row, study
from samuel.treefile import the_figure

ROUTINES = 15
"""The busiest that are shown."""

Progress = Callable[[str], object]


def page(progress: Progress) -> Page:
    """The whole report; `progress` is told what is being made."""
    made: list[Section] = []
    for title, make in SECTIONS.items():
        progress(title)
        made.append(make())
    return Page(
        "Samuel's checker player of 1967, paper beside machine",
        (
            "Arthur Samuel's program learned to play checkers on an IBM 7094; no copy of it survives. This "
            "is a reconstruction, in the machine's own assembly language, running on a simulated 7094. Each "
            "section was made by the command below its title, which runs the program and compares what it "
            "printed with what the papers printed.",
            f"The player's cards have the SHA-256 {own.deck_hash('samuel.deck')[:16]}.",
        ),
        tuple(made),
    )


def alpha_beta() -> Section:
    """Figs. 1 and 2."""
    printout = figures.look_at_figures()
    blocks: list[Block] = []
    for found in (figures.figure_1(printout), figures.figure_2(printout)):
        blocks += [
            Words(f"Fig. {found.figure}, {found.title}: {found.agreeing} of {len(found.rows)} rows agree."),
            Table.of(
                ("what the text tells", "paper", "machine", "agrees", "standing"),
                [(row.what, row.paper, row.machine, _yes(row.agrees), row.standing) for row in found.rows],
            ),
        ]
    return Section("figs1-2", "Figs. 1 and 2: alpha-beta", "samuel figure 1; samuel figure 2", tuple(blocks))


def move_tree() -> Section:
    """Fig. 3."""
    by_phase = forced_replay(own_phase=True)
    found = agreement.measure(agreement.oracle_run(), free_run(), forced_replay(), by_phase)
    draws = own.kept_chance()
    kinds = [kind for kind in draws if draws[kind]]
    first, saved = by_lot()
    measures = Table.of(
        ("measure", "most", "machine", "bar", *(f"coefficients {kind}" for kind in kinds)),
        [
            (
                stick.what,
                stick.most,
                value(found.measures, stick),
                _bar(found.measures, stick),
                *(chance(stick, draws[kind]) for kind in kinds),
            )
            for stick in YARDSTICKS
        ],
    )
    counted = {"Boards": found.comparison.usage, "Ends": found.comparison.ends}
    plies = sorted({row.ply for rows in counted.values() for row in rows if row.a or row.b})
    charts = [
        plots.bars(
            f"{what} by PLY",
            [str(ply) for ply in plies],
            {
                "paper": [next((row.a for row in rows if row.ply == ply), 0) for ply in plies],
                "machine": [next((row.b for row in rows if row.ply == ply), 0) for ply in plies],
            },
            "PLY, which counts the first board as 1",
        )
        for what, rows in counted.items()
    ]
    return Section(
        "fig3",
        "Fig. 3: the tree of a move",
        "samuel figure 3",
        (
            Words(
                "The oracle run is given the figure's order of moves and its verdicts, and must make its "
                "tree. The free run is given nothing. The forced replay is led along the figure board by "
                "board, so that one early difference does not spoil the rest. Coefficients without meaning "
                f"show what chance reaches: mean, standard deviation and most. By lot there would be "
                f"{first:.0f} first tries and {saved:.0f} saved moves. Nothing is tuned on the tree."
            ),
            measures,
            *charts,
            Words("The published tree and the machine's own; boards that both have are marked."),
            trees.pair(the_figure().lines, found.own.printed.lines),
        ),
    )


def tables() -> Section:
    """Tables 1 and 2, and the run of the learning program that is on record."""
    terms = paper.table_1()
    printed = {(term.name, term.phase): term.hundredths / 100 for term in terms}
    phases = sorted({term.phase for term in terms})
    run = learnt.kept()
    ours = run.coefficients if run else {}
    names = sorted({term.name for term in terms} | set(ours))
    curves = {
        "signature tables (paper)": [(row.moves, row.tables / 100) for row in paper.table_2()],
        "polynomial (paper)": [(row.moves, row.polynomial / 100) for row in paper.table_2()],
    }
    if run:
        curves["signature tables"] = [(moves, tables) for moves, tables, _ in run.lines]
        curves["polynomial"] = [(moves, polynomial) for moves, _, polynomial in run.lines]
    blocks: list[Block] = [
        Words("Table 1 as printed: the 19 largest coefficients of each phase. The player uses these."),
        Table.of(
            ("term", *(f"phase {phase}" for phase in phases)),
            [
                (name, *(_hundredths(printed.get((name, phase))) for phase in phases))
                for name in names
                if any((name, phase) in printed for phase in phases)
            ],
        ),
    ]
    if run:
        found = learnt.table_1(run)
        blocks += [
            Words(f"The same learnt on this machine from {run.terms_moves:,} moves of {run.name}."),
            Table.of(
                ("term", *(f"phase {phase}" for phase in phases)),
                [(name, *(f"{value:.2f}" for value in ours[name])) for name in sorted(ours)],
            ),
            Table.of(
                ("phase", "printed", "same sign", "rank correlation"),
                [(p.phase, p.printed, p.same_sign, _hundredths(p.rank_correlation)) for p in found.phases],
            ),
        ]
    else:
        blocks.append(
            Words(f"No run of the learning program is on record: {learnt.RECORD.command} makes one.")
        )
    if run:
        blocks += _learning(run)
    blocks.append(
        plots.curves(
            "Table 2: C of the moves rated below the book's and those rated as high or higher",
            curves,
            ("book moves analysed", "C"),
            log=True,
        )
    )
    return Section(
        "tables",
        "Tables 1 and 2: what was learnt from books",
        "samuel table 1; samuel table 2",
        tuple(blocks),
    )


def _learning(run: learnt.Book) -> Iterator[Block]:
    """Table 2 row by row, the test lot, and what was asked."""
    yield Words("Table 2, the paper's and ours at the same counts.")
    yield Table.of(
        ("book moves", "tables, paper", "ours", "difference", "polynomial, paper", "ours", "difference"),
        [
            (
                f"{row.moves:,}",
                *(_hundredths(value) for value in (row.tables, row.own_tables, row.own_tables - row.tables)),
                *(
                    _hundredths(value)
                    for value in (row.polynomial, row.own_polynomial, row.own_polynomial - row.polynomial)
                ),
            )
            for row in learnt.table_2(run)
        ],
    )
    stated = paper.rated()
    yield Words(f"Book moves of a test lot of {learnt.TEST_LOT} with so many others rated as high or higher.")
    yield Table.of(
        ("moves as high or higher", *(str(at) for at in range(len(stated)))),
        [
            ("paper", *(_hundredths(row.hundredths / 100) for row in stated)),
            ("ours", *(_hundredths(share) for share in run.not_lower[: len(stated)])),
        ],
    )
    yield Table.of(
        ("what", "asked", "found", ""),
        [
            (
                bar.what,
                bar.asked,
                bar.found,
                Cell("holds", "good") if bar.holds else Cell("missed", "bad"),
            )
            for bar in (*learnt.bars_1(run), *learnt.bars_2(run))
        ],
    )


def times() -> Section:
    """The timing study."""
    found = study()
    with_tree, *_ = found.moves
    seen = profiled(fig_3_move())
    works = Table.of(
        ("the move of Fig. 3, seconds", *("tree printed" if w.tree else "no tree" for w in found.moves)),
        [
            ("elapsed", *(_ends(work.elapsed) for work in found.moves)),
            ("computing", *(_ends(work.computing) for work in found.moves)),
            ("waiting for cards and printer", *(f"{work.waiting:.1f}" for work in found.moves)),
            ("some device moving", *(f"{work.busy:.1f}" for work in found.moves)),
            ("of that, while it computed", *(f"{work.overlap:.1f}" for work in found.moves)),
            ("boards scored", *(f"{work.boards:,}" for work in found.moves)),
        ],
    )
    return Section(
        "timing",
        "Times",
        "samuel timing --profile",
        (
            Words(
                "Each piece of work on the model that the paper timed it on. A 7094's time is an interval: "
                "its slow end takes the cycle counts of a 7090, its quick end saves what a 7094 may have "
                "saved."
            ),
            Table.of(
                ("what", "paper", "simulated", "ratio", "verdict"), [tuple(_time(row)) for row in found.rows]
            ),
            works,
            plots.lying_bars(
                f"Where the computing of Fig. 3's move went, {_ends(with_tree.computing)} s",
                {part.name: part.own.seconds[1] for part in seen.parts},
                "seconds, at the slow end",
            ),
            Table.of(
                ("routine", "file", "calls", "seconds, its own", "share"),
                [
                    (r.name, r.file, f"{r.calls:,}", f"{r.own.seconds[1]:.2f}", f"{r.own.share:.1%}")
                    for r in seen.routines[:ROUTINES]
                ],
            ),
        ),
    )


def sources() -> Section:
    """What is original, rebuilt and guessed."""
    found = entries()
    return Section(
        "evidence",
        "What is original, rebuilt and guessed",
        "listings/RECONSTRUCTION.md",
        (
            Words(f"{len(found)} entries of listings/RECONSTRUCTION.md, by the evidence that they name."),
            Table.of(
                ("evidence", "meaning", "entries"),
                [(kind, KINDS[kind], count) for kind, count in tally(found).items()],
            ),
            Table.of(
                ("routine or choice", "file", "evidence", "source"),
                [(entry.routine, entry.file, entry.evidence, entry.source) for entry in found],
            ),
        ),
    )


def explained() -> Section:
    """How much of Fig. 3 such numbers could explain at most."""
    kept = RECORD.kept()
    words = (
        "The program's coefficients and numbers were varied on Fig. 3 itself, and what brought its tree "
        "nearer was kept. That is in sample: a ceiling, not a prediction, and nothing in the program comes "
        "from it."
    )
    blocks: list[Block] = [Words(words)]
    if kept is None:
        blocks.append(Words(f"No run is on record: {RECORD.command} makes one."))
    else:
        rows = [("Table 1 as printed, nothing fitted", kept["printed"])]
        rows += [(f"seed {climb['seed']}, {climb['trials']} trials", climb) for climb in kept["climbs"]]
        blocks.append(
            Table.of(
                ("numbers", "boards", "of the figure's", "survey lines", "move"),
                [(name, row["boards"], row["shared"], row["survey"], row["move"]) for name, row in rows],
            )
        )
    return Section("fit", "How much could be explained", "samuel fit fig3", tuple(blocks))


SECTIONS: dict[str, Callable[[], Section]] = {
    "Figs. 1 and 2": alpha_beta,
    "Fig. 3": move_tree,
    "the ceiling": explained,
    "Tables 1 and 2": tables,
    "Griffith's test": griffith.section,
    "learnt tables at play": match.section,
    "times": times,
    "evidence": sources,
}


# Cells


def _yes(agrees: bool) -> Cell:
    return Cell("yes", "good") if agrees else Cell("no", "bad")


def _ends(ends: Ends) -> str:
    low, high = (f"{end:.3g}" if end < 1000 else f"{end:,.0f}" for end in ends)
    return low if low == high else f"{low} to {high}"


def _hundredths(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _bar(found: Agreement, stick: Yardstick) -> Cell:
    if stick.holds is None:
        return Cell("")
    return Cell(f"{stick.bar} holds", "good") if stick.holds(found) else Cell(f"{stick.bar} missed", "bad")


def _time(row: Row) -> Iterator[object]:
    low, high = row.paper.low, row.paper.high
    yield Cell(row.paper.name if row.simulated is None else f"{row.paper.name}: {row.how}")
    stated = f"{low:g}" if high in (None, low) else f"{low:g} to {high:g}"
    yield Cell(f"{stated} {row.paper.unit}", number=True)
    if row.simulated is None or row.ratio is None:
        yield from (row.how, "", row.verdict)
        return
    yield Cell(f"{_ends(row.simulated)} {row.paper.unit}", number=True)
    yield Cell(_ends(row.ratio), number=True)
    yield Cell(row.verdict, "" if row.within is None else "good" if row.holds else "bad")
