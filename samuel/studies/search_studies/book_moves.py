"""The program asked along a book, position by position: by its ratings, or by its search.

with AlongBook(steering={"SEARCH": 1}) as machine:
    line = machine.ask(chosen)
    line.own, line.same
"""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Self, Unpack

from ibm7094.machine import Machine
from samuel.player import printout
from samuel.player.game import DECK, END_OF_JOB, on_card
from samuel.player.job import Job, check_refusals
from samuel.player.moves import position_cards
from samuel.player.printout import BookMove
from samuel.player.settings import Options, settings_of
from samuel.processes import check_stopped, cores, on_cores
from samuel.studies.search_studies.look import Progress
from samuel.studies.search_studies.sample import Chosen

BATCH = 20
"""Positions per task of a worker."""


@dataclass(frozen=True)
class Asked:
    """What the program answered in a position of a book."""

    line: BookMove
    seconds: float
    """Simulated time, the slow end."""

    @property
    def follows(self) -> bool:
        """Whether its own choice is the book's move."""
        return self.line.own == self.line.book if self.line.same is None else self.line.same

    @property
    def first(self) -> bool:
        """Whether the book's move is rated above all others; a search chooses one move only."""
        return self.follows if self.line.same is not None else self.line.higher + self.line.equal == 0


class AlongBook:
    """The program in the machine, with cards of a book."""

    def __init__(self, model: str = "7094", **options: Unpack[Options]) -> None:
        settings = settings_of(options)
        self._job = Job(settings.program(DECK), END_OF_JOB, Machine(model))
        try:
            settings.set_up(self._job.machine, tree=False)
            self._job.load()
            check_refusals(self._job.read(["START", *settings.cards()]).printed)
        except BaseException:
            self.close()
            raise

    def ask(self, chosen: Chosen) -> Asked:
        """The program's answer beside the book's move."""
        check_refusals(self._job.read(position_cards(chosen.position)).printed)
        run = self._job.read([f"BOOK  {on_card(chosen.move)}"])
        check_refusals(run.printed)
        return Asked(printout.read(run.printed).book[0], run.seconds[1])

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
    chosen: tuple[Chosen, ...]


def answers(batch: Batch) -> list[Asked]:
    """The program's answers in some positions."""
    found = []
    with AlongBook(**batch.options) as machine:
        for each in batch.chosen:
            check_stopped()
            found.append(machine.ask(each))
    return found


def ask_all(
    settings: Mapping[str, Options],
    chosen: Sequence[Chosen],
    progress: Progress = lambda done: None,
) -> dict[str, list[Asked]]:
    """Every position with every one of some settings, on all cores."""
    found: dict[str, list[Asked]] = {name: [] for name in settings}
    batches = [
        Batch(name, options, tuple(chosen[at : at + BATCH]))
        for name, options in settings.items()
        for at in range(0, len(chosen), BATCH)
    ]
    done = 0
    with closing(on_cores(answers, batches, min(cores(), len(batches)))) as all_answers:
        for batch, results in zip(batches, all_answers, strict=True):
            found[batch.name] += results
            done += len(results)
            progress(done)
    return found
