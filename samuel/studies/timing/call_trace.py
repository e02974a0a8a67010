"""The trace of a run, instruction by instruction, each under its stack of calls.

A call is a TSX. A return is a transfer, by an index register, to one of the next few places after the call.
Calling a cell that only transfers on, as those of the vector do, is a call of the routine that it leads to.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ibm7094.engine.watch import RING_SIZE, Watch
from ibm7094.isa import SENSE_CODES, Table
from ibm7094.isa.operands import DECODERS, indirect_cycles
from ibm7094.machine import Machine
from ibm7094.models import LEVEL_7094
from ibm7094.state import State
from ibm7094.stop import Reason
from ibm7094.words import ADDRESS, CORE_SIZE, INDIRECT
from samuel.player.job import check_stop

Numbers = NDArray[np.int64]

CODE, TAG = 24, 15  # places to the right of operation and tag
TSX, TRA = 0o0074, 0o0020
MOST_RETURNS = 4
"""A routine returns at most this many places after its call."""
AHEAD = 2
"""How many instructions after one must be known to see where it led."""


@dataclass(frozen=True)
class Node:
    """A routine in the tree of calls: where it begins, and who called it."""

    entry: int
    parent: int | None


@dataclass(frozen=True)
class Spot:
    """What was executed at one place of core, under one stack of calls."""

    node: int
    place: int
    times: int
    cycles: tuple[int, int]
    """The interval: least and most."""


@dataclass(frozen=True)
class Stretch:
    """An uninterrupted stretch of time in one routine, under one stack of calls."""

    node: int
    cycles: tuple[int, int]
    """The interval: least and most."""


class CallTrace:
    """Runs a machine to its halt, and keeps what it executed, and where."""

    def __init__(self, machine: Machine, end: str, ordered: bool = False) -> None:
        """Run from the machine's current place, the root of all calls, to the halt at `end`. If `ordered`,
        the order in time is kept too."""
        self.nodes = [Node(machine.ic, None)]
        self._runs: list[Numbers] | None = [] if ordered else None
        self.calls = np.zeros(CORE_SIZE, np.int64)
        """How many calls, by the place where the routine begins."""
        self._children: dict[int, int] = {}  # by node and entry in one number
        self._stack: list[tuple[int, int]] = []  # where the call was, and the node it came from
        self._node = 0
        self._costs = _Costs(machine)
        found = [self._placed(*each) for each in _whole(_slices(machine, end), self._costs)]
        self.spots = _summed(found)

    def stack(self, node: int | None) -> tuple[int, ...]:
        """Where the routines on a node's stack begin, the outermost first."""
        entries: list[int] = []
        while node is not None:
            entries.append(self.nodes[node].entry)
            node = self.nodes[node].parent
        return tuple(reversed(entries))

    def _placed(self, places: Numbers, words: Numbers) -> Numbers:
        """A row for each node and place: both in one number, then times, cycles, and cycles saved."""
        now, following = places[:-AHEAD], places[1 : 1 - AHEAD]
        nodes = self._nodes_of(places, words)
        most, saved = self._costs.of(now, following)
        if self._runs is not None:
            self._runs.append(_runs(nodes, most, saved))
        keys, which = np.unique(nodes * CORE_SIZE + now, return_inverse=True)
        sums = [np.bincount(which, each) for each in (np.ones(len(now)), most, saved)]
        return np.stack([keys, *(each.astype(np.int64) for each in sums)], axis=1)

    def stretches(self, at_most: int) -> tuple[Stretch, ...]:
        """What ran, in order of time: as deep into the calls as `at_most` stretches allow."""
        runs = np.concatenate(self._runs or [np.zeros((0, 3), np.int64)])
        depths = np.array([len(self.stack(node)) for node in range(len(self.nodes))])
        found = np.zeros((0, 3), np.int64)
        for depth in range(1, int(depths.max()) + 1):
            above = np.array([self._ancestor(node, depth) for node in range(len(self.nodes))])
            merged = _runs(above[runs[:, 0]], runs[:, 1], runs[:, 2])
            if depth > 1 and len(merged) > at_most:
                break
            found = merged
        return tuple(Stretch(node, (most - saved, most)) for node, most, saved in found.tolist())

    def _ancestor(self, node: int, depth: int) -> int:
        """The node that many calls deep on a node's stack, or the node itself if it is not so deep."""
        path = [node]
        while (parent := self.nodes[path[-1]].parent) is not None:
            path.append(parent)
        return path[::-1][:depth][-1]

    def _nodes_of(self, places: Numbers, words: Numbers) -> Numbers:
        """The node of every instruction except those that only look ahead."""
        count = len(places) - AHEAD
        now, following, word = places[:count], places[1 : count + 1], words[:count]
        calls = word >> CODE == TSX
        distance = word & ADDRESS
        by_register = (word >> TAG & 7 != 0) & (distance >= 1) & (distance <= MOST_RETURNS)
        returns = by_register & (following != now + 1) & ~calls
        events = np.flatnonzero(calls | returns)
        called = calls[events]
        entries = np.where(called, _entries(places, words, events + 1), 0)
        self.calls += np.bincount(entries[called], minlength=CORE_SIZE)
        origins = np.where(called, now[events], following[events] - distance[events])
        nodes = [self._node, *self._follow(entries.tolist(), origins.tolist())]
        return np.repeat(np.array(nodes, np.int64), np.diff(events + 1, prepend=0, append=count))

    def _follow(self, entries: list[int], origins: list[int]) -> Iterator[int]:
        """The node after each event: a call of an entry, or a return if the entry is zero. The origin is the
        place of the call."""
        stack, children, node = self._stack, self._children, self._node
        for entry, origin in zip(entries, origins, strict=True):
            if entry:
                stack.append((origin, node))
                key = node * CORE_SIZE + entry
                if key not in children:
                    children[key] = len(self.nodes)
                    self.nodes.append(Node(entry, node))
                node = children[key]
            elif origin in (place for place, _ in reversed(stack)):
                while (left := stack.pop())[0] != origin:
                    pass  # also ends what it had called, if that was left some other way
                node = left[1]
            yield node
        self._node = node


