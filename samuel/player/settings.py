"""The player's settings, as control cards, a tape and sense switches."""

from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import TypedDict

from ibm7094.errors import BadType, BadValue
from ibm7094.machine import Machine
from ibm7094.panel import whole_number
from samuel.player.signature_tables import read_tape
from samuel.player.steering import FEWEST_TERMS, MOST_TERMS, Steering, steering_cards
from samuel.player.store import Stored, stored

TABLES_UNIT = "B1"
TREE_SWITCH, EMPHASIS_SWITCH, NEVER_CONCEDE_SWITCH = 1, 3, 5


class Options(TypedDict, total=False):
    """The settings, all optional. Those left out keep the program's defaults."""

    terms: int
    steering: Steering
    tables: Path | str
    emphasis: bool
    concede: bool
    listings: Path | str


@dataclass(frozen=True)
class Settings:
    """The settings, with defaults filled in."""

    terms: int | None = None
    """Number of terms of the polynomial, including piece advantage."""
    steering: Steering = field(default_factory=dict)
    tables: Path | str | None = None
    """A tape of signature tables, which then replace the polynomial."""
    emphasis: bool = False
    """Whether signature tables emphasise strategy."""
    concede: bool = True
    """Whether a side may concede."""
    listings: Path | str | None = None
    """A folder of listings with another version of the player; None for the project's own."""

    def __post_init__(self) -> None:
        """Refuse at once what the program would refuse when it reads its cards."""
        if self.terms is not None:
            check_terms(self.terms)
        steering_cards(self.steering)
        if self.tables is not None and not isinstance(self.tables, str | PathLike):
            raise BadType(f"Signature tables are named by their tape's file: {self.tables!r} is not one.")
        if self.listings is not None and not isinstance(self.listings, str | PathLike):
            raise BadType(f"Listings are named by their folder: {self.listings!r} is not one.")
        for name in ("emphasis", "concede"):
            if not isinstance(getattr(self, name), bool):
                raise BadType(f"The setting {name} is True or False, not {getattr(self, name)!r}.")

    def program(self, deck: str) -> Stored:
        """The assembled program that these settings are for."""
        return stored(deck) if self.listings is None else stored(deck, Path(self.listings))

    def cards(self) -> list[str]:
        """The control cards for these settings."""
        terms = [] if self.terms is None else [f"TERMS {self.terms}"]
        tables = [] if self.tables is None else ["TABLES"]
        return [*terms, *steering_cards(self.steering), *tables]

    def check_tables(self) -> None:
        """Read the tape, so that a bad one is reported before the machine reads it."""
        if self.tables is not None:
            read_tape(self.tables)

    def set_up(self, machine: Machine, tree: bool) -> None:
        """Mount the tape and set the switches; `tree` prints the tree of every move."""
        self.check_tables()
        if self.tables is not None:
            machine.attach(TABLES_UNIT, "tape", self.tables, write_protected=True)
        machine.switches[TREE_SWITCH] = int(tree)
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
