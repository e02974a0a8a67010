"""The elements of a drawing. Colours come from the page's style, so that drawings follow dark mode."""

from html import escape

Number = float


def text(x: Number, y: Number, words: str, style: str = "", anchor: str = "start", hint: str = "") -> str:
    """Words; `hint` is shown when the pointer rests on them."""
    more = f"<title>{escape(hint)}</title>" if hint else ""
    return f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{more}{escape(words)}</text>'


def line(x: Number, y: Number, to_x: Number, to_y: Number, style: str = "") -> str:
    """A straight line."""
    return f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" class="{style}"/>'


def curve(x: Number, y: Number, to_x: Number, to_y: Number, style: str = "") -> str:
    """A line from left to right that leaves and arrives level."""
    middle = (x + to_x) / 2
    return f'<path d="M{x:g} {y:g}C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}" class="{style}"/>'


def box(x: Number, y: Number, width: Number, height: Number, style: str = "", round_: Number = 0) -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_:g}" class="{style}"/>'
    )


def disc(x: Number, y: Number, radius: Number, style: str = "") -> str:
    """A circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" class="{style}"/>'


def drawing(width: Number, height: Number, *parts: str) -> str:
    """The whole drawing. It has no size of its own: the page decides how large it is."""
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )
