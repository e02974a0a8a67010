"""The totals of book learning in numpy: a second judge of the learning program (listings/learn.deck).

Boards, moves and parameters are those of samuel.definitions; nothing is taken from `judges.terms`, nor from
the first judge, `judges.book_learning`. What depends only on the rules of checkers is computed once, for all
positions together: every move, every jump after it, every parameter. Then the tables are remade as often as
the program remakes them, and everything between two remakes is counted at once. Only Samuel's rule is judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from samuel.checkers.rules import Position, legal_moves, play
from samuel.definitions.boards import (
    DIRECTIONS,
    KING_ROW,
    VALID,
    Boards,
    Indexes,
    Words,
    children,
    moved,
    seen_from,
)
from samuel.definitions.measure import SPLIT, viewed
from samuel.definitions.proposed import THOUGHT, view_of
from samuel.definitions.sides import Side
from samuel.learning.book_tape import BookGame
from samuel.player.signature_tables import Form, Shape

Flags = NDArray[np.bool_]
NAMES = tuple(THOUGHT)
PHASES = len(SPLIT)
STEP, PART = 20, 16
"""Tables are remade after STEP book moves plus one PART-th of all moves so far."""
FINE, THOUSANDTH = 1_000_000, 1_000
LEAN, RIDGE = 100, 5
LOST = 10**10
LONGEST = 12
"""The most pieces that a jump can take."""
BITS = 36
"""Bits of a word that holds a board."""
BLACKS_TURNS, WHITES_TURNS = (0, 1, 3, 2), (2, 3, 1, 0)
"""When the program tries each of DIRECTIONS: its order is fixed as seen from Black's end of the board."""


@dataclass(frozen=True)
class Totals:
    """The totals that were counted."""

    moves: int
    """Number of book moves."""
    lower: Indexes
    """L, by phase and parameter."""
    higher: Indexes
    levels: tuple[Indexes, ...]
    """A and D of each level, by phase, table and entry."""


@dataclass(frozen=True)
class Nodes:
    """Every board after every move: first those the moves make, then those after jumps, depth by depth."""

    situation: Indexes
    parent: Indexes
    """The board before the jump; -1 for a board after a move."""
    depth: Indexes
    is_book: Flags
    others: Indexes
    """How many other moves there were; 0 for boards after jumps."""
    lost: Flags
    """Whether the side to move has no move."""
    phase: Indexes
    values: Indexes
    """Every parameter, credited to the side that moved first."""
    changes: Indexes
    """How much each parameter differs from its value before the move."""


def totals(games: Iterable[BookGame], form: Form, moves: int) -> Totals:
    """Learn from `moves` book moves."""
    lessons = situations(games, moves)
    nodes = analysed(lessons)
    found = Totals(
        len(lessons),
        np.zeros((PHASES, len(NAMES)), np.int64),
        np.zeros((PHASES, len(NAMES)), np.int64),
        tuple(np.zeros((2, PHASES, shape.tables, shape.entries), np.int64) for shape in form.levels),
    )
    tables = [np.zeros_like(level[0]) for level in found.levels]
    done = 0
    while done < len(lessons):
        after = done + STEP + done // PART
        rows = np.flatnonzero((nodes.situation >= done) & (nodes.situation < after))
        count(found, form, tables, nodes, rows)
        tables = [made(shape, level) for shape, level in zip(form.levels, found.levels, strict=True)]
        done = after
    return found


# What does not depend on the tables


def situations(games: Iterable[BookGame], most: int) -> list[tuple[Position, Position]]:
    """Positions in which a side whose moves count had a choice, and the positions after its move."""
    found = []
    for game in games:
        position = game.start
        for path in game.paths:
            legal = legal_moves(position)
            (after,) = [play(position, move) for move in legal if move.path == path]
            if game.counts(position.side) and len(legal) > 1:
                found.append((position, after))
                if len(found) == most:
                    return found
            position = after
    return found


