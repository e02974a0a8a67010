"""Games of an archive on the machine: it plays every move, or compares each with its own choice."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Unpack

from ibm7094.machine import Machine
from samuel.checkers import pdn
from samuel.checkers.rules import Move
from samuel.player import printout
from samuel.player.game import DECK, END_OF_JOB, move_cards, on_card, setting_up
from samuel.player.job import Job, Refused, Span, check_refusals
from samuel.player.printout import BookMove, BookTotal
from samuel.player.settings import Options, settings_of


@dataclass(frozen=True)
class Followed:
    """A game, and how far the machine followed it."""

    game: pdn.Game
    moves: int
    """How many moves it followed."""
    trouble: str
    """Why it stopped at the next move; empty if it reached the end."""
    book: tuple[BookMove, ...]
    """Its own choices beside the moves of the game, if requested."""
    total: BookTotal
    span: Span

    @property
    def refused(self) -> Move | None:
        """The move at which it stopped."""
        return self.game.moves[self.moves] if self.trouble else None


def follow(
    games: Iterable[pdn.Game], model: str = "7094", book: bool = False, **options: Unpack[Options]
) -> Iterator[Followed]:
    """Follow games one after another, in one job; with `book` the machine also makes its own choices."""
    settings = settings_of(options)
    order, last = ("BOOK", ["TOTAL"]) if book else ("PLAY", [])
    with Job(settings.program(DECK), END_OF_JOB, Machine(model)) as job:
        settings.set_up(job.machine, tree=False)
        job.load()
        check_refusals(job.read(["START", *settings.cards()]).printed)
        for game in games:
            moves = list(game.moves)
            run = job.read([*setting_up(game.start), *move_cards(order, moves), *last])
            printed = printout.read(run.printed)
            done = [line.book for line in printed.book] if book else [line.move for line in printed.made]
            agreed = _agreed(done, moves)
            total = next((line for line in printed.lines if isinstance(line, BookTotal)), BookTotal())
            trouble = "" if agreed == len(moves) else _trouble(run.printed, done[agreed:])
            yield Followed(game, agreed, trouble, tuple(printed.book), total, run.span)


def _agreed(done: list[str], given: list[Move]) -> int:
    """How many moves agree, counted from the start; the machine shows a long jump by its ends."""
    pairs = zip(done, given, strict=False)
    same = (text in (on_card(move), move.printed()) for text, move in pairs)
    return sum(1 for _ in takewhile(bool, same))


def _trouble(lines: tuple[str, ...], instead: list[str]) -> str:
    """Why the machine stopped."""
    try:
        check_refusals(lines)
    except Refused as problem:
        return problem.reason.lower()
    return f"it played {instead[0]}" if instead else "it printed no move"
