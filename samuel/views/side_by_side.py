"""Two look-ahead trees side by side, the boards that they share in one colour.

Console().print(side_by_side(the_figure().lines, own.lines, ("Fig. 3", "the machine"), width=120))
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.table import Table
from rich.text import Text

from samuel.trees.ply_page import MOVE_WIDTH
from samuel.trees.tree import BoardPath, Line, boards_by_line, octal

SHARED, ONLY_A, ONLY_B = "bold green", "yellow", "cyan"
QUIET = "dim"
GAP = 3
SCORE_WIDTH = 7
ROOM_FOR_SCORES = 50
"""Width of a tree from which its scores are shown."""


@dataclass(frozen=True)
class Layout:
    """How the lines of both trees are laid out."""

    width: int
    """Columns of one tree."""
    indent: int
    """Columns that each ply is indented by; with MOVE_WIDTH the moves of a ply line up."""

    @property
    def scores(self) -> bool:
        """Whether there is room for scores."""
        return self.width >= ROOM_FOR_SCORES

    @property
    def room(self) -> int:
        """Columns for marks and moves."""
        return self.width - (SCORE_WIDTH if self.scores else 0)


def layout(width: int, lines: Sequence[Line]) -> Layout:
    """The layout with the widest indent that leaves room for every line, else with the least."""
    column = (width - GAP) // 2
    for indent in range(MOVE_WIDTH, 0, -1):
        found = Layout(column, indent)
        if all(len(_front(line, found)) + len(_moves(line)) <= found.room for line in lines):
            break
    return found


def side_by_side(a: Sequence[Line], b: Sequence[Line], names: tuple[str, str], width: int) -> Table:
    """The trees, section by section. A mark before a line says, even without colours, whether its boards are
    in the other tree: = all, ~ some."""
    form = layout(width, (*a, *b))
    table = Table.grid(padding=(0, GAP, 0, 0))
    for _ in names:
        table.add_column(width=form.width, no_wrap=True, overflow="ellipsis")
    boards = [{board for made in boards_by_line(lines) for board in made} for lines in (a, b)]
    shared = boards[0] & boards[1]
    counts = (f"{name}: {len(made)} boards" for name, made in zip(names, boards, strict=True))
    table.add_row(*(Text(count, style="bold") for count in counts))
    for title, in_a, in_b in _paired(_sections(a), _sections(b)):
        table.add_row(Text(title, style=QUIET))
        left, right = _set(in_a, shared, ONLY_A, form), _set(in_b, shared, ONLY_B, form)
        for row in zip_longest(left, right, fillvalue=Text()):
            table.add_row(*row)
    return table


def legend(names: tuple[str, str], form: Layout, coloured: bool) -> Text:
    """What the marks mean, and the colours and scores where there are any."""
    rows = []
    if coloured:
        only = (f"only in {names[0]}", ONLY_A), "  ", (f"only in {names[1]}", ONLY_B)
        rows.append(Text.assemble(("in both", SHARED), "  ", *only))
    rows.append(Text("= all boards of the line are in both, ~ some of them", style=QUIET))
    if form.scores:
        rows.append(Text("scores are octal; for most ends the figure prints only the bound, 34", style=QUIET))
    return Text("\n").join(rows)


Made = tuple[Line, tuple[BoardPath, ...]]
"""A line, and the boards that its moves lead to."""


@dataclass(frozen=True)
class Sections:
    """The lines of a tree; survey and search are grouped by first move."""

    survey: dict[str, list[Made]]
    flitting: list[Made]
    search: dict[str, list[Made]]
    """From the first star on, when mini-maxing has begun."""


def _sections(lines: Sequence[Line]) -> Sections:
    made = list(zip(lines, boards_by_line(lines), strict=True))
    surveyed = sum(line.kind == "survey" for line in lines)
    star = next((number for number, line in enumerate(lines) if line.kind == "star"), len(lines))
    return Sections(_by_first_move(made[:surveyed]), made[surveyed:star], _by_first_move(made[star:]))


def _by_first_move(made: Sequence[Made]) -> dict[str, list[Made]]:
    found: dict[str, list[Made]] = defaultdict(list)
    for line, boards in made:
        found[boards[0][0]].append((line, boards))
    return found


def _paired(a: Sections, b: Sections) -> Iterator[tuple[str, list[Made], list[Made]]]:
    """The lines to show side by side: those with the same first move, in the order of A."""
    surveyed = {**a.survey, **b.survey}
    yield (
        "survey, to ply 3",
        [made for move in surveyed for made in a.survey.get(move, ())],
        [made for move in surveyed for made in b.survey.get(move, ())],
    )
    yield "flitting, the best path", a.flitting, b.flitting
    for move in {**a.search, **b.search}:
        yield f"search after {move}", a.search.get(move, []), b.search.get(move, [])


def _set(made: Sequence[Made], shared: set[BoardPath], only: str, form: Layout) -> Iterator[Text]:
    for line, boards in made:
        inside = sum(board in shared for board in boards)
        mark = "=" if inside == len(boards) else "~" if inside else " "
        text = Text().append(mark, style=SHARED).append(_front(line, form)[1:], style=QUIET)
        for left, board in zip(reversed(range(len(boards))), boards, strict=True):
            if len(text) + MOVE_WIDTH - (not left) > form.room:
                text.right_crop(1)
                text.append("…", style=QUIET)
                break
            text.append(_move(board[-1]), style=SHARED if board in shared else only)
            text.append("," if left else "", style=QUIET)
        if form.scores:
            text.pad_right(form.room - len(text))
            text.append(octal(line.score), style=QUIET)
        yield text


def _front(line: Line, form: Layout) -> str:
    """The columns before the moves."""
    serial = f"{line.serial or '':>2}"
    star = "*" if line.kind == "star" else " "
    return f"  {serial}{' ' * form.indent * (line.ply - 1)}{star}"


def _moves(line: Line) -> str:
    return ",".join(map(_move, line.moves))


def _move(move: str) -> str:
    start, end = move.split("-")
    return f"{start:>2}-{end:>2}"
