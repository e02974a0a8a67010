"""The 7607 data channels, through which devices reach core storage while the program computes."""

from ibm7094.channels.system import Channels
from ibm7094.devices.device import Select

__all__ = ["Channels", "Select"]
