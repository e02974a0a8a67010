"""The alpha of every board of Fig. 3 that was searched by minimax, as the oracle run finds it.

known_alphas()[("7-11", "25-22")]    # as seen by the side to move there; missing while it is infinite

The figure prints alpha and beta, but those columns are lost in our copy. The oracle run makes the figure's
own tree (samuel.studies.fig3.oracle), so the alpha values in its core are the figure's, as far as the printed
scores and the side of 34 on which the others lie settle them.
"""

from functools import cache

from ibm7094.machine import Machine
from ibm7094.media.cards import Card
from ibm7094.stop import Reason
from ibm7094.words import MAGNITUDE, SIGN
from samuel.player.job import check_stop
from samuel.player.store import stored
from samuel.studies.fig3.oracle import DECK, END_OF_JOB, LIMIT, tree_cards
from samuel.trees.tree import BoardPath

MINIMAX = 3
"""What SRPHAS holds when flitting has ended; before that no board has an alpha."""
SORTED_AT = "ORGEN"
"""Where the search asks for the moves of a board, when the board has just got its alpha."""
SQUARE, DECREMENT_PLACE = 0o77, 18
"""A move is PZE from,,to."""


@cache
def known_alphas() -> dict[BoardPath, int]:
    """The finite alpha values, each at the moment when the moves of its board are put in order."""
    machine = Machine()
    machine.load(stored(DECK))
    machine.attach("A", "reader", [Card.from_text(card) for card in (*tree_cards(), "SEARCH")])
    found: dict[BoardPath, int] = {}
    while (stop := machine.run(LIMIT, [SORTED_AT])).reason is Reason.BREAKPOINT:
        if _cell(machine, "SRPHAS") == MINIMAX:
            ply = machine.xr[1]
            alpha = _cell(machine, "ABALF", ply)
            if alpha != _cell(machine, "ABMINF"):
                found[_path(machine, ply)] = alpha
    check_stop(machine, stop, END_OF_JOB)
    return found


def _path(machine: Machine, ply: int) -> BoardPath:
    """The moves that lead to the board at this ply."""
    moves = (_cell(machine, "ABMOV", above) for above in range(ply))
    return tuple(f"{move & SQUARE}-{move >> DECREMENT_PLACE}" for move in moves)


def _cell(machine: Machine, symbol: str, ply: int = 0) -> int:
    """A word of core; tables by ply run downward."""
    word = int(machine.core[machine.address(symbol) - ply])
    return -(word & MAGNITUDE) if word & SIGN else word
