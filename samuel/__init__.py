"""Runs Samuel's checker programs on the machine: makes their cards and tapes, and reads what they print."""

TYPE_CHECKING = False  # importing typing takes longer than all else that a command does before it begins
if TYPE_CHECKING:
    from samuel.player.program import Program

__all__ = ["Program"]

_HOMES = {"Program": "player.program"}


def __getattr__(name: str) -> object:
    """Import a public name on first use, so that rules and boards load without the machine."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