def analysed(lessons: Sequence[tuple[Position, Position]]) -> Nodes:
    """Every board after the moves of these positions."""
    black = np.array([before.side == "B" for before, _ in lessons])
    roots = Boards.of((before, before.side) for before, _ in lessons)
    chosen = Boards.of((after, before.side) for before, after in lessons)
    situation, boards = children(roots)
    alike = np.flatnonzero(boards.equals(chosen[situation]))
    book = alike[np.unique(situation[alike], return_index=True)[1]]  # two jumps may make the same board
    others = np.bincount(situation)[situation] - 1

    layers, parents, lost, first = [(situation, boards)], [np.full(len(boards), -1)], [], 0
    while len(boards):
        enemy_to_move = len(layers) % 2 == 1
        view = boards.other_side() if enemy_to_move else boards
        lost.append(np.bincount(children(view)[0], minlength=len(view)) == 0)
        rows = np.flatnonzero(view.can_jump())
        from_row, view = jumps(view[rows], black[situation[rows]] != enemy_to_move)
        boards = view.other_side() if enemy_to_move else view
        parents.append(first + rows[from_row])
        first += len(situation)
        situation = situation[rows[from_row]]
        layers.append((situation, boards))

    depth = np.repeat(np.arange(len(layers)), [len(each) for _, each in layers])
    situation = np.concatenate([each for each, _ in layers])
    before, values = parameters(roots), parameters(Boards.joined(each for _, each in layers))
    return Nodes(
        situation,
        np.concatenate(parents),
        depth,
        np.isin(np.arange(len(depth)), book),
        np.concatenate([others, np.zeros(len(depth) - len(others), np.int64)]),
        np.concatenate(lost),
        (roots.pieces()[:, None] < SPLIT).sum(axis=1)[situation],
        values,
        values - before[situation],
    )


def parameters(boards: Boards) -> Indexes:
    """All parameters as the listings define them, one column each."""
    side = Side(boards)
    columns = []
    for name in NAMES:
        rating = THOUGHT[name][next(iter(THOUGHT[name]))]
        columns.append(viewed(rating, side, view_of(name)).astype(np.int64))
    return np.stack(columns, axis=1)


class Ways(NamedTuple):
    """Unfinished jumps on many boards."""

    row: Indexes
    key: Indexes
    """Sorts jumps into the order in which the program makes them."""
    origin: Words
    at: Words
    taken: Words

    def some(self, which: Flags | Indexes) -> "Ways":
        """Some of them, or all in another order."""
        return Ways(self.row[which], self.key[which], self.origin[which], self.at[which], self.taken[which])


