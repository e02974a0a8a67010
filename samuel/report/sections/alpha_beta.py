"""The section on Figs. 1 and 2."""

from samuel.report.blocks import Beside, Block, Finding, Fold, Result, Section, Table, Words
from samuel.report.cells import cited, yes
from samuel.report.drawings import look_ahead
from samuel.report.made import run_now
from samuel.studies.alpha_beta import figures


def section() -> Section:
    """What the text says about both figures, and what the look-ahead does."""
    printout = figures.look_at_figures()
    pruned, plain = printout.looks
    studies = figures.figure_1(printout), figures.figure_2(printout)
    whole, seen = look_ahead.whole_tree(pruned), look_ahead.seen_tree(pruned)
    agreeing, of = sum(found.agreeing for found in studies), sum(len(found.rows) for found in studies)
    tables = [_table(found) for found in studies]
    blocks: list[Block] = [
        Words(
            "The two drawings of the paper are not available to us; its text is. The tree went into the "
            "machine on cards, and the program found by itself which boards to visit, in which order, with "
            f"which alpha, and where to cut off. It made {pruned.boards} boards and scored {pruned.ends}; "
            f"without pruning it makes {plain.boards} and scores {plain.ends}, and finds the same move, "
            f"{plain.move}, and the same score, {plain.score}. Scores that the text does not give were "
            "chosen within the bounds it gives."
        ),
        whole,
        Beside((seen,), (tables[0],)),
        Fold(f"Fig. 2, step by step: {len(studies[1].rows)} rows", (tables[1],)),
    ]
    return Section(
        "figs1-2",
        "Figs. 1 and 2: alpha-beta",
        (run_now("both figures", "samuel figure 1; samuel figure 2"),),
        tuple(blocks),
        tuple(
            Result(
                f"Fig. {found.figure}, {found.title}",
                f"{found.agreeing} of {len(found.rows)}",
                "all that the text says",
                found.agrees,
            )
            for found in studies
        ),
        (Finding(f"{agreeing} of {of}", "statements about alpha-beta in Figs. 1 and 2 hold"),),
    )


def _table(found: figures.Study) -> Table:
    return Table.of(
        ("what the text says", "paper", "machine", "agrees", "place"),
        [
            (row.what, row.paper, row.machine, yes(row.agrees), f"{row.place}, {row.standing}")
            for row in found.rows
        ],
        "lrrll",
        caption=f"Fig. {found.figure}: {found.agreeing} of {len(found.rows)} rows agree",
        source=cited("S67"),
    )
