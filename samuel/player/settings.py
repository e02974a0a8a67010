"""The player's settings, as control cards, a tape and sense switches."""

from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import TypedDict

from ibm7094.errors import BadType, BadValue
from ibm7094.machine import Machine
from ibm7094.panel import whole_number
from samuel.player import coefficients, signature_tables
from samuel.player.steering import FEWEST_TERMS, MOST_TERMS, Steering, steering_cards
from samuel.player.store import Stored, stored

TAPE_UNIT, TREE_UNIT = "B1", "A3"
PRINTER, TAPE, TAPE_WITH_BOUNDS = 0, 1, 2
"""Where an OFFLIN card sends the tree."""
TREE_SWITCH, EMPHASIS_SWITCH, NEVER_CONCEDE_SWITCH = 1, 3, 5


class Options(TypedDict, total=False):
    """The settings, all optional. Those left out keep the program's defaults."""

    terms: int
    steering: Steering
    tables: Path | str
    coefficients: Path | str
    emphasis: bool
    concede: bool
    listings: Path | str
    tree_tape: Path | str
    all_bounds: bool


@dataclass(frozen=True)
class Settings:
    """The settings, with defaults filled in."""

    terms: int | None = None
    """Number of terms of the polynomial, including piece advantage."""
    steering: Steering = field(default_factory=dict)
    tables: Path | str | None = None
    """A tape of signature tables, which then replace the polynomial."""
    coefficients: Path | str | None = None
    """A tape of learnt coefficients, which then replace those of Table 1."""
    emphasis: bool = False
    """Whether signature tables emphasise strategy."""
    concede: bool = True
    """Whether a side may concede."""
    listings: Path | str | None = None
    """A folder of listings with another version of the player; None for the project's own."""
    tree_tape: Path | str | None = None
    """A tape for the trees, each on a page by ply, in place of the printer's listing."""
    all_bounds: bool = False
    """Whether that page shows alphas and betas that are still infinite."""

    def __post_init__(self) -> None:
        """Refuse at once what the program would refuse when it reads its cards."""
        if self.terms is not None:
            check_terms(self.terms)
        steering_cards(self.steering)
        if self.tables is not None and not isinstance(self.tables, str | PathLike):
            raise BadType(f"Signature tables are named by their tape's file: {self.tables!r} is not one.")
        if self.listings is not None and not isinstance(self.listings, str | PathLike):
            raise BadType(f"Listings are named by their folder: {self.listings!r} is not one.")
        if self.coefficients is not None and not isinstance(self.coefficients, str | PathLike):
            raise BadType(f"Coefficients are named by their tape's file: {self.coefficients!r} is not one.")
        if self.tables is not None and self.coefficients is not None:
            raise BadValue("Signature tables and learnt coefficients are mutually exclusive: give one tape.")
        if self.tree_tape is not None and not isinstance(self.tree_tape, str | PathLike):
            raise BadType(f"A tape for trees is named by its file: {self.tree_tape!r} is not one.")
        for name in ("emphasis", "concede", "all_bounds"):
            if not isinstance(getattr(self, name), bool):
                raise BadType(f"The setting {name} is True or False, not {getattr(self, name)!r}.")

    def program(self, deck: str) -> Stored:
        """The assembled program that these settings are for."""
        return stored(deck) if self.listings is None else stored(deck, Path(self.listings))

    def cards(self) -> list[str]:
        """The control cards for these settings."""
        terms = [] if self.terms is None else [f"TERMS {self.terms}"]
        tables = [] if self.tables is None else ["TABLES"]
        learnt = [] if self.coefficients is None else ["LEARNT"]
        paper = PRINTER if self.tree_tape is None else TAPE_WITH_BOUNDS if self.all_bounds else TAPE
        tree = [f"OFFLIN{paper}"] if paper else []
        return [*terms, *steering_cards(self.steering), *tables, *learnt, *tree]

    @property
    def tape(self) -> Path | str | None:
        """The tape that the program reads, if any."""
        return self.coefficients if self.tables is None else self.tables

    def check_tape(self) -> None:
        """Read the tape, so that a bad one is reported before the machine reads it."""
        if self.tables is not None:
            signature_tables.read_tape(self.tables)
        if self.coefficients is not None:
            coefficients.read_tape(self.coefficients)

    def set_up(self, machine: Machine, tree: bool) -> None:
        """Mount the tapes and set the switches; `tree`, or a tape for it, asks for the tree of every move."""
        self.check_tape()
        if self.tape is not None:
            machine.attach(TAPE_UNIT, "tape", self.tape, write_protected=True)
        if self.tree_tape is not None:
            machine.attach(TREE_UNIT, "tape", self.tree_tape)
        machine.switches[TREE_SWITCH] = int(tree or self.tree_tape is not None)
        machine.switches[EMPHASIS_SWITCH] = int(self.emphasis)
        machine.switches[NEVER_CONCEDE_SWITCH] = int(not self.concede)


def check_terms(terms: int) -> None:
    """BadValue or BadType if the polynomial cannot have this many terms."""
    if (
        isinstance(terms, bool)
        or not FEWEST_TERMS <= whole_number(terms, "The number of terms") <= MOST_TERMS
    ):
        raise BadValue(f"The polynomial has {FEWEST_TERMS} to {MOST_TERMS} terms, not {terms!r}.")


def settings_of(options: Options) -> Settings:
    """The settings with their defaults; BadType if one of them does not exist."""
    known = [each.name for each in fields(Settings)]
    if unknown := [name for name in options if name not in known]:
        raise BadType(f"Unknown setting {unknown[0]!r}: choose one of {', '.join(known)}.")
    return Settings(**options)
