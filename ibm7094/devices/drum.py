"""A logical drum of the 733: 2048 words, copied in sequence from the address that LDA sets."""

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps

DRUM_WORDS = 2048
# From memory of the 704's manual: 12 ms to the first word on average, then 96 us a word.
ACCESS_US = 12 * MILLISECOND
WORD_US = 96.0


class Drum(Device):
    """A drum. It keeps its words while the machine is on."""

    name = "733 drum"

    def __init__(self) -> None:
        super().__init__()
        self._words = [0] * DRUM_WORDS
        self._address = 0

    def locate(self, address: int) -> None:
        """LDA: set the address of the next word."""
        self._address = address % DRUM_WORDS

    def check(self, operation: Select) -> None:
        if not operation.is_data:
            super().check(operation)

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """Read word after word, as long as the program copies them."""
        self._address = 0
        yield ACCESS_US
        while link.connected:
            link.put(self._words[self._address])
            self._advance()
            yield WORD_US

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """Write word after word, as long as the program copies them."""
        self._address = 0
        yield ACCESS_US
        while (word := link.take()) is not None:
            self._words[self._address] = word
            self._advance()
            yield WORD_US

    def _advance(self) -> None:
        self._address = (self._address + 1) % DRUM_WORDS
