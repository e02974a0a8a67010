"""The evaluation by signature tables in plain Python: the judge of listings/tables/sigval.fap.

The judge does not use weights or signature numbers: it lists every combination of arguments in order.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from samuel.checkers.rules import Position
from samuel.judges import terms
from samuel.player.signature_tables import ONE, Arguments, Form, Shape, Table, Tables, in_turn


def arguments(form: Form, position: Position, root: Position | None = None) -> Iterator[Arguments]:
    """The arguments of each signature type, credited to the side that is not to move: the parameters of the
    position, or how they differ from those of the root of a look-ahead."""
    found, counts = changes(position, root), form.levels[0].values
    for names in form.types:
        yield tuple(limited(found[n], count // 2) for n, count in zip(names.split(), counts, strict=True))


class Strategy(NamedTuple):
    """The strongest and the weakest signature type, from 0; None if no value has that sign."""

    highest: int | None = None
    lowest: int | None = None


NO_STRATEGY = Strategy()


class Verdict(NamedTuple):
    """What the tables give for a position, credited to the side that is not to move."""

    levels: tuple[tuple[int, ...], ...]
    """The outputs of each level."""
    value: int
    """The final value, in thousandths."""


def changes(position: Position, root: Position | None) -> dict[str, int]:
    """Every parameter, less its value on the root if there is one, whoever was to move there."""
    found = terms.values(position)
    before = terms.values(Position(position.side, root.board)) if root else {}
    return {name: value - before.get(name, 0) for name, value in found.items()}


def judge(
    tables: Tables, position: Position, strategy: Strategy = NO_STRATEGY, root: Position | None = None
) -> Verdict:
    """Every output of the tables; a strategy doubles two outputs of the first level."""
    levels = tables.phases[terms.phase(root or position) - 1]
    outputs = [first_level(tables, position, root)]
    limit = tables.form.levels[0].limit
    outputs[0] = tuple(
        limited(2 * output, limit) if place in strategy else output for place, output in enumerate(outputs[0])
    )
    for shape, level in zip(tables.form.levels[1:], levels[1:], strict=True):
        inputs = in_turn(outputs[-1], len(shape.values))
        outputs.append(tuple(look_up(shape, t, each) for t, each in zip(level, inputs, strict=True)))
    return Verdict(tuple(outputs), sum(outputs[-1]))


def first_level(tables: Tables, position: Position, root: Position | None = None) -> tuple[int, ...]:
    """The output of each signature type, without emphasis."""
    shape, level = tables.form.levels[0], tables.phases[terms.phase(root or position) - 1][0]
    inputs = arguments(tables.form, position, root)
    return tuple(look_up(shape, table, each) for table, each in zip(level, inputs, strict=True))


def pick(tables: Tables, position: Position, root: Position | None = None) -> Strategy:
    """The types to emphasise, judged by the position after the most plausible move."""
    found = first_level(tables, position, root)
    highest, lowest = found.index(max(found)), found.index(min(found))
    return Strategy(highest if max(found) > 0 else None, lowest if min(found) < 0 else None)


def score(
    tables: Tables,
    position: Position,
    strategy: Strategy,
    unit: int,
    advantage: int,
    root: Position | None = None,
) -> int:
    """The score in points, as seen by the side to move; `advantage` is the other side's lead in pieces."""
    value = judge(tables, position, strategy, root).value
    return -advantage - terms.toward_zero(unit * value, ONE)


def look_up(shape: Shape, table: Table, arguments: Arguments) -> int:
    """The entry of a combination; where it is folded away, minus the entry of the opposite one."""
    places = order(shape.values)
    if not shape.folded:
        return table[places[arguments]]
    middle = len(places) // 2
    if places[arguments] >= middle:
        return table[places[arguments] - middle]
    return -table[places[tuple(-argument for argument in arguments)] - middle]


@cache
def order(values: tuple[int, ...]) -> dict[Arguments, int]:
    """Every combination of arguments that have these numbers of values, and its place."""
    ranges = [range(-(count // 2), count // 2 + 1) for count in values]
    return {arguments: place for place, arguments in enumerate(product(*ranges))}


def limited(value: int, limit: int) -> int:
    """The value, cut off at plus or minus the limit."""
    return max(-limit, min(limit, value))
