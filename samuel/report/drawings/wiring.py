"""Signature tables as they are wired: which parameters lead into which table, and with how many values."""

import re
from functools import cache

from samuel.player.signature_tables import ONE, PHASES, Form
from samuel.report.blocks import Drawing
from samuel.report.drawings.svg import box, curve, drawing, text
from samuel.resources import LISTINGS

ROW, GAP = 17, 9
"""Height of a parameter, and between two tables."""
LEFT, BOX, BETWEEN = 92, 66, 72
"""Width of the names, of a table, and between two levels."""


def wired(form: Form, figure: int) -> Drawing:
    """The tables of one phase, from the parameters on the left to the score on the right."""
    first = form.levels[0]
    parts: list[str] = []
    outputs: list[float] = []
    y = 22.0
    for number, names in enumerate(form.types, 1):
        top = y
        for name, values in zip(names.split(), first.values, strict=True):
            parts.append(text(0, y + 12, name, "parameter", hint=meanings().get(name, "")))
            parts.append(text(LEFT - 26, y + 12, str(values), "levels", "end"))
            parts.append(curve(LEFT - 22, y + 8, LEFT, y + 8, "wire"))
            y += ROW
        parts += _table(LEFT, top, y - top, f"T{number}", first.entries)
        outputs.append((top + y) / 2)
        y += GAP
    height, x = y, LEFT + BOX
    for level, shape in enumerate(form.levels[1:], 2):
        each = len(outputs) // shape.tables
        made = []
        for number in range(shape.tables):
            inputs = outputs[number * each : (number + 1) * each]
            middle = (inputs[0] + inputs[-1]) / 2
            tall = max(40.0, len(inputs) * 20.0)
            for place, start in enumerate(inputs):
                end = middle + (place - (len(inputs) - 1) / 2) * 16
                parts.append(curve(x, start, x + BETWEEN, end, "wire"))
            parts += _table(
                x + BETWEEN, middle - tall / 2, tall, f"{'ABC'[level - 2]}{number + 1}", shape.entries
            )
            made.append(middle)
        values = shape.values[0]
        parts.append(text(x + BETWEEN / 2, 12, f"{values} levels", "levels", "middle"))
        outputs, x = made, x + BETWEEN + BOX
    parts.append(curve(x, outputs[0], x + 26, outputs[0], "wire"))
    parts.append(text(x + 30, outputs[0] + 4, "score", "value"))
    parts.append(text(LEFT - 26, 12, "values", "levels", "end"))
    return Drawing(drawing(x + 70, height, *parts), _caption(form, figure), in_words(form, figure))


def _table(x: float, y: float, height: float, name: str, entries: int) -> list[str]:
    middle = y + height / 2
    return [
        box(x, y, BOX, height, "table", 3),
        text(x + BOX / 2, middle - 2, name, "letter", "middle"),
        text(x + BOX / 2, middle + 13, f"{entries} words", "levels", "middle"),
    ]


def _caption(form: Form, figure: int) -> str:
    tables = sum(shape.tables for shape in form.levels)
    return (
        f"Fig. {figure}: {_parameters(form)} parameters lead into {tables} tables on {len(form.levels)} "
        f"levels, {form.entries // PHASES:,} words; all of it again for each of the six phases."
    )


def _parameters(form: Form) -> int:
    return len({name for names in form.types for name in names.split()})


def in_words(form: Form, figure: int) -> str:
    """The same as sentences."""
    types = "; ".join(f"table {at}: {names}" for at, names in enumerate(form.types, 1))
    levels = "; ".join(
        f"level {at}: {shape.tables} tables of {shape.entries} words, with arguments of "
        f"{', '.join(map(str, shape.values))} values, "
        + ("results from -1 to 1" if shape.limit == ONE else f"results from {-shape.limit} to {shape.limit}")
        for at, shape in enumerate(form.levels, 1)
    )
    return f"Fig. {figure}. {types}. {levels}."


@cache
def meanings() -> dict[str, str]:
    """What each parameter counts, in the words of the listing's remarks."""
    cards = (LISTINGS / "tables" / "sigfrm.fap").read_text(encoding="utf-8")
    found = re.findall(r"TSX +PA\w+,4 +([A-Z]{4,5}) +(\S.*?) *$", cards, re.M)
    return {name: remark.lower() for name, remark in found}
