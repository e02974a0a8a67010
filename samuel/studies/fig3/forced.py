"""The forced replay of Fig. 3: the program is led along the paper's tree board by board, so that an early
difference does not affect later boards.

found = forced_replay()
found.first, found.saved, found.exact    # of found.boards, found.known_moves and found.known

On each board of the figure with a choice the program rates the moves by its plausibility analysis. The
resulting order is compared with the moves that the figure shows tried there.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

from ibm7094.errors import MachineError
from samuel.checkers.rules import Position, legal_moves
from samuel.judges.terms import phase
from samuel.paper.fig3 import FIGURE_3_BOARD
from samuel.player.coefficients import Coefficients
from samuel.player.game import DECK
from samuel.player.job import check_refusals
from samuel.player.moves import position_cards
from samuel.player.store import stored
from samuel.studies.fig3.alphas import known_alphas
from samuel.studies.fig3.free_run import player
from samuel.trees.replay import replay
from samuel.trees.transcription import figure
from samuel.trees.tree import BoardPath, boards_by_line

DEEP, PRELIMINARY_DEEP = 2, 3
"""Plies of the plausibility analysis, and in the preliminary phase; see listings/search/steer.fap."""

_RATED = re.compile(r"(\d+)- ?(\d+) +(-?[0-7]+)")


@dataclass(frozen=True)
class Crossroads:
    """A board of the figure with a choice of moves."""

    board: BoardPath
    position: Position
    deep: int
    alpha: int | None
    """The alpha that the program had there in the minimax phase, in points as seen by the side to move; None
    if it had none."""
    stored: bool
    """Whether its moves were put in order in the preliminary phase, and stored with a path."""
    tried: tuple[str, ...]
    """The moves tried in the figure, in order."""
    legal: tuple[str, ...]
    limit: int
    """How many moves are saved at this ply."""

    @property
    def known(self) -> bool:
        """Whether the figure shows all saved moves, and some legal moves were not saved."""
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
        """How many of the figure's saved moves the program would save too."""
        return len(set(self.own) & set(self.at.tried))


@dataclass(frozen=True)
class Replay:
    """How often the plausibility analysis agrees with the figure."""

    taken: tuple[Taken, ...]

    @property
    def boards(self) -> int:
        """How many boards have a choice."""
        return len(self.taken)

    @property
    def first(self) -> int:
        """Boards on which the same move is tried first."""
        return sum(taken.first for taken in self.taken)

    @property
    def known(self) -> int:
        """Boards where all saved moves are known, and some legal moves were not saved."""
        return len(self._known)

    @property
    def known_moves(self) -> int:
        """The moves that the figure saves on these boards."""
        return sum(taken.at.limit for taken in self._known)

    @property
    def saved(self) -> int:
        """How many of these moves the program saves too."""
        return sum(taken.saved for taken in self._known)

    @property
    def exact(self) -> int:
        """Boards where the program saves exactly these moves."""
        return sum(taken.saved == taken.at.limit for taken in self._known)

    @property
    def in_order(self) -> int:
        """Boards where the program saves these moves in the figure's order."""
        return sum(taken.own == taken.at.tried for taken in self._known)

    @property
    def _known(self) -> list[Taken]:
        return [taken for taken in self.taken if taken.at.known]

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object: the counts, and every board."""
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
        (position,) = positions[board]  # no jump of the figure is ambiguous
        legal = tuple(move.printed() for move in legal_moves(position))
        if len(legal) > 1:
            stored, alpha = board in preliminary, known_alphas().get(board)
            deep = PRELIMINARY_DEEP if stored else DEEP
            limit = limits[len(board)]
            found.append(Crossroads(board, position, deep, alpha, stored, tuple(moves), legal, limit))
    return tuple(found)


def moves_saved() -> tuple[int, ...]:
    """How many moves are saved at ply 1, 2, 3 ..., from the listings."""
    program = stored(DECK)
    return tuple(
        program.image[program.symbols["STNSAV"] - ply] for ply in range(1, program.symbols["STSAVN"] + 1)
    )


Asked = tuple[Position, int, int | None]
"""What decides the order of moves: the board, the plies of the analysis, and the alpha it starts from."""


@dataclass(frozen=True)
class Procedure:
    """How the moves of a board are put in order; by default as the program does it."""

    own_phase: bool = False
    """Whether each board is rated by its own phase, and not by that of the first board (PNROOT in
    listings/evaluation/polyn.fap)."""
    bounded: bool = True
    """Whether the analysis starts from the alpha of its board (STBND in listings/search/steer.fap)."""
    root: int = PRELIMINARY_DEEP
    """Plies of the analysis of the first board."""
    deep: int = DEEP
    """Plies of the analysis in the minimax phase."""
    stored: bool = True
    """Whether boards of a path keep the order that was stored with it; else all moves but the path's own are
    put in order anew when minimax comes back to them."""
    cards: tuple[str, ...] = ()
    """Steering words, such as TIES 1."""


SHIPPED = Procedure()


def forced_replay(values: Coefficients | None = None, by: Procedure = SHIPPED) -> Replay:
    """Lead the program along the figure, with Table 1's coefficients or these."""
    boards, kept = crossroads(), replace(by, stored=True)
    asked = {asked_at(at, way): at.legal for at in boards for way in (kept, by)}
    cards = [f"PHASE {0 if by.own_phase else phase(FIGURE_3_BOARD)}", *by.cards]
    for position, deep, alpha in asked:
        cards += [f"PLAUS3{deep}", *position_cards(position), f"RATE  {_signed(alpha)}"]
    with player(values) as job:
        printed = job.read(cards).printed
    check_refusals(printed)
    orders = dict(zip(asked, _orders(printed, list(asked.values())), strict=True))
    found = ((at, orders[asked_at(at, kept)][0], orders[asked_at(at, by)]) for at in boards)
    return Replay(tuple(Taken(at, (path, *(m for m in order if m != path))) for at, path, order in found))


def asked_at(at: Crossroads, by: Procedure = SHIPPED) -> Asked:
    """What is asked of the analysis at a crossroads."""
    if not at.board:
        return at.position, by.root, None
    if at.stored and by.stored:
        return at.position, at.deep, None
    return at.position, by.deep, at.alpha if by.bounded else None


def _signed(alpha: int | None) -> str:
    """A number as the RATE card takes it."""
    return "" if alpha is None else f"{'M' if alpha < 0 else ''}{abs(alpha)}"


def _orders(printed: Sequence[str], legal: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The rated moves of each position, best first; they must be the legal ones."""
    rated = [f"{start}-{end}" for line in printed for start, end, _ in _RATED.findall(line)]
    if len(rated) != sum(map(len, legal)):
        raise MachineError(f"The program rated {len(rated)} moves, but {sum(map(len, legal))} are legal.")
    done = 0
    for moves in legal:
        order = tuple(rated[done : done + len(moves)])
        if sorted(order) != sorted(moves):
            raise MachineError(
                f"The program rated {', '.join(order)}, but the legal moves are {', '.join(moves)}."
            )
        yield order
        done += len(moves)


def expected_at_random() -> tuple[float, float]:
    """The expected first tries and saved moves if moves were drawn at random."""
    first = sum(1 / len(at.legal) for at in crossroads())
    saved = sum(at.limit**2 / len(at.legal) for at in crossroads() if at.known)
    return first, saved
