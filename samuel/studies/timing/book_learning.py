"""The evidence for the time of book learning.

The run on record has no tally of its operations, so a short run provides one.

learning_evidence()[0].share
"""

from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from ibm7094.engine.watch import Watch
from ibm7094.machine import Machine
from ibm7094.timing import Share, time_report
from samuel.learning import book_tape, own_book
from samuel.learning.run import DECK, END_OF_JOB, SCHEMES
from samuel.player.job import Job, check_refusals
from samuel.player.store import stored
from samuel.studies.books.tables_1_2 import SCHEME
from samuel.studies.timing.stopwatch import without_waiting

MOVES = 400
"""Book moves of the short run. It makes tables more often than a long one: from 400 to 40,000 moves the share
of recalled counts falls from 24 % to 17 %, and that of counts by rule rises from 29 % to 32 %."""
GAMES = 40
"""Games of the project's own book that contain these moves."""


def learning_evidence(moves: int = MOVES, model: str = "7094") -> tuple[Share, ...]:
    """The shares of each kind of evidence in a run over the first moves of the project's own book."""
    rule, form = SCHEMES[SCHEME]
    with TemporaryDirectory(prefix="samuel-") as folder:
        book = Path(folder) / "book.tap"
        book_tape.write(book, islice(own_book.games(), GAMES))
        machine = Machine(model)
        with Job(stored(DECK), END_OF_JOB, machine) as job:
            job.load()
            machine.attach("B2", "tape", book, write_protected=True)
            machine.watch = Watch()
            check_refusals(job.read([f"RULE  {rule}", f"FORM  {form}", f"LEARN {moves:,}"]).printed)
            return tuple(time_report(machine, without_waiting(machine, machine.watch)).by_evidence)
