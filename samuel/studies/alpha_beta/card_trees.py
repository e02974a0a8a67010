"""Trees on cards for the native look-ahead without checkers; among them the tree of Samuel's Figs. 1 and 2.

look = look_through(FIGURE_1, names=FIGURE_2_NAMES)
look.score, look.move, look.ends, look.scores_seen, look.events

The program is `listings/figures.deck`; this module makes its cards and reads its printout. A tree is a
score, or a list of trees; a score is as seen by the side to move on that board.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ibm7094 import Machine
from ibm7094.errors import MachineError
from ibm7094.media.cards import Card
from samuel.player.job import Assembled, run_job
from samuel.player.store import stored

DECK = "figures.deck"
END_OF_JOB = "FGSTOP"
FIELDS_A_CARD = 6
LIMIT = 10_000_000_000
"""A run stops after this many instructions; no deck of a sane size needs a hundredth of it."""

INFINITY = 2**35 - 1
"""The program's infinity: the largest number that a word holds."""

Tree: TypeAlias = "int | Sequence[Tree]"
BoardPath: TypeAlias = tuple[int, ...]
"""The branch to take at each ply, counted from the left, to reach a board; () is the first board."""


# What the program printed


@dataclass(frozen=True)
class Event:
    """Something that happened at a board."""

    kind: str
    """ALPHA SET, SCORE, ALPHA TEST, BETA TEST, ALPHA NOW, CUT OFF or ALPHA FINAL."""
    ply: int
    board: str
    value: int | None = None
    """An alpha value or a score; in a beta test the negative of the score. A cut-off has none."""
    other: str = ""
    """In a test, the board whose alpha the value is compared with; above the first board there is none."""
    alpha: int | None = None
    """In a test, that alpha."""


@dataclass(frozen=True)
class Look:
    """One look-ahead: its result, and its events if they were listed."""

    kind: str
    """ALPHA-BETA or MINIMAX."""
    score: int
    move: str
    """The name of the board that the best move leads to."""
    ends: int
    """How many end boards were evaluated."""
    boards: int
    """How many boards were made, the first included."""
    events: tuple[Event, ...] = ()

    @property
    def scores_seen(self) -> list[tuple[str, int]]:
        """The end boards in the order they were evaluated, with their scores."""
        return [(e.board, e.value) for e in self.events if e.kind == "SCORE" and e.value is not None]


@dataclass(frozen=True)
class Refusal:
    """A card that the program refused, and its message."""

    card: int
    column: int
    message: str


@dataclass(frozen=True)
class Printout:
    """Everything one run printed."""

    text: str
    looks: tuple[Look, ...]
    refusals: tuple[Refusal, ...]

    @classmethod
    def read(cls, text: str) -> "Printout":
        """Read a printout; titles and the cards shown below a message are skipped."""
        looks: list[Look] = []
        refusals: list[Refusal] = []
        events: list[Event] = []
        lines = iter(text.splitlines())
        for line in lines:
            if line.startswith("RESULT"):
                looks.append(_result(line, tuple(events)))
                events = []
            elif line.startswith("CARD "):
                refusals.append(Refusal(int(line[6:12]), int(line[18:24]), line[30:].strip()))
                next(lines, None)
            elif line[:6].strip().isdecimal():
                events.append(_event(line))
        return cls(text, tuple(looks), tuple(refusals))


def _number(field: str) -> int | None:
    match field.strip():
        case "":
            return None
        case "-INF":
            return -INFINITY
        case "+INF":
            return INFINITY
        case digits:
            return int(digits)


def _event(line: str) -> Event:
    return Event(
        kind=line[12:24].strip(),
        ply=int(line[:6]),
        board=line[6:12].strip(),
        value=_number(line[24:30]),
        other=line[30:36].strip(),
        alpha=_number(line[36:42]),
    )


def _result(line: str, events: tuple[Event, ...]) -> Look:
    return Look(
        kind=line[12:24].strip(),
        score=_number(line[24:30]) or 0,
        move=line[6:12].strip(),
        ends=int(line[36:42]),
        boards=int(line[54:60]),
        events=events,
    )


# Cards and the machine


def paths(tree: Tree, path: BoardPath = ()) -> Iterator[tuple[BoardPath, Tree]]:
    """All boards of a tree, each before its branches, left to right."""
    yield path, tree
    if not isinstance(tree, int):
        for branch, below in enumerate(tree):
            yield from paths(below, (*path, branch))


def numbered(tree: Tree) -> dict[BoardPath, str]:
    """Names for the boards one move from the first: 1, 2, 3 ... from the left."""
    return {path: str(path[0] + 1) for path, _ in paths(tree) if len(path) == 1}


