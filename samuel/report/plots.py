"""Drawings for the report, as SVG inside the page. The paper is brown, the machine is blue."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import count
from typing import TYPE_CHECKING, Literal

from samuel.report.blocks import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Whose = Literal["paper", "machine"]
Style = Literal["-", "--", ":", "-.", "none"]
"""The style of a line; none for points alone."""

COLOURS: dict[Whose, str] = {"paper": "#a3550f", "machine": "#1f5fa8"}
INK = "#22201c"
STYLES = {COLOURS["paper"]: "only-paper", COLOURS["machine"]: "only-machine", INK: "ink", "#000000": "ink"}
"""The colours of a drawing, and the page's names for them, so that it follows dark mode."""
SIZE = (4.8, 2.7)
"""Inches. Letters are sized relative to this, so a small drawing has large letters, for phones."""

_NUMBERS = count(1)


def bars(title: str, across: Sequence[str], series: Mapping[Whose, Sequence[float]], label: str) -> Plot:
    """Groups of bars."""
    figure, axes = _axes()
    width = 0.8 / len(series)
    for place, (whose, values) in enumerate(series.items()):
        at = [number + (place - (len(series) - 1) / 2) * width for number in range(len(across))]
        axes.bar(at, list(values), width, label=f"the {whose}", color=COLOURS[whose])
    axes.set_xticks(range(len(across)), list(across))
    axes.set_xlabel(label)
    return _plot(figure, title, legend=True)


def horizontal_bars(title: str, values: Mapping[str, float], label: str) -> Plot:
    """One bar per name, the first on top; all are the machine's."""
    figure, axes = _axes((SIZE[0], 0.6 + 0.25 * len(values)))
    names = list(values)[::-1]
    axes.barh(names, [values[name] for name in names], color=COLOURS["machine"])
    axes.set_xlabel(label)
    return _plot(figure, title)


@dataclass(frozen=True)
class Curve:
    """A line through points."""

    name: str
    whose: Whose
    points: Sequence[tuple[float, float]]
    style: Style = "-"


def curves(
    title: str, drawn: Sequence[Curve], labels: tuple[str, str], log: bool = False, log_up: bool = False
) -> Plot:
    """Lines through points."""
    figure, axes = _axes((SIZE[0], SIZE[1] + 0.4))
    draw(axes, drawn, labels, log, log_up)
    return _plot(figure, title, legend=True)


def draw(
    axes: "Axes", drawn: Sequence[Curve], labels: tuple[str, str], log: bool = False, log_up: bool = False
) -> None:
    """Draw lines through points."""
    for curve in drawn:
        across, up = zip(*curve.points, strict=True)
        alone = curve.style == "none"
        axes.plot(
            across,
            up,
            linestyle=curve.style,
            marker="D" if alone else "o",
            markersize=6 if alone else 2.5,
            label=curve.name,
            color=COLOURS[curve.whose],
        )
    if log:
        axes.set_xscale("log")
    if log_up:
        axes.set_yscale("log")
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])


def _axes(size: tuple[float, float] = SIZE) -> "tuple[Figure, Axes]":
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained", facecolor="none")
    axes = figure.add_subplot(facecolor="none")
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INK)
    axes.tick_params(colors=INK)
    return figure, axes


def _plot(figure: "Figure", title: str, legend: bool = False) -> Plot:
    """Write the SVG. Identifiers must be unique on the page; the date and the size in points are dropped."""
    from matplotlib import rc_context

    if legend:
        figure.legend(loc="outside upper left", ncols=2, frameon=False, borderpad=0)
    text = StringIO()
    with rc_context({"svg.hashsalt": title, "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r'(<svg [^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg [^>]*?) height="[^"]*"', r"\1", svg, count=1)
    for colour, name in STYLES.items():
        svg = svg.replace(colour, f"var(--{name})")
    prefix = f"p{next(_NUMBERS)}-"
    svg = re.sub(r'\bid="', f'id="{prefix}', svg)
    svg = re.sub(r'(href="|url\()#', rf"\1#{prefix}", svg)
    return Plot(svg, title)
