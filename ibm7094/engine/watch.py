"""Observers: breakpoints, a profile by address, a ring of the last instructions, a tally by operation.

They are outside the machine and cost nothing when absent: a separate compiled engine feeds them, and is used
only while something is watched.
"""

import ctypes
from collections.abc import Iterable, Iterator, MutableSequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ibm7094.isa.record import OPERATIONS, Operation
from ibm7094.words import CORE_SIZE

RING_SIZE = 1 << 16
RING_WORDS = 4  # location, instruction word, AC and MQ before it
TALLY_WORDS = 3  # executions, cycles, cycles saved
MOST_HITS = 64  # more than one instruction writes
HIT_WORDS = 3  # address, old and new word
INDEX = {id(o): i for i, o in enumerate(OPERATIONS)}


class Block(ctypes.Structure):
    """What compiled code sees: addresses of the arrays, and the ring's next entry."""

    _fields_ = (
        ("marks", ctypes.c_int64),
        ("profile", ctypes.c_int64),
        ("ring", ctypes.c_int64),
        ("ring_next", ctypes.c_int64),
        ("tally", ctypes.c_int64),
        ("watched", ctypes.c_int64),
        ("hits", ctypes.c_int64),
        ("hit_count", ctypes.c_int64),
    )
    ring_next: int
    hit_count: int


@dataclass(frozen=True)
class Traced:
    """One instruction of the trace."""

    location: int
    word: int
    ac: int
    mq: int


@dataclass(frozen=True)
class Hit:
    """A write to a watched word."""

    address: int
    old: int
    new: int
    by: str
    """Who wrote it; empty for the instruction that was just executed."""


class WatchedCore:
    """Core storage that notes writes to watched words. It takes the place of core only while some are."""

    def __init__(self, core: MutableSequence[int], watch: "Watch", by: str = "") -> None:
        self._core, self._watch, self._by = core, watch, by

    def written_by(self, by: str) -> "WatchedCore":
        """The same for another writer."""
        return WatchedCore(self._core, self._watch, by)

    def __getitem__(self, address: int) -> int:
        return self._core[address]

    def __setitem__(self, address: int, word: int) -> None:
        if self._watch.watched[address]:
            self._watch.hit(address, self._core[address], word, self._by)
        self._core[address] = word


class Watch:
    """What to observe in a run, and what was recorded so far."""

    def __init__(self, breakpoints: Iterable[int] = ()) -> None:
        self.marks: NDArray[np.int64] = np.zeros(CORE_SIZE, np.int64)
        self.profile: NDArray[np.int64] = np.zeros(CORE_SIZE, np.int64)
        self.ring: NDArray[np.int64] = np.zeros((RING_SIZE, RING_WORDS), np.int64)
        self.tally: NDArray[np.int64] = np.zeros((len(OPERATIONS), TALLY_WORDS), np.int64)
        self.block = Block(self.marks.ctypes.data, self.profile.ctypes.data, self.ring.ctypes.data, 0)
        self.block.tally = self.tally.ctypes.data
        self.watched: NDArray[np.int64] = np.zeros(CORE_SIZE, np.int64)
        self._hits: NDArray[np.int64] = np.zeros((MOST_HITS, HIT_WORDS), np.int64)
        self._by: dict[int, str] = {}
        self.block.watched, self.block.hits = self.watched.ctypes.data, self._hits.ctypes.data
        self.is_watching = False
        """Whether any word is watched; then the engine notes every store."""
        self.breakpoints = breakpoints

    def watch_words(self, addresses: Iterable[int]) -> None:
        """Stop after writes to these addresses, and no others."""
        self.watched[:] = 0
        self.watched[list(addresses)] = 1
        self.is_watching = bool(self.watched.any())

    def hit(self, address: int, old: int, new: int, by: str) -> None:
        """Note a write to a watched word."""
        place = self.block.hit_count % MOST_HITS
        self._hits[place] = (address, old, new)
        self._by[place] = by
        self.block.hit_count += 1

    @property
    def hits(self) -> list[Hit]:
        """The writes since the run began, oldest first; only the first few of very many."""
        count = min(self.block.hit_count, MOST_HITS)
        return [
            Hit(int(address), int(old), int(new), self._by.get(place, ""))
            for place, (address, old, new) in enumerate(self._hits[:count])
        ]

    def forget_hits(self) -> None:
        """Begin a run."""
        self.block.hit_count = 0
        self._by.clear()

    @property
    def breakpoints(self) -> tuple[int, ...]:
        """Addresses to stop at, before the instruction there is executed."""
        return tuple(int(a) for a in np.flatnonzero(self.marks))

    @breakpoints.setter
    def breakpoints(self, addresses: Iterable[int]) -> None:
        self.marks[:] = 0
        self.marks[list(addresses)] = 1

    def begin_anew(self) -> None:
        """Forget breakpoints, profile and trace. The tally stays, because time already spent still counts."""
        self.breakpoints = ()
        self.profile[:] = 0
        self.block.ring_next = 0

    @property
    def address(self) -> int:
        """The address of the block, for compiled code."""
        return ctypes.addressof(self.block)

    def note(self, location: int, word: int, ac: int, mq: int) -> None:
        """Record an instruction in the ring."""
        self.ring[self.block.ring_next % RING_SIZE] = (location, word, ac, mq)
        self.block.ring_next += 1

    def count(self, operation: Operation, cycles: int, saved: int) -> None:
        """Add an execution to the tally."""
        self.tally[INDEX[id(operation)]] += (1, cycles, saved)

    def trace(self, last: int = RING_SIZE) -> Iterator[Traced]:
        """The last instructions, oldest first."""
        end = self.block.ring_next
        for position in range(max(0, end - min(last, RING_SIZE)), end):
            yield Traced(*(int(v) for v in self.ring[position % RING_SIZE]))
