"""What tests of signature tables share: a machine with tables in core, and positions of all phases."""

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from ibm7094.machine import Machine
from samuel.checkers.boards import word
from samuel.checkers.rules import EMPTY, Position
from samuel.judges import terms
from samuel.judges.signature_tables import NO_STRATEGY, Strategy, judge, score
from samuel.player.job import program
from samuel.player.signature_tables import FORMS, Tables, write_tape
from samuel.player.tape_records import from_word

DECK, END = "tables.deck", "SKEND"
UNIT, MAN, KING, TRADE = 400, 3328, 4992, 416
"""The numbers in sigfrm.fap and worths.fap; a test checks the first."""

PIECES = {1: (21, 24), 2: (17, 20), 3: (13, 16), 4: (9, 12), 5: (5, 8), 6: (1, 4)}
by_form = pytest.mark.parametrize("form", FORMS, ids=["Griffith", "Fig. 4", "Fig. 5"])


def positions(count: int) -> list[Position]:
    """Random positions with men and kings, equally many of each phase."""
    chance = random.Random(1967)
    found: list[Position] = []
    while len(found) < count:
        fewest, most = PIECES[len(found) % 6 + 1]
        total = chance.randint(fewest, most)
        black = chance.randint(max(0, total - 12), min(12, total))
        board = [" ", *EMPTY * 32]
        for i, square in enumerate(chance.sample(range(1, 33), total)):
            side, king_row = ("b", square > 28) if i < black else ("w", square < 5)
            board[square] = side.upper() if king_row or chance.random() < 0.15 else side
        found.append(Position(chance.choice(("B", "W")), "".join(board)))
    return found


@dataclass(frozen=True)
class Found:
    """What the program left in core after an evaluation."""

    score: int
    value: int
    outputs: list[int]
    entries: list[int]
    time: tuple[float, float]
    """Seconds, both ends."""


class Bench:
    """A machine with tables in core that evaluates positions stored directly in core."""

    def __init__(self, folder: Path, tables: Tables) -> None:
        self.machine = Machine()
        self.machine.load(program(DECK))
        self.machine.run(breakpoints=["SKCARD"])  # the bit tables are built
        self.tables = tables
        write_tape(folder / "first.tap", tables)
        self.read_tables(folder / "first.tap")

    def read(self, path: Path, until: str) -> None:
        """Run to a symbol with this tape on B1."""
        self.machine.attach("B1", "tape", path)
        self.machine.run(breakpoints=[until])
        self.machine.detach("B1", "tape")

    def read_tables(self, path: Path) -> None:
        """Do what a TABLES card does."""
        self.machine.ic = self.machine.address("SKTABS")
        self.read(path, until="ODCARD")

    def printed(self) -> str:
        """What is printed until the program asks for another card, of which there is none."""
        self.machine.run()
        self.machine.close()
        return self.machine.printed

    def cell(self, name: str, beyond: int = 0) -> int:
        return from_word(int(self.machine.core[self.machine.address(name) + beyond]))

    def put(self, name: str, value: int) -> None:
        self.machine.core[self.machine.address(name)] = value

    def place(self, position: Position) -> None:
        self.put("BDBLK", word(position.pieces("B")))
        self.put("BDWHT", word(position.pieces("W")))
        self.put("BDBKNG", word(position.kings("B")))
        self.put("BDWKNG", word(position.kings("W")))
        self.put("BDTURN", int(position.side == "W"))

    def evaluate(self, position: Position) -> Found:
        machine = self.machine
        self.place(position)
        machine.ic = machine.address("SKEVAL")
        machine.run(breakpoints=["SKCALL"])
        before = machine.seconds
        machine.run(breakpoints=["SKDONE"])
        after = machine.seconds
        machine.run(breakpoints=["SKSIG"])  # the score has been stored
        count = self.cell("SGOUTS")
        return Found(
            self.cell("SKSCOR"),
            self.cell("SGVALU"),
            [self.cell("SGOUTE", -t) for t in range(count, 0, -1)],
            [self.cell("SGENTE", -t) for t in range(count, 0, -1)],
            (after[0] - before[0], after[1] - before[1]),
        )

    def root(self, position: Position | None) -> None:
        """Make the program take a position as the root, or no position."""
        if position:
            self.place(position)
        self.machine.ic = self.machine.address("SKROOT" if position else "SKSTAT")
        self.machine.run(breakpoints=["ODCARD"])

    def choose(self, position: Position) -> Strategy:
        """Make the program choose a strategy for this position."""
        self.place(position)
        self.machine.ic = self.machine.address("SKPICK")
        self.machine.run(breakpoints=["ODCARD"])
        first = self.cell("SGOUTS")
        chosen = (self.cell(name) for name in ("SGHI", "SGLO"))
        return Strategy(*(first - t if t else None for t in chosen))

    def assert_judged(
        self, position: Position, strategy: Strategy = NO_STRATEGY, root: Position | None = None
    ) -> None:
        found, verdict = self.evaluate(position), judge(self.tables, position, strategy, root)
        assert found.outputs == [output for level in verdict.levels for output in level], position.to_fen()
        assert found.value == verdict.value, position.to_fen()
        advantage = terms.advantage(position, MAN, KING, TRADE)
        expected = score(self.tables, position, strategy, UNIT, advantage, root)
        assert found.score == expected, position.to_fen()
