"""The comparison of Fig. 3's tree with the machine's, as blocks of the report."""

from collections.abc import Iterator, Sequence

from samuel.report import plots
from samuel.report.blocks import Beside, Block, Fold, Heading, Pair, PrintedLine, Printout, Span, Table, Words
from samuel.report.cells import cited, hundredths
from samuel.trees.compare import Comparison, Divergence, Kind, Place
from samuel.trees.measures import CountRow, Tries
from samuel.trees.tree import octal

MEANINGS: dict[Kind, str] = {
    "equal": "the same moves, and the same score where it survives",
    "other score": "the same moves, a different score",
    "order": "the same moves, tried in a different order",
    "missing": "not in the machine's tree",
    "illegible": "a damaged move that was repaired, so it proves nothing",
    "extra": "only in the machine's tree",
}


def blocks(found: Comparison) -> Iterator[Block]:
    """Divergence, lines, survey, order of tries, scores, tries, and the table below the tree."""
    yield Heading("Where the trees differ")
    yield from _divergence("The first difference", found.first)
    if found.first_move != found.first:
        yield from _divergence("The first difference of moves", found.first_move)
    yield Table.of(
        ("lines of the figure", "meaning", "lines"),
        [(kind, MEANINGS[kind], found.lines[kind]) for kind in MEANINGS],
        "llr",
    )
    yield Words(
        f"Of the lines in a different order {found.order_rescored} also have a different score; of the equal "
        f"lines {found.equal_unscored} do not have two scores to compare."
    )
    yield from _survey(found)
    yield from _orders(found)
    yield from _scores(found)
    yield Fold("Moves tried, ply by ply", tuple(_tries(found)))
    yield Heading("The table below the tree")
    yield Beside(_by_ply("USAGE", "boards", found.usage), _by_ply("ENDS", "ends", found.ends))


def _by_ply(name: str, what: str, rows: Sequence[CountRow]) -> tuple[Block, ...]:
    return (
        plots.bars(
            f"{name}: {what} by PLY",
            [str(row.ply) for row in rows],
            {"paper": [row.a for row in rows], "machine": [row.b for row in rows]},
            "PLY, which counts the first board as 1",
        ),
        _counts(name, rows),
    )


def _divergence(title: str, divergence: Divergence) -> Iterator[Block]:
    if divergence.kind == "equal":
        yield Words(f"{title}: none, the trees are equal.")
        return
    yield Words(f"{title}: {MEANINGS[divergence.kind]}.")
    yield Pair(_place("the paper", divergence.a), _place("the machine", divergence.b))


def _place(name: str, place: Place | None) -> Printout:
    """The lines around a place, the line itself marked."""
    if place is None:
        return Printout(name, (PrintedLine((Span("no more lines"),)),))
    return Printout(
        f"{name}, line {place.line}: {place.move} at ply {place.ply}",
        tuple(
            PrintedLine(
                (Span(line, "here" if number == place.line else ""),),
                front=f"{'>' if number == place.line else ' '}{number:2} ",
            )
            for number, line in place.context
        ),
    )


def _survey(found: Comparison) -> Iterator[Block]:
    survey = found.survey
    yield Words(
        f"Survey: {survey.equal} of {len(survey.rows)} paths are the same; the rank correlation of the "
        f"first moves is {hundredths(survey.rank_correlation)}."
    )
    table = Table.of(
        ("first move", "place, paper", "machine", "path, paper", "machine"),
        [
            (
                row.move,
                *("-" if place is None else place for place in row.places),
                *("-" if path is None else " ".join(path) for path in row.paths),
            )
            for row in survey.rows
        ],
        "lrrll",
        source=cited("S67", "Fig. 3"),
    )
    yield Fold("The survey, move by move", (table,))


def _orders(found: Comparison) -> Iterator[Block]:
    orders = found.orders
    yield Words(
        f"Order of tries: on {orders.boards} boards both trees had a choice. The first try is the same on "
        f"{orders.same_first}, all tries and their order on {orders.same}."
    )
    if orders.different:
        table = Table.of(
            ("board, by the moves that lead to it", "tries, paper", "machine"),
            [
                (" ".join(each.board) or "the first", " ".join(each.a), " ".join(each.b))
                for each in orders.different
            ],
            "lll",
            source=cited("S67", "Fig. 3"),
        )
        yield Fold(f"The {len(orders.different)} boards with different tries or a different order", (table,))


def _scores(found: Comparison) -> Iterator[Block]:
    scores = found.scores
    yield Words(
        f"Scores: {scores.of} survive in the figure, and {len(scores.rows)} of them are on boards that the "
        f"machine's tree scores too. Their correlation is {hundredths(scores.linear)}; it is "
        f"{hundredths(scores.linear_level)} with pieces level, and {hundredths(scores.rank)} for ranks."
    )
    if scores.rows:
        table = Table.of(
            ("line", "last move", "paper, octal", "machine"),
            [(row.line, row.board[-1], octal(row.a).strip(), octal(row.b).strip()) for row in scores.rows],
            source=cited("S67", "Fig. 3"),
        )
        yield Fold("The surviving scores", (table,))


def _tries(found: Comparison) -> Iterator[Block]:
    yield Words(
        "Boards on which moves were tried: how many were cut off by alpha-beta, on how many all moves were "
        "tried, and on how many only some, with the number of tries."
    )
    heads = ("ply", "boards", "cut off", "all tried", "tries x boards")
    rows = [(row.ply, row.a, row.b) for row in found.saved]
    for caption, side in (
        ("the paper", [(ply, a) for ply, a, _ in rows]),
        ("the machine", [(ply, b) for ply, _, b in rows]),
    ):
        yield Table.of(heads, [(ply, *_tried(tries)) for ply, tries in side], caption=caption)


def _tried(tries: Tries) -> tuple[object, ...]:
    limited = ", ".join(f"{number} x {boards}" for number, boards in tries.limited.items())
    return tries.boards, tries.cut_off, tries.whole, limited or "-"


def _counts(name: str, rows: Sequence[CountRow]) -> Table:
    """By PLY; the counts that the figure's own table prints are above those of its lines."""
    counted: dict[str, list[int | None]] = {
        "paper, printed": [row.a_printed for row in rows],
        "paper, its lines": [row.a for row in rows],
        "machine": [row.b for row in rows],
    }
    return Table.of(
        (f"{name}, PLY", *(str(row.ply) for row in rows), "all"),
        [
            (who, *("-" if number is None else number for number in numbers), sum(n or 0 for n in numbers))
            for who, numbers in counted.items()
        ],
        source=cited("S67", "Fig. 3, the table below the tree"),
    )
