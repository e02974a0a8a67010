"""Fig. 3's position left to the program: its own search, by Table 1's coefficients or by others.

own = free_run()
own.text, own.printed.lines, own.printed.chosen, own.printed.seconds
"""

from dataclasses import dataclass

from samuel import coefficients, printout, tree
from samuel.coefficients import Coefficients
from samuel.fig3 import OPENING
from samuel.game import DECK, END_OF_JOB
from samuel.job import Assembled, Job
from samuel.paper import Chosen
from samuel.settings import TREE_SWITCH
from samuel.store import stored
from samuel.treefile import Printed

NAME = "the machine"


@dataclass(frozen=True)
class FreeRun:
    """What the program printed, and the tree in it."""

    text: str
    printed: Printed


def table_1() -> Coefficients:
    """The coefficients as the listings have them."""
    with player() as job:
        return coefficients.read(job.machine, coefficients.places(stored(DECK).symbols))


def player(values: Coefficients | None = None) -> Job:
    """The player in a machine, with these coefficients if they are not to be Table 1's."""
    program = stored(DECK)
    job = Job(program, END_OF_JOB)
    job.load()
    if values is not None:
        coefficients.put(job.machine, coefficients.places(program.symbols), values)
    return job


def free_run(values: Coefficients | None = None, assembled: Assembled | None = None) -> FreeRun:
    """Let the program search Fig. 3's position. One just assembled goes in through the card reader."""
    with player(values) if assembled is None else Job(assembled, END_OF_JOB) as job:
        job.machine.switches[TREE_SWITCH] = 1
        job.read([f"PLAY  {OPENING}"])
        run = job.read(["MOVE"])
    grown = tree.read(run.text)
    made = printout.read(run.printed).made
    chosen = Chosen(_ends(made[-1].move), made[-1].score or 0) if made else None
    return FreeRun(run.text, Printed(NAME, grown.lines, grown.usage, grown.ends, chosen, run.seconds))


def _ends(move: str) -> str:
    squares = move.split("-")
    return f"{squares[0]}-{squares[-1]}"
