"""How fast the parts of the program are on the simulated machine: the numbers of listings/RECONSTRUCTION.md.

speeds()["evaluations"]["20"][0]      # boards a second in phase 1, the slow and the fast end

`samuel timing --record` keeps them.
"""

from typing import Any

from samuel.checkers.rules import START
from samuel.player.evaluation import DECK as EVALUATION_DECK
from samuel.player.evaluation import pace
from samuel.player.job import Job
from samuel.player.moves import position_cards
from samuel.player.store import stored
from samuel.studies import records
from samuel.studies.timing.workbench import PIECES_DECK, Timed, spread, timed_pieces

MOVES_DECK = "perft.deck"
TERMS = (20, 10, 5)
DEPTH = 7
"""Moves from the start position that are counted, to time boards without an evaluation."""
BOARDS = (7, 49, 302, 1469, 7361, 36768, 179740)
"""The known counts of move sequences, by depth; the run checks the last one."""

RECORD = records.KeptMeasures(
    "speeds.json", (EVALUATION_DECK, PIECES_DECK, MOVES_DECK), "samuel timing --record"
)


def speeds() -> dict[str, Any]:
    """Milliseconds of the pieces of 1959 on a 704, boards a second of evaluation and of move making on a
    7094; each as both ends of its interval."""
    positions = spread()
    every = [position for boards in positions.values() for position in boards]
    return {
        "pieces": {what: _milliseconds(timed) for what, timed in timed_pieces(every, "704").items()},
        "evaluations": {
            str(terms): [
                _rate(Timed(tuple(pace(board, terms) for board in boards), ()))
                for boards in positions.values()
            ]
            for terms in TERMS
        },
        "boards": _boards_made(),
    }


def _milliseconds(timed: Timed) -> list[float]:
    return [round(1e3 * end, 3) for end in timed.seconds]


def _rate(timed: Timed) -> list[float]:
    """Boards a second, the slow end first."""
    low, high = timed.seconds
    return [round(1 / high, 1), round(1 / low, 1)]


def _boards_made() -> dict[str, Any]:
    """All boards to a depth, and the seconds that they take."""
    with Job(stored(MOVES_DECK), "PFEND") as job:
        job.load()
        done = job.read([*position_cards(START), f"COUNT {DEPTH}"])
    if not any(str(BOARDS[-1]) in line for line in done.printed):
        raise records.BadRecord(f"The program did not count {BOARDS[-1]:,} sequences: {done.text}")
    return {"depth": DEPTH, "made": sum(BOARDS), "seconds": [round(end, 1) for end in done.seconds]}
