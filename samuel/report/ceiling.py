"""The section on how much of Fig. 3 such numbers could explain at most."""

from collections.abc import Mapping
from typing import Any

from samuel import own
from samuel.agreement import YARDSTICKS
from samuel.figure_view import chance
from samuel.fit.fig3 import RECORD
from samuel.report.blocks import Block, Section, Table, Words
from samuel.report.made import on_record


def section() -> Section:
    """The climbs on record, with chance beside them."""
    kept = RECORD.kept()
    blocks: list[Block] = [
        Words(
            "The program's coefficients and numbers were varied on Fig. 3 itself, and what brought its tree "
            "nearer was kept. That is in sample: a ceiling, not a prediction, and nothing in the program "
            "comes from it. Coefficients without meaning show what chance reaches: mean ± standard "
            "deviation, then the most."
        )
    ]
    if kept is not None:
        blocks.append(_table(kept))
    made = (on_record("the climbs", RECORD), on_record("what chance reaches", own.CHANCE))
    return Section("fit", "How much could be explained", made, tuple(blocks))


def _table(kept: Mapping[str, Any]) -> Table:
    sticks = {stick.measure: stick for stick in YARDSTICKS}
    measures = [sticks[name] for name in ("boards_shared", "survey_paths", "move")]
    fitted = [("Table 1 as printed, nothing fitted", kept["printed"])]
    fitted += [
        (f"climbed, seed {climb['seed']}, {climb['trials']} trials", climb) for climb in kept["climbs"]
    ]
    return Table.of(
        ("numbers", "boards", "of the figure's", "survey lines", "move"),
        [
            *((name, row["boards"], row["shared"], row["survey"], row["move"]) for name, row in fitted),
            *(
                (f"{kind}, {len(draws)} x", "", *(chance(stick, draws) for stick in measures))
                for kind, draws in own.kept_chance().items()
            ),
        ],
    )
