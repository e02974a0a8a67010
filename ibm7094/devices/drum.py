"""A logical drum of the 733: 2048 words, copied in sequence from the address that LDA sets."""

from dataclasses import dataclass

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.devices.motion import Motion

DRUM_WORDS = 2048
# From memory of the 704's manual: 12 ms to the first word on average, then 96 us a word.
ACCESS_US = 12 * MILLISECOND
WORD_US = 96.0


class Drum(Device):
    """A drum. It keeps its words while the machine is on."""

    name = "733 drum"

    def __init__(self) -> None:
        super().__init__()
        self.words = [0] * DRUM_WORDS
        self.address = 0

    def locate(self, address: int) -> None:
        """LDA: set the address of the next word."""
        self.address = address % DRUM_WORDS

    def check(self, operation: Select) -> None:
        if not operation.is_data:
            super().check(operation)

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """Read word after word, as long as the program copies them."""
        return ReadDrum(self, link, unit)

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """Write word after word, as long as the program copies them."""
        return WriteDrum(self, link, unit)

    def advance(self) -> None:
        """Go on to the next word."""
        self.address = (self.address + 1) % DRUM_WORDS


@dataclass(eq=False)
class DrumMotion(Motion):
    """Phase 0 finds the first word, 1 moves a word."""

    def step(self) -> float | None:
        drum = self.device
        if self.phase == 0:
            drum.address = 0
            self.phase = 1
            return ACCESS_US
        if not self.move(drum):
            return None
        drum.advance()
        return WORD_US

    def move(self, drum: Drum) -> bool:
        """Move the word at the drum's address; False if the program copies no more."""
        raise NotImplementedError


@dataclass(eq=False)
class ReadDrum(DrumMotion):
    """Delivers the words."""

    def move(self, drum: Drum) -> bool:
        if self.link.connected:
            self.link.put(drum.words[drum.address])
            return True
        return False


@dataclass(eq=False)
class WriteDrum(DrumMotion):
    """Takes the words."""

    def move(self, drum: Drum) -> bool:
        word = self.link.take()
        if word is not None:
            drum.words[drum.address] = word
        return word is not None
