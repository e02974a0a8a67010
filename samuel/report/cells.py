"""Numbers as text, and cells that several sections share."""

from samuel import paper
from samuel.paper import Quantity
from samuel.report.blocks import Cell
from samuel.studies.timing.stopwatch import Ends


def yes(agrees: bool) -> Cell:
    """Yes in green, or no in red."""
    return Cell("yes", "good") if agrees else Cell("no", "bad")


def asked(bar: str, holds: bool | None) -> Cell:
    """A threshold, and whether it is met."""
    if holds is None:
        return Cell("")
    return Cell(f"{bar} met", "good") if holds else Cell(f"{bar} missed", "bad")


def hundredths(value: float | None) -> str:
    """A correlation or a share; blank if there is none. A number that rounds to zero has no sign."""
    return "" if value is None else f"{value:z.2f}"


def ends(between: Ends) -> str:
    """Both ends of an interval, or one if they look alike."""
    low, high = (f"{end:.3g}" if end < 1000 else f"{end:,.0f}" for end in between)
    return low if low == high else f"{low} to {high}"


def stated(quantity: Quantity) -> str:
    """What a paper states, with its unit."""
    low = f"{quantity.low:,g}"
    if quantity.high is None:
        return f"over {low} {quantity.unit}"
    both = low if quantity.high == quantity.low else f"{low} to {quantity.high:,g}"
    return f"{both} {quantity.unit}"


def cited(key: str, place: str = "") -> str:
    """A paper by author and year, and the place in it."""
    source = paper.sources()[key]
    name = f"{source.author.split()[-1]} {source.year}"
    return f"{name}, {place}" if place else name


def place_of(quantity: Quantity) -> str:
    """Where a paper states something, and how certain the number is, if it is not simply printed."""
    doubt = "" if quantity.standing == "printed" else f" ({quantity.standing})"
    return cited(quantity.source, quantity.place) + doubt
