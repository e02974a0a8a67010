"""The 711 card reader: 250 cards a minute, 24 words a card, 9L 9R 8L ... 12L 12R."""

from collections.abc import Iterable

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.media.cards import Card

# [D 9C01] gives limits; these lie inside them.
CARD_US = 240 * MILLISECOND
TO_NINE_LEFT_US = 75 * MILLISECOND
LEFT_TO_RIGHT_US = 0.4 * MILLISECOND
ROW_US = 9.5 * MILLISECOND
TO_END_OF_RECORD_US = 6.5 * MILLISECOND


class CardReader(Device):
    """A reader with a deck in its hopper."""

    name = "711 card reader"

    def __init__(self, cards: Iterable[Card]) -> None:
        super().__init__()
        self._hopper = iter(cards)
        self._next_cycle_us = 0.0

    def check(self, operation: Select) -> None:
        if operation is not Select.RDS:
            super().check(operation)

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """Read a card in each cycle, at least one; it passes unread if no command came for it."""
        while True:
            # A cycle cannot start before the last is over, but a select may be given ahead of its start.
            start = max(link.now_us, self._next_cycle_us)
            yield start + TO_NINE_LEFT_US - link.now_us
            card = next(self._hopper, None)
            if card is None:
                link.end_of_file()
                return
            self._next_cycle_us = start + CARD_US
            words = iter(card.rows())
            for row, (left, right) in enumerate(zip(words, words, strict=True)):
                if row:
                    yield ROW_US - LEFT_TO_RIGHT_US
                link.put(left)
                yield LEFT_TO_RIGHT_US
                link.put(right)
            yield TO_END_OF_RECORD_US
            link.end_of_record()
            if not link.connected:
                return
