"""Look-aheads of the native program from many positions, counted and timed.

with Asked(steering={"DEPTH": 4, "ORDER": 0, "SURVEY": 0}) as player:
    looked = player.look(position)
    looked.move, looked.score, looked.ends, looked.scored, looked.seconds

The counts are the program's own, read from its words after the move.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Self, Unpack

from ibm7094.errors import MachineError
from ibm7094.machine import Machine
from samuel.checkers.rules import Position
from samuel.player import printout
from samuel.player.game import DECK, END_OF_JOB
from samuel.player.job import Job, check_refusals
from samuel.player.moves import position_cards
from samuel.player.settings import Options, settings_of
from samuel.player.steering import PLIES
from samuel.processes import check_stopped, cores, on_cores

BATCH = 5
"""Positions per task of a worker."""
Progress = Callable[[int], object]


@dataclass(frozen=True)
class Looked:
    """A move that the program chose, and how much it looked at."""

    move: str
    score: int
    """In points, as seen by the side that moved."""
    boards: int
    """Boards of the tree: the sum of Fig. 3's row USAGE."""
    ends: int
    """Ends of the tree: the sum of Fig. 3's row ENDS."""
    deepest: int
    """The ply of the deepest board."""
    scored: int
    """Boards that were evaluated, including those of the plausibility analyses."""
    seconds: tuple[float, float]
    """Simulated time from the card reader's start to the last line printed, both ends."""


class Asked:
    """The program in the machine, asked for a move in one position after another. It never concedes."""

    def __init__(self, model: str = "7094", **options: Unpack[Options]) -> None:
        settings = settings_of({**options, "concede": False})
        self._job = Job(settings.program(DECK), END_OF_JOB, Machine(model))
        try:
            settings.set_up(self._job.machine, tree=False)
            self._job.load()
            check_refusals(self._job.read(["START", *settings.cards()]).printed)
        except BaseException:
            self.close()
            raise

    def look(self, position: Position) -> Looked:
        """The move that the program chooses here; MachineError if it has none."""
        check_refusals(self._job.read(position_cards(position)).printed)
        before = self._word("PLBRDS")
        run = self._job.read(["MOVE"])
        check_refusals(run.printed)
        made = [line for line in printout.read(run.printed).made if line.score is not None]
        if not made or made[-1].score is None:
            raise MachineError(f"The program has no move in {position.to_fen()}.")
        usage, ends = self._by_ply("SRUSE"), self._by_ply("SRENDS")
        return Looked(
            move=made[-1].move,
            score=made[-1].score,
            boards=sum(usage),
            ends=sum(ends),
            deepest=max(ply for ply, count in enumerate(usage) if count),
            scored=self._word("PLBRDS") - before,
            seconds=run.seconds,
        )

    def _by_ply(self, symbol: str) -> list[int]:
        """A table of the program that runs downward from ply 0."""
        return [self._word(symbol, ply) for ply in range(PLIES + 1)]

    def _word(self, symbol: str, below: int = 0) -> int:
        machine = self._job.machine
        return int(machine.core[machine.address(symbol) - below])

    def close(self) -> None:
        """End the job."""
        self._job.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


@dataclass(frozen=True)
class Batch:
    """Positions to ask about, and the settings to ask with."""

    name: str
    options: Options
    positions: tuple[Position, ...]


def looked(batch: Batch) -> list[Looked]:
    """What the program does in each position."""
    found = []
    with Asked(**batch.options) as player:
        for position in batch.positions:
            check_stopped()
            found.append(player.look(position))
    return found


def look_all(
    settings: Mapping[str, Options],
    positions: Sequence[Position],
    workers: int | None = None,
    progress: Progress = lambda done: None,
) -> dict[str, list[Looked]]:
    """Every position with every one of some settings, on all cores; `progress` gets how many are done."""
    found: dict[str, list[Looked]] = {name: [] for name in settings}
    batches = [
        Batch(name, options, tuple(positions[at : at + BATCH]))
        for name, options in settings.items()
        for at in range(0, len(positions), BATCH)
    ]
    done = 0
    with closing(on_cores(looked, batches, min(workers or cores(), len(batches)))) as all_looked:
        for batch, results in zip(batches, all_looked, strict=True):
            found[batch.name] += results
            done += len(results)
            progress(done)
    return found
