"""The 721 card punch: 100 cards a minute, 24 words a card, in the reader's order."""

from dataclasses import dataclass, field

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.devices.motion import Motion
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
        self.stacker = stacker
        self.next_cycle_us = 0.0

    def check(self, operation: Select) -> None:
        if operation is not Select.WRS:
            super().check(operation)

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """Punch a card in each cycle, at least one; it is blank if no command came for it."""
        return PunchCards(self, link, unit)

    def close(self) -> None:
        self.stacker.close()


@dataclass(eq=False)
class PunchCards(Motion):
    """Phase 0 begins a cycle, 1 takes the words, 2 ends the card."""

    start_us: float = 0.0
    words: list[int] = field(default_factory=list)

    def step(self) -> float | None:
        punch, link = self.device, self.link
        if self.phase == 0:
            self.start_us = max(link.now_us, punch.next_cycle_us)
            punch.next_cycle_us = self.start_us + CARD_US
            self.words = []
            self.phase = 1
            return self.start_us + TO_NINE_LEFT_US - link.now_us
        if self.phase == 1:
            if len(self.words) < WORDS and (word := link.take()) is not None:
                self.words.append(word)
                return LEFT_TO_RIGHT_US if len(self.words) % 2 else ROW_US - LEFT_TO_RIGHT_US
            self.phase = 2
            return self.start_us + TO_NINE_LEFT_US + 11 * ROW_US + TO_END_OF_RECORD_US - link.now_us
        punch.stacker.punch(Card.from_rows(self.words))
        if len(self.words) == WORDS:
            link.end_of_record()
        if not link.connected:
            return None
        self.phase = 0
        return self.step()
