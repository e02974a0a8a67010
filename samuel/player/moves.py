"""The native moves: makes the cards for listings/perft.deck, runs the machine, reads what it printed.

from samuel.player.moves import legal, perft
from samuel.checkers.rules import START
legal(START)     # ["12-16", "11-15", ...], in the order in which the program makes them
perft(START, 4)  # 1469
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from ibm7094.errors import BadValue, MachineError
from ibm7094.machine import Machine
from ibm7094.panel import whole_number
from samuel.checkers.rules import NAMES, Position
from samuel.player.job import Run, check_refusals, run_job
from samuel.player.store import stored

DECK = "perft.deck"
END_OF_JOB = "PFEND"
"""Where the program halts when there are no more cards."""
DEPTHS = range(1, 21)
"""How many moves a COUNT card may ask for."""

_MOVES = re.compile(r"MOVES +(\d+)")
_COUNT = re.compile(r"COUNT +(\d+) +(\d+)")


def run(cards: Iterable[str], model: str = "7094") -> Run:
    """Run the program with these cards, and return what it printed."""
    return run_job(stored(DECK), cards, END_OF_JOB, Machine(model))


def position_cards(position: Position) -> list[str]:
    """The cards that set a position up."""
    cards = ["CLEAR"]
    for side, name in NAMES.items():
        kings = position.kings(side)
        squares = ",".join(f"K{s}" if s in kings else str(s) for s in sorted(position.pieces(side)))
        cards.append(f"{name.upper():6}{squares}")
    return [*cards, f"TURN  {NAMES[position.side].upper()}"]


def perft(position: Position, depth: int, model: str = "7094") -> int:
    """How many sequences of `depth` moves there are; a multiple jump is one move."""
    if whole_number(depth, "The depth") not in DEPTHS:
        raise BadValue(f"The depth is {DEPTHS[0]} to {DEPTHS[-1]} moves, not {depth}.")
    printed = run([*position_cards(position), f"COUNT {depth}"], model).printed
    check_refusals(printed)
    found = [match for line in printed if (match := _COUNT.fullmatch(line))]
    if len(found) != 1 or int(found[0][1]) != depth:
        raise _unreadable(printed)
    return int(found[0][2])


def legal(position: Position, model: str = "7094") -> list[str]:
    """The legal moves, 9-13 or 22x15x8, in the order in which the program makes them."""
    return legal_of_each([position], model)[0]


def legal_of_each(positions: Sequence[Position], model: str = "7094") -> list[list[str]]:
    """The legal moves of many positions, in one job."""
    cards = [card for position in positions for card in (*position_cards(position), "MOVES")]
    printed = run(cards, model).printed
    check_refusals(printed)
    lists = list(_move_lists(printed))
    if len(lists) != len(positions):
        raise _unreadable(printed)
    return lists


def _move_lists(printed: Sequence[str]) -> Iterator[list[str]]:
    """The moves after each MOVES line."""
    lines = iter(printed)
    for line in lines:
        heading = _MOVES.fullmatch(line)
        if not heading:
            raise _unreadable(printed)
        moves: list[str] = []
        while len(moves) < int(heading[1]):
            moves += next(lines, "?").lower().split()
        if len(moves) > int(heading[1]) or "?" in moves:
            raise _unreadable(printed)
        yield moves


def _unreadable(printed: Sequence[str]) -> MachineError:
    shown = " / ".join(printed[:3]) or "nothing"
    return MachineError(f"The program printed an unexpected answer: {shown}.")
