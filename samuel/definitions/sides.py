"""One side of many boards: the sets of squares (words) that definitions are made of, each computed once.

Every word is seen from the side's own end of the board. It shows what the side could do if it were its turn.
"""

from collections.abc import Iterable
from functools import cached_property, reduce

import numpy as np

from samuel.definitions.boards import DIRECTIONS, VALID, Boards, Offset, Words, moved, seen_from, turned


def _sum(one: Offset, other: Offset) -> Offset:
    return one[0] + other[0], one[1] + other[1]


def _back(offset: Offset) -> Offset:
    return -offset[0], -offset[1]


def union(words: Iterable[Words]) -> Words:
    """The squares that are in any of the words."""
    return reduce(np.bitwise_or, words)


def at_least(words: list[Words], number: int) -> Words:
    """The squares that are in at least `number` of the words."""
    reached = [np.zeros_like(words[0]) for _ in range(number)]
    for each in words:
        for level in range(number - 1, 0, -1):
            reached[level] = reached[level] | reached[level - 1] & each
        reached[0] = reached[0] | each
    return reached[-1]


class Side:
    """One side of many boards; it moves forward."""

    def __init__(self, boards: Boards, foe: "Side | None" = None) -> None:
        self.men, self.kings, self.enemy_men, self.enemy_kings = boards.words()
        self.foe = foe or Side(boards.other_side(), self)
        self._near: dict[tuple[str, Offset], Words] = {}

    def word(self, name: str) -> Words:
        """A word by its name; with the prefix "foe." the enemy's word, seen from this side."""
        if not name.startswith("foe."):
            words: Words = getattr(self, name)
            return words
        if name not in self.__dict__:
            self.__dict__[name] = turned(self.foe.word(name.removeprefix("foe.")))
        return self.__dict__[name]  # type: ignore[no-any-return]

    def near(self, name: str, offset: Offset) -> Words:
        """The squares that have a square of the named word at the offset; "edge" means off the board."""
        if offset == (0, 0):
            return self.word(name)
        key = name, offset
        if key not in self._near:
            self._near[key] = self._off(offset) if name == "edge" else seen_from(self.word(name), offset)
        return self._near[key]

    def _off(self, offset: Offset) -> Words:
        off = VALID & ~seen_from(np.array([VALID]), offset)[0]
        return np.full(1, off)  # the same on every board

    # Pieces

    @cached_property
    def own(self) -> Words:
        """Men and kings."""
        return self.men | self.kings

    @cached_property
    def enemy(self) -> Words:
        """The enemy's men and kings."""
        return self.enemy_men | self.enemy_kings

    @cached_property
    def empty(self) -> Words:
        """Squares nobody holds."""
        return VALID & ~(self.own | self.enemy)

    def able(self, direction: Offset) -> str:
        """Which own pieces may go in a direction."""
        return "own" if direction[0] > 0 else "kings"

    def enemy_able(self, direction: Offset) -> str:
        """Which enemies may go in a direction."""
        return "enemy" if direction[0] < 0 else "enemy_kings"

    # Normal moves

    @cached_property
    def movers(self) -> dict[Offset, Words]:
        """RF, LF, RB and LB: pieces that can step in each direction."""
        return {d: self.word(self.able(d)) & self.near("empty", d) for d in DIRECTIONS}

    @cached_property
    def free(self) -> Words:
        """Pieces that can step."""
        return union(self.movers.values())

    @cached_property
    def blocked(self) -> Words:
        """Pieces that cannot step."""
        return self.own & ~self.free

    @cached_property
    def mob(self) -> Words:
        """1959's MOB: squares that can be stepped to."""
        return union(moved(words, d) for d, words in self.movers.items())

    # What may happen to a piece that steps

    def _retaken(self, captor: Offset) -> Words:
        """Squares where the captor of a piece, coming from this direction, can be captured in turn."""
        return union(
            self.near(self.able(f), _back(_sum(captor, f)))
            & (VALID if f == captor else self.near("empty", _sum(f, _back(captor))))
            for f in DIRECTIONS
            if f != _back(captor)
        )

    @cached_property
    def _losses(self) -> tuple[Words, Words]:
        """Squares of MOB where the piece could be captured, and those where it could be for nothing."""
        some, nothing = np.zeros_like(self.men), np.zeros_like(self.men)
        for captor in DIRECTIONS:
            enemy = self.near(self.enemy_able(_back(captor)), captor)
            unavenged = ~self._retaken(captor)
            for step, movers in self.movers.items():
                landing = VALID if step == captor else self.near("empty", _back(captor))
                captured = moved(movers, step) & enemy & landing
                some |= captured
                nothing |= captured & unavenged
        return some, nothing

    @cached_property
    def risky(self) -> Words:
        """Squares of MOB where the piece could be captured."""
        return self._losses[0]

    @cached_property
    def denied(self) -> Words:
        """1959's DENY: squares of MOB where the piece could be captured without an exchange."""
        return self._losses[1]

    @cached_property
    def exchange(self) -> Words:
        """1959's EXCH: squares of MOB where the piece could be captured, but never for nothing."""
        return self.risky & ~self.denied

    @cached_property
    def safe(self) -> Words:
        """Squares of MOB where the piece could not be captured."""
        return self.mob & ~self.risky

    @cached_property
    def undenied(self) -> Words:
        """Squares of MOB that are not denied."""
        return self.mob & ~self.denied

    @cached_property
    def held(self) -> Words:
        """Pieces that can step, but only to denied squares."""
        return self.free & ~self._steps_to("undenied")

    @cached_property
    def stuck(self) -> Words:
        """Pieces without a step to an undenied square."""
        return self.own & ~self._steps_to("undenied")

    @cached_property
    def loose(self) -> Words:
        """Pieces with a step to a safe square."""
        return self._steps_to("safe")

    def _steps_to(self, name: str) -> Words:
        return union(movers & self.near(name, d) for d, movers in self.movers.items())

    # Threats

    def _threats_after(self, step: Offset) -> Words:
        return union(
            moved(self.movers[step] & self.word(self.able(jump)), step)
            & self.near("enemy", jump)
            & self.near("empty", _sum(jump, jump))
            for jump in DIRECTIONS
            if jump != _back(step)
        )

    @cached_property
    def threat(self) -> Words:
        """1959's THRET: squares of MOB from which the piece threatens a capture."""
        return union(self._threats_after(step) for step in DIRECTIONS)

    @cached_property
    def safe_threat(self) -> Words:
        """Squares of `threat` where the piece could not be captured."""
        return self.threat & ~self.risky

    @cached_property
    def undenied_threat(self) -> Words:
        """Squares of `threat` that are not denied."""
        return self.threat & ~self.denied

    # Jumps

    @cached_property
    def jumpers(self) -> dict[Offset, Words]:
        """Pieces that can jump in each direction."""
        return {
            d: self.word(self.able(d)) & self.near("enemy", d) & self.near("empty", _sum(d, d))
            for d in DIRECTIONS
        }

    @cached_property
    def jumper(self) -> Words:
        """Pieces that can jump."""
        return union(self.jumpers.values())

    @cached_property
    def victims(self) -> Words:
        """Enemies that can be jumped."""
        return union(moved(words, d) for d, words in self.jumpers.items())

    @cached_property
    def forking(self) -> Words:
        """Pieces that can jump in two directions or more."""
        once, twice = np.zeros_like(self.men), np.zeros_like(self.men)
        for words in self.jumpers.values():
            twice |= once & words
            once |= words
        return twice

    @cached_property
    def double_jumper(self) -> Words:
        """Pieces that can take two enemies in one jump."""
        found = np.zeros_like(self.men)
        for d, words in self.jumpers.items():
            for f in DIRECTIONS:
                if f != _back(d):
                    able = words if f[0] > 0 else words & self.kings
                    first = _sum(d, d)
                    found |= (
                        able
                        & self.near("enemy", _sum(first, f))
                        & self.near("empty", _sum(first, _sum(f, f)))
                    )
        return found

    # How pieces are placed

    @cached_property
    def backed(self) -> Words:
        """Pieces with a piece or the edge behind them on both diagonals."""
        return (
            self.own
            & ~self.near("empty", (-1, -1))
            & ~self.near("empty", (-1, 1))
            & ~self.near("enemy", (-1, -1))
            & ~self.near("enemy", (-1, 1))
        )

    @cached_property
    def bare(self) -> Words:
        """Pieces with an empty square behind them."""
        return self.own & (self.near("empty", (-1, -1)) | self.near("empty", (-1, 1)))

    @cached_property
    def touching(self) -> Words:
        """Pieces beside an enemy."""
        return self.own & union(self.near("enemy", d) for d in DIRECTIONS)

    @cached_property
    def facing(self) -> Words:
        """Pieces with an enemy on a square before them."""
        return self.own & union(self.near("enemy", d) for d in DIRECTIONS[:2])

    @cached_property
    def alone(self) -> Words:
        """Pieces with no piece of their own beside them."""
        return self.own & ~union(self.near("own", d) for d in DIRECTIONS)

    @cached_property
    def runaway(self) -> Words:
        """Men with no enemy in the part of the board before them."""
        behind = self.enemy
        for _ in range(7):
            behind = behind | union(moved(behind, d) for d in DIRECTIONS[2:]) | moved(behind, (-2, 0))
        return self.men & ~behind

    @cached_property
    def strung(self) -> Words:
        """Pieces in the middle of three on a diagonal."""
        return self.own & union(self.near("own", d) & self.near("own", _back(d)) for d in DIRECTIONS[:2])
