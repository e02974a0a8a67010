"""A look-ahead tree for notebooks: a table that stands alone, with each move in the column of its ply."""

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from samuel.trees.tree import Line, Tree

CELL = "font-family:monospace;padding:0 .4em;text-align:left;white-space:nowrap"
NUMBER = "font-family:monospace;padding:0 .4em;text-align:right"


def tree(shown: "Tree") -> str:
    """The lines of the tree; scores are octal, as printed."""
    deepest = max(line.ply + len(line.moves) - 1 for line in shown.lines)
    head = "".join(f'<th style="{CELL}">{name}</th>' for name in ("path", *range(1, deepest + 1)))
    head += "".join(f'<th style="{NUMBER}">{name}</th>' for name in ("alpha", "beta", "score"))
    rows = "".join(f"<tr>{''.join(_cells(line, deepest))}</tr>" for line in shown.lines)
    usage, ends = shown.totals
    caption = f"{len(shown.lines)} lines, {len(shown.boards)} boards; USAGE {usage}, ENDS {ends}"
    return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cells(line: "Line", deepest: int) -> Iterable[str]:
    before = {"survey": "", "resume": "resumed ", "star": "* "}[line.kind]
    yield _cell(f"{before}{'' if line.serial is None else line.serial}")
    for ply in range(1, deepest + 1):
        at = ply - line.ply
        yield _cell(line.moves[at] if 0 <= at < len(line.moves) else "")
    for value in (line.alpha, line.beta, line.score):
        yield _cell("" if value is None else f"{'-' if value < 0 else ''}{abs(value):05o}", NUMBER)


def _cell(text: str, style: str = CELL) -> str:
    return f'<td style="{style}">{escape(text)}</td>'
