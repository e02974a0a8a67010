"""The demonstration: assemble the program, run it on Fig. 3's position, show its tree beside the paper's."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ibm7094.timing import middle
from samuel.checkers.boards import draw_rich
from samuel.paper.fig3 import FIGURE_3_BOARD, OPENING
from samuel.player.game import DECK
from samuel.player.job import program
from samuel.studies.fig3.free_run import NAME, FreeRun, printed_by
from samuel.studies.timing.stopwatch import Loading, Work, booted, clocked, fig_3_move
from samuel.trees.compare import Comparison, compare
from samuel.trees.differences import time
from samuel.trees.tree import octal
from samuel.trees.treefile import FIGURE_NAME, the_figure
from samuel.views.comparison import percent
from samuel.views.side_by_side import SHARED, layout, legend, side_by_side

NAMES = (FIGURE_NAME, NAME)
BESIDE = 110
"""Screen width from which the board is shown beside the measures."""


@dataclass(frozen=True)
class Shown:
    """The results of the demonstration."""

    words: int
    """Words of the program."""
    own: FreeRun
    comparison: Comparison
    work: Work
    """The move's time on the 7094."""
    loading: Loading
    """The time of loading the program there, which the move's does not include."""
    assembly_seconds: float
    """Real time here, of this and of the two steps that follow."""
    loading_seconds: float
    move_seconds: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return self.comparison.as_dict() | {
            "tree": self.own.text,
            "work": self.work.as_dict(),
            "loading": asdict(self.loading),
            "real_seconds": {
                "assembling": self.assembly_seconds,
                "loading": self.loading_seconds,
                "the move": self.move_seconds,
            },
        }


def perform(report: Callable[[str], object]) -> Shown:
    """Assemble the player, boot it from cards, let it move, compare; `report` gets the name of each step."""
    began = perf_counter()
    report(f"Assembling {DECK}")
    assembled = program(DECK)
    ready = perf_counter()
    report("Loading it from cards")
    job, loading = booted(assembled)
    loaded = perf_counter()
    report("Searching Fig. 3's position")
    work = clocked(fig_3_move(), job)
    moved = perf_counter()
    own = printed_by(work.text, work.elapsed)
    found = compare(the_figure(), own.printed)
    return Shown(
        len(assembled.image), own, found, work, loading, ready - began, loaded - ready, moved - loaded
    )


def show(shown: Shown, console: Console) -> None:
    """Print both trees, the measures and the times."""
    console.print(
        f"{DECK}: {shown.words:,} words, assembled in {shown.assembly_seconds:.1f} s and booted from cards. "
        f"The game so far: {OPENING}.",
        soft_wrap=True,
    )
    a, b = the_figure().lines, shown.own.printed.lines
    console.print(Padding(side_by_side(a, b, NAMES, console.width), (1, 0)))
    coloured = console.color_system is not None and not console.no_color
    console.print(legend(NAMES, layout(console.width, (*a, *b)), coloured))
    console.print(Padding(_summary(shown, console.width), (1, 0)))
    console.print("samuel figure 3 shows the rest: an oracle run, a forced replay, and what chance reaches.")


def _summary(shown: Shown, width: int) -> RenderableType:
    board = Group(Text("The board of Fig. 3, Black to move", style="bold"), "", draw_rich(FIGURE_3_BOARD))
    measures = _measures(shown)
    if width < BESIDE:
        return Group(board, "", measures)
    table = Table.grid(padding=(0, 6, 0, 0))
    table.add_row(measures, board)
    return table


def _measures(shown: Shown) -> Table:
    found = shown.comparison
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for name in NAMES:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_row("move chosen", *(chosen.move if chosen else "-" for chosen in found.chosen))
    table.add_row(
        "its score, octal", *(octal(chosen.score).strip() if chosen else "-" for chosen in found.chosen)
    )
    surveyed = zip(*(row.places for row in found.survey.rows), strict=True)
    table.add_row("paths surveyed", *(str(sum(place is not None for place in places)) for places in surveyed))
    table.add_row("the same in both", *[str(found.survey.equal)] * 2, style=SHARED)
    table.add_row("boards", str(found.boards.a), str(found.boards.b))
    shared = (f"{found.boards.shared} ({percent(share)})" for share in found.boards.shares)
    table.add_row("the same in both", *shared, style=SHARED)
    work = shown.work
    table.add_row("time on the 7094", *(time(ends) if ends else "-" for ends in found.seconds))
    if found.seconds[1]:
        half = middle(found.seconds[1])
        table.add_row("  middle of that", "", time((half, half)))
    table.add_row("  computing", "", time(work.computing))
    table.add_row("  reading the card", "", time(work.reading))
    table.add_row("  waiting for the printer", "", time((work.waiting, work.waiting)))
    table.add_row(f"loading {shown.loading.cards} cards before that", "", time(shown.loading.seconds))
    table.add_row("time here: the move", "", time((shown.move_seconds, shown.move_seconds)))
    table.add_row("  loading before that", "", time((shown.loading_seconds, shown.loading_seconds)))
    return table
