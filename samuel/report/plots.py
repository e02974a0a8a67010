"""Drawings for the report, as SVG that stands in the page."""

import re
from collections.abc import Mapping, Sequence
from io import StringIO
from itertools import count
from typing import TYPE_CHECKING

from samuel.report.blocks import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER, MACHINE, THIRD = "#b5651d", "#1f5fa8", "#5b8c5a"
COLOURS = (PAPER, MACHINE, THIRD, "#7a5195")
SIZE = (7.0, 3.0)

_NUMBERS = count(1)


def bars(title: str, across: Sequence[str], series: Mapping[str, Sequence[float]], label: str) -> Plot:
    """Groups of bars."""
    figure, axes = _axes()
    width = 0.8 / len(series)
    for place, (name, values) in enumerate(series.items()):
        at = [number + (place - (len(series) - 1) / 2) * width for number in range(len(across))]
        axes.bar(at, list(values), width, label=name, color=COLOURS[place])
    axes.set_xticks(range(len(across)), list(across))
    axes.set_xlabel(label)
    axes.legend(frameon=False)
    return _plot(figure, title)


def lying_bars(title: str, values: Mapping[str, float], label: str) -> Plot:
    """One bar a name, the first on top."""
    figure, axes = _axes((SIZE[0], 0.6 + 0.3 * len(values)))
    names = list(values)[::-1]
    axes.barh(names, [values[name] for name in names], color=MACHINE)
    axes.set_xlabel(label)
    return _plot(figure, title)


def curves(
    title: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    labels: tuple[str, str],
    log: bool = False,
) -> Plot:
    """Lines through points; a name with (paper) is drawn with dashes."""
    figure, axes = _axes()
    for place, (name, points) in enumerate(series.items()):
        across, up = zip(*points, strict=True)
        style = "--" if "paper" in name else "-"
        axes.plot(across, up, style, marker="o", markersize=3, label=name, color=COLOURS[place])
    if log:
        axes.set_xscale("log")
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])
    axes.legend(frameon=False)
    return _plot(figure, title)


def _axes(size: tuple[float, float] = SIZE) -> "tuple[Figure, Axes]":
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _plot(figure: "Figure", title: str) -> Plot:
    """Identifiers of several drawings in one page must differ; the date and the size in points must go."""
    from matplotlib import rc_context

    text = StringIO()
    with rc_context({"svg.hashsalt": title, "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r'(<svg [^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg [^>]*?) height="[^"]*"', r"\1", svg, count=1)
    prefix = f"p{next(_NUMBERS)}-"
    svg = re.sub(r'\bid="', f'id="{prefix}', svg)
    svg = re.sub(r'(href="|url\()#', rf"\1#{prefix}", svg)
    return Plot(svg, title)
