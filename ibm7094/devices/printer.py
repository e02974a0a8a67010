"""The 716 printer: 150 lines a minute, 120 print wheels, 72 columns a cycle.

A plugboard sets what the sense exits do. This is the board of IBM's diagnostics, compatible with SHARE II:

    1 skip to a new page          9 print in columns 73-120, no space
    3 double space                2 and 7 extra space
    4 octal space                 5 and 10 no print
    5 short skip                  2 with 6, 8 or 10: skips

With no exit, the paper moves one line before each line is printed.
"""

from collections.abc import Generator

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.devices.paper import PAGE_LINES, Paper
from ibm7094.media import bcd
from ibm7094.media.cards import WORDS, Card

# Only the speed is known; the rows are a guess: of the 24 times in a cycle, 22 are rows out or echoes in.
LINE_US = 400 * MILLISECOND
TO_NINE_LEFT_US = 60 * MILLISECOND
LEFT_TO_RIGHT_US = 0.4 * MILLISECOND
ROW_US = 14 * MILLISECOND
TO_END_OF_RECORD_US = 350 * MILLISECOND

BINARY_UNIT = 0o362
BINARY_WORDS = 2
WHEELS = 120
CYCLE_COLUMNS = 72

# Read printer [D 9P01]: rows that go out, and echoes that come in (of one digit row, or of two that must both
# be set). Rows are counted as their words come: 9 is 0, 8 is 1 ... 1 is 8, then 0, 11 and 12.
NINE, EIGHT, FOUR, THREE, ONE, ZERO, ELEVEN, TWELVE = 0, 1, 5, 6, 8, 9, 10, 11
Echo = tuple[int, ...]
ECHO_ORDER: tuple[int | Echo, ...] = (
    *range(NINE, ONE + 1),
    (EIGHT, FOUR),
    ZERO,
    (EIGHT, THREE),
    ELEVEN,
    (NINE,),
    TWELVE,
    *((row,) for row in range(EIGHT, ONE + 1)),
)

# The carriage tape sets how far skips go; these are guesses.
SHORT_SKIP_LINES = PAGE_LINES // 6
HALF_PAGE_LINES = PAGE_LINES // 2


def graphic(column: int) -> str:
    """What the wheel of a column prints: rows as BCD, digits by value, 0 as 20, 11 as 40, 12 as 60 [R]."""
    code = 0
    for place, row in enumerate(bcd.ROWS):
        if column >> (11 - place) & 1:
            code |= {0: 0o20, 11: 0o40, 12: 0o60}.get(row, row)
    if code == 0:
        return " "
    if code == 0o20:
        return "0"
    return bcd.GRAPHICS[bcd.swap_zones(code)]


class Printer(Device):
    """A printer with paper in it."""

    name = "716 printer"

    def __init__(self, paper: Paper) -> None:
        super().__init__()
        self._paper = paper
        self._exits: set[int] = set()
        self._next_cycle_us = 0.0

    @property
    def overflow(self) -> bool:
        """What SPT senses: the carriage has reached the end of the form."""
        return self._paper.overflow

    def sense(self, exit_hub: int) -> None:
        """SPR: impulse an exit. It applies to the current select, and is lost if there is none."""
        if self.busy:
            self._exits.add(exit_hub)

    def check(self, operation: Select) -> None:
        if not operation.is_data:
            super().check(operation)

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """Print a line in each cycle, at least one; it is blank if no command came for it."""
        limit = BINARY_WORDS if unit == BINARY_UNIT else WORDS
        self._exits.clear()
        while True:
            end = yield from self._to_nine_left(link)
            words: list[int] = []
            while len(words) < limit and (word := link.take()) is not None:
                words.append(word)
                yield LEFT_TO_RIGHT_US if len(words) % 2 else ROW_US - LEFT_TO_RIGHT_US
            yield end - link.now_us
            self._print(self._bits(words) if unit == BINARY_UNIT else self._text(words))
            if len(words) == limit:
                link.end_of_record()
            if not link.connected:
                return

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """RPR: print, and send back the settings of the wheels in the same cycle."""
        self._exits.clear()
        while True:
            end = yield from self._to_nine_left(link)
            words = [0] * WORDS
            for row in ECHO_ORDER:
                for side in (0, 1):
                    if isinstance(row, int):
                        words[2 * row + side] = link.take() or 0
                    else:
                        first, *others = (words[2 * digit + side] for digit in row)
                        link.put(first & others[0] if others else first)
                    yield ROW_US - LEFT_TO_RIGHT_US if side else LEFT_TO_RIGHT_US
            yield end - link.now_us
            self._print(self._text(words))
            link.end_of_record()
            if not link.connected:
                return

    def close(self) -> None:
        self._paper.close()

    def _to_nine_left(self, link: DeviceLink) -> Generator[float, None, float]:
        """Wait for the first row of the next cycle; return the time when that cycle's record ends."""
        start = max(link.now_us, self._next_cycle_us)
        self._next_cycle_us = start + LINE_US
        yield start + TO_NINE_LEFT_US - link.now_us
        return start + TO_END_OF_RECORD_US

    def _text(self, words: list[int]) -> str:
        return "".join(graphic(column) for column in Card.from_rows(words).columns[:CYCLE_COLUMNS])

    def _bits(self, words: list[int]) -> str:
        return "".join(f"{word:036b}" for word in words).replace("0", " ")

    def _print(self, text: str) -> None:
        exits = self._exits
        if 1 in exits:
            self._paper.skip()
        elif 9 not in exits:
            self._space()
        if exits >= {5, 10}:
            return
        if 9 in exits:
            self._paper.print(text[: WHEELS - CYCLE_COLUMNS], CYCLE_COLUMNS)
        else:
            self._paper.print(text)

    def _space(self) -> None:
        exits = self._exits
        if 5 in exits and 10 not in exits:
            self._paper.skip(SHORT_SKIP_LINES)
        elif 2 in exits and exits & {6, 8, 10}:
            self._paper.skip(HALF_PAGE_LINES)
        else:
            # Exit 2 alone and the size of an octal space are as in Cornwell's simulator.
            self._paper.space(1 + (3 in exits) + 2 * (4 in exits) + (2 in exits))
