"""The Python around Samuel's program: it makes cards and tapes, runs the machine and reads its printer."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from samuel.program import Program

__all__ = ["Program"]


def __getattr__(name: str) -> object:
    """Program, once it is asked for: the rules and the boards alone need no machine."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from samuel.program import Program

    return Program
