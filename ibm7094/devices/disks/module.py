"""A module of disk or drum storage: a file, and the access mechanisms over it."""

from collections.abc import Callable
from typing import Any

from ibm7094.devices.device import Device
from ibm7094.events import Scheduler
from ibm7094.media.disks import DiskFile

NOWHERE = -1
"""The engineers' cylinder, which has no tracks in the file."""


class Module(Device):
    """One module. Its accesses seek independently, and `arrived` is called for each when it gets there."""

    def __init__(self, where: str, file: DiskFile, can_format: bool = True) -> None:
        super().__init__()
        self.where = where
        self.file = file
        self.geometry = file.geometry
        self.can_format = can_format
        """Whether the switches for format tracks and home addresses are on."""
        self.name = f"{self.geometry.model} module {where}"
        self.tracks = [0] * self.geometry.accesses
        self.arrivals: list[float | None] = [None] * self.geometry.accesses
        """When each access that seeks gets there."""
        self.inoperative = [False] * self.geometry.accesses
        self.arrived: Callable[[int], Any] = lambda access: None
        self._clock: Scheduler | None = None

    def use(self, scheduler: Scheduler, arrived: Callable[[int], Any]) -> None:
        """Connect the module to its file control."""
        self._clock, self.arrived = scheduler, arrived

    def can_use(self, access: int) -> bool:
        """Whether the module has an access, and it works."""
        return access < self.geometry.accesses and not self.inoperative[access]

    def is_ready(self, access: int) -> bool:
        """Whether an access is not seeking."""
        return self.arrivals[access] is None

    def cylinder(self, track: int) -> int:
        """The cylinder of a track."""
        return max(track, 0) // self.geometry.tracks_in_cylinder

    def seek(self, access: int, track: int) -> None:
        """Move an access to a track."""
        assert self._clock is not None
        distance = abs(self.cylinder(track) - self.cylinder(self.tracks[access]))
        if NOWHERE in (track, self.tracks[access]):
            distance = self.geometry.cylinders
        self.arrivals[access] = self._clock.now_us + self.geometry.seek_us(distance)
        self.tracks[access] = track
        self._schedule()

    def _schedule(self) -> None:
        assert self._clock is not None
        if self._event is not None:
            self._clock.cancel(self._event)
            self._event = None
        coming = [us for us in self.arrivals if us is not None]
        self.busy = bool(coming)
        if coming:
            self._event = self._clock.at(min(coming), self.step)

    def step(self) -> None:
        """An access has arrived."""
        assert self._clock is not None
        self._event = None
        for access, us in enumerate(self.arrivals):
            if us is not None and us <= self._clock.now_us:
                self.arrivals[access] = None
                self.arrived(access)
        self._schedule()

    def stop(self) -> None:
        """Reset: a seek goes on, but nobody hears when it ends."""
        if self._event is not None and self._clock is not None:
            self._clock.cancel(self._event)
        self._event = None
        self.arrivals = [None] * self.geometry.accesses
        self.busy = False

    def close(self) -> None:
        self.file.close()
