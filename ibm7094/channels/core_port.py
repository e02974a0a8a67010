"""A channel's way to core: what every kind of channel has."""

from ibm7094.devices.device import Core, Device
from ibm7094.events import Scheduler
from ibm7094.state import State


class CorePort:
    """A channel, number 1 (A) to 8 (H), with its references to core."""

    def __init__(
        self, number: int, state: State, core: Core, scheduler: Scheduler, steals_cycles: bool = False
    ) -> None:
        self.number = number
        self._stolen = int(steals_cycles)  # cycles that the processor loses by one reference to core
        self.state = state
        self.core = core
        self.scheduler = scheduler
        self.devices: dict[str, Device] = {}

    def fetch(self, address: int) -> int:
        """A word of core."""
        self.state.cycles += self._stolen
        return int(self.core[address])

    def put(self, address: int, word: int) -> None:
        """Store a word in core."""
        self.state.cycles += self._stolen
        self.core[address] = word
