"""The 721 card punch: 100 cards a minute, 24 words a card, in the reader's order."""

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.media.cards import WORDS, Card, CardWriter

# Only the speed is known; the rows are a guess, fourteen punching times in a cycle of which twelve are used.
CARD_US = 600 * MILLISECOND
TO_NINE_LEFT_US = 75 * MILLISECOND
LEFT_TO_RIGHT_US = 0.4 * MILLISECOND
ROW_US = 38 * MILLISECOND
TO_END_OF_RECORD_US = 38 * MILLISECOND


class CardPunch(Device):
    """A punch with an endless supply of blank cards."""

    name = "721 card punch"

    def __init__(self, stacker: CardWriter) -> None:
        super().__init__()
        self._stacker = stacker
        self._next_cycle_us = 0.0

    def check(self, operation: Select) -> None:
        if operation is not Select.WRS:
            super().check(operation)

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """Punch a card in each cycle, at least one; it is blank if no command came for it."""
        while True:
            start = max(link.now_us, self._next_cycle_us)
            self._next_cycle_us = start + CARD_US
            yield start + TO_NINE_LEFT_US - link.now_us
            words: list[int] = []
            while len(words) < WORDS and (word := link.take()) is not None:
                words.append(word)
                yield LEFT_TO_RIGHT_US if len(words) % 2 else ROW_US - LEFT_TO_RIGHT_US
            yield start + TO_NINE_LEFT_US + 11 * ROW_US + TO_END_OF_RECORD_US - link.now_us
            self._stacker.punch(Card.from_rows(words))
            if len(words) == WORDS:
                link.end_of_record()
            if not link.connected:
                return

    def close(self) -> None:
        self._stacker.close()
