"""The 7631 file control, and the modules of disk and drum storage behind it."""

from ibm7094.devices.disks.control import FileControl
from ibm7094.devices.disks.module import Module

__all__ = ["FileControl", "Module"]
