"""The plots of a study of the search: for the report, and as a file."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from ibm7094.errors import MachineError
from samuel.report import plots
from samuel.report.blocks import Plot
from samuel.studies.search_studies.found import Drawn

FORMATS = ("svg", "png", "pdf")


def _curves(drawn: Drawn) -> list[plots.Curve]:
    return [
        plots.Curve(line.name, "paper" if line.paper else "machine", line.points, line.style)
        for line in drawn.lines
    ]


def shown(drawn: Drawn) -> Plot:
    """A plot inside the report."""
    labels = (drawn.across, drawn.up)
    return plots.curves(drawn.title, _curves(drawn), labels, drawn.log_across, drawn.log_up)


def format_of(path: Path) -> str:
    """The format that a file's name asks for."""
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise MachineError(f"{path} is not a name for a plot: end it with .{', .'.join(FORMATS)}.")
    return ending


def as_file(drawn: Sequence[Drawn], form: str) -> bytes:
    """All plots of a study below each other, as the content of a file."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    width, height = plots.SIZE
    figure = Figure(figsize=(1.5 * width, 1.6 * height * len(drawn)), layout="constrained", facecolor="white")
    for place, each in enumerate(drawn, 1):
        axes = figure.add_subplot(len(drawn), 1, place)
        plots.draw(axes, _curves(each), (each.across, each.up), each.log_across, each.log_up)
        axes.set_title(each.title)
        axes.legend(frameon=False)
    content = BytesIO()
    dated = {"CreationDate": None} if form == "pdf" else {"Date": None} if form == "svg" else {}
    with rc_context({"svg.hashsalt": drawn[0].title}):
        figure.savefig(content, format=form, metadata=dated)
    return content.getvalue()
