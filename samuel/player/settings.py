"""The player's settings, as control cards, a tape and sense switches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from ibm7094.machine import Machine
from samuel.player.signature_tables import read_tape

TABLES_UNIT = "B1"
TREE_SWITCH, EMPHASIS_SWITCH, NEVER_CONCEDE_SWITCH = 1, 3, 5

Steering = Mapping[str, int | Sequence[int]]
"""Steering words by name, as in listings/search/steer.fap: {"COUNT": 16, "SAVED": [99, 99, 4]}."""


def steering_cards(words: Steering) -> list[str]:
    """Control cards for steering words, named as in `listings/search/steer.fap`: {"COUNT": 16}."""
    numbers = {name: [value] if isinstance(value, int) else value for name, value in words.items()}
    return [f"{name:6}{' '.join(map(str, values))}" for name, values in numbers.items()]


class Options(TypedDict, total=False):
    """The settings, all optional. Those left out keep the program's defaults."""

    terms: int
    steering: Steering
    tables: Path | str
    emphasis: bool
    concede: bool


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

    def cards(self) -> list[str]:
        """The control cards for these settings."""
        terms = [] if self.terms is None else [f"TERMS {self.terms}"]
        tables = [] if self.tables is None else ["TABLES"]
        return [*terms, *steering_cards(self.steering), *tables]

    def set_up(self, machine: Machine, tree: bool) -> None:
        """Mount the tape and set the switches; `tree` prints the tree of every move."""
        if self.tables is not None:
            read_tape(self.tables)  # report a bad tape before the machine reads it
            machine.attach(TABLES_UNIT, "tape", self.tables, write_protected=True)
        machine.switches[TREE_SWITCH] = int(tree)
        machine.switches[EMPHASIS_SWITCH] = int(self.emphasis)
        machine.switches[NEVER_CONCEDE_SWITCH] = int(not self.concede)
