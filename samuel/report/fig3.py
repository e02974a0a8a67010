"""The section on Fig. 3: how far the program follows the published tree, and what limits that."""

from collections.abc import Iterator, Mapping, Sequence

from samuel import agreement, own
from samuel.agreement import YARDSTICKS, Agreement, Yardstick
from samuel.chance import Draw, Kind
from samuel.figure_view import chance, value
from samuel.fit.readings import Weighed, ends, weigh
from samuel.forced import by_lot, forced_replay
from samuel.free_run import free_run
from samuel.report import comparison, trees
from samuel.report.blocks import Block, Heading, Result, Section, Table, Words
from samuel.report.cells import asked
from samuel.report.made import on_record, run_now
from samuel.treefile import the_figure

DRAWS = 300
"""Of readings; enough for a page."""


def section() -> Section:
    """The measures, chance, what limits them, and both trees."""
    by_phase = forced_replay(own_phase=True)
    found = agreement.measure(agreement.oracle_run(), free_run(), forced_replay(), by_phase)
    draws = own.kept_chance()
    return Section(
        "fig3",
        "Fig. 3: the tree of a move",
        (
            run_now("oracle run, free run and forced replay", "samuel figure 3"),
            run_now("other readings of the lost names", f"samuel fit readings --draws {DRAWS}"),
            on_record("what chance reaches", own.CHANCE),
        ),
        (
            Words(
                "The oracle run is given the figure's order of moves and its verdicts, and must make its "
                "tree. The free run is given nothing. The forced replay is led along the figure board by "
                "board, so that one early difference does not spoil the rest."
            ),
            Table.of(
                ("measure", "paper", "machine", "asked"),
                [
                    (stick.what, stick.most, value(found.measures, stick), _bar(found.measures, stick))
                    for stick in YARDSTICKS
                ],
                "lrrl",
            ),
            Heading("What was chosen with the tree in sight"),
            Words(
                "The coefficients are Table 1's, as printed. Of many names in that table no definition is "
                "published: what they mean was chosen on book games (samuel fit definitions), where the "
                "tree took no part, but for one preference that was stated after Fig. 3 had been seen. For "
                "EDGES several readings follow its row equally well, within the margin of the rule, and the "
                "one that the name says was taken, when it was known already that another does worse on the "
                "tree; listings/RECONSTRUCTION.md tells it under “What was tried for the lost names”. How "
                "far other readings of EDGES would go stands below."
            ),
            Heading("Beside chance"),
            *beside_chance(found.measures, draws),
            Heading("What limits the agreement"),
            *_limits(weigh(DRAWS)),
            Heading("The two trees"),
            trees.pair(the_figure().lines, found.own.printed.lines),
            *comparison.blocks(found.comparison),
        ),
        tuple(_result(found.measures, stick) for stick in YARDSTICKS),
    )


def _holds(found: Agreement, stick: Yardstick) -> bool | None:
    return stick.holds(found) if stick.holds else None


def _bar(found: Agreement, stick: Yardstick) -> object:
    return asked(stick.bar, _holds(found, stick))


def _result(found: Agreement, stick: Yardstick) -> Result:
    return Result(stick.what, value(found, stick), stick.bar, _holds(found, stick))


def beside_chance(found: Agreement, draws: Mapping[Kind, Sequence[Draw]]) -> Iterator[Block]:
    """What coefficients without meaning reach, moves drawn by lot, and no coefficients at all."""
    kinds = [kind for kind in draws if draws[kind]]
    first, saved = by_lot()
    lot = {"replay_first": f"{first:.1f}", "replay_saved": f"{saved:.1f}"}
    yield Words(
        "Coefficients without meaning show what chance reaches: mean ± standard deviation, then the most. "
        "Shuffled are Table 1's given to other terms of their phase, random any up to the largest. With "
        "zero, material decides, and then the order in which moves are found. By lot, moves would be "
        "drawn."
    )
    yield Table.of(
        ("measure", "machine", *(f"{kind}, {len(draws[kind])} x" for kind in kinds), "by lot"),
        [
            (
                stick.what,
                value(found, stick),
                *(chance(stick, draws[kind]) for kind in kinds),
                lot.get(stick.measure, ""),
            )
            for stick in YARDSTICKS
            if stick.by_chance
        ],
    )
    for zero in draws.get("zero", ()):
        yield Words(
            "With coefficients of zero, so by material and the order of finding alone, saved moves are "
            f"{_beside(zero.saved, found.replay_saved)}, first tries "
            f"{_beside(zero.first, found.replay_first)}, and boards of the free run "
            f"{_beside(zero.shared, found.boards_shared)}."
        )


def _beside(theirs: int, ours: int) -> str:
    """A number of other coefficients, in words beside that of Table 1's."""
    if theirs == ours:
        return f"{theirs}, as with Table 1's"
    return f"{theirs}, {'more' if theirs > ours else 'fewer'} than the {ours} with Table 1's"


def _limits(found: Weighed) -> Iterator[Block]:
    """How far the readings of each lost name go apart, and readings by lot."""
    yield Words(
        "What the lost names are taken to mean limits it. Here the forced replay is made with every reading "
        "that was thought up for a name, all others as they are in the program; the least and the most of "
        "them:"
    )
    yield Table.of(
        ("name", "readings", "first tries", "saved moves", "keep what was asked"),
        [
            (name, len(of), ends(of, "first"), ends(of, "saved"), sum(each.holds for each in of.values()))
            for name, of in found.names.items()
        ],
    )
    yield Words(" ".join(found.told()))
