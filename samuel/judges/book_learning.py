"""Book learning in plain Python: the judge of the learning program (listings/learn.deck), never used by it.

Everything is written again from the papers' rules, with the board of `checkers.rules` and the parameters of
`judges.terms`: the legal moves, the quiet boards after them, the counts L and H, the totals A and D, and the
tables made from them, smoothed towards what each argument alone predicts. A test adds the paper's four
smoothings.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from samuel.checkers.rules import OTHER, START, Move, Position, Side, legal_moves, play
from samuel.judges import connectives as steered
from samuel.judges import terms
from samuel.judges.signature_tables import arguments, limited, order
from samuel.learning.book_tape import BookGame
from samuel.player.signature_tables import ONE, PHASES, Form, Tables, in_turn

MAN, KING, TRADE = 3328, 4992, 416
POLYNOMIAL_UNIT, TABLES_UNIT = 24, 400
LOST = 10_000_000_000
FINE = 1_000_000
NAMES = tuple(terms.values(START))
SAMUEL, GRIFFITH = 1, 2
LEAN, RIDGE = 100, 5
"""Weight of the arguments' effects beside an entry's own data; and what is added to the effects' data."""

Place = tuple[int, int, int, int]
"""Phase, level and table, from 0, and the entry."""

values = lru_cache(50_000)(terms.values)


