"""The section on Figs. 1 and 2."""

from samuel.report.blocks import Block, Fold, Result, Section, Table, Words
from samuel.report.cells import yes
from samuel.report.made import run_now
from samuel.studies.alpha_beta import figures


def section() -> Section:
    """What the text says about both figures, and what the look-ahead does."""
    printout = figures.look_at_figures()
    blocks: list[Block] = []
    results = []
    for found in (figures.figure_1(printout), figures.figure_2(printout)):
        name, of = f"Fig. {found.figure}, {found.title}", len(found.rows)
        results.append(Result(name, f"{found.agreeing} of {of}", "all that the text says", found.agrees))
        table = Table.of(
            ("what the text says", "paper", "machine", "agrees", "evidence"),
            [(row.what, row.paper, row.machine, yes(row.agrees), row.standing) for row in found.rows],
            "lrrll",
        )
        blocks += [Words(f"{name}: {found.agreeing} of {of} rows agree."), Fold("Row by row", (table,))]
    made = run_now("both figures", "samuel figure 1; samuel figure 2")
    return Section("figs1-2", "Figs. 1 and 2: alpha-beta", (made,), tuple(blocks), tuple(results))
