"""The figures as text: paper beside machine."""

from collections.abc import Iterator, Mapping, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from samuel.studies.alpha_beta.figures import Study
from samuel.studies.fig3.agreement import (
    YARDSTICKS,
    Agreement,
    Measured,
    Yardstick,
    beyond_chance,
    not_beyond_chance,
)
from samuel.studies.fig3.chance import KINDS, Draw, Kind, spread
from samuel.studies.fig3.forced import expected_at_random
from samuel.views.comparison import render

GOOD, BAD = "green", "red"

BARS = (
    "The coefficients are Table 1's. Several numbers of the search were read off this figure, and two of its "
    "rules were chosen when it was known that the figure favours them: see listings/RECONSTRUCTION.md. "
    "samuel fit procedure shows what each changes, samuel fit readings how much depends on lost definitions."
)


def study(found: Study) -> RenderableType:
    """Fig. 1 or 2, row by row."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in ("", "paper", "machine", "agrees", "evidence"):
        table.add_column(column, no_wrap=True)
    for row in found.rows:
        style = "" if row.agrees else BAD
        table.add_row(
            row.what, row.paper, row.machine, "yes" if row.agrees else "NO", row.standing, style=style
        )
    count = f"{found.agreeing} of {len(found.rows)} agree with the text."
    return Group(
        Text(f"Fig. {found.figure}: {found.title}", style="bold"),
        table,
        Text(count, style=GOOD if found.agrees else BAD),
    )


def figure_3(found: Measured, draws: Mapping[Kind, Sequence[Draw]]) -> RenderableType:
    """The measures with their thresholds, chance, and the comparison of the two trees."""
    return Group(
        Text("Fig. 3: how far the program follows the published tree", style="bold"),
        yardsticks(found.measures),
        BARS,
        "",
        *_beside_chance(found.measures, draws),
        Text("The free run (B) beside the figure (A)", style="bold"),
        render(found.comparison),
    )


def yardsticks(found: Agreement) -> Table:
    """Every measure, and its threshold."""
    table = _table("", "paper", "machine", "threshold")
    for stick in YARDSTICKS:
        table.add_row(stick.what, stick.most, stick.shown(found), _bar(found, stick))
    return table


def _beside_chance(found: Agreement, draws: Mapping[Kind, Sequence[Draw]]) -> Iterator[RenderableType]:
    """What meaningless coefficients reach, and moves drawn at random."""
    if not all(draws.get(kind) for kind in KINDS):
        yield "No random draws are on record: samuel figure 3 --record makes them."
        return
    counts = ", ".join(f"{kind} {len(draws[kind])} x" for kind in KINDS)
    yield Text(f"Compared with chance: coefficients other than Table 1's ({counts})", style="bold")
    table = _table("mean ± deviation, maximum", "machine", *KINDS, "random\nmoves")
    lot = dict(zip(("replay_first", "replay_saved"), expected_at_random(), strict=True))
    for stick in YARDSTICKS:
        if stick.by_chance:
            reached = (chance(stick, draws[kind]) for kind in KINDS)
            at_random = f"{lot[stick.measure]:.1f}" if stick.measure in lot else ""
            table.add_row(stick.what, stick.shown(found), *reached, at_random)
    yield table
    ahead = _listed(beyond_chance(found, draws["shuffled"]))
    yield f"Better than every draw of shuffled coefficients: {ahead}."
    yield (
        "Zero coefficients (material decides, then the order in which moves are found) do as well or better "
        f"on: {_listed(not_beyond_chance(found, draws['zero']))}."
    )
    yield ""


def _listed(measures: Sequence[str]) -> str:
    return "; ".join(measures) or "none"


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(first)
    for column in others:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _bar(found: Agreement, stick: Yardstick) -> Text:
    if stick.holds is None:
        return Text("")
    holds = stick.holds(found)
    return Text(f"{stick.bar} {'met' if holds else 'MISSED'}", style=GOOD if holds else BAD)


def chance(stick: Yardstick, draws: Sequence[Draw]) -> str:
    """The same measure of draws: mean, standard deviation and maximum."""
    if stick.by_chance is None:
        return ""
    values = [stick.by_chance(draw) for draw in draws]
    form = ".3f" if stick.measure == "nearness" else ".1f"
    if len(draws) == 1:
        return draws[0].move if stick.measure == "move" else f"{values[0]:{form if values[0] % 1 else '.0f'}}"
    if stick.measure == "move":
        return f"in {sum(values) / len(values):.0%}"
    found = spread(values)
    most = f"{found.most:{form}}" if found.most % 1 else f"{found.most:.0f}"
    return f"{found.mean:{form}} ± {found.deviation:{form}}, {most}"
