"""The Chronolog calendar clock: a unit at a tape address that reads as one record, the date and the time.

A record has 12 characters in BCD, two digits each: month, day, hour, minute, second, sixtieth of a second.
Its form, and that a backspace finds it at load point, are those of Cornwell's simulator; no manual is
available.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.devices.motion import Motion
from ibm7094.errors import BadValue, DeviceNotReady
from ibm7094.media.tape import frames_of, words_of

# Guesses: a record as far away as on a 729 IV, its words as fast as that unit's.
START_US = 7 * MILLISECOND
WORD_US = 96.0
CONTROL_US = 20.0

BINARY_UNIT = 0o20
SIXTIETHS = 60


class CalendarClock(Device):
    """A clock that runs with the machine's time from what it showed at power-on."""

    is_tape = True

    def __init__(self, where: str, start: str = "") -> None:
        """`start` is a date and time as in 1963-05-01T09:30; without it, the host's time of day now."""
        super().__init__()
        self.name = f"Chronolog clock {where}"
        self.where = where
        try:
            begin = datetime.fromisoformat(start) if start else datetime.now()
            self.start = begin.replace(tzinfo=None).isoformat()
        except ValueError:
            raise BadValue(
                f"The {self.name} cannot start at {start!r}: give a date and time, such as 1963-05-01T09:30."
            ) from None
        self.controlling = False

    @property
    def holds_control(self) -> bool:
        return self.controlling

    def check(self, operation: Select) -> None:
        if operation in (Select.WRS, Select.WEF):
            raise DeviceNotReady(
                f"The {self.name} cannot do {operation}, because it can only be read:"
                " correct the program's select."
            )

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """Read record after record, each with the time at its beginning."""
        return ReadClock(self, link, unit)

    def control(self, operation: Select, link: DeviceLink, unit: int) -> Steps:
        """A backspace finds the load point; nothing else does anything."""
        return MoveClock(self, link, unit, is_backspace=operation in (Select.BSR, Select.BSF))

    def stop(self) -> None:
        super().stop()
        self.controlling = False

    def frames(self, now_us: float) -> bytes:
        """The record at this simulated time, as on a tape."""
        now = datetime.fromisoformat(self.start) + timedelta(microseconds=now_us)
        sixtieth = now.microsecond * SIXTIETHS // 1_000_000
        digits = f"{now:%m%d%H%M%S}{sixtieth:02d}"
        return frames_of([_word(digits[n : n + 6]) for n in (0, 6)], False)


def _word(digits: str) -> int:
    """Six digits as the characters of a word."""
    word = 0
    for digit in digits:
        word = word << 6 | int(digit)
    return word


@dataclass(eq=False)
class ReadClock(Motion):
    """Phase 0 waits, 1 takes the time, 2 delivers the words, 3 ends the record."""

    frames: bytes = b""

    def step(self) -> float | None:
        clock, link = self.device, self.link
        if self.phase == 0:
            clock.controlling = True
            self.phase = 1
            return START_US
        if self.phase == 1:
            self.frames = clock.frames(link.now_us)
            self.phase = 2
            return WORD_US
        if self.phase == 2:
            words, good = words_of(self.frames[:6], bool(self.unit & BINARY_UNIT))
            self.frames = self.frames[6:]
            link.put(words[0], good)
            if not self.frames:
                self.phase = 3
            return WORD_US
        link.end_of_record()
        if not link.connected:
            clock.controlling = False
            return None
        self.phase = 1
        return START_US


@dataclass(eq=False)
class MoveClock(Motion):
    """BSR, BSF, REW, RUN and SDN. Phase 0 takes a moment, 1 releases the channel."""

    is_backspace: bool = False

    def step(self) -> float | None:
        if self.phase == 0:
            self.phase = 1
            return CONTROL_US
        if self.is_backspace:
            self.link.load_point()
        self.link.release()
        return None
