"""The tree of Figs. 1 and 2 of 1967, with what the native look-ahead did on every board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from samuel.report.blocks import Drawing
from samuel.report.drawings.svg import curve, disc, drawing, line, text
from samuel.studies.alpha_beta.card_trees import FIGURE_1, FIGURE_2_NAMES, BoardPath, Look, paths

LEAF = 8
"""Width for each terminal board of Fig. 1."""
ROW, COLUMN = 23, 108
"""Height for each terminal board of Fig. 2, and width for each ply."""
PLIES = 4


@dataclass(frozen=True)
class Did:
    """What the machine did on a board."""

    score: int | None = None
    """Of a terminal board."""
    alpha: int | None = None
    """When the board was left."""
    cut: bool = False


def did(look: Look) -> dict[str, Did]:
    """By the board's letter."""
    found: dict[str, Did] = {}
    for event in look.events:
        before = found.get(event.board, Did())
        match event.kind:
            case "SCORE":
                found[event.board] = Did(event.value)
            case "ALPHA FINAL":
                found[event.board] = Did(before.score, event.value)
            case "CUT OFF":
                found[event.board] = Did(before.score, before.alpha, True)
            case _:
                found[event.board] = before
    return found


def whole_tree(look: Look) -> Drawing:
    """Fig. 1: all boards, those that were made drawn solid, the others dashed."""
    seen = {path: name for path, name in FIGURE_2_NAMES.items() if name in did(look)}
    every = [path for path, _ in paths(FIGURE_1)]
    ends = [path for path in every if len(path) == PLIES]
    across = {path: (at + 0.5) * LEAF for at, path in enumerate(ends)}
    for path in sorted(every, key=len, reverse=True):
        if path not in across:
            below = [across[(*path, branch)] for branch in range(3)]
            across[path] = sum(below) / 3
    width, top, step = len(ends) * LEAF, 16, 62

    def at(path: BoardPath) -> tuple[float, float]:
        return across[path], top + step * len(path)

    parts = [
        line(*at(path[:-1]), *at(path), "branch" if path in seen else "unseen") for path in every if path
    ]
    parts += [
        disc(*at(path), 3 if path in seen else 1.6, "seen" if path in seen else "hidden") for path in every
    ]
    height = top + step * PLIES + 10
    return Drawing(
        drawing(width, height, *parts),
        f"Fig. 1: the tree of {len(every)} boards. Solid: the {len(seen)} boards that the machine made; "
        "dashed: those that alpha-beta spared it.",
        f"A tree of {PLIES} plies with three branches everywhere and {len(ends)} terminal boards. With "
        f"alpha-beta {look.ends} of them are scored, on the left more than on the right.",
        "wide",
    )


def seen_tree(look: Look) -> Drawing:
    """Fig. 2: the boards that were made, in the order of investigation, with scores, alphas and cut-offs."""
    done = did(look)
    seen = {path: name for path, name in FIGURE_2_NAMES.items() if name in done}
    ends = [path for path in seen if len(path) == PLIES]
    down: dict[BoardPath, float] = {path: 14 + at * ROW for at, path in enumerate(ends)}
    for path in sorted(seen, key=len, reverse=True):
        if path not in down:
            below = [down[other] for other in seen if other[:-1] == path and other]
            down[path] = (below[0] + below[-1]) / 2
    width, height = 22 + PLIES * COLUMN + 62, 14 + len(ends) * ROW

    def at(path: BoardPath) -> tuple[float, float]:
        return 14 + len(path) * COLUMN, down[path]

    parts = []
    for path in seen:
        if path:
            (x, y), (to_x, to_y) = at(path[:-1]), at(path)
            parts.append(curve(x + 11, y, to_x - 11, to_y, "branch"))
    for path, name in seen.items():
        parts += _board(*at(path), name, done[name])
    return Drawing(
        drawing(width, height, *parts),
        "Fig. 2: the boards in the order of investigation, A, B, C … Beside a terminal board is its score, "
        "beside another its alpha when it was left; a red bar is a cut-off. Values are as the side to move "
        "sees them.",
        in_words(seen, done),
    )


def _board(x: float, y: float, name: str, what: Did) -> Iterator[str]:
    yield disc(x, y, 11, "node cut" if what.cut else "node")
    yield text(x, y + 4, name, "letter", "middle")
    if what.score is not None:
        yield text(x + 15, y + 4.5, signed(what.score), "value")
    elif what.cut:
        yield line(x + 15, y - 8, x + 15, y + 8, "cutting")
    elif what.alpha is not None:
        yield text(x + 2, y - 14, f"\N{GREEK SMALL LETTER ALPHA} {signed(what.alpha)}", "value")


def signed(number: int) -> str:
    """A number with its sign; zero has none."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"


def in_words(seen: Mapping[BoardPath, str], done: Mapping[str, Did]) -> str:
    """The same as a list."""
    cut = [name for name in seen.values() if done[name].cut]
    scored = [f"{name} {done[name].score}" for name in seen.values() if done[name].score is not None]
    return f"A tree of {len(seen)} boards. Scores: {', '.join(scored)}. Cut off: {', '.join(cut)}."