@dataclass
class Judge:
    """Learns as the program does; without a `form`, only the polynomial."""

    form: Form | None
    rule: int = SAMUEL
    by_data: bool = True
    """Whether groups have equal shares of the data; if not, of the entries."""
    step: int = 20
    part: int = 16
    lean: int = LEAN
    """How strongly values are smoothed; 0 is not at all."""
    by_advantage: bool = False
    """Whether ratings include piece advantage."""
    by_change: bool = True
    """Whether arguments are what a move changed; if not, the state after it."""
    phases: int = PHASES
    """Into how many phases the game is split; tables always have six."""
    connectives: bool = False
    """Whether the polynomial has binary connectives."""
    power: int = 1
    """The power of C that is a coefficient."""
    by_turn: bool = False
    """Whether boards keep whose turn it is; if not, they are seen as if the first side had just moved."""
    moves: int = 0
    lower: Counter[tuple[int, str]] = field(default_factory=Counter)
    higher: Counter[tuple[int, str]] = field(default_factory=Counter)
    chosen: Counter[Place] = field(default_factory=Counter)
    """The totals A; by Griffith's rule the left half, with negative entries for opposite signatures."""
    others: Counter[Place] = field(default_factory=Counter)
    rated: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By method: how many moves were rated "lower" than the book's, "equal" to it, and "higher"."""

    def __post_init__(self) -> None:
        self.names = tuple(" ".join(self.form.types).split()) if self.form else NAMES
        if self.connectives:
            self.names += tuple(steered.connectives(values(START)))
        self.coefficients: dict[tuple[int, str], int] = {}
        self.tables = self._blank() if self.form else None
        self._remake_at = self.step
        self._root = START

    def learn(self, games: Iterable[BookGame], most: int) -> None:
        """Learn from `most` book moves."""
        for position, book in situations(games):
            self._analyse(position, book)
            self.moves += 1
            if self.moves >= self._remake_at:
                self.remake()
                self._remake_at = self.moves + self.step + self.moves // self.part
            if self.moves == most:
                return

    # One book move

    def _analyse(self, position: Position, book: Move) -> None:
        side, moves = position.side, machine_order(position)
        self._root = position
        (book_place,) = [place for place, move in enumerate(moves) if move.path == book.path]
        boards = [self._quiet(play(position, move), side)[1] for move in moves]
        values_of = [self._credited_values(board, side) for board in boards]
        phase = self._phase(position)
        ratings = {
            method: [self._final(board, side, method) for board in boards]
            for method in ("tables", "polynomial")
        }
        for place, board in enumerate(boards):
            if self.form:
                view, other = self._view(board, side)
                self._count(view, len(moves) - 1 if place == book_place else 0, other)
            if place == book_place:
                continue
            for name, value in values_of[place].items():
                best = values_of[book_place][name]
                self.lower[phase, name] += value < best
                self.higher[phase, name] += value > best
            for method, rating in ratings.items():
                mine, its = rating[place], rating[book_place]
                self.rated[method, "lower" if mine < its else "equal" if mine == its else "higher"] += 1

    def _values(self, board: Position) -> dict[str, int]:
        found = values(board)
        return found | steered.connectives(found) if self.connectives else found

    def _phase(self, position: Position) -> int:
        return steered.phase(position, self.phases)

    def _final(self, board: Position, side: Side, method: str) -> int:
        if not legal_moves(board):
            return LOST if board.side != side else -LOST
        return self._credited(board, side, method)

    def ratings(self, position: Position) -> list[tuple[Move, int]]:
        """Every move with its rating by the tables, in the program's order."""
        self._root = position
        return [
            (move, self._final(self._quiet(play(position, move), position.side)[1], position.side, "tables"))
            for move in machine_order(position)
        ]

    def _view(self, board: Position, side: Side) -> tuple[Position, bool]:
        """The board as it is rated, and whether the other side is the one that has just moved."""
        return (board, board.side == side) if self.by_turn else (seen(board, side), False)

    def _credited_values(self, board: Position, side: Side) -> dict[str, int]:
        view, other = self._view(board, side)
        found = self._values(view)
        return {name: -value for name, value in found.items()} if other else found

    def _credited(self, board: Position, side: Side, method: str) -> int:
        """The rating credited to a side."""
        view, other = self._view(board, side)
        rating = self._rating(view, method)
        return -rating if other else rating

    def _quiet(self, board: Position, side: Side) -> tuple[int, Position]:
        """The rating for the side to move, and the quiet board that has it."""
        moves = machine_order(board)
        if not moves:
            return -LOST, board
        if not moves[0].captures:
            rating = self._credited(board, side, "tables" if self.form else "polynomial")
            return rating if board.side == side else -rating, board
        best: tuple[int, Position] | None = None
        for move in moves:
            rating, end = self._quiet(play(board, move), side)
            if best is None or -rating > best[0]:
                best = -rating, end
        assert best
        return best

    def _rating(self, board: Position, method: str) -> int:
        """The rating in thousandths of a point, credited to the side that is not to move."""
        phase = self._phase(self._root)
        rating = ONE * terms.advantage(board, MAN, KING, TRADE) if self.by_advantage else 0
        if method == "tables":
            return rating + (TABLES_UNIT * self._outputs(board)[-1][-1][1] if self.tables else 0)
        found = self._values(board)
        return rating + POLYNOMIAL_UNIT * sum(
            self.coefficients.get((phase, name), 0) * found[name] for name in found
        )

    def _outputs(self, board: Position) -> list[list[tuple[int, int]]]:
        """Entries (-1 - entry if the sign is changed) and outputs of each level; last, the value."""
        assert self.form and self.tables
        levels = self.tables.phases[terms.phase(self._root) - 1]
        rows: list[list[tuple[int, int]]] = []
        inputs: Iterable[tuple[int, ...]] = arguments(
            self.form, board, self._root if self.by_change else None
        )
        for shape, level in zip(self.form.levels, levels, strict=True):
            ranks = order(shape.values)
            row = []
            for table, each in zip(level, inputs, strict=True):
                place = ranks[each]
                middle = len(ranks) // 2
                if not shape.folded:
                    row.append((place, table[place]))
                elif place >= middle:
                    row.append((place - middle, table[place - middle]))
                else:
                    row.append((place - middle - 1, -table[middle - place]))
            rows.append(row)
            step = self.form.levels[len(rows)].values if len(rows) < len(levels) else ()
            inputs = in_turn((output for _, output in row), len(step)) if step else ()
        return [*rows, [(0, sum(output for _, output in rows[-1]))]]

    def _count(self, board: Position, other_moves: int, exchanged: bool = False) -> None:
        """Count the signatures of a move; `other_moves` is 0 unless it is the book's move."""
        phase = terms.phase(self._root) - 1
        for level, row in enumerate(self._outputs(board)[:-1]):
            for table, (entry, _) in enumerate(row):
                changed = entry < 0
                entry = -entry - 1 if entry < 0 else entry
                if self.rule == GRIFFITH:
                    place = (phase, level, table, -entry - 1 if changed else entry)
                    (self.chosen if other_moves else self.others)[place] += 1
                else:
                    total = self.chosen if bool(other_moves) != (changed != exchanged) else self.others
                    total[phase, level, table, entry] += other_moves or 1

    # Remaking the tables

    def _blank(self) -> Tables:
        assert self.form
        phase = tuple(((0,) * shape.entries,) * shape.tables for shape in self.form.levels)
        return Tables(self.form, (phase,) * PHASES)

    def remake(self) -> None:
        """Make new coefficients and tables."""
        for phase in range(1, PHASES + 1):
            for name in self.names:
                lower, higher = self.lower[phase, name], self.higher[phase, name]
                c = terms.toward_zero(ONE * (lower - higher), lower + higher or 1)
                self.coefficients[phase, name] = steered.raised(c, self.power)
        if self.form:
            self.tables = Tables(self.form, tuple(tuple(self._levels(p)) for p in range(PHASES)), self.moves)

    def _levels(self, phase: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        assert self.form
        for level, shape in enumerate(self.form.levels):
            tables = []
            for table in range(shape.tables):
                places = [(phase, level, table, entry) for entry in range(shape.entries)]
                found = [self._value(place) for place in places]
                if self.lean and self.rule == SAMUEL:
                    found = self._leant(found, places, self._arguments(level))
                if shape.limit == ONE:
                    tables.append(tuple(terms.toward_zero(v, FINE // ONE) for v in found))
                else:
                    weights = [self._data(p) or 1 if self.by_data else 1 for p in places]
                    tables.append(ranked(found, weights, shape.limit))
            yield tuple(tables)

    def _data(self, place: Place) -> int:
        return self.chosen[place] + self.others[place]

    def _arguments(self, level: int) -> list[tuple[int, ...]]:
        """The arguments of each entry of a table."""
        assert self.form
        shape = self.form.levels[level]
        every = sorted(order(shape.values), key=order(shape.values).__getitem__)
        return every[len(every) // 2 :] if shape.folded else every

    def _leant(self, found: list[int], places: list[Place], arguments: list[tuple[int, ...]]) -> list[int]:
        """Values smoothed towards the sum of the arguments' effects, in this phase and the adjacent ones."""
        pertinent = [
            (each, (phase, *place[1:]))
            for place, each in zip(places, arguments, strict=True)
            for phase in range(max(0, place[0] - 1), min(PHASES, place[0] + 2))
        ]
        effects = []
        for at in range(len(arguments[0])):
            speaks = sum(each[at] * (self.chosen[p] - self.others[p]) for each, p in pertinent)
            data = sum(each[at] ** 2 * self._data(p) for each, p in pertinent)
            effects.append(terms.toward_zero(FINE * speaks, data + RIDGE))
        drawn = []
        for value, place, each in zip(found, places, arguments, strict=True):
            alone = limited(sum(q * effect for q, effect in zip(each, effects, strict=True)), FINE)
            drawn.append(
                value + terms.toward_zero(self.lean * (alone - value), self._data(place) + self.lean)
            )
        return drawn

    def _value(self, place: Place) -> int:
        """The value of an entry, in millionths."""
        if self.rule == GRIFFITH:
            changed = (*place[:3], -place[3] - 1)
            return self._quotient(place) - self._quotient(changed)
        a, d = self.chosen[place], self.others[place]
        return terms.toward_zero(FINE * (a - d), a + d or 1)

    def _quotient(self, place: Place) -> int:
        left, right = self.chosen[place], self.others[place]
        return min(FINE, FINE * left // right if right else FINE * min(left, 1))


def situations(games: Iterable[BookGame]) -> Iterator[tuple[Position, Move]]:
    """Positions in which a side whose moves count had a choice, and the move it chose."""
    for game in games:
        position = game.start
        for path in game.paths:
            legal = legal_moves(position)
            (move,) = [each for each in legal if each.path == path]
            if game.counts(position.side) and len(legal) > 1:
                yield position, move
            position = play(position, move)


def machine_order(position: Position) -> list[Move]:
    """Legal moves in the program's order: by direction, then from the highest square down, step by step."""

    def steps(move: Move) -> list[tuple[int, int]]:
        found = []
        for start, end in zip(move.path, move.path[1:], strict=False):
            (rows, columns) = _place(end)[0] - _place(start)[0], _place(end)[1] - _place(start)[1]
            found.append(((0 if rows > 0 else 2) + ((columns > 0) == (rows > 0)), -start))
        return found

    return sorted(legal_moves(position), key=steps)


def _place(square: int) -> tuple[int, int]:
    row, at = divmod(square - 1, 4)
    return row, 2 * at + (1 if row % 2 == 0 else 0)


def seen(board: Position, side: Side) -> Position:
    """The board as if this side had just moved."""
    return Position(OTHER[side], board.board)


def ranked(found: list[int], weights: list[int], groups: int) -> tuple[int, ...]:
    """The group of each value: 0 for zero; positive and negative values in groups of equal size, by rank."""
    result = []
    for value in found:
        alike = [(abs(v), weight) for v, weight in zip(found, weights, strict=True) if v * value > 0]
        below = sum(weight for size, weight in alike if size < abs(value))
        group = 1 + below * groups // sum(weight for _, weight in alike) if value else 0
        result.append(group if value > 0 else -group)
    return tuple(result)
