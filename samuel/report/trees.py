"""Two trees side by side: shared boards, lost scores and repaired moves are marked."""

from collections.abc import Iterator, Sequence
from typing import Literal

from samuel.report.blocks import Pair, PrintedLine, Printout, Span
from samuel.trees.grown import is_lost
from samuel.trees.transcription import FigureLine
from samuel.trees.tree import BoardPath, Line, boards_by_line, boards_of, octal

REPAIRED = "†"
LEGEND = (
    (Span("15-19", "both"), "a board that both trees have"),
    (Span("15-19", "paper"), "a board only in the paper's tree"),
    (Span("15-19", "machine"), "a board only in the machine's tree"),
    (
        Span("(00034)", "lost"),
        "a score lost in the paper: the figure prints the bound in its place",
    ),
    (Span(f"15-19{REPAIRED}", "repaired"), "a move damaged in the paper, repaired here"),
    (
        Span("*"),
        "a line that branches off; a number before a line is that of the first move whose path is resumed",
    ),
)


def pair(paper: Sequence[Line], machine: Sequence[Line]) -> Pair:
    """The paper's tree and the machine's."""
    shared = set(boards_of(paper)) & set(boards_of(machine))
    return Pair(
        Printout(f"the paper: {len(boards_of(paper))} boards", tuple(_lines(paper, shared, "paper"))),
        Printout(f"the machine: {len(boards_of(machine))} boards", tuple(_lines(machine, shared, "machine"))),
        LEGEND,
    )


def _lines(
    lines: Sequence[Line], shared: set[BoardPath], own: Literal["paper", "machine"]
) -> Iterator[PrintedLine]:
    for line, boards in zip(lines, boards_by_line(lines), strict=True):
        serial = f"{line.serial or '':>2}"
        star = "*" if line.kind == "star" else " "
        survey = line.kind == "survey"
        yield PrintedLine(
            spans=(Span(star), *_moves(line, boards, shared, own)),
            front="  " if survey else serial,
            behind=_score(line, serial if survey else "  "),
            indent=line.ply - 1,
        )


def _moves(
    line: Line, boards: Sequence[BoardPath], shared: set[BoardPath], own: Literal["paper", "machine"]
) -> Iterator[Span]:
    """The moves, all of the same width, so that those of a ply line up."""
    scan, repaired = (line.repaired if isinstance(line, FigureLine) else None) or ("", "")
    for board in boards:
        start, end = board[-1].split("-")
        behind = "," if board != boards[-1] else " "
        mark: Literal["both", "paper", "machine"] = "both" if board in shared else own
        if board[-1] == repaired:
            yield Span(f"{start:>2}-{end:>2}{REPAIRED}", mark, f"our copy reads {scan}")
        else:
            yield Span(f"{start:>2}-{end:>2}{behind}", mark)


def _score(line: Line, serial: str) -> Span:
    """A lost score is in brackets, with one blank less before it and none after it."""
    if is_lost(line):
        return Span(f"{serial} ({octal(line.score).strip()})", "lost", "the bound; the score is lost")
    return Span(f"{serial} {octal(line.score)} ")
