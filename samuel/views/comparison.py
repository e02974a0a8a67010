"""A comparison of two look-ahead trees as text: tables, and the first divergences side by side.

Console().print(render(compare(the_figure(), read_any(path))))
"""

from collections.abc import Collection, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samuel.trees.compare import Comparison, Divergence, Kind, Place
from samuel.trees.differences import Difference, time
from samuel.trees.measures import CountRow, Scores, Survey, Tries
from samuel.trees.tree import Chosen, octal

NONE = "-"
MOST_DIFFERENCES = 12
PATHS = ("path in A", "path in B")
SENTENCES: dict[Kind, str] = {
    "equal": "none.",
    "other score": "The moves are the same, the scores differ.",
    "order": "Both trees have both moves, in a different order.",
    "missing": "The move of A is not in B.",
    "extra": "The move of B is not in A.",
    "illegible": "The move of A was damaged and has been repaired, so it proves nothing.",
}


def render(comparison: Comparison) -> RenderableType:
    """The summary, the first divergences and the tables."""
    parts = [_summary(comparison)]
    if comparison.is_equal:
        parts.append(_titled("The trees are equal."))
    elif comparison.first.kind == "equal":
        parts.append(_differences(comparison.differences))
    else:
        parts.append(_first("First divergence", comparison.first, comparison))
    if comparison.first_move != comparison.first:
        parts.append(_first("First divergence of moves", comparison.first_move, comparison))
    parts += [_survey(comparison.survey), _scores(comparison.scores), _saved(comparison)]
    parts.append(_counts(comparison))
    return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))


def _titled(title: str, *below: RenderableType) -> Group:
    return Group(Text(title, style="bold"), *below)


def _table(*columns: str, words: Collection[str] = ()) -> Table:
    """A table whose first column and columns of words may wrap; numbers never do."""
    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        wraps = number == 0 or column in words
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=not wraps)
    return table


def _summary(found: Comparison) -> Group:
    table = _table("", "A", "B")
    boards, orders, moves = found.boards, found.orders, found.first_moves
    table.add_row("move chosen", *map(_chosen, found.chosen))
    table.add_row("time", *map(_seconds, found.seconds))
    table.add_row("first moves not in the other", str(len(moves.only_a)), str(len(moves.only_b)))
    table.add_row("boards", str(boards.a), str(boards.b))
    table.add_row(
        "in both, by their moves", *(f"{boards.shared} ({percent(share)})" for share in boards.shares)
    )
    table.add_row("in both, by position", str(boards.a_in_b), str(boards.b_in_a))
    return _titled(
        f"A: {found.names[0]}   B: {found.names[1]}",
        "Lines of Fig. 3 are numbered as in the figure, with the heading as 1; other lines as in their file.",
        table,
        f"Lines of A in B: {_kinds(found)}. Extra lines in B: {found.lines['extra']}.",
        f"On {orders.boards} boards both trees had a choice: the first move is the same on "
        f"{orders.same_first}, all moves and their order on {orders.same}.",
    )


def _kinds(found: Comparison) -> str:
    notes = {
        "equal": (found.equal_unscored, "without two scores to compare"),
        "order": (found.order_rescored, "with a different score too"),
    }
    said = []
    for kind, count in found.lines.items():
        number, note = notes.get(kind, (0, ""))
        if count and kind != "extra":
            said.append(f"{count} {kind}" + (f" ({number} {note})" if number else ""))
    return ", ".join(said)


def percent(share: float) -> str:
    """A rounded share; 0% or 100% only if it is exact."""
    return f"{round(100 * share) if share in (0, 1) else min(max(round(100 * share), 1), 99)}%"


def _chosen(chosen: Chosen | None) -> str:
    return f"{chosen.move}, {_octal(chosen.score)}" if chosen else NONE


def _seconds(seconds: tuple[float, float] | None) -> str:
    return time(seconds) if seconds else NONE


def _octal(score: int | None) -> str:
    return NONE if score is None else octal(score).strip()


def _number(value: float | None) -> str:
    return NONE if value is None else f"{value:.2f}"


# Divergences


