"""Observers: breakpoints, a profile by address, a ring of the last instructions, a tally by operation.

They are outside the machine and cost nothing when absent: a separate compiled engine feeds them, and is used
only while something is watched.
"""

import ctypes
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ibm7094.isa.record import OPERATIONS, Operation
from ibm7094.words import CORE_SIZE

RING_SIZE = 1 << 16
RING_WORDS = 4  # location, instruction word, AC and MQ before it
TALLY_WORDS = 3  # executions, cycles, cycles saved
INDEX = {id(o): i for i, o in enumerate(OPERATIONS)}


class Block(ctypes.Structure):
    """What compiled code sees: addresses of the arrays, and the ring's next entry."""

    _fields_ = (
        ("marks", ctypes.c_int64),
        ("profile", ctypes.c_int64),
        ("ring", ctypes.c_int64),
        ("ring_next", ctypes.c_int64),
        ("tally", ctypes.c_int64),
    )
    ring_next: int


@dataclass(frozen=True)
class Traced:
    """One instruction of the trace."""

    location: int
    word: int
    ac: int
    mq: int


class Watch:
    """What to observe in a run, and what was recorded so far."""

    def __init__(self, breakpoints: Iterable[int] = ()) -> None:
        self.marks: NDArray[np.int64] = np.zeros(CORE_SIZE, np.int64)
        self.profile: NDArray[np.int64] = np.zeros(CORE_SIZE, np.int64)
        self.ring: NDArray[np.int64] = np.zeros((RING_SIZE, RING_WORDS), np.int64)
        self.tally: NDArray[np.int64] = np.zeros((len(OPERATIONS), TALLY_WORDS), np.int64)
        self.block = Block(self.marks.ctypes.data, self.profile.ctypes.data, self.ring.ctypes.data, 0)
        self.block.tally = self.tally.ctypes.data
        self.breakpoints = breakpoints

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
