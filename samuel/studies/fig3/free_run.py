"""The program's own search of Fig. 3's position, with Table 1's coefficients or others.

own = free_run()
own.text, own.printed.lines, own.printed.chosen, own.printed.seconds
"""

from collections.abc import Sequence
from dataclasses import dataclass

from samuel.paper.fig3 import OPENING
from samuel.player import coefficients, printout
from samuel.player.coefficients import Coefficients
from samuel.player.game import DECK, END_OF_JOB
from samuel.player.job import Assembled, Job
from samuel.player.settings import TREE_SWITCH
from samuel.player.store import stored
from samuel.trees import tree
from samuel.trees.tree import Chosen
from samuel.trees.treefile import Printed

NAME = "the machine"


@dataclass(frozen=True)
class FreeRun:
    """What the program printed, and the tree in it."""

    text: str
    printed: Printed


def table_1() -> Coefficients:
    """The coefficients in the listings."""
    with player() as job:
        return coefficients.read(job.machine, coefficients.places(stored(DECK).symbols))


def player(values: Coefficients | None = None) -> Job:
    """The player loaded into a machine, with Table 1's coefficients or these."""
    program = stored(DECK)
    job = Job(program, END_OF_JOB)
    job.load()
    if values is not None:
        coefficients.put(job.machine, coefficients.places(program.symbols), values)
    return job


def free_run(
    values: Coefficients | None = None, assembled: Assembled | None = None, cards: Sequence[str] = ()
) -> FreeRun:
    """Let the program search Fig. 3's position, after control `cards`. An `assembled` program is first loaded
    from cards."""
    with player(values) if assembled is None else Job(assembled, END_OF_JOB) as job:
        job.machine.switches[TREE_SWITCH] = 1
        job.read([*cards, f"PLAY  {OPENING}"])
        run = job.read(["MOVE"])
    return printed_by(run.text, run.seconds)


def printed_by(text: str, seconds: tuple[float, float]) -> FreeRun:
    """The tree in what the program printed, and how long it took."""
    grown = tree.read(text)
    made = printout.read(line.rstrip() for line in text.splitlines()).made
    chosen = Chosen(_ends(made[-1].move), made[-1].score or 0) if made else None
    return FreeRun(text, Printed(NAME, grown.lines, grown.usage, grown.ends, chosen, seconds))


def _ends(move: str) -> str:
    squares = move.split("-")
    return f"{squares[0]}-{squares[-1]}"
