"""The section on how much of Fig. 3 other procedures and fitted numbers can explain."""

from collections.abc import Iterator

from samuel.fit import procedure
from samuel.fit.fig3.search import Outcome
from samuel.fit.fig3.study import RECORD, Fit, kept
from samuel.report.blocks import Block, Heading, Section, Table, Words
from samuel.report.made import on_record
from samuel.studies.fig3.chance import Spread
from samuel.views import procedure as view


def section() -> Section:
    """The trials of the procedure and the climbs on record, each compared with chance."""
    found = kept()
    blocks: list[Block] = [
        Heading("Which procedure the tree tells"),
        *_trials(),
        Heading("Fitted numbers"),
        Words(
            "The program's coefficients and numbers were varied on Fig. 3 itself, and changes that brought "
            "its tree nearer were kept. This is in sample: it shows how much can at least be reached. It is "
            "not a prediction, and nothing in the program comes from it. The climbs raise nearness: twice "
            "the shared boards over the boards of both trees. Meaningless coefficients show what chance "
            "reaches: mean ± standard deviation, then the maximum."
        ),
    ]
    if found is not None:
        blocks.append(
            Table.of(("numbers", "nearness", "boards", "in the figure", "survey lines", "move"), _rows(found))
        )
    made = (on_record("the trials", procedure.RECORD), on_record("the climbs", RECORD))
    return Section("fit", "How much could be explained", made, tuple(blocks))


def _trials() -> Iterator[Block]:
    """Every trial of the procedure, with its control."""
    found = procedure.kept()
    if found is None:
        return
    first, *further = view.sentences(found)
    yield Words(first)
    yield Table.of(view.HEADINGS, list(view.rows(found)))
    yield from map(Words, further)
    yield Table.of(("what is changed", "what speaks for it"), [(t.name, t.why) for t in found.trials], "ll")


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
