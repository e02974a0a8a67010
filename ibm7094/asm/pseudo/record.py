"""A pseudo-operation as a record: its name, what it does in each pass, and what kind of card it is.

Control cards control the listing or the expansion, and are listed themselves only after PCC.
Cards that define or reserve something start the program: the transfer vector is listed before them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ibm7094.asm.statement import Statement

if TYPE_CHECKING:
    from ibm7094.asm.assembler import Assembler

Action = Callable[["Assembler", Statement], None]


@dataclass(frozen=True)
class Pseudo:
    """One pseudo-operation."""

    name: str
    do: Action
    control: bool = False
    starts: bool = False


PSEUDO: dict[str, Pseudo] = {}


def pseudo(*names: str, control: bool = False, starts: bool = False) -> Callable[[Action], Action]:
    """Register an action under its names."""

    def register(action: Action) -> Action:
        for name in names:
            PSEUDO[name] = Pseudo(name, action, control, starts)
        return action

    return register
