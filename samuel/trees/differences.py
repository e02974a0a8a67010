"""Compares what two trees print besides moves and scores: choice, time, table, alpha, beta and line breaks.

What a tree does not print, or has lost, is not compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ibm7094.terminal.listing import seconds
from samuel.paper.fig3 import UNEXPLAINED_USAGE
from samuel.trees.grown import Grown, shown
from samuel.trees.measures import CountRow
from samuel.trees.tree import Line, octal


@dataclass(frozen=True)
class Difference:
    """Something that both trees print, but differently."""

    what: str
    a: str
    b: str


def differences(
    a: Grown, b: Grown, usage: Sequence[CountRow], ends: Sequence[CountRow]
) -> tuple[Difference, ...]:
    """All differences, the most important first."""
    return (*_choice(a, b), *_time(a, b), *_table(a, b, usage, ends), *_bounds(a, b), *_lines(a, b))


def time(ends: tuple[float, float]) -> str:
    """A time as `samuel move` prints it."""
    return seconds(ends, digits=3)


def _choice(a: Grown, b: Grown) -> Iterator[Difference]:
    one, two = a.printed.chosen, b.printed.chosen
    if one and two:
        if one.move != two.move:
            yield Difference("move chosen", one.move, two.move)
        if one.score != two.score:
            yield Difference("its score", octal(one.score).strip(), octal(two.score).strip())


def _time(a: Grown, b: Grown) -> Iterator[Difference]:
    one, two = a.printed.seconds, b.printed.seconds
    if one and two and not (one == two or _stated_within(one, two) or _stated_within(two, one)):
        yield Difference("time", time(one), time(two))


def _stated_within(stated: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether `stated` is a single time, as papers give it, that lies within the other's interval."""
    return stated[0] == stated[1] and other[0] <= stated[0] <= other[1]


def _table(a: Grown, b: Grown, usage: Sequence[CountRow], ends: Sequence[CountRow]) -> Iterator[Difference]:
    for row in usage:
        if not _is_unexplained(a, b, row):
            yield from _counts("USAGE", row)
    for row in ends:
        yield from _counts("ENDS", row)
    if a.printed.totals and b.printed.totals:
        for name, one, two in zip(("USAGE", "ENDS"), a.printed.totals, b.printed.totals, strict=True):
            if one != two:
                yield Difference(f"{name}, TOTAL", str(one), str(two))


def _counts(name: str, row: CountRow) -> Iterator[Difference]:
    if None not in (row.a_printed, row.b_printed) and row.a_printed != row.b_printed:
        yield Difference(f"{name} at PLY {row.ply}", str(row.a_printed), str(row.b_printed))


def _is_unexplained(a: Grown, b: Grown, row: CountRow) -> bool:
    """Whether the lines of both have the same number of boards, and the only gap is that of Fig. 3."""
    more = [UNEXPLAINED_USAGE.get(row.ply, 0) if grown.printed.is_figure else 0 for grown in (a, b)]
    return row.a == row.b and (row.a_printed, row.b_printed) == (row.a + more[0], row.b + more[1])


def _bounds(a: Grown, b: Grown) -> Iterator[Difference]:
    if a.printed.is_figure or b.printed.is_figure:
        return
    in_b = {boards[-1]: line for line, boards in zip(b.lines, b.by_line, strict=True)}
    for line, boards in zip(a.lines, a.by_line, strict=True):
        other = in_b.get(boards[-1])
        if other and (line.alpha, line.beta) != (other.alpha, other.beta):
            what = f"alpha and beta after {boards[-1][-1]}, line {line.number} of A"
            yield Difference(what, _infinite_too(line), _infinite_too(other))


def _infinite_too(line: Line) -> str:
    return ", ".join(octal(bound).strip() or "infinite" for bound in (line.alpha, line.beta))


def _lines(a: Grown, b: Grown) -> Iterator[Difference]:
    """The first line that differs in its moves, number or star. It is given only if both trees have the same
    boards in the same order; otherwise it would add nothing."""
    if [step.board for step in a.steps] == [step.board for step in b.steps]:
        for one, two in zip(a.lines, b.lines, strict=False):
            if (one.kind, one.serial, one.moves) != (two.kind, two.serial, two.moves):
                yield Difference(f"line {one.number} of A", shown(one), shown(two))
                return
