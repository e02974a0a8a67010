"""Samuel's checker players: makes their cards and tapes, runs them on the machine, reads its printer."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from samuel.player.program import Program

__all__ = ["Program"]

_HOMES = {"Program": "player.program"}


def __getattr__(name: str) -> object:
    """A public name, once it is asked for: the rules and the boards alone need no machine."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