def _entries(places: Numbers, words: Numbers, called: Numbers) -> Numbers:
    """Where called routines begin: at the place called, or where that transfers to."""
    word = words[called]
    onward = (word >> CODE == TRA) & (word >> TAG & 7 == 0) & (word & INDIRECT != INDIRECT)
    begins: Numbers = places[called + onward]
    return begins


def _slices(machine: Machine, end: str) -> Iterator[tuple[Numbers, Numbers]]:
    """Places and words of all instructions in the order of execution."""
    watch = machine.watch = Watch()
    while True:
        first = watch.block.ring_next
        stop = machine.run(RING_SIZE // 2)  # an XEC takes two entries, an instruction that waits more
        rows = watch.ring[np.arange(first, watch.block.ring_next) % RING_SIZE]
        yield rows[:, 0], rows[:, 1]
        if stop.reason is not Reason.LIMIT:
            check_stop(machine, stop, end)
            yield np.full(AHEAD, stop.ic), np.zeros(AHEAD, np.int64)
            return


def _whole(slices: Iterator[tuple[Numbers, Numbers]], costs: "_Costs") -> Iterator[tuple[Numbers, Numbers]]:
    """The same slices, each with the first instructions of the next; an instruction that had to wait and was
    begun again appears once."""
    places, words = np.zeros(0, np.int64), np.zeros(0, np.int64)
    for more_places, more_words in slices:
        places, words = np.concatenate([places, more_places]), np.concatenate([words, more_words])
        costs.learn(places, words)
        begun_again = costs.may_wait[places[:-1]] & (places[:-1] == places[1:])
        done = np.append(~begun_again, True)
        places, words = places[done], words[done]
        if len(places) > AHEAD:
            yield places, words
            places, words = places[-AHEAD:], words[-AHEAD:]


class _Costs:
    """Cycles by place. A program changes addresses, not operations, so each place has one cost."""

    def __init__(self, machine: Machine) -> None:
        self.table: Table = machine.table
        self.may_wait = np.zeros(CORE_SIZE, bool)
        self._state = State()
        self._state.level = machine.model.level
        self._known = np.zeros(CORE_SIZE, bool)
        self._most = np.zeros(CORE_SIZE, np.int64)
        self._range = np.zeros(CORE_SIZE, np.int64)

    def learn(self, places: Numbers, words: Numbers) -> None:
        """Learn the costs at these places, unless they are known."""
        new = np.flatnonzero(~self._known[places])
        for place, word in {int(places[i]): int(words[i]) for i in new}.items():
            self._known[place] = True
            self._learn(place, word)

    def _learn(self, place: int, word: int) -> None:
        operation = self.table.codes[word >> CODE]
        if word >> CODE in SENSE_CODES and (sensed := self.table.sense[word >> CODE].get(word & ADDRESS)):
            operation = sensed.operation
        if operation is None:
            return
        count = operation.cycles_on(self.table.model)
        more = indirect_cycles(self._state, word) if operation.indirect else 0
        if operation.extra is not None:
            names = [name for name in operation.operands if name in ("n", "places")]
            more += operation.extra(*(DECODERS[name](self._state, word) for name in names))
        self._most[place] = count.most + more
        self._range[place] = count.most - count.least
        self.may_wait[place] = operation.escape

    def of(self, places: Numbers, following: Numbers) -> tuple[Numbers, Numbers]:
        """The cycles of instructions, and how many of these may have been saved."""
        saved = self._range[places]
        if self.table.level >= LEVEL_7094:
            saved = saved + ((places & 1 == 0) & (following == places + 1))
        return self._most[places], saved


def _runs(nodes: Numbers, most: Numbers, saved: Numbers) -> Numbers:
    """A row for every run of one node: the node, its cycles, and the cycles saved."""
    if not len(nodes):
        return np.zeros((0, 3), np.int64)
    starts = np.flatnonzero(np.diff(nodes, prepend=-1))
    sums = (np.add.reduceat(each, starts) for each in (most, saved))
    return np.stack([nodes[starts], *sums], axis=1).astype(np.int64)


def _summed(rows: list[Numbers]) -> tuple[Spot, ...]:
    every = np.concatenate(rows)
    keys, which = np.unique(every[:, 0], return_inverse=True)
    sums = np.zeros((len(keys), 3), np.int64)
    np.add.at(sums, which, every[:, 1:])
    return tuple(
        Spot(key // CORE_SIZE, key % CORE_SIZE, times, (most - saved, most))
        for key, (times, most, saved) in zip(keys.tolist(), sums.tolist(), strict=True)
    )