def tree_cards(tree: Tree, names: Mapping[BoardPath, str] | None = None, title: str = "") -> list[str]:
    """The cards that give a tree to the program."""
    names = numbered(tree) if names is None else names
    fields = [
        f"{len(path):2} {names.get(path, ''):3}{below if isinstance(below, int) else '':>6}"
        for path, below in paths(tree)
    ]
    rows = range(0, len(fields), FIELDS_A_CARD)
    return [f"TREE  {title}".rstrip(), *("".join(fields[i : i + FIELDS_A_CARD]).rstrip() for i in rows)]


def look_card(*, prune: bool = True, listed: bool = False) -> str:
    """The card that starts a look-ahead."""
    return ("ALPHAB" if prune else "MINMAX") + ("LIST" if listed else "")


def run_deck(
    cards: Iterable[str | Card], assembled: Assembled | None = None, machine: Machine | None = None
) -> Printout:
    """Boot the program, let it read these cards, and read its printout."""
    done = run_job(assembled or stored(DECK), cards, END_OF_JOB, machine, LIMIT)
    return Printout.read(done.text)


def look_through(
    tree: Tree, names: Mapping[BoardPath, str] | None = None, *, prune: bool = True, listed: bool = True
) -> Look:
    """One look-ahead by the native program."""
    printout = run_deck([*tree_cards(tree, names), look_card(prune=prune, listed=listed), "END"])
    if printout.refusals:
        raise MachineError(f"The program refused the tree: {printout.refusals[0].message}")
    return printout.looks[0]


# The tree of Figs. 1 and 2 (Samuel 1967, "Alpha-beta pruning"). The drawing is not available, only the text.
# Letters are capitals here, as the program prints them.

STATED_SCORES = {"E": 2, "I": 1}
"""Scores that the text gives as numbers."""

STATED_ORDER = "ABCDEFGHIJK"
"""Boards that the text names, in the order of investigation."""

CHOSEN_SCORES = {
    # The text: F and G leave the alpha of D at -2, so they are 2 or more.
    "F": 3, "G": 5,
    # The text: at J and K matters are as at H and I, so K is 2 or less.
    "K": 0,
    # Fig. 1's caption: pruning is fully effective. So none of these three makes the board above better than
    # B's -2: they are 2 or more ...
    "N": 4, "O": 2, "P": 6,
    "S": 3, "T": 7, "U": 4,
    # ... and each of these is refuted at once, as the first board has 2: they are 2 or less.
    "Y": 1, "AA": -3, "CC": 2,
    "GG": 0, "II": -1, "KK": -4,
}  # fmt: skip
"""Scores of boards that are seen, whose numbers are only in the drawing: chosen by us within those bounds.
Names after Z are ours too."""

UNSEEN_SCORE = 9
"""The score of all terminals of the dashed branches, chosen by us: by the text any score will do."""


def _investigated() -> Iterator[BoardPath]:
    """The boards of Fig. 2 in the order of investigation, with every cut-off that is possible in Fig. 1.

    Three branches: in the text D has E, F, G, and C has D, H, J; the drawing gives three to every board.
    Four plies: E, the first terminal board, is the fifth letter. Then 3 x 3 + 3 x 3 - 1 = 17 are terminal.
    """

    def below(path: BoardPath, first: bool, all_moves: bool) -> Iterator[BoardPath]:
        yield path
        if len(path) == 4:
            return
        for branch in range(3 if all_moves else 1):
            # On the first branches all moves are looked at. Elsewhere one move refutes, and against each
            # refuting move all replies must be tried.
            best = first and branch == 0
            yield from below((*path, branch), best, best or not all_moves)

    yield from below((), True, True)


def _name(number: int) -> str:
    letter = chr(ord("A") + number % 26)
    return letter * (1 + number // 26)


FIGURE_2_NAMES: dict[BoardPath, str] = {path: _name(i) for i, path in enumerate(_investigated())}
"""The letters of Fig. 2."""


def figure_1(unseen: Iterable[int] | None = None) -> Tree:
    """The tree of Fig. 1; the terminals of its dashed branches get the scores in `unseen`, in turn."""
    others = iter(unseen or ())
    scores = STATED_SCORES | CHOSEN_SCORES

    def grow(path: BoardPath) -> Tree:
        if len(path) < 4:
            return [grow((*path, branch)) for branch in range(3)]
        name = FIGURE_2_NAMES.get(path)
        return next(others, UNSEEN_SCORE) if name is None else scores[name]

    return grow(())


FIGURE_1 = figure_1()


# Independent of the native code


def minimax(tree: Tree) -> int:
    """The score of a tree by plain minimax."""
    return tree if isinstance(tree, int) else max(-minimax(branch) for branch in tree)
