"""The section on how much of Fig. 3 such numbers could explain at most."""

from samuel.fit.fig3 import RECORD
from samuel.report.blocks import Block, Section, Table, Words
from samuel.report.made import on_record


def section() -> Section:
    """The climbs on record."""
    kept = RECORD.kept()
    blocks: list[Block] = [
        Words(
            "The program's coefficients and numbers were varied on Fig. 3 itself, and what brought its tree "
            "nearer was kept. That is in sample: a ceiling, not a prediction, and nothing in the program "
            "comes from it."
        )
    ]
    if kept is not None:
        rows = [("Table 1 as printed, nothing fitted", kept["printed"])]
        rows += [(f"seed {climb['seed']}, {climb['trials']} trials", climb) for climb in kept["climbs"]]
        blocks.append(
            Table.of(
                ("numbers", "boards", "of the figure's", "survey lines", "move"),
                [(name, row["boards"], row["shared"], row["survey"], row["move"]) for name, row in rows],
            )
        )
    made = on_record("the climbs", RECORD)
    return Section("fit", "How much could be explained", (made,), tuple(blocks))
