"""The section on Fig. 3: how far the program follows the published tree, and what limits that."""

from collections.abc import Iterator, Mapping, Sequence

from samuel.fit.readings import Weighed, ends, weigh
from samuel.paper.fig3 import FIGURE_3_BOARD, OPENING
from samuel.report import comparison, trees
from samuel.report.blocks import Beside, Block, Finding, Fold, Heading, Result, Section, Sheet, Table, Words
from samuel.report.cells import asked, cited
from samuel.report.drawings.boards import board
from samuel.report.made import on_record, run_now
from samuel.studies import records
from samuel.studies.fig3 import agreement
from samuel.studies.fig3.agreement import YARDSTICKS, Agreement, Yardstick
from samuel.studies.fig3.chance import Draw, Kind, recorded_draws
from samuel.studies.fig3.forced import expected_at_random, forced_replay
from samuel.studies.fig3.free_run import free_run
from samuel.studies.fig3.page import beside_figure, oracle_page
from samuel.trees.treefile import the_figure
from samuel.views import fig3_page
from samuel.views.figures import chance

PLACE = "A multiple-path enhanced-plausibility procedure"
"""The section of the paper that describes Fig. 3."""
DRAWS = 300
"""Random sets of readings; enough for a page."""


def section() -> Section:
    """The measures, chance, what limits them, and both trees."""
    found = agreement.measure(agreement.oracle_run(), free_run(), forced_replay())
    draws = recorded_draws()
    goal = next(stick for stick in YARDSTICKS if stick.measure == "move").most
    return Section(
        "fig3",
        "Fig. 3: the tree of a move",
        (
            run_now("oracle run, free run and forced replay", "samuel figure 3"),
            run_now("other readings of the lost names", f"samuel fit readings --draws {DRAWS}"),
            on_record("what chance reaches", records.CHANCE),
        ),
        (
            Beside(
                (
                    board(
                        FIGURE_3_BOARD,
                        f"Where Fig. 3 begins, after {OPENING}. Black is to move; Samuel's program and ours "
                        f"play {found.measures.move}."
                        if found.measures.move == goal
                        else f"Where Fig. 3 begins, after {OPENING}. Black is to move.",
                        [int(square) for square in goal.split("-")],
                    ),
                ),
                (
                    Words(
                        "The oracle run is given the figure's order of moves and its verdicts, and must "
                        "reproduce its tree. The free run is given nothing. The forced replay is led along "
                        "the figure board by board, so that one early difference does not spoil the rest."
                    ),
                    Table.of(
                        ("measure", "paper", "machine", "threshold"),
                        [
                            (
                                stick.what,
                                stick.most,
                                stick.shown(found.measures),
                                asked(stick.bar, _holds(found.measures, stick)),
                            )
                            for stick in YARDSTICKS
                        ],
                        "lrrl",
                        source=cited("S67", "Fig. 3 and " + PLACE),
                    ),
                ),
                narrow_left=True,
            ),
            Heading("What was chosen after the tree had been seen"),
            Words(
                "The coefficients are Table 1's, as printed. For many names in that table no definition is "
                "published. Their meanings were chosen on book games (samuel fit definitions), without the "
                "tree, except for one preference that was stated after Fig. 3 had been seen. For EDGES "
                "several readings follow its row equally well, within the margin of the rule. The one that "
                "the name suggests was taken, when it was already known that another does worse on the tree; "
                "see “What was tried for the lost names” in listings/RECONSTRUCTION.md. What other readings "
                "of EDGES reach is shown below."
            ),
            Heading("Compared with chance"),
            *beside_chance(found.measures, draws),
            Heading("What limits the agreement"),
            *_limits(weigh(DRAWS)),
            Heading("The machine's own page of the figure"),
            *_page(oracle_page()),
            Heading("The two trees"),
            trees.pair(the_figure().lines, found.own.printed.lines),
            *comparison.blocks(found.comparison),
        ),
        tuple(_result(found.measures, stick) for stick in YARDSTICKS),
        tuple(_findings(found.measures)),
    )


