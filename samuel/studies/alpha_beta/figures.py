"""Figs. 1 and 2 of 1967: what the text says of them, beside what the native look-ahead does.

printout = look_at_figures()
figure_1(printout).rows, figure_2(printout).agrees

The text is in `traces/paper/fig1.tsv` and `fig2.tsv`. The tree goes in on cards; the
program itself determines which boards are visited, in which order, every alpha value and every cut-off.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import zip_longest
from math import inf
from typing import Any

from ibm7094.errors import MachineError
from samuel import paper
from samuel.paper import Quantity, Standing, Step, Value
from samuel.studies.alpha_beta.card_trees import (
    FIGURE_1,
    FIGURE_2_NAMES,
    INFINITY,
    STATED_ORDER,
    Event,
    Look,
    Printout,
    look_card,
    minimax,
    run_deck,
    tree_cards,
)

TITLE = "SAMUEL 1967, FIGS. 1 AND 2"


@dataclass(frozen=True)
class StatementRow:
    """A statement of the text, and what the machine did."""

    what: str
    paper: str
    machine: str
    agrees: bool
    standing: Standing
    place: str = "Alpha-beta pruning"
    """Section or figure of the paper of 1967."""


@dataclass(frozen=True)
class Study:
    """A figure, row by row."""

    figure: int
    title: str
    rows: tuple[StatementRow, ...]

    @property
    def agreeing(self) -> int:
        """How many rows agree."""
        return sum(row.agrees for row in self.rows)

    @property
    def agrees(self) -> bool:
        """Whether all rows agree."""
        return self.agreeing == len(self.rows)

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return {**asdict(self), "agreeing": self.agreeing, "of": len(self.rows), "agrees": self.agrees}


def look_at_figures() -> Printout:
    """Search the tree of both figures: first with pruning and all events listed, then without pruning."""
    cards = tree_cards(FIGURE_1, FIGURE_2_NAMES, TITLE)
    printout = run_deck([*cards, look_card(listed=True), look_card(prune=False), "END"])
    if printout.refusals or len(printout.looks) != 2:
        raise MachineError(f"The program did not search the tree: {printout.text.splitlines()[-1]!r}.")
    return printout


# Fig. 1


def figure_1(printout: Printout) -> Study:
    """The whole tree, and how little of it is seen with pruning."""
    pruned, plain = printout.looks
    plies = max(event.ply for event in pruned.events)
    seen = dict(pruned.scores_seen)
    found = {
        "branches": round(plain.ends ** (1 / plies)),
        "plies": plies,
        "terminal boards": plain.ends,
        "terminal boards seen": pruned.ends,
        "score of E": seen["E"],
        "score of I": seen["I"],
    }
    rows = [_quantity(stated, found[name]) for name, stated in paper.figure_1().items()]
    right = minimax(FIGURE_1)
    scores = f"{pruned.score} and {plain.score}"
    same = pruned.score == plain.score == right and pruned.move == plain.move
    rows.append(
        StatementRow("score with pruning and without", f"{right} and {right}", scores, same, "derived")
    )
    return Study(1, "the tree, and how much of it is seen with alpha-beta", tuple(rows))


def _quantity(stated: Quantity, found: int) -> StatementRow:
    agrees = stated.low == found
    return StatementRow(stated.name, f"{stated.low:g}", str(found), agrees, stated.standing, stated.place)


# Fig. 2


def figure_2(printout: Printout) -> Study:
    """The steps that the text describes, and the order in which it names the boards."""
    return Study(2, "the look-ahead step by step", tuple(_narration(printout.looks[0])))


def _narration(look: Look) -> Iterator[StatementRow]:
    steps = paper.figure_2()
    for step, event in zip_longest(steps, look.events[: len(steps)]):
        what = _what(step.event, step.board, step.other)
        machine = _numbers(*(map(_shown, (event.value, event.alpha)))) if event else "nothing more"
        if event and (found := _what(event.kind, event.board, event.other)) != what:
            machine = f"{found} {machine}".rstrip()
        agrees = event is not None and _is(step, event)
        stated = _numbers(*(map(_stated, (step.value, step.alpha))))
        yield StatementRow(f"{'  ' * step.ply}{what}", stated, machine, agrees, step.standing)
    order = "".join(dict.fromkeys(event.board for event in look.events))[: len(STATED_ORDER)]
    yield StatementRow("order of the boards", STATED_ORDER, order, order == STATED_ORDER, "printed")


def _is(step: Step, event: Event) -> bool:
    """Whether an event is what the text says."""
    stated = (step.event, step.ply, step.board, step.other)
    return (
        stated == (event.kind, event.ply, event.board, event.other)
        and _allowed(step.value, event.value)
        and _allowed(step.alpha, event.alpha)
    )


def _allowed(stated: Value | None, found: int | None) -> bool:
    if stated is None or found is None:
        return stated is None and found is None
    return stated.allows(_real(found))


def _real(number: int) -> float:
    return {INFINITY: inf, -INFINITY: -inf}.get(number, number)


def _what(event: str, board: str, other: str) -> str:
    with_other = f", {other}" if other else ""
    return f"{board}  {event.lower()}{with_other}"


def _numbers(value: str, alpha: str) -> str:
    """A value, and the alpha that it is compared with, if any."""
    return f"{value} : {alpha}" if alpha else value


def _shown(number: int | None) -> str:
    return "" if number is None else f"{_real(number):g}"


def _stated(value: Value | None) -> str:
    if value is None:
        return ""
    bound = {"=": "", ">=": " or more", "<=": " or less"}[value.relation]
    return f"{value.number:g}{bound}"
