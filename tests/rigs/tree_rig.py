"""Trees for tests: from the native search, in the form of Fig. 3's page, and random ones."""

import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st

from samuel.checkers.rules import START, Position, legal_moves
from samuel.paper.fig3 import FIGURE_3_BOARD
from samuel.studies.fig3.oracle import search, tree_cards
from samuel.trees.replay import after
from samuel.trees.transcription import KINDS
from samuel.trees.tree import BoardPath, Line, count_ends, count_usage
from samuel.trees.treefile import Printed, read_any, the_figure

few = settings(max_examples=40, deadline=None)


@cache
def oracle_text(count: int = 16) -> str:
    """What the native search prints when the figure leads it, with this branching count."""
    return search(tree_cards(), {"COUNT": count}).text


def read_text(text: str | bytes) -> Printed:
    """The tree read from a file with this text."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tree.txt"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_any(file)


def native(count: int = 16) -> Printed:
    return read_text(oracle_text(count))


# Trees in the form of the page


def page(printed: Printed) -> list[str]:
    """A tree as Fig. 3 would print it, without a column for plies."""
    rows = ["MOVE TREE\tALPHA\tBETA\tSCORE"]
    for line in printed.lines:
        before = line.serial if line.kind != "survey" and line.serial else ""
        trailing = line.serial if line.kind == "survey" else ""
        moves = ",".join(f"{a:>2}-{b:>2}" for a, b in (move.split("-") for move in line.moves))
        score = f"{'-' if line.score < 0 else ''}{abs(line.score):05o}"
        rows.append(f"{before}\t{'*' if line.kind == 'star' else ''}{moves}\t{trailing}\t\t{score}")
    return rows


def table(printed: Printed) -> list[str]:
    """The table below the tree."""
    usage, ends = count_usage(printed.lines), count_ends(printed.lines)
    rows = (("PLY", list(usage)), ("USAGE", list(usage.values())), ("ENDS", list(ends.values())))
    return ["\t".join([name, *map(str, numbers), str(sum(numbers))]) for name, numbers in rows]


def figure_page_text() -> str:
    return "\n".join([*page(the_figure()), *table(the_figure())])


# Random trees


@st.composite
def trees(draw: st.DrawFn) -> Printed:
    """A legal tree of the right form, from the start or from the board of Fig. 3."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    start = draw(st.sampled_from([START, FIGURE_3_BOARD]))
    boards: dict[BoardPath, tuple[Position, ...]] = {(): (start,)}
    made: set[BoardPath] = set()
    lines: list[Line] = []

    def moves(path: BoardPath) -> list[str]:
        found = dict.fromkeys(move.printed() for at in boards[path] for move in legal_moves(at))
        return [move for move in found if (*path, move) not in made]

    def add(kind: str, serial: int | None, path: BoardPath, count: int) -> BoardPath:
        begun = path
        while len(path) < len(begun) + count and (choice := moves(path)):
            move = chance.choice(choice)
            boards[*path, move] = after(boards[path], move)
            path = (*path, move)
            made.add(path)
        if len(path) > len(begun):
            score = chance.randint(-4000, 4000)
            new = path[len(begun) :]
            number = len(lines) + 1
            lines.append(Line(KINDS[kind], serial, len(begun) + 1, new, score, None, None, number=number))
        return path

    surveyed = [add("survey", serial, (), 3) for serial in range(1, len(moves(())) + 1)]
    for serial, path in enumerate(surveyed[: draw(st.integers(0, len(surveyed)))], 1):
        path = add("resume", serial, path, chance.randint(1, 4))
        for _ in range(chance.randint(0, 4)):
            branch = path[: chance.randrange(len(path))]
            path = add("star", None, branch, chance.randint(1, 3)) if moves(branch) else path
    return Printed("random" if start == START else "fig. 3's board", tuple(lines))


def start_of(printed: Printed) -> Position:
    return START if printed.name == "random" else FIGURE_3_BOARD