def _page(page: str) -> Iterator[Block]:
    """What the off-line printer makes of the oracle run's tape, beside the figure."""
    found = beside_figure(page)
    yield Words(
        "The machine arranges the tree by ply itself: it writes lines of 131 columns on a tape for off-line "
        "printing, as a program of 1966 would. This page is of the oracle run."
    )
    for sentence in fig3_page.sentences(found):
        yield Words(sentence)
    yield Fold(
        f"The page, {found.lines} lines of the tree",
        (Sheet(page.rstrip("\n"), "From the machine's tape, as a 1403 prints it (samuel figure 3 --page)."),),
    )
    yield Table.of(
        ("last line of the figure", "machine", "", "what it can be", "evidence", "why"),
        [
            (
                read.field.text,
                read.machine,
                fig3_page.verdict(read),
                fig3_page.MEANINGS[read.field.reading],
                read.field.evidence,
                read.field.why,
            )
            for read in found.last
        ],
        "llllll",
        source=cited("S67", "Fig. 3"),
    )


def _findings(found: Agreement) -> Iterator[Finding]:
    boards, move = (
        next(stick for stick in YARDSTICKS if stick.measure == measure).most
        for measure in ("boards_shared", "move")
    )
    yield Finding(
        f"{found.oracle_boards} of {boards}",
        "boards of Fig. 3's tree, in order, if the paper's order of moves is given",
    )
    yield Finding(f"{found.boards_shared} of {boards}", "boards of that tree if nothing is given")
    yield Finding(
        found.move,
        "the move it chooses there, which is Samuel's" if found.move == move else "the move it chooses",
    )


def _holds(found: Agreement, stick: Yardstick) -> bool | None:
    return stick.holds(found) if stick.holds else None


def _result(found: Agreement, stick: Yardstick) -> Result:
    return Result(stick.what, stick.shown(found), stick.bar, _holds(found, stick))


def beside_chance(found: Agreement, draws: Mapping[Kind, Sequence[Draw]]) -> Iterator[Block]:
    """What meaningless coefficients reach, moves drawn at random, and zero coefficients."""
    kinds = [kind for kind in draws if draws[kind]]
    first, saved = expected_at_random()
    lot = {"replay_first": f"{first:.1f}", "replay_saved": f"{saved:.1f}"}
    yield Words(
        "Meaningless coefficients show what chance reaches: mean ± standard deviation, then the maximum. "
        "Shuffled: Table 1's, given to other terms of their phase. Random: any numbers up to the largest. "
        "Zero: material decides, and then the order in which moves are found. Random moves: what to expect "
        "if moves are drawn at random."
    )
    yield Table.of(
        ("measure", "machine", *(f"{kind}, {len(draws[kind])} x" for kind in kinds), "random moves"),
        [
            (
                stick.what,
                stick.shown(found),
                *(chance(stick, draws[kind]) for kind in kinds),
                lot.get(stick.measure, ""),
            )
            for stick in YARDSTICKS
            if stick.by_chance
        ],
    )
    for zero in draws.get("zero", ()):
        yield Words(
            "With zero coefficients (only material and the order in which moves are found), saved moves are "
            f"{_beside(zero.saved, found.replay_saved)}, first tries "
            f"{_beside(zero.first, found.replay_first)}, and boards of the free run "
            f"{_beside(zero.shared, found.boards_shared)}."
        )


def _beside(theirs: int, ours: int) -> str:
    """A result of other coefficients, compared in words with that of Table 1's."""
    if theirs == ours:
        return f"{theirs}, as with Table 1's"
    return f"{theirs}, {'more' if theirs > ours else 'fewer'} than the {ours} with Table 1's"


def _limits(found: Weighed) -> Iterator[Block]:
    """The range of results over the readings of each lost name, and random readings."""
    yield Words(
        "The readings of the lost names limit the agreement. Here the forced replay is repeated with every "
        "candidate reading of a name, all other names as in the program. The table gives the minimum and the "
        "maximum:"
    )
    yield Table.of(
        ("name", "readings", "first tries", "saved moves", "meet both thresholds"),
        [
            (name, len(of), ends(of, "first"), ends(of, "saved"), sum(each.holds for each in of.values()))
            for name, of in found.names.items()
        ],
    )
    yield Words(" ".join(found.told()))
