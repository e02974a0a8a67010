"""The program's search of Fig. 3's position with any coefficients and numbers, many times over, quickly.

searcher = Searcher()
searcher.search(searcher.printed)    # the result of free_run()
searcher.search(setting)             # NOTHING if that takes too long

The native program searches. It reads and prints nothing: instead of listing its tree it notes each board in
core, and halts whenever the notes are full. Otherwise the printer would take most of the time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from ibm7094.asm import Program, assemble
from ibm7094.machine import Machine
from ibm7094.media.cards import Card
from ibm7094.stop import Reason, Stop
from ibm7094.words import ADDRESS
from samuel import resources
from samuel.paper.fig3 import OPENING
from samuel.player import coefficients
from samuel.player.coefficients import Coefficients
from samuel.player.game import DECK
from samuel.player.job import check_stop
from samuel.player.store import stored
from samuel.studies.fig3.chance import nearness
from samuel.trees.transcription import figure

ALLOWED: dict[str, tuple[int, ...]] = {
    "UNIT": tuple(range(16, 33)),
    "SORT": (3, 4),
    "TRADE": tuple(range(200, 2001)),
    "SAVED2": (*range(4, 13), 99),
    "SAVED4": (2, 3, 4),
    "SAVED12": (2, 3),
}
"""What the papers leave open, and how far (listings/RECONSTRUCTION.md, listings/search/steer.fap): points for
1.00; moves put in order; how much trading is favoured; moves saved at ply 2, no fewer than the four of ply 3
and at most all (99); at ply 4, from the two that Fig. 3 needs to the four of the plies around it; and beyond
ply 11, "two or three". The other numbers are stated by the papers or settled by Fig. 3."""

PLIES = 22
CELLS: dict[str, tuple[tuple[str, int], ...]] = {
    "UNIT": (("PNUNIT", 0),),
    "SORT": (("STSORT", 0),),
    "TRADE": (("PNTRAD", 0),),
    "SAVED2": (("STNSAV", -2),),
    "SAVED4": (("STNSAV", -4),),
    "SAVED12": tuple(("STNSAV", -ply) for ply in range(12, PLIES + 1)),
}
"""Where the program keeps them: a symbol, and how far from it."""

LIMIT = 600_000_000
"""A search is given up after this many instructions; the player's own takes 19 million."""

SURVEY_PLIES = 3
SURVEY, MINIMAX = 1, 3
"""Phases of the search, as SRPHAS counts them."""

PLY_UNIT = 1 << 6
"""A note holds the ply six bits to the left of the square that the move starts from."""

PLUG = "checks/notes.fap"
"""Plugged in at SRLST, where the search reports what happens (listings/search/search.fap)."""
HALT_AND_RETURN = 0o000000400001
"""HTR 1,4: in place of a routine, it stops the machine, and START returns to the caller."""
TRANSFER = 0o002000000000

Move = tuple[int, int]
Made = tuple[Move, ...]
"""A board, by the moves that lead to it."""


@dataclass(frozen=True)
class Setting:
    """What is varied."""

    coefficients: Coefficients
    numbers: dict[str, int]
    """All of ALLOWED."""


@dataclass(frozen=True)
class Outcome:
    """How near a tree came to the figure's."""

    boards: int
    shared: int
    survey: int
    """Survey lines that are the figure's."""
    move: str

    @property
    def nearness(self) -> float:
        """How near the tree is to the figure's."""
        return nearness(self.boards, self.shared)


NOTHING = Outcome(0, 0, 0, "")
"""The outcome of a search that was given up."""


