"""The parameters of the evaluation in plain Python, square by square: the judge of the native routines.

Nothing here is used in play. Every definition is written again from its sentence in the routine's header
(listings/evaluation/pa*.fap), with the board of `checkers.rules`, without words, shifts or counts of bits.

A parameter is credited to the passive side, which has just moved. Most are the difference of two ratings on
the same board, the passive side's less the active side's; DENYS and UNDEN rate what the active side can do.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from samuel.checkers.rules import EMPTY, OTHER, OWN, SQUARES, Position, Side

Direction = tuple[int, int]
"""Rows towards square 32, and columns towards square 4."""

DIRECTIONS: tuple[Direction, ...] = ((1, -1), (1, 1), (-1, -1), (-1, 1))
MAN_DIRECTIONS: dict[Side, tuple[Direction, ...]] = {"B": DIRECTIONS[:2], "W": DIRECTIONS[2:]}

CENTRE = frozenset({10, 11, 14, 15, 18, 19, 22, 23})
SIDES = frozenset({4, 5, 12, 13, 20, 21, 28, 29})
OUTER_FILES = frozenset(square for square in SQUARES if (square - 1) % 4 in (0, 3))
MIDDLE = frozenset({14, 15, 18, 19})
DOUBLE_CORNERS = frozenset({1, 5, 28, 32})
SINGLE_CORNER_DIAGONAL = frozenset({4, 8, 11, 15, 18, 22, 25, 29})

# Squares of Black; White's are the same seen from the other end.
BRIDGE = frozenset({1, 3})
OREO = frozenset({2, 3, 7})
QUARTER = frozenset({1, 2, 5, 6, 9, 10, 13, 14})
ANGLE = frozenset({4, 5, 8})
CRAMPING, CRAMP_BESIDE, CRAMPED = 13, frozenset({9, 14}), frozenset({17, 21, 22, 25})


# Geometry


def row(square: int, side: Side) -> int:
    """The row a square is in, 1 to 8 from the side's own back row."""
    return (own_view(square, side) - 1) // 4 + 1


def own_view(square: int, side: Side) -> int:
    """The number a square has for a side that counts from its own end."""
    return square if side == "B" else 33 - square


def beside(square: int, direction: Direction) -> int | None:
    """The next square along a diagonal, if there is one."""
    down, column = (square - 1) // 4, 2 * ((square - 1) % 4) + (1 - (square - 1) // 4 % 2)
    down, column = down + direction[0], column + direction[1]
    return 4 * down + column // 2 + 1 if down in range(8) and column in range(8) else None


def back(direction: Direction) -> Direction:
    """The opposite direction."""
    return -direction[0], -direction[1]


NEXT = {(s, d): beside(s, d) for s in SQUARES for d in DIRECTIONS}
AROUND = {s: [near for d in DIRECTIONS if (near := NEXT[s, d])] for s in SQUARES}


def directions(piece: str) -> tuple[Direction, ...]:
    """The directions in which a piece may move."""
    return {"b": MAN_DIRECTIONS["B"], "w": MAN_DIRECTIONS["W"]}.get(piece, DIRECTIONS)


# What a side can do, whoever's turn it is


def steps(board: str, side: Side) -> Iterator[tuple[int, int]]:
    """The normal moves of a side, from and to, whether or not there are jumps."""
    for square in SQUARES:
        if board[square] in OWN[side]:
            for direction in directions(board[square]):
                near = NEXT[square, direction]
                if near and board[near] == EMPTY:
                    yield square, near


def takes(board: str, square: int, side: Side) -> Iterator[tuple[int, int]]:
    """The single jumps over a square by the pieces of a side, from and to."""
    for direction in DIRECTIONS:
        start, end = NEXT[square, back(direction)], NEXT[square, direction]
        if (
            start
            and end
            and board[start] in OWN[side]
            and direction in directions(board[start])
            and board[end] == EMPTY
        ):
            yield start, end


def moved(board: str, start: int, end: int, taken: int = 0) -> str:
    """The board after a step, or a jump over `taken`; nothing is crowned."""
    after = list(board)
    after[end], after[start] = after[start], EMPTY
    if taken:
        after[taken] = EMPTY
    return "".join(after)


def losses(board: str, side: Side) -> Iterator[tuple[int, bool]]:
    """Squares where a piece of this side, moved there, could be captured; and whether it is for nothing,
    because the captor cannot be captured in turn."""
    for start, square in steps(board, side):
        after = moved(board, start, square)
        for captor, landing in takes(after, square, OTHER[side]):
            yield square, not any(takes(moved(after, captor, landing, square), landing, side))


def mobile(position: Position, side: Side) -> frozenset[int]:
    """1959's MOB: squares to which a side could move."""
    return frozenset(end for _, end in steps(position.board, side))


def capturable(position: Position, side: Side) -> frozenset[int]:
    """Squares of MOB where a piece, moved there, could be captured."""
    return frozenset(square for square, _ in losses(position.board, side))


def denied(position: Position, side: Side) -> frozenset[int]:
    """1959's DENY: squares of MOB where a piece could be captured without an exchange."""
    return frozenset(square for square, for_nothing in losses(position.board, side) if for_nothing)


