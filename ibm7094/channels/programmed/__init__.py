"""The 7909 data channel, which runs a program of its own, for disks and drums."""

from ibm7094.channels.programmed.channel import ProgrammedChannel

__all__ = ["ProgrammedChannel"]