def _first(title: str, divergence: Divergence, found: Comparison) -> Group:
    heading = f"{title}: {SENTENCES[divergence.kind]}"
    if divergence.kind == "equal":
        return _titled(heading)
    sides = [_place(*side) for side in zip(found.names, (divergence.a, divergence.b), strict=True)]
    return _titled(heading, Columns(sides, padding=(0, 3)))


def _place(name: str, place: Place | None) -> Text:
    """The lines around a place, the line itself with its move marked."""
    if place is None:
        return Text(f"{name}: no more lines")
    text = Text(f"{name}, line {place.line}: {place.move} at ply {place.ply}\n")
    for number, line in place.context:
        here = number == place.line
        text.append(f"{'>' if here else ' '}{number:3} {line}\n", style="bold" if here else "dim")
    text.rstrip()
    return text


# Tables


def _differences(differences: Sequence[Difference]) -> Group:
    """The first of the other differences, if all moves and scores are the same."""
    table = _table("", "A", "B", words=("A", "B"))
    for each in differences[:MOST_DIFFERENCES]:
        table.add_row(each.what, each.a, each.b)
    more = len(differences) - MOST_DIFFERENCES
    return _titled(
        "All moves and scores are the same, but these differ:",
        table,
        *([f"and {more} more; --json shows all"] if more > 0 else []),
    )


def _survey(survey: Survey) -> Group:
    same = f"{survey.equal} of {len(survey.rows)} paths are the same"
    title = f"Survey: {same}, rank correlation {_number(survey.rank_correlation)}"
    table = _table("first move", "A", "B", *PATHS, words=PATHS)
    for row in survey.rows:
        places = (NONE if place is None else str(place) for place in row.places)
        paths = [NONE if path is None else ", ".join(path) for path in row.paths]
        table.add_row(row.move, *places, paths[0], "same" if paths[0] == paths[1] else paths[1])
    return _titled(title, table)


def _scores(scores: Scores) -> Group:
    title = (
        f"Scores: {len(scores.rows)} of A's {scores.of} are also in B; correlation {_number(scores.linear)}, "
        f"with pieces level {_number(scores.linear_level)}, of ranks {_number(scores.rank)}"
    )
    table = _table("line of A, last move", "A", "B")
    for row in scores.rows:
        table.add_row(f"{row.line:3} {row.board[-1]}", _octal(row.a), _octal(row.b))
    return _titled(title, table)


def _saved(found: Comparison) -> Group:
    """Two rows for each ply, so that the table fits a narrow terminal."""
    limited = "tries x boards"
    table = _table("ply", "", "boards", "cut off", "all moves", limited, words=[limited])
    for row in found.saved:
        table.add_row(str(row.ply), "A", *_tries(row.a))
        table.add_row("", "B", *_tries(row.b))
    return _titled("Moves tried", table)


def _tries(tries: Tries) -> Sequence[str]:
    limited = ", ".join(f"{number} x {boards}" for number, boards in tries.limited.items())
    return [str(tries.boards), str(tries.cut_off), str(tries.whole), limited or NONE]


def _counts(found: Comparison) -> Group:
    """A row for each PLY; a printed count is added where it differs from the count of the lines."""
    table = _table("PLY", "USAGE A", "B", "ENDS A", "B")
    usage, ends = ({row.ply: row for row in rows} for rows in (found.usage, found.ends))
    for ply in sorted({**usage, **ends}):
        table.add_row(str(ply), *_count(usage.get(ply)), *_count(ends.get(ply)))
    totals = (sum(getattr(row, tree) for row in rows) for rows in (found.usage, found.ends) for tree in "ab")
    table.add_row("TOTAL", *map(str, totals))
    return _titled("Boards (USAGE) and ends by PLY, which counts the first board as 1", table)


def _count(row: CountRow | None) -> tuple[str, str]:
    if row is None:
        return "0", "0"
    return _number_of(row.a, row.a_printed), _number_of(row.b, row.b_printed)


def _number_of(counted: int, printed: int | None) -> str:
    return str(counted) if printed in (None, counted) else f"{counted} ({printed} printed)"