def jump_count(board: str, square: int, side: Side) -> int:
    """In how many directions the piece on a square can jump."""
    count = 0
    for direction in directions(board[square]):
        over = NEXT[square, direction]
        landing = over and NEXT[over, direction]
        count += bool(over and landing and board[over] in OWN[OTHER[side]] and board[landing] == EMPTY)
    return count


def strings(position: Position, side: Side) -> Iterator[tuple[int, int, int]]:
    """1959's DYKE: three pieces of a side, next to each other on a diagonal."""
    own = position.pieces(side)
    for middle in own:
        for direction in DIRECTIONS[:2]:
            first, last = NEXT[middle, back(direction)], NEXT[middle, direction]
            if first in own and last in own:
                assert first and last
                yield first, middle, last


# Ratings of one side. Names are those of Table 1 of 1967.


def _own_squares(position: Position, side: Side, squares: frozenset[int]) -> int:
    """How many of these squares, seen from a side's own end, its pieces hold."""
    return sum(own_view(square, side) in squares for square in position.pieces(side))


def _own_men(position: Position, side: Side, squares: frozenset[int]) -> int:
    return sum(own_view(square, side) in squares for square in position.men(side))


def _holds(position: Position, side: Side, squares: frozenset[int]) -> bool:
    return _own_squares(position, side, squares) == len(squares)


def guard(position: Position, side: Side) -> int:
    if position.kings(OTHER[side]):
        return 0
    return int(_holds(position, side, BRIDGE) or _holds(position, side, OREO))


def oreo(position: Position, side: Side) -> int:
    return int(not position.kings(side) and _holds(position, side, OREO))


def kcent(position: Position, side: Side) -> int:
    return len(position.kings(side) & CENTRE)


def centr(position: Position, side: Side) -> int:
    return len(position.men(side) & CENTRE)


def advan(position: Position, side: Side) -> int:
    rows = [row(square, side) for square in position.men(side)]
    return sum(r in (5, 6) for r in rows) - sum(r in (3, 4) for r in rows)


def front(position: Position, side: Side) -> int:
    enemy = OTHER[side]
    return sum(row(square, enemy) == 1 for square in position.pieces(enemy))


def spike(position: Position, side: Side) -> int:
    men = position.men(side)
    return len({start for start, _ in steps(position.board, side) if start in men and row(start, side) == 7})


def quart(position: Position, side: Side) -> int:
    return _own_men(position, side, QUARTER)


def dchol(position: Position, side: Side) -> int:
    return len(position.pieces(side) & DOUBLE_CORNERS)


def angle(position: Position, side: Side) -> int:
    return _own_men(position, side, ANGLE)


def diagl(position: Position, side: Side) -> int:
    return len(position.pieces(side) & SINGLE_CORNER_DIAGONAL)


def edges(position: Position, side: Side) -> int:
    men = position.men(side)
    return len(men & OUTER_FILES) - len(men - OUTER_FILES)


def ofset(position: Position, side: Side) -> int:
    near = [(square - 1) % 4 for square in position.pieces(side)]
    return abs(near.count(0) - near.count(3))


def cramp(position: Position, side: Side) -> int:
    own = {own_view(square, side) for square in position.pieces(side)}
    enemies = {own_view(square, side) for square in position.pieces(OTHER[side])}
    return 2 * (CRAMPING in own and bool(own & CRAMP_BESIDE) and enemies >= CRAMPED)


def nodes(position: Position, side: Side) -> int:
    board = position.board
    return sum(sum(board[n] == EMPTY for n in AROUND[s]) >= 3 for s in position.pieces(side))


def holes(position: Position, side: Side) -> int:
    own = position.pieces(side)
    return sum(position.board[s] == EMPTY and len(own.intersection(AROUND[s])) >= 3 for s in SQUARES)


def stars(position: Position, side: Side) -> int:
    own, (left, right) = position.pieces(side), DIRECTIONS[:2]
    count = 0
    for square in own:
        sides = NEXT[square, left], NEXT[square, right]
        if sides[0] in own and sides[1] in own:
            assert sides[0]
            count += NEXT[sides[0], right] in own
    return count


def dyksq(position: Position, side: Side) -> int:
    return len({square for string in strings(position, side) for square in string})


def lines(position: Position, side: Side) -> int:
    return len(list(strings(position, side)))


def deuce(position: Position, side: Side) -> int:
    men = position.men(side)
    return sum(NEXT[s, d] in men for s in men for d in DIRECTIONS[:2])


def mobil(position: Position, side: Side) -> int:
    return len(mobile(position, side) - denied(position, side))


def uncen(position: Position, side: Side) -> int:
    return len((mobile(position, side) - denied(position, side)) & MIDDLE)


def exchs(position: Position, side: Side) -> int:
    return len(capturable(position, side) - denied(position, side))


def free(position: Position, side: Side) -> int:
    before = {square: [NEXT[square, d] for d in MAN_DIRECTIONS[side]] for square in position.men(side)}
    return sum(all(near and position.board[near] == EMPTY for near in ahead) for ahead in before.values())


