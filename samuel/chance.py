"""What coefficients without meaning reach on Fig. 3: the free run and the forced replay, many times over.

draws = drawn(40, print)
spread([draw.first for draw in draws["shuffled"]])
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from os import cpu_count
from statistics import fmean, stdev
from typing import Literal, get_args

from samuel import coefficients
from samuel.coefficients import Coefficients
from samuel.fig3 import figure
from samuel.forced import forced_replay
from samuel.free_run import free_run, table_1
from samuel.tree import boards_of

Kind = Literal["shuffled", "random", "zero"]
"""Table 1's coefficients given to other terms of their phase; any up to the largest of the phase; or none, so
that material decides, and the order in which moves are made: there is no chance in that, and one draw."""

NO_MOVE = "-"
KINDS: tuple[Kind, ...] = get_args(Kind)
MAKERS: dict[Kind, Callable[[Coefficients, str], Coefficients]] = {
    "shuffled": coefficients.shuffled,
    "random": coefficients.thrown,
    "zero": lambda values, _: tuple((0,) * len(phase) for phase in values),
}


@dataclass(frozen=True)
class Draw:
    """What one set of coefficients reached."""

    first: int
    """First tries of the forced replay; and its saved moves, and exact sets:"""
    saved: int
    exact: int
    shared: int
    """Boards of the free run that are the figure's; and its survey lines:"""
    survey: int
    move: str


@dataclass(frozen=True)
class Spread:
    """A measure over many draws."""

    mean: float
    deviation: float
    most: float


def draw(kind: Kind, number: int) -> Draw:
    """One draw; the same number draws the same coefficients."""
    values = MAKERS[kind](table_1(), f"{kind}:{number}")
    replayed, grown = forced_replay(values), free_run(values).printed
    surveyed = {line.moves for line in figure().lines if line.kind == "survey"}
    return Draw(
        replayed.first,
        replayed.saved,
        replayed.exact,
        len(set(boards_of(grown.lines)) & set(figure().boards)),
        sum(line.kind == "survey" and line.moves in surveyed for line in grown.lines),
        grown.chosen.move if grown.chosen else NO_MOVE,
    )


def jobs(count: int) -> list[tuple[Kind, int]]:
    """So many draws of each kind, and one without chance."""
    return [(kind, number) for kind in KINDS for number in range(1 if kind == "zero" else count)]


def drawn(count: int, done: Callable[[int], object]) -> dict[Kind, tuple[Draw, ...]]:
    """Do these, on all cores; `done` is told how many there are."""
    wanted, found = jobs(count), list[Draw]()
    with ProcessPoolExecutor(cpu_count(), mp_context=get_context("spawn")) as pool:
        for made in _each(pool, wanted):
            found.append(made)
            done(len(found))
    drawn_of = list(zip(wanted, found, strict=True))
    return {kind: tuple(made for (of, _), made in drawn_of if of == kind) for kind in KINDS}


def _each(pool: ProcessPoolExecutor, wanted: Sequence[tuple[Kind, int]]) -> Iterator[Draw]:
    try:
        yield from pool.map(draw, *zip(*wanted, strict=True))
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        raise


def spread(values: Sequence[float]) -> Spread:
    """Mean, standard deviation and the most of at least one value."""
    return Spread(fmean(values), stdev(values) if len(values) > 1 else 0.0, max(values))
