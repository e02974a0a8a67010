"""The data channels, through which devices reach core storage while the program computes: 7607s, and in
`programmed` the 7909, which runs a program of its own."""

from ibm7094.channels.system import Channels, checked_kinds
from ibm7094.devices.device import Select

__all__ = ["Channels", "Select", "checked_kinds"]
