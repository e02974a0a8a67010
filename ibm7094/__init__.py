"""An IBM 7094 simulator, exact to the word and timed, with the 704, 709, 7090 and 7094 II as other models."""

TYPE_CHECKING = False  # importing typing takes longer than all else that a command does before it begins
if TYPE_CHECKING:
    from ibm7094.errors import DeviceNotReady, MachineError, MediaError
    from ibm7094.machine import Machine
    from ibm7094.stop import Reason, Stop

__all__ = ["DeviceNotReady", "Machine", "MachineError", "MediaError", "Reason", "Stop"]

_HOMES = {
    "DeviceNotReady": "errors",
    "Machine": "machine",
    "MachineError": "errors",
    "MediaError": "errors",
    "Reason": "stop",
    "Stop": "stop",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: the machine needs a compiler, the errors do not."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