def jumps(boards: Boards, black: Flags) -> tuple[Indexes, Boards]:
    """Every jump, as `children` gives them, but in the program's order: by direction, then from the highest
    square down, then by the directions of the jumps that follow."""
    row, origin = singles(boards.men | boards.kings)
    bit = np.bitwise_count(origin - np.uint64(1)).astype(np.int64)
    square = np.where(black[row], BITS - bit, bit)
    ways, ended = Ways(row, square, origin, origin, np.zeros_like(origin)), []
    for number in range(LONGEST + 1):
        further = [one_further(boards, black, ways, place) for place in range(len(DIRECTIONS))]
        at_end = ~np.logical_or.reduce([goes for goes, _ in further])
        if number:
            ended.append(ways.some(at_end)._replace(key=ways.key[at_end] << 2 * (LONGEST - number)))
        ways = joined(each for _, each in further)
        if number == 0:
            ways = ways._replace(key=ways.key % 4 * BITS + ways.key // 4)  # direction before square
    ways = joined(ended)
    order: Indexes = np.lexsort((ways.key, ways.row))
    return made_by(boards, ways.some(order))


def one_further(boards: Boards, black: Flags, ways: Ways, place: int) -> tuple[Flags, Ways]:
    """Which jumps can continue in a direction, and where that takes them."""
    here, direction = boards[ways.row], DIRECTIONS[place]
    enemies = (here.enemy_men | here.enemy_kings) & ~ways.taken
    empty = VALID & ~(here.men | here.kings | here.enemy_men | here.enemy_kings) | ways.origin
    able = ways.at if direction[0] > 0 else np.where(here.kings & ways.origin != 0, ways.at, np.uint64(0))
    goes = able & seen_from(enemies & seen_from(empty, direction), direction) != 0
    row, key, origin, at, taken = ways.some(goes)
    over = moved(at, direction)
    turn = np.where(black[row], BLACKS_TURNS[place], WHITES_TURNS[place])
    return goes, Ways(row, key * 4 + turn, origin, moved(over, direction), taken | over)


def joined(parts: Iterable[Ways]) -> Ways:
    """All jumps of the parts."""
    return Ways(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def made_by(boards: Boards, ways: Ways) -> tuple[Indexes, Boards]:
    """The boards after the jumps, and the boards they come from."""
    here, left = boards[ways.row], ~(ways.origin | ways.taken)
    crowned: Words = np.where(here.kings & ways.origin | ways.at & KING_ROW, ways.at, np.uint64(0))
    return ways.row, Boards(
        here.men & left | ways.at & ~crowned,
        here.kings & left | crowned,
        here.enemy_men & left,
        here.enemy_kings & left,
    )


def singles(words: Words) -> tuple[Indexes, Words]:
    """Every bit that is on, with the row it is in."""
    bits = np.uint64(1) << np.arange(BITS, dtype=np.uint64)
    rows, places = np.nonzero(words[:, None] & bits)
    return rows, bits[places]


# What depends on the tables


def count(found: Totals, form: Form, tables: Sequence[Indexes], nodes: Nodes, rows: Indexes) -> None:
    """Add the moves among these boards to the totals, using the current tables."""
    value = np.zeros(len(nodes.depth), np.int64)
    value[rows] = signatures(form, tables, nodes, rows)[1]
    in_favour = np.where(nodes.depth[rows] % 2 == 0, LOST, -LOST)
    value[rows] = np.where(nodes.lost[rows], in_favour, value[rows])
    end = np.arange(len(value))
    for depth in range(int(nodes.depth[rows].max()), 0, -1):
        layer = rows[nodes.depth[rows] == depth]
        worth = value[layer] if depth % 2 == 1 else -value[layer]  # the first jump is the enemy's
        order = np.lexsort((worth, nodes.parent[layer]))
        parents, first = np.unique(nodes.parent[layer][order], return_index=True)
        best = layer[order[first]]
        value[parents], end[parents] = value[best], end[best]

    moves = rows[nodes.depth[rows] == 0]
    ends, is_book, phase = end[moves], nodes.is_book[moves], nodes.phase[moves]
    weights = np.where(is_book, nodes.others[moves], 1)
    for level, (entry, changed) in zip(found.levels, signatures(form, tables, nodes, ends)[0], strict=True):
        half = (is_book[:, None] == changed).astype(np.int64)
        np.add.at(level, (half, phase[:, None], np.arange(level.shape[2]), entry), weights[:, None])
    books = np.zeros(int(nodes.situation[moves].max()) + 1, np.int64)
    books[nodes.situation[moves[is_book]]] = ends[is_book]
    mine, its = nodes.values[ends], nodes.values[books[nodes.situation[moves]]]
    np.add.at(found.lower, phase, mine < its)
    np.add.at(found.higher, phase, mine > its)


def signatures(
    form: Form, tables: Sequence[Indexes], nodes: Nodes, rows: Indexes
) -> tuple[list[tuple[Indexes, Flags]], Indexes]:
    """The entries of each level, and whether they belong to the opposite signature; and the final outputs."""
    columns = np.array([[NAMES.index(name) for name in names.split()] for names in form.types])
    halves = np.array(form.levels[0].values) // 2
    arguments = np.clip(nodes.changes[rows][:, columns], -halves, halves)
    phase, found = nodes.phase[rows][:, None], []
    for shape, table in zip(form.levels, tables, strict=True):
        values = np.array(shape.values)
        weights = np.array([values[at + 1 :].prod() for at in range(len(values))])
        places = (arguments.reshape(len(rows), shape.tables, len(values)) + values // 2) @ weights
        middle = values.prod() // 2 if shape.folded else 0
        entry, changed = np.abs(places - middle), places < middle
        arguments = np.where(changed, -1, 1) * table[phase, np.arange(shape.tables), entry]
        found.append((entry, changed))
    return found, arguments.sum(axis=1)


# Remaking the tables


def made(shape: Shape, level: Indexes) -> Indexes:
    """The tables of a level in all phases, from its totals."""
    lead, data = level[0] - level[1], level[0] + level[1]
    value = toward_zero(FINE * lead, np.maximum(data, 1))
    every = np.array(list(product(*(range(-(n // 2), n // 2 + 1) for n in shape.values))))
    arguments = every[len(every) // 2 :] if shape.folded else every
    speaks, heard = with_adjacent(lead) @ arguments, with_adjacent(data) @ arguments**2
    alone = np.clip(toward_zero(FINE * speaks, heard + RIDGE) @ arguments.T, -FINE, FINE)
    value += toward_zero(LEAN * (alone - value), data + LEAN)
    if shape.limit == THOUSANDTH:
        return toward_zero(value, np.array(FINE // THOUSANDTH))
    weight = np.maximum(data, 1)[..., None, :]
    alike = np.sign(value)[..., None] == np.sign(value)[..., None, :]
    smaller = np.abs(value)[..., None] > np.abs(value)[..., None, :]
    below, whole = (weight * (alike & smaller)).sum(axis=-1), (weight * alike).sum(axis=-1)
    group: Indexes = 1 + below * shape.limit // whole
    return np.sign(value) * group


def with_adjacent(counts: Indexes) -> Indexes:
    """The counts of each phase plus those of the phases before and after it."""
    found = counts.copy()
    found[1:] += counts[:-1]
    found[:-1] += counts[1:]
    return found


def toward_zero(values: Indexes, divisors: Indexes) -> Indexes:
    """Quotients, rounded toward zero."""
    return np.sign(values) * (np.abs(values) // divisors)