class Searcher:
    """The player in a machine, at the point where it begins to search Fig. 3's position."""

    def __init__(self, cards: Sequence[str] = ()) -> None:
        """Bring the program to its search, after control `cards`."""
        program = stored(DECK)
        self._machine = machine = Machine()
        machine.load(program)
        self._words = coefficients.places(program.symbols)
        self._cells = {name: [machine.address(at) + off for at, off in CELLS[name]] for name in ALLOWED}
        self._bring_to_search(cards)
        numbers = {name: int(machine.core[cells[0]]) for name, cells in self._cells.items()}
        self.printed = Setting(coefficients.read(machine, self._words), numbers)
        plug = _plug()
        machine.load(plug.image)
        machine.core[machine.address("SRLST")] = TRANSFER | plug.symbols["NTPLUG"]
        self._full, self._left, end = (plug.symbols[name] for name in ("NTFULL", "NTLEFT", "NTEND"))
        self._notes = range(end - plug.symbols["NTROOM"], end)
        self._core, self._registers = machine.core.copy(), tuple(machine.xr)

    def _bring_to_search(self, control: Sequence[str]) -> None:
        """Run the cards up to MOVE. From now on the program halts where it would print a line."""
        machine = self._machine
        machine.core[machine.address("IOSHOW")] = HALT_AND_RETURN
        cards = (*control, "START", f"PLAY  {OPENING}", "MOVE")
        machine.attach("A", "reader", [Card.from_text(card) for card in cards])
        while (stop := machine.run(LIMIT, ["SRLOOK"])).reason is not Reason.BREAKPOINT:
            self._check(stop)

    def search(self, setting: Setting) -> Outcome:
        """Let the program search; NOTHING if it takes too long."""
        machine = self._machine
        machine.core[:] = self._core
        machine.xr = self._registers
        machine.ic = machine.address("SRLOOK")
        coefficients.put(machine, self._words, setting.coefficients)
        for name, cells in self._cells.items():
            machine.core[cells] = setting.numbers[name]
        tree, end = Grown(), machine.instructions + LIMIT
        while self._is_full(stop := machine.run(end - machine.instructions)):
            tree.grow(map(int, machine.core[self._notes]))
        if stop.reason is Reason.LIMIT:
            return NOTHING
        self._check(stop)
        tree.grow(map(int, machine.core[self._notes[: len(self._notes) - int(machine.core[self._left])]]))
        start, to = _move(int(machine.core[machine.address("SRBEST")]))
        boards, survey = _figure()
        return Outcome(len(tree.made), len(tree.made & boards), len(tree.survey & survey), f"{start}-{to}")

    def _is_full(self, stop: Stop) -> bool:
        return stop.reason is Reason.HALT and stop.ic == self._full

    def _check(self, stop: Stop) -> None:
        """Check that the program stopped where it would print a line."""
        check_stop(self._machine, stop, "IOSHOW")


@cache
def _plug() -> Program:
    symbols = stored(DECK).symbols
    known = "".join(f"{name:6} EQU     {symbols[name]}\n" for name in ("SRPHAS", "SRSER", "ABMOV", "SGTAB"))
    return assemble([known, resources.LISTINGS / PLUG])


class Grown:
    """The tree of a search, rebuilt from its notes."""

    def __init__(self) -> None:
        self.made: set[Made] = set()
        self.survey: set[Made] = set()
        """The ends of its survey."""
        self._left: dict[int, Made] = {}  # where each path was put aside, by serial number
        self._serial = self._phase = 0
        self._current: Made = ()

    def grow(self, notes: Iterable[int]) -> None:
        """Read notes: each is a path that is resumed, or a new board."""
        for note in notes:
            ply = (note & ADDRESS) // PLY_UNIT
            if ply:
                self._board(ply, _move(note))
            else:
                self._serial, self._phase = _move(note)
                self._current = self._left.get(self._serial, ())

    def _board(self, ply: int, move: Move) -> None:
        board = self._current = (*self._current[: ply - 1], move)
        self.made.add(board)
        if self._phase != MINIMAX:
            self._left[self._serial] = board
        if self._phase == SURVEY and ply == SURVEY_PLIES:
            self.survey.add(board)


@cache
def _figure() -> tuple[frozenset[Made], frozenset[Made]]:
    """The boards of the figure, and the ends of its survey."""
    boards = frozenset(map(_made, figure().boards))
    return boards, frozenset(_made(line.moves) for line in figure().lines if line.kind == "survey")


def _made(moves: Iterable[str]) -> Made:
    """Moves such as 12-16, each as two numbers."""
    squares = (move.split("-") for move in moves)
    return tuple((int(start), int(end)) for start, end in squares)


def _move(word: int) -> Move:
    """The squares from and to in a word of the search: PZE from,,to, with the ply beside from."""
    return word % PLY_UNIT, word >> 18
