"""Griffith's tabulated functions in plain Python: the judge of listings/griffith.deck, never used by it.

Everything is written again from A.I. Memo 94, with the boards of `checkers.rules` and the parameters of
`judges.terms`: the arguments, the halves of every entry, the values, the ratings; and our own way to choose
the argument sets, from every pair of parameters.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from samuel.checkers.rules import Move, Position, play
from samuel.judges.book_learning import machine_order, seen, situations
from samuel.judges.signature_tables import changes
from samuel.judges.terms import toward_zero
from samuel.learning.book_tape import BookGame

MILLION = 1_000_000
SETS, MEMBERS = 8, 5

Set = tuple[str, ...]
Five = tuple[int, ...]


@dataclass
class Functions:
    """Eight functions of five arguments, learnt from a book."""

    sets: Sequence[Set]
    left: Counter[tuple[int, Five]] = field(default_factory=Counter)
    """How often each entry was the master's; by function, from 0, and arguments."""
    right: Counter[tuple[int, Five]] = field(default_factory=Counter)

    def learn(self, games: Iterable[BookGame], most: int) -> None:
        """Count the positions after the moves of `most` book moves."""
        for boards, chosen in after_moves(games, most):
            for place, found in enumerate(boards):
                half = self.left if place == chosen else self.right
                for function, names in enumerate(self.sets):
                    half[function, tuple(found[name] for name in names)] += 1

    def rate(self, games: Iterable[BookGame], most: int) -> Counter[str]:
        """How many moves are rated lower, equal and higher than the master's."""
        counted: Counter[str] = Counter()
        for boards, chosen in after_moves(games, most):
            sums = [self.sum_of(found) for found in boards]
            for place, each in enumerate(sums):
                if place != chosen:
                    which = "lower" if each < sums[chosen] else "equal" if each == sums[chosen] else "higher"
                    counted[which] += 1
        return counted

    def sum_of(self, found: dict[str, int]) -> int:
        """The sum of the functions, in millionths."""
        fives = (tuple(found[name] for name in names) for names in self.sets)
        return sum(self.value(function, five) for function, five in enumerate(fives))

    def value(self, function: int, five: Five) -> int:
        """The value of an entry: left half over right half; nothing on the right counts as one."""
        return MILLION * self.left[function, five] // max(1, self.right[function, five])


def after_moves(games: Iterable[BookGame], most: int) -> Iterable[tuple[list[dict[str, int]], int]]:
    """For each book move: the arguments of the boards after all moves, and which is the master's."""
    for number, (position, book) in enumerate(situations(games)):
        if number == most:
            return
        moves = machine_order(position)
        (chosen,) = [place for place, move in enumerate(moves) if move.path == book.path]
        yield [arguments(position, move) for move in moves], chosen


def arguments(position: Position, move: Move) -> dict[str, int]:
    """What a move does to every parameter: 0 if it falls, 1 if it stays, 2 if it rises."""
    found = changes(seen(play(position, move), position.side), position)
    return {name: 1 + (value > 0) - (value < 0) for name, value in found.items()}


def chosen_sets(games: Iterable[BookGame], most: int, names: Sequence[str]) -> list[Set]:
    """Sets of parameters that tell more together than each alone; `names` in the program's order."""
    master: Counter[tuple[str, str, int, int]] = Counter()
    every: Counter[tuple[str, str, int, int]] = Counter()
    boards = masters = 0
    for found, chosen in after_moves(games, most):
        for place, each in enumerate(found):
            boards, masters = boards + 1, masters + (place == chosen)
            for one, other in combinations(names, 2):
                pair = one, other, each[one], each[other]
                every[pair] += 1
                master[pair] += place == chosen

    def told(values: Iterable[tuple[str, str, int, int]]) -> int:
        cells = list(values)
        n, left = sum(every[cell] for cell in cells), sum(master[cell] for cell in cells)
        beyond = left - n * masters // boards
        return toward_zero(beyond * beyond, n) if n else 0

    def alone(name: str) -> int:
        other = names[-1] if name != names[-1] else names[-2]
        cells = {
            value: [c for c in every if (c[0], c[1], c[2]) == (name, other, value)]
            + [c for c in every if (c[1], c[0], c[3]) == (name, other, value)]
            for value in range(3)
        }
        return sum(map(told, cells.values()))

    tells = {name: alone(name) for name in names}
    excess = {}
    for one, other in combinations(names, 2):
        both = sum(told([(one, other, a, b)]) for a, b in product(range(3), repeat=2))
        excess[one, other] = excess[other, one] = both - tells[one] - tells[other]
    sets: list[list[str]] = [[] for _ in range(SETS)]
    uses: Counter[str] = Counter()
    for _ in range(MEMBERS):
        for members in sets:
            often = 1 if len(uses) < len(names) else 2
            free = [name for name in names if uses[name] < often and name not in members]
            gains = {n: sum(excess[n, m] for m in members) if members else tells[n] for n in free}
            best = max(free, key=gains.__getitem__)
            members.append(best)
            uses[best] += 1
    return [tuple(members) for members in sets]
