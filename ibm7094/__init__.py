"""A word-exact, time-keeping IBM 7094, with the 704, 709, 7090 and 7094 II as models of the same machine."""

from ibm7094.errors import DeviceNotReady, MachineError, MediaError
from ibm7094.machine import Machine
from ibm7094.stop import Reason, Stop

__all__ = ["DeviceNotReady", "Machine", "MachineError", "MediaError", "Reason", "Stop"]
