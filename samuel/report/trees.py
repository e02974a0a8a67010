"""Two trees side by side, the boards that both have marked."""

from collections.abc import Iterator, Sequence
from typing import Literal

from samuel.report.blocks import Pair, Printout, Span
from samuel.tree import MOVE_WIDTH, BoardPath, Line, boards_by_line, boards_of, octal


def pair(paper: Sequence[Line], machine: Sequence[Line]) -> Pair:
    """The paper's tree and the machine's."""
    shared = set(boards_of(paper)) & set(boards_of(machine))
    return Pair(
        Printout("the paper", tuple(_lines(paper, shared, "paper"))),
        Printout("the machine", tuple(_lines(machine, shared, "machine"))),
    )


def _lines(
    lines: Sequence[Line], shared: set[BoardPath], own: Literal["paper", "machine"]
) -> Iterator[tuple[Span, ...]]:
    deepest = max(line.ply + len(line.moves) - 1 for line in lines)
    for line, boards in zip(lines, boards_by_line(lines), strict=True):
        serial = "" if line.kind == "survey" else str(line.serial or "")
        star = "*" if line.kind == "star" else " "
        spans = [Span(f"{serial:>2}" + " " * MOVE_WIDTH * (line.ply - 1) + star)]
        for board in boards:
            start, end = board[-1].split("-")
            comma = "," if board != boards[-1] else " "
            spans.append(Span(f"{start:>2}-{end:>2}{comma}", "both" if board in shared else own))
        left = MOVE_WIDTH * (deepest - line.ply + 1 - len(boards))
        behind = f"{line.serial:>2}" if line.kind == "survey" and line.serial else "  "
        yield (*spans, Span(" " * left + behind + octal(line.score)))
