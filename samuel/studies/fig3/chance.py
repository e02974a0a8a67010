"""What coefficients without meaning reach on Fig. 3: the free run and the forced replay, many times over.

draws = drawn(40, print)
spread([draw.first for draw in draws["shuffled"]])
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass, fields
from statistics import fmean, stdev
from typing import Literal, get_args

from samuel.player import coefficients
from samuel.player.coefficients import Coefficients
from samuel.processes import cores, on_cores
from samuel.studies import records
from samuel.studies.fig3.forced import forced_replay
from samuel.studies.fig3.free_run import free_run, table_1
from samuel.trees.transcription import figure
from samuel.trees.tree import boards_of

Kind = Literal["shuffled", "random", "zero"]
"""Table 1's coefficients given to other terms of their phase; any up to the largest of the phase; or none, so
that material decides, and the order in which moves are made: nothing is random there, so it has one draw."""

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
    """First tries of the forced replay; its saved moves, exact sets, and sets in order:"""
    saved: int
    exact: int
    in_order: int
    boards: int
    """Boards of the free run; those that are the figure's; and its survey lines:"""
    shared: int
    survey: int
    move: str

    @property
    def nearness(self) -> float:
        """How near the free run's tree is to the figure's."""
        return nearness(self.boards, self.shared)


@dataclass(frozen=True)
class Spread:
    """A measure over many draws."""

    mean: float
    deviation: float
    most: float


def nearness(boards: int, shared: int) -> float:
    """Twice the shared boards over those of both trees: 1 for the figure's tree, 0 if nothing is shared."""
    return 2 * shared / (boards + len(figure().boards))


def draw(kind: Kind, number: int) -> Draw:
    """One draw; the same number draws the same coefficients."""
    values = MAKERS[kind](table_1(), f"{kind}:{number}")
    replayed, grown = forced_replay(values), free_run(values).printed
    boards = set(boards_of(grown.lines))
    surveyed = {line.moves for line in figure().lines if line.kind == "survey"}
    return Draw(
        replayed.first,
        replayed.saved,
        replayed.exact,
        replayed.in_order,
        len(boards),
        len(boards & set(figure().boards)),
        sum(line.kind == "survey" and line.moves in surveyed for line in grown.lines),
        grown.chosen.move if grown.chosen else NO_MOVE,
    )


SHARE: dict[Kind, float] = {"shuffled": 1, "random": 0.2}
"""Of each kind this share of the draws asked for: the control proper keeps the sizes of the coefficients. A
kind that is not random has one draw."""


def jobs(count: int) -> list[tuple[Kind, int]]:
    """`count` draws of shuffled coefficients, and fewer of the other kinds."""
    return [(kind, number) for kind in KINDS for number in range(max(1, int(SHARE.get(kind, 0) * count)))]


def drawn(count: int, done: Callable[[int], object]) -> dict[Kind, tuple[Draw, ...]]:
    """Make these draws on all cores; `done` gets how many are finished."""
    wanted, found = jobs(count), list[Draw]()
    with closing(on_cores(_draw_of, wanted, cores())) as draws:
        for made in draws:
            found.append(made)
            done(len(found))
    drawn_of = list(zip(wanted, found, strict=True))
    return {kind: tuple(made for (of, _), made in drawn_of if of == kind) for kind in KINDS}


def _draw_of(job: tuple[Kind, int]) -> Draw:
    return draw(*job)


def spread(values: Sequence[float]) -> Spread:
    """Mean, standard deviation and the most of at least one value."""
    return Spread(fmean(values), stdev(values) if len(values) > 1 else 0.0, max(values))


# The record


COLUMNS = ("kind", *(field.name for field in fields(Draw)))


def record_draws(draws: Mapping[Kind, Sequence[Draw]]) -> None:
    """Record what coefficients without meaning reached."""
    rows = [COLUMNS, *((kind, *map(str, astuple(draw))) for kind in draws for draw in draws[kind])]
    records.CHANCE.write("\n".join("\t".join(row) for row in rows))


def recorded_draws() -> dict[Kind, tuple[Draw, ...]]:
    """The recorded draws; none if there is no record."""
    text = records.CHANCE.kept()
    if text is None:
        return {}
    try:
        heading, *rows = (row.split("\t") for row in text.splitlines())
        if tuple(heading) != COLUMNS:
            raise ValueError
        found = [(kind, _draw(*fields_of)) for kind, *fields_of in rows]
    except (ValueError, TypeError):
        raise records.BadRecord(
            f"{records.CHANCE.path} does not hold draws: record them with {records.RECORD_3}."
        ) from None
    return {kind: tuple(draw for of, draw in found if of == kind) for kind in KINDS}


def _draw(*row: str) -> Draw:
    (*counts, move), names = row, [field.name for field in fields(Draw)]
    return Draw(**dict(zip(names[:-1], map(int, counts), strict=True)), move=move)
