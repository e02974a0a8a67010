"""Fig. 3 again, the program led along the paper's tree board by board, so that one early difference spoils
nothing further down.

found = forced_replay()
found.first, found.saved, found.exact    # of found.boards, found.known_moves and found.known

On each board of the figure with a choice the program rates the moves by its plausibility analysis; the order
that comes of it stands beside the moves that the figure shows tried there.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from ibm7094.errors import MachineError
from samuel.coefficients import Coefficients
from samuel.fig3 import figure
from samuel.free_run import player
from samuel.game import DECK
from samuel.job import check_refusals
from samuel.native import position_cards
from samuel.replay import replay
from samuel.rules import Position, legal_moves
from samuel.store import stored
from samuel.terms import phase
from samuel.tree import BoardPath, boards_by_line
from samuel.treefile import FIGURE_3_BOARD

DEEP, PRELIMINARY_DEEP = 2, 3
"""Moves that the plausibility analysis looks ahead, and in the preliminary phase; see listings/steer.fap."""

_RATED = re.compile(r"(\d+)- ?(\d+) +(-?[0-7]+)")


@dataclass(frozen=True)
class Crossroads:
    """A board of the figure with a choice of moves."""

    board: BoardPath
    position: Position
    deep: int
    tried: tuple[str, ...]
    """The figure's moves, in order."""
    legal: tuple[str, ...]
    limit: int
    """Moves saved at this ply."""

    @property
    def known(self) -> bool:
        """Whether the figure shows all moves saved, and others were not."""
        return len(self.tried) == self.limit < len(self.legal)


@dataclass(frozen=True)
class Taken:
    """A crossroads, and the order in which the program would try its moves."""

    at: Crossroads
    order: tuple[str, ...]

    @property
    def first(self) -> bool:
        """Whether the same move comes first."""
        return self.order[0] == self.at.tried[0]

    @property
    def own(self) -> tuple[str, ...]:
        """The moves that the program would save."""
        return self.order[: self.at.limit]

    @property
    def saved(self) -> int:
        """How many of the figure's saved moves are among them."""
        return len(set(self.own) & set(self.at.tried))


@dataclass(frozen=True)
class Replay:
    """How often the plausibility analysis agrees with the figure."""

    taken: tuple[Taken, ...]

    @property
    def boards(self) -> int:
        """With a choice."""
        return len(self.taken)

    @property
    def first(self) -> int:
        """Boards on which the same move is tried first."""
        return sum(taken.first for taken in self.taken)

    @property
    def known(self) -> int:
        """Boards where all saved moves are known, and others were not saved."""
        return len(self._known)

    @property
    def known_moves(self) -> int:
        """The moves saved there."""
        return sum(taken.at.limit for taken in self._known)

    @property
    def saved(self) -> int:
        """How many of those the program saves too."""
        return sum(taken.saved for taken in self._known)

    @property
    def exact(self) -> int:
        """Boards where it saves just those."""
        return sum(taken.saved == taken.at.limit for taken in self._known)

    @property
    def in_order(self) -> int:
        """Boards where it saves those in the figure's order."""
        return sum(taken.own == taken.at.tried for taken in self._known)

    @property
    def _known(self) -> list[Taken]:
        return [taken for taken in self.taken if taken.at.known]

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the counts, and every board."""
        names = ("boards", "first", "known", "known_moves", "saved", "exact", "in_order")
        boards = [
            {**asdict(taken.at), "position": taken.at.position.to_fen(), "order": taken.order}
            for taken in self.taken
        ]
        return {name: getattr(self, name) for name in names} | {"crossroads": boards}


@cache
def crossroads() -> tuple[Crossroads, ...]:
    """The boards of the figure on which there is a choice, in the figure's order."""
    lines = figure().lines
    positions = replay(lines, FIGURE_3_BOARD)
    tried: dict[BoardPath, list[str]] = defaultdict(list)
    for board in figure().boards:
        tried[board[:-1]].append(board[-1])
    first_star = next(number for number, line in enumerate(lines) if line.kind == "star")
    surveyed_or_flitted = list(boards_by_line(lines))[:first_star]
    preliminary = {board[:-1] for boards in surveyed_or_flitted for board in boards}
    limits = moves_saved()
    found = []
    for board, moves in tried.items():
        (position,) = positions[board]  # no jump of the figure leaves open which it was
        legal = tuple(move.printed() for move in legal_moves(position))
        if len(legal) > 1:
            deep = PRELIMINARY_DEEP if board in preliminary else DEEP
            found.append(Crossroads(board, position, deep, tuple(moves), legal, limits[len(board)]))
    return tuple(found)


def moves_saved() -> tuple[int, ...]:
    """How many moves are saved at ply 1, 2, 3 ..., as the listings have it."""
    program = stored(DECK)
    return tuple(
        program.image[program.symbols["STNSAV"] - ply] for ply in range(1, program.symbols["STSAVN"] + 1)
    )


def forced_replay(values: Coefficients | None = None, own_phase: bool = False) -> Replay:
    """Lead the program along the figure, with other coefficients than Table 1's if wanted.

    All boards are rated by the phase of the figure's first board, as long as they are not wanted each by its
    own: scores of different phases are hardly comparable (listings/RECONSTRUCTION.md, PNFIX).
    """
    boards = crossroads()
    asked = {(at.position, at.deep): at.legal for at in boards}
    cards = [f"PHASE {0 if own_phase else phase(FIGURE_3_BOARD)}"]
    for position, deep in asked:
        cards += [f"PLAUS3{deep}", *position_cards(position), "RATE"]
    with player(values) as job:
        printed = job.read(cards).printed
    check_refusals(printed)
    orders = dict(zip(asked, _orders(printed, list(asked.values())), strict=True))
    return Replay(tuple(Taken(at, orders[at.position, at.deep]) for at in boards))


def _orders(printed: Sequence[str], legal: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The moves that were rated, best first, position by position; they must be the legal ones."""
    rated = [f"{start}-{end}" for line in printed for start, end, _ in _RATED.findall(line)]
    if len(rated) != sum(map(len, legal)):
        raise MachineError(f"The program rated {len(rated)} moves, there are {sum(map(len, legal))}.")
    done = 0
    for moves in legal:
        order = tuple(rated[done : done + len(moves)])
        if sorted(order) != sorted(moves):
            raise MachineError(f"The program rated {', '.join(order)}; legal are {', '.join(moves)}.")
        yield order
        done += len(moves)


def by_lot() -> tuple[float, float]:
    """What the first tries and the saved moves would come to if moves were drawn by lot."""
    first = sum(1 / len(at.legal) for at in crossroads())
    saved = sum(at.limit**2 / len(at.legal) for at in crossroads() if at.known)
    return first, saved
