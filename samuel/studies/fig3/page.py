"""The machine's own page of Fig. 3, with every move in the column of its ply, beside the figure line by line.

page = oracle_page(tape)        # the oracle run, its tree on tape for off-line printing
found = beside_figure(page)
found.lines_equal, found.scores_equal, found.bounds_equal, found.last
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ibm7094.devices.offline_printer import text_of_tape
from ibm7094.machine import Machine
from samuel.paper.last_line import Field, last_line
from samuel.player.job import check_refusals, run_job
from samuel.player.settings import TAPE, TAPE_WITH_BOUNDS, TREE_UNIT
from samuel.player.store import stored
from samuel.studies.fig3.oracle import DECK, END_OF_JOB, LIMIT, tree_cards
from samuel.trees import ply_page
from samuel.trees.last_line import LastLine
from samuel.trees.transcription import Figure, figure
from samuel.trees.tree import Line, octal

MOVES_END = 107
"""Columns up to here hold serial numbers, stars and moves; alpha, beta and score follow."""
FLITTING_ENDS = 14
"""The line of the figure with two stars after its moves."""


def oracle_page(tape: Path | None = None, all_bounds: bool = False) -> str:
    """The page of the oracle run, from its tape; the tape is kept if it has a name."""
    if tape is None:
        with TemporaryDirectory() as folder:
            return oracle_page(Path(folder) / "tree.tap", all_bounds)
    machine = Machine()
    machine.attach(TREE_UNIT, "tape", tape)
    paper = TAPE_WITH_BOUNDS if all_bounds else TAPE
    done = run_job(stored(DECK), (*tree_cards(), f"OFFLIN{paper}", "SEARCH"), END_OF_JOB, machine, LIMIT)
    check_refusals(done.printed)
    return text_of_tape(tape)


@dataclass(frozen=True)
class Read:
    """A field of the figure's last line, and what the machine prints for it."""

    field: Field
    machine: str

    @property
    def agrees(self) -> bool | None:
        """None where the machine prints nothing."""
        return self.field.text == self.machine if self.machine else None


@dataclass(frozen=True)
class Beside:
    """What is the same on the machine's page and in the figure."""

    lines: int
    lines_equal: int
    """Lines with the same serial numbers, stars and moves, each in its column."""
    scores: int
    """Lines of the figure whose score survives."""
    scores_equal: int
    bounds: int
    """The other lines, for which the scan has one number that is not the score."""
    bounds_equal: int
    """Those on which the machine prints one of alpha and beta, and it is this number."""
    alphas_left_out: int
    """Lines of the minimax phase whose alpha is infinite, and left out; likewise beta."""
    betas_left_out: int
    counts: int
    """Numbers of USAGE and ENDS, and those that are the same."""
    counts_equal: int
    last: tuple[Read, ...]

    @property
    def last_equal(self) -> int:
        """Fields of the last line that the machine prints as the figure has them."""
        return sum(bool(read.agrees) for read in self.last)

    def as_dict(self) -> dict[str, Any]:
        """For the record."""
        found = asdict(self)
        last = {read.field.place: read.machine for read in self.last if read.machine}
        return found | {"last": {str(place): text for place, text in last.items()}}


def beside_figure(page: str) -> Beside:
    """Compare a page with the figure."""
    rows = [row.rstrip() for row in page.splitlines()]
    own = ply_page.read(rows)
    begin = next(at for at, row in enumerate(rows) if ply_page.is_heading(row)) + 1
    paper = figure()
    drawn = list(ply_page.rows(paper.lines, FLITTING_ENDS))
    same = [
        a[:MOVES_END].rstrip() == b[:MOVES_END].rstrip() for a, b in zip(drawn, rows[begin:], strict=False)
    ]
    pairs = list(zip(paper.lines, own.lines, strict=False))
    known = [(theirs, ours) for theirs, ours in pairs if theirs.side == "="]
    lost = [(theirs, ours) for theirs, ours in pairs if theirs.side != "="]
    minimax = [ours for theirs, ours in pairs if theirs.number > FLITTING_ENDS]
    return Beside(
        lines=len(drawn),
        lines_equal=sum(same),
        scores=len(known),
        scores_equal=sum(theirs.score == ours.score for theirs, ours in known),
        bounds=len(lost),
        bounds_equal=sum(_bounds(ours) == [theirs.score] for theirs, ours in lost),
        alphas_left_out=sum(line.alpha is None for line in minimax),
        betas_left_out=sum(line.beta is None for line in minimax),
        counts=len(_counts(paper, paper)),
        counts_equal=sum(a == b for a, b in _counts(paper, own)),
        last=tuple(Read(field, _printed(field, own.last)) for field in last_line()),
    )


def _bounds(line: Line) -> list[int]:
    return [value for value in (line.alpha, line.beta) if value is not None]


def _counts(paper: Figure, own: ply_page.Page | Figure) -> list[tuple[int, int]]:
    rows = ((paper.usage, own.usage), (paper.ends, own.ends))
    return [(theirs[ply], ours[ply]) for theirs, ours in rows for ply in paper.usage]


def _printed(field: Field, own: LastLine | None) -> str:
    """What the machine prints in the place of a field; empty if nothing."""
    if own is None:
        return ""
    best = {f"best_{serial}": move for serial, move in enumerate(own.best, 1)}
    printed = best | {
        "game": "" if own.game is None else str(own.game),
        "move": own.chosen.move,
        "score": octal(own.chosen.score).strip(),
        "first_moves": str(own.first_moves),
        "count": str(own.count),
    }
    return printed.get(field.reading, "")
