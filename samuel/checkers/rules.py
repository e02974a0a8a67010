"""The rules of English draughts, written from the rule book: the independent check of the native program.

Black moves first, from squares 1-12 towards 32. A side that can jump must jump, but may choose which jump.
A jump continues as long as it can; a man that reaches the king row is crowned and stops there.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Self

from ibm7094.errors import MachineError
from samuel.checkers import board_html

Side = Literal["B", "W"]
NAMES: dict[Side, str] = {"B": "Black", "W": "White"}
OTHER: dict[Side, Side] = {"B": "W", "W": "B"}
SQUARES = range(1, 33)
MEN_AT_START = 12

# A board is a string: b and w are men, B and W kings.
EMPTY = "."
MAN: dict[Side, str] = {"B": "b", "W": "w"}
KING: dict[Side, str] = {"B": "B", "W": "W"}
OWN: dict[Side, str] = {side: MAN[side] + KING[side] for side in NAMES}
KING_ROW: dict[Side, range] = {"B": range(29, 33), "W": range(1, 5)}


class BadPosition(MachineError):
    """A position that cannot be read, or that no game can reach."""


class BadMove(MachineError):
    """A move that cannot be played as it is written."""


class UnreadableMove(BadMove):
    """The text is not squares joined by - or x."""


class IllegalMove(BadMove):
    """The rules do not allow it in this position."""


class AmbiguousMove(BadMove):
    """The text fits several legal moves that lead to different positions."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board and the side to move: `board[square]` is the piece there (`board[0]` is not used)."""

    side: Side
    board: str

    @classmethod
    def of(
        cls,
        side: Side,
        black_men: Iterable[int] = (),
        black_kings: Iterable[int] = (),
        white_men: Iterable[int] = (),
        white_kings: Iterable[int] = (),
    ) -> Self:
        """The position with pieces on these squares; BadPosition if no game can reach it."""
        board = [" ", *EMPTY * len(SQUARES)]
        for piece, squares in zip("bBwW", (black_men, black_kings, white_men, white_kings), strict=True):
            for square in squares:
                if square not in SQUARES:
                    raise BadPosition(f"there is no square {square}: squares are 1 to 32")
                if board[square] != EMPTY:
                    raise BadPosition(f"square {square} is given twice: a square holds one piece")
                board[square] = piece
        position = cls(side, "".join(board))
        for owner, name in NAMES.items():
            if uncrowned := position.men(owner) & set(KING_ROW[owner]):
                raise BadPosition(f"a {name} man on {min(uncrowned)} would have been crowned: make it a king")
            if (count := len(position.pieces(owner))) > MEN_AT_START:
                raise BadPosition(f"{name} has {count} pieces: a side has at most {MEN_AT_START}")
        return position

    @classmethod
    def from_fen(cls, fen: str) -> Self:
        """A position as PDN writes it, `B:W13,21,K23:B1,2,K3`; ranges such as `21-32` are accepted too."""
        parts = re.fullmatch(r"([BW]):([BW])([^:]*):([BW])([^:]*)", re.sub(r"\s", "", fen).rstrip("."))
        if not parts or parts[2] == parts[4]:
            raise BadPosition(f"{fen!r} is not a position: write it like B:W13,21,K23:B1,2,K3")
        on: dict[str, list[int]] = {piece: [] for piece in "bBwW"}
        for owner, text in ((parts[2], parts[3]), (parts[4], parts[5])):
            for entry in text.split(",") if text else ():
                squares = re.fullmatch(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", entry)
                if not squares or int(squares[3] or squares[2]) < int(squares[2]):
                    raise BadPosition(f"{entry!r} in {fen!r} is not a square: write 14, or K14 for a king")
                first, last = int(squares[2]), int(squares[3] or squares[2])
                on[owner if squares[1] else owner.lower()] += range(first, last + 1)
        return cls.of("B" if parts[1] == "B" else "W", on["b"], on["B"], on["w"], on["W"])

    def to_fen(self) -> str:
        """As PDN writes it, White's pieces first."""
        white, black = (
            ",".join(f"K{s}" if s in self.kings(side) else str(s) for s in sorted(self.pieces(side)))
            for side in ("W", "B")
        )
        return f"{self.side}:W{white}:B{black}"

    def __repr__(self) -> str:
        return f"Position.from_fen({self.to_fen()!r})"

    def _repr_html_(self) -> str:
        """The board as a notebook shows it."""
        return board_html.board(self)

    def men(self, side: Side) -> frozenset[int]:
        """The squares of a side's men."""
        return self._squares_of(MAN[side])

    def kings(self, side: Side) -> frozenset[int]:
        """The squares of a side's kings."""
        return self._squares_of(KING[side])

    def pieces(self, side: Side) -> frozenset[int]:
        """The squares of a side's men and kings."""
        return self._squares_of(OWN[side])

    def _squares_of(self, pieces: str) -> frozenset[int]:
        return frozenset(square for square in SQUARES if self.board[square] in pieces)


@dataclass(frozen=True, slots=True)
class Move:
    """The squares a piece visits, and those of the enemies it captures."""

    path: tuple[int, ...]
    captures: tuple[int, ...] = ()

    def __str__(self) -> str:
        """From and to: 11-15, or 22x8 for a jump."""
        return f"{self.path[0]}{'x' if self.captures else '-'}{self.path[-1]}"

    def __repr__(self) -> str:
        return f"<Move {self.text()}>"

    def text(self) -> str:
        """Every square of a jump: 22x15x8."""
        return ("x" if self.captures else "-").join(map(str, self.path))

    def printed(self) -> str:
        """As Samuel's program printed it, jump or not: 22-8."""
        return f"{self.path[0]}-{self.path[-1]}"


def _at(row: int, column: int) -> int | None:
    """The playing square at a row and column, if there is one: row 0 is 1-4, column 0 is 5, 13, 21, 29."""
    if row not in range(8) or column not in range(8) or (row + column) % 2 == 0:
        return None
    return row * 4 + column // 2 + 1


def _lines(square: int, piece: str) -> Iterator[tuple[int, int | None]]:
    """The diagonals a piece may move along: the next square and, if there is one, the square beyond it."""
    row, at = divmod(square - 1, 4)
    column = 2 * at + (1 if row % 2 == 0 else 0)
    for down in {"b": (1,), "w": (-1,)}.get(piece, (1, -1)):
        for across in (-1, 1):
            if near := _at(row + down, column + across):
                yield near, _at(row + 2 * down, column + 2 * across)


# By piece and square: where it may step; what it may jump, and where it lands. Computed once, for speed.
STEPS = {p: {s: [(near, Move((s, near))) for near, _ in _lines(s, p)] for s in SQUARES} for p in "bBwW"}
LEAPS = {p: {s: [(near, far) for near, far in _lines(s, p) if far] for s in SQUARES} for p in "bBwW"}

START = Position.of("B", black_men=range(1, 13), white_men=range(21, 33))


def legal_moves(position: Position) -> list[Move]:
    """Every legal move; only jumps if there are any. Two routes to the same end are two moves."""
    return _jumps(position) or _steps(position)


def _steps(position: Position) -> list[Move]:
    board, own = position.board, OWN[position.side]
    return [
        step
        for square, piece in enumerate(board)
        if piece in own
        for near, step in STEPS[piece][square]
        if board[near] == EMPTY
    ]


def _jumps(position: Position) -> list[Move]:
    board, own, enemies = position.board, OWN[position.side], OWN[OTHER[position.side]]
    moves: list[Move] = []
    for square, piece in enumerate(board):
        if piece in own:
            for over, landing in LEAPS[piece][square]:
                if board[over] in enemies and board[landing] == EMPTY:
                    # The square it left is empty while it jumps: a king may come back to it.
                    left = board[:square] + EMPTY + board[square + 1 :]
                    moves += _continued(left, LEAPS[piece], enemies, (square, landing), (over,))
    return moves


def _continued(
    board: str,
    leaps: dict[int, list[tuple[int, int]]],
    enemies: str,
    path: tuple[int, ...],
    captures: tuple[int, ...],
) -> list[Move]:
    """All the ways a jump can continue. A man has no leap from the king row: it is crowned and stops."""
    moves: list[Move] = []
    for over, landing in leaps[path[-1]]:
        if board[over] in enemies and over not in captures and board[landing] == EMPTY:
            moves += _continued(board, leaps, enemies, (*path, landing), (*captures, over))
    return moves or [Move(path, captures)]


def play(position: Position, move: Move) -> Position:
    """The position after a move, which must be one of `legal_moves`."""
    board, side = list(position.board), position.side
    start, end = move.path[0], move.path[-1]
    piece = board[start]
    for square in (start, *move.captures):
        board[square] = EMPTY
    board[end] = KING[side] if end in KING_ROW[side] else piece
    return Position(OTHER[side], "".join(board))


def winner(position: Position) -> Side | None:
    """Who has won: a side that cannot move has lost. None while the game continues; draws are agreed."""
    return None if legal_moves(position) else OTHER[position.side]


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    moves = legal_moves(position)
    return len(moves) if depth == 1 else sum(perft(play(position, move), depth - 1) for move in moves)


_WRITTEN = re.compile(r"\d{1,2}([-x]\d{1,2})+", re.ASCII | re.IGNORECASE)


def find(position: Position, text: str) -> Move:
    """The legal move written as 11-15, 22x15 or 22x15x8; a jump may be given by its ends, as in 22-8.

    Text that fits several routes is accepted if all of them lead to the same position.
    """
    if not _WRITTEN.fullmatch(text):
        raise UnreadableMove(f"{text!r} is not a move: write it like 11-15 or 22x15")
    given = tuple(map(int, text.lower().replace("x", "-").split("-")))
    legal = legal_moves(position)
    fitting = [move for move in legal if move.path[0] == given[0] and _fits(move, given)]
    if not fitting or (not fitting[0].captures and "x" in text.lower()):
        raise IllegalMove(f"{text} is not legal: {_choice(position, legal)}")
    if len(fitting) > 1:
        fitting = [move for move in fitting if move.path == given] or fitting
        if len({play(position, move) for move in fitting}) > 1:
            raise AmbiguousMove(f"{text} is ambiguous: write {' or '.join(m.text() for m in fitting)}")
    return fitting[0]


def _fits(move: Move, given: tuple[int, ...]) -> bool:
    """Whether the given squares are the ends of a move and some of those between, in order."""
    between = iter(move.path[1:-1])  # each `in` continues where the last one stopped
    return move.path[-1] == given[-1] and all(square in between for square in given[1:-1])


def _choice(position: Position, legal: list[Move]) -> str:
    """What the side to move may do, as the end of a sentence."""
    name = NAMES[position.side]
    if not legal:
        return f"{name} has no move and has lost"
    return f"{name} {'must jump' if legal[0].captures else 'may play'} {', '.join(m.text() for m in legal)}"
