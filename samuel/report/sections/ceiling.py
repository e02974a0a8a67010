"""The section on how much of Fig. 3 fitted numbers can explain."""

from collections.abc import Iterator

from samuel.fit.fig3.search import Outcome
from samuel.fit.fig3.study import RECORD, Fit, kept
from samuel.report.blocks import Block, Section, Table, Words
from samuel.report.made import on_record
from samuel.studies.fig3.chance import Spread


def section() -> Section:
    """The climbs on record, compared with chance."""
    found = kept()
    blocks: list[Block] = [
        Words(
            "The program's coefficients and numbers were varied on Fig. 3 itself, and changes that brought "
            "its tree nearer were kept. This is in sample: it shows how much can at least be reached. It is "
            "not a prediction, and nothing in the program comes from it. The climbs raise nearness: twice "
            "the shared boards over the boards of both trees. Meaningless coefficients show what chance "
            "reaches: mean ± standard deviation, then the maximum."
        )
    ]
    if found is not None:
        blocks.append(
            Table.of(("numbers", "nearness", "boards", "in the figure", "survey lines", "move"), _rows(found))
        )
    return Section("fit", "How much could be explained", (on_record("the climbs", RECORD),), tuple(blocks))


def _rows(found: Fit) -> list[tuple[object, ...]]:
    return [
        ("Table 1 as printed, nothing fitted", *_reached(found.printed)),
        *(
            (f"climbed, seed {climb.seed}, {climb.trials:,} trials", *_reached(climb.best.outcome))
            for climb in found.climbs
        ),
        *(
            (
                f"{kind}, {fared.draws} x",
                _spread(fared.nearness, ".3f"),
                _spread(fared.boards, ".0f"),
                _spread(fared.shared, ".0f"),
                _spread(fared.survey, ".1f"),
                f"the same in {fared.same_move:.0%}",
            )
            for kind, fared in found.chance.items()
        ),
    ]


def _reached(outcome: Outcome) -> Iterator[object]:
    yield f"{outcome.nearness:.3f}"
    yield from (outcome.boards, outcome.shared, outcome.survey, outcome.move)


def _spread(found: Spread, form: str) -> str:
    return f"{found.mean:{form}} ± {found.deviation:{form}}, {found.most:{form}}"
