"""A printed look-ahead tree rebuilt: its boards in order, their positions, tries and scores."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from samuel.checkers.rules import Position, legal_moves
from samuel.trees.replay import Positions, replay
from samuel.trees.transcription import FigureLine
from samuel.trees.tree import BadTree, BoardPath, Line, boards_by_line, octal
from samuel.trees.treefile import Printed


@dataclass(frozen=True)
class Step:
    """A board, as one step in the order in which the tree made them."""

    board: BoardPath
    line: Line
    """The line that made it."""
    score: int | None
    """The score printed on its line, unless it is lost; only the last board of a line has one."""
    repaired: bool


class Grown:
    """A tree and its boards."""

    def __init__(self, printed: Printed, start: Position) -> None:
        self.printed = printed
        self.lines = printed.lines
        if not self.lines:
            raise BadTree(f"{printed.name}: a tree without lines cannot be compared.")
        try:
            self.positions: Positions = replay(self.lines, start)
            self.by_line = tuple(boards_by_line(self.lines))
        except BadTree as error:
            raise BadTree(f"{printed.name}: {error}") from None
        self.steps = tuple(self._steps())
        self.boards = tuple(dict.fromkeys(step.board for step in self.steps))
        self.tries: dict[BoardPath, list[str]] = defaultdict(list)
        for board in self.boards:
            self.tries[board[:-1]].append(board[-1])
        self.scores = {step.board: step.score for step in reversed(self.steps) if step.score is not None}

    def _steps(self) -> Iterator[Step]:
        for line, boards in zip(self.lines, self.by_line, strict=True):
            repaired = line.repaired[1] if isinstance(line, FigureLine) and line.repaired else None
            for board in boards:
                score = line.score if board == boards[-1] and not is_lost(line) else None
                yield Step(board, line, score, board[-1] == repaired)

    def legal(self, board: BoardPath) -> int:
        """How many legal moves a board has; two jumps with the same ends count as one."""
        return len({move.printed() for at in self.positions[board] for move in legal_moves(at)})

    def rank(self, board: BoardPath) -> int:
        """The place of a board's last move in the order of tries, from 0."""
        return self.tries[board[:-1]].index(board[-1])


def is_lost(line: Line) -> bool:
    """Whether the score of a line is lost; for such a line of Fig. 3 only a bound is known."""
    return isinstance(line, FigureLine) and line.side != "="


def shown(line: Line) -> str:
    """A line of a tree in short: serial number, star, ply, moves and score."""
    star = "*" if line.kind == "star" else " "
    score = "lost" if is_lost(line) else octal(line.score).strip()
    return f"{line.serial or '':>2}{star} ply {line.ply:2}  {','.join(line.moves)}  {score}"