def thret(position: Position, side: Side) -> int:
    board = position.board
    ends = {end for start, end in steps(board, side) if jump_count(moved(board, start, end), end, side)}
    return len(ends - capturable(position, side))


def pants(position: Position, side: Side) -> int:
    return sum(jump_count(position.board, square, side) >= 2 for square in position.pieces(side))


def pins(position: Position, side: Side) -> int:
    enemy = OTHER[side]
    lost = capturable(position, enemy)
    held = 0
    for square in position.men(enemy) & SIDES:
        exits = [near for d in MAN_DIRECTIONS[enemy] if (near := NEXT[square, d])]
        held += all(near in lost for near in exits)
    return held


def press(position: Position, side: Side) -> int:
    board, good = position.board, mobile(position, side) - denied(position, side)
    can_go = {start for start, end in steps(board, side) if end in good}
    open_ahead = {
        square
        for square in position.pieces(side)
        if any((near := NEXT[square, d]) and board[near] == EMPTY for d in MAN_DIRECTIONS[side])
    }
    return len(position.pieces(side) - can_go - open_ahead)


def shove(position: Position, side: Side) -> int:
    board, own = position.board, position.pieces(side)
    ends = {end for start, end in steps(board, side) if jump_count(moved(board, start, end), end, side)}
    followed = {end for end in ends if any(NEXT[end, d] in own for d in MAN_DIRECTIONS[side])}
    return len(followed - denied(position, side))


def denys(position: Position) -> int:
    """Rates the active side; credited to the passive side."""
    return len(denied(position, position.side))


def unden(position: Position) -> int:
    """Rates the active side; credited to the passive side."""
    return mobil(position, position.side)


Rating = Callable[[Position, Side], int]

RATINGS: dict[str, Rating] = {
    "GUARD": guard, "OREO": oreo, "ANGLE": angle, "CENTR": centr, "KCENT": kcent,
    "ADVAN": advan, "FRONT": front, "SPIKE": spike, "QUART": quart, "DCHOL": dchol,
    "DIAGL": diagl, "EDGES": edges, "OFSET": ofset, "CRAMP": cramp,
    "NODES": nodes, "HOLES": holes, "STARS": stars, "DYKSQ": dyksq, "LINES": lines, "DEUCE": deuce,
    "PRESS": press, "FREE": free, "MOBIL": mobil, "UNCEN": uncen, "EXCHS": exchs, "SHOVE": shove,
    "THRET": thret, "PANTS": pants, "PINS": pins,
}  # fmt: skip
"""Parameters that are the passive side's rating less the active side's."""

ONE_SIDED: dict[str, Callable[[Position], int]] = {"DENYS": denys, "UNDEN": unden}


def values(position: Position) -> dict[str, int]:
    """Every parameter, credited to the passive side."""
    active, passive = position.side, OTHER[position.side]
    both = {name: rating(position, passive) - rating(position, active) for name, rating in RATINGS.items()}
    return both | {name: value(position) for name, value in ONE_SIDED.items()}


# Phase, piece advantage and score


def phase(position: Position) -> int:
    """The phase, 1 to 6, by the number of pieces."""
    count = sum(piece != EMPTY for piece in position.board[1:])
    return 6 if count <= 4 else 6 - (count - 1) // 4


def advantage(position: Position, man: int, king: int, trade: int) -> int:
    """The passive side's lead in men and kings, which counts more the fewer pieces are left."""
    active, passive = position.side, OTHER[position.side]
    lead = man * (len(position.men(passive)) - len(position.men(active)))
    lead += king * (len(position.kings(passive)) - len(position.kings(active)))
    gone = 24 - len(position.pieces("B")) - len(position.pieces("W"))
    return lead + toward_zero(lead * gone, trade)


def toward_zero(value: int, divisor: int) -> int:
    """Division as the machine does it: rounded toward zero."""
    return abs(value) // divisor * (1 if value >= 0 else -1)


# The four terms of 1959 (listings/1959/four59.fap)


class FourTerms(NamedTuple):
    """The four terms, credited to the passive side, which has just moved."""

    advantage: int
    """Two for a man, three for a king."""
    denial: int
    mobility: int
    """Mobility of the active side, so it is subtracted."""
    hybrid: int

    @property
    def rating(self) -> int:
        """All but piece advantage."""
        return 2 * self.denial - self.mobility + 2 * self.hybrid

    def score(self, before: int = 0) -> int:
        """The score; `before` is the rating of the board one move earlier."""
        return 256 * self.advantage + self.rating - before


def four_terms(position: Position) -> FourTerms:
    """Piece advantage, denial, mobility, and men in the centre or on the fifth and sixth rows."""
    active, passive = position.side, OTHER[position.side]
    worth = {side: 2 * len(position.men(side)) + 3 * len(position.kings(side)) for side in OTHER}
    men = position.men(passive)
    return FourTerms(
        worth[passive] - worth[active],
        len(denied(position, active)),
        mobil(position, active),
        sum(square in CENTRE or row(square, passive) in (5, 6) for square in men),
    )
