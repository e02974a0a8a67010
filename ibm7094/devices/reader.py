"""The 711 card reader: 250 cards a minute, 24 words a card, 9L 9R 8L ... 12L 12R."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.devices.motion import Motion
from ibm7094.media.cards import WORDS, Card

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
        self.cards = list(cards)
        """The whole deck."""
        self.passed = 0
        """How many cards have been read."""
        self.next_cycle_us = 0.0

    def check(self, operation: Select) -> None:
        if operation is not Select.RDS:
            super().check(operation)

    def feed(self) -> Card | None:
        """The next card, if there is one."""
        if self.passed == len(self.cards):
            return None
        self.passed += 1
        return self.cards[self.passed - 1]

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """Read a card in each cycle, at least one; it passes unread if no command came for it."""
        return ReadCards(self, link, unit)


@dataclass(eq=False)
class ReadCards(Motion):
    """Phase 0 begins a cycle, 1 to 24 deliver the words, 25 ends the record."""

    start_us: float = 0.0
    words: list[int] = field(default_factory=list)

    def step(self) -> float | None:
        reader, link = self.device, self.link
        if self.phase == 0:
            # A cycle cannot start before the last is over, but a select may be given ahead of its start.
            self.start_us = max(link.now_us, reader.next_cycle_us)
            self.phase = 1
            return self.start_us + TO_NINE_LEFT_US - link.now_us
        if self.phase == 1:
            card = reader.feed()
            if card is None:
                link.end_of_file()
                return None
            reader.next_cycle_us = self.start_us + CARD_US
            self.words = card.rows()
        if self.phase <= WORDS:
            place, self.phase = self.phase, self.phase + 1
            link.put(self.words[place - 1])
            if place == WORDS:
                return TO_END_OF_RECORD_US
            return LEFT_TO_RIGHT_US if place % 2 else ROW_US - LEFT_TO_RIGHT_US
        link.end_of_record()
        if not link.connected:
            return None
        self.phase = 0
        return self.step()
