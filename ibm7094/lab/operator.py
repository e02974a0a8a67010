"""IBM's diagnostic decks, run as an operator did: through the card reader, with the keys at the panel.

A deck halts for its operator: to have its keys set, or a key pressed. A `Recipe` says what to do at some
halts; at all others START is pressed. An HTR is a request. An HPR that the recipe does not expect is a
complaint: decks that do not print use it for errors. The others print a line that begins
TEST LOC or PRGM EXIT.
"""

import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ibm7094.errors import BadValue
from ibm7094.machine import Machine
from ibm7094.media.cards import Card, read_cards
from ibm7094.stop import Reason, Stop

COMPLAINT = re.compile(r"^ *(TEST LOC|PRGM EXIT) .*$", re.MULTILINE)
TAPE_CHANNELS, TAPE_UNITS = "AB", 5
"""What the diagnostics use: five scratch tapes on each of two channels."""
VISITS = 3
"""A deck has ended when it comes to its first halt again, for another pass, or to any halt this often."""
LIMIT = 100_000_000
"""Instructions after which a deck that does not halt is stopped."""


@dataclass(frozen=True)
class Action:
    """What the operator does at a halt before pressing START."""

    reset: bool = False
    keys: int | None = None

    @classmethod
    def named(cls, text: str) -> "Action":
        """An action from its name: "start", "reset", "keys:OCTAL", or several joined by "+"."""
        action = cls()
        for part in text.lower().split("+"):
            name, _, digits = part.partition(":")
            if part == "reset":
                action = replace(action, reset=True)
            elif name == "keys" and re.fullmatch("[0-7]{1,12}", digits):
                action = replace(action, keys=int(digits, 8))
            elif part != "start":
                raise BadValue(f"{part!r} is not an action: give start, reset or keys:OCTAL.")
        return action


@dataclass(frozen=True)
class Recipe:
    """How a deck is run."""

    keys: int = 0
    actions: Mapping[int, Action] = field(default_factory=dict)
    """By the address of the halt."""
    punch_keys: int | None = None
    """If the deck reads cards that it punches itself: the keys that make it only punch them."""
    options: tuple[str, ...] = ()
    """Options of the machine that it needs."""


START = Action()
RESET = Action(reset=True)
CARD_KEYS, TAPE_KEYS = 0o000000100017, 0o011111105117
RECIPES = {
    # 00160 shows that a disabled machine does not trap; at 00223 RESET must disable it (9IOTA 00220).
    "9iota": Recipe(0o011111111117, {0o160: START, 0o223: RESET}),
    "9b01a": Recipe(CARD_KEYS, punch_keys=0o000000100014),
    **dict.fromkeys(("9c01a", "9c02a", "9p01c", "9p02a", "9r01a"), Recipe(CARD_KEYS)),
    **dict.fromkeys(("9comb", "9t01a", "9t02b", "9t03a", "9t04a", "9t05a", "9esla"), Recipe(TAPE_KEYS)),
    "9sy1a": Recipe(TAPE_KEYS, options=("drum",)),
    "9d01a": Recipe(0o077700000000, options=("drum",)),
}
"""Recipes by the name of the deck. Keys are those of IBM's descriptions, or of Cornwell's tests."""


@dataclass(frozen=True)
class DeckRun:
    """What came of a deck."""

    name: str
    printed: str
    halts: list[int]
    """Where the machine halted, in order."""
    complaints: list[str]
    stop: Stop
    """The last stop."""

    @property
    def ended(self) -> bool:
        """Whether it came to an end by itself."""
        return self.stop.reason is Reason.HALT

    @property
    def passed(self) -> bool:
        """Whether it ended and had nothing to complain about."""
        return self.ended and not self.complaints


def recipe_for(deck: Path) -> Recipe:
    """The recipe of a deck that is known by its name, or one that only presses START."""
    return RECIPES.get(deck.stem.lower(), Recipe())


def run_deck(
    deck: Path,
    recipe: Recipe | None = None,
    *,
    data: Iterable[Path] = (),
    model: str = "709",
    compiled: bool = True,
    limit: int = LIMIT,
) -> DeckRun:
    """Run a deck, with the cards of `data` after it in the reader, or those that it punches itself."""
    recipe = recipe_for(deck) if recipe is None else recipe
    own = read_cards(deck)
    more = [card for path in data for card in read_cards(path)]
    with tempfile.TemporaryDirectory(prefix="ibm7094-diag-") as folder:
        scratch = Path(folder)
        if recipe.punch_keys is not None and not more:
            first = _Operator(own, replace(recipe, keys=recipe.punch_keys), model, compiled, scratch / "1")
            first.operate(limit)
            more = read_cards(first.punch)
        second = _Operator([*own, *more], recipe, model, compiled, scratch / "2")
        return second.operate(limit, name=deck.stem)


class _Operator:
    """A machine with a deck in its reader and scratch tapes mounted, and who stands before it."""

    def __init__(
        self, cards: Sequence[Card], recipe: Recipe, model: str, compiled: bool, scratch: Path
    ) -> None:
        scratch.mkdir()
        self.recipe = recipe
        self.machine = machine = Machine(model, compiled=compiled, options=recipe.options)
        self.punch = scratch / "punch.cbn"
        machine.attach("A", "reader", cards)
        machine.attach("A", "punch", self.punch)
        for channel in TAPE_CHANNELS if machine.model.has_channels else TAPE_CHANNELS[0]:
            for unit in range(1, TAPE_UNITS + 1):
                machine.attach(f"{channel}{unit}", "tape", scratch / f"{channel}{unit}.tap")
        machine.keys = recipe.keys
        machine.load_cards()

    def operate(self, limit: int, *, name: str = "") -> DeckRun:
        """Answer halts until the deck has ended."""
        machine, visits, halts, complaints = self.machine, Counter[int](), [], []
        try:
            while True:
                stop = machine.run(limit=max(0, limit - machine.instructions))
                if stop.reason is not Reason.HALT:
                    break
                halts.append(stop.ic)
                visits[stop.ic] += 1
                if visits[stop.ic] == (2 if stop.ic == halts[0] else VISITS):
                    break
                if stop.message.startswith("Halted by HPR") and stop.ic not in self.recipe.actions:
                    complaints.append(stop.message)
                self._answer(self.recipe.actions.get(stop.ic, START))
        finally:
            machine.close()
        printed = machine.printed
        complaints += [found.group().strip() for found in COMPLAINT.finditer(printed)]
        return DeckRun(name, printed, halts, complaints, stop)

    def _answer(self, action: Action) -> None:
        if action.keys is not None:
            self.machine.keys = action.keys
        if action.reset:
            self.machine.reset()  # the instruction counter is then 0, where decks keep a transfer
