"""The 716 printer: 150 lines a minute, 120 print wheels, 72 columns a cycle.

A plugboard sets what the sense exits do. This is the board of IBM's diagnostics, compatible with SHARE II:

    1 skip to a new page          9 print in columns 73-120, no space
    3 double space                2 and 7 extra space
    4 octal space                 5 and 10 no print
    5 short skip                  2 with 6, 8 or 10: skips

With no exit, the paper moves one line before each line is printed.
"""

from dataclasses import dataclass, field

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.devices.motion import Motion
from ibm7094.devices.paper import PAGE_LINES, Paper
from ibm7094.media import bcd
from ibm7094.media.cards import WORDS, Card

# The speed is known, and the time from row to row: 9P02A's description gives 16.57 ms, and at 14 ms the deck
# never ends. An echo comes half way between two rows, so that all fit into the cycle. The rest is a guess.
LINE_US = 400 * MILLISECOND
TO_NINE_LEFT_US = 60 * MILLISECOND
LEFT_TO_RIGHT_US = 0.4 * MILLISECOND
ROW_US = 16.57 * MILLISECOND
TO_END_OF_RECORD_US = 380 * MILLISECOND

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
        self.paper = paper
        self.exits: set[int] = set()
        self.next_cycle_us = 0.0

    @property
    def overflow(self) -> bool:
        """What SPT senses: the carriage has reached the end of the form."""
        return self.paper.overflow

    def sense(self, exit_hub: int) -> None:
        """SPR: impulse an exit. It applies to the current select, and is lost if there is none."""
        if self.busy:
            self.exits.add(exit_hub)

    def check(self, operation: Select) -> None:
        if not operation.is_data:
            super().check(operation)

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """Print a line in each cycle, at least one; it is blank if no command came for it."""
        self.exits.clear()
        return PrintLines(self, link, unit)

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """RPR: print, and send back the settings of the wheels in the same cycle."""
        self.exits.clear()
        return PrintAndEcho(self, link, unit)

    def close(self) -> None:
        self.paper.close()

    def print_line(self, text: str) -> None:
        """Move the paper and print, as the sense exits say."""
        exits = self.exits
        if 1 in exits:
            self.paper.skip()
        elif 9 not in exits:
            self._space()
        if exits >= {5, 10}:
            return
        if 9 in exits:
            self.paper.print(text[: WHEELS - CYCLE_COLUMNS], CYCLE_COLUMNS)
        else:
            self.paper.print(text)

    def _space(self) -> None:
        exits = self.exits
        if 5 in exits and 10 not in exits:
            self.paper.skip(SHORT_SKIP_LINES)
        elif 2 in exits and exits & {6, 8, 10}:
            self.paper.skip(HALF_PAGE_LINES)
        else:
            # Exit 2 alone and the size of an octal space are as in Cornwell's simulator.
            self.paper.space(1 + (3 in exits) + 2 * (4 in exits) + (2 in exits))


def text_of(words: list[int]) -> str:
    """What the wheels print for the rows of a line."""
    return "".join(graphic(column) for column in Card.from_rows(words).columns[:CYCLE_COLUMNS])


def bits_of(words: list[int]) -> str:
    """What the binary unit prints: a 1 for each bit."""
    return "".join(f"{word:036b}" for word in words).replace("0", " ")


@dataclass(eq=False)
class Line(Motion):
    """A print cycle. Phase 0 begins it."""

    end_us: float = 0.0
    words: list[int] = field(default_factory=list)

    def begin(self) -> float:
        """The microseconds to the first row of the next cycle; note when that cycle's record ends."""
        link = self.link
        start = max(link.now_us, self.device.next_cycle_us)
        self.device.next_cycle_us = start + LINE_US
        self.end_us = start + TO_END_OF_RECORD_US
        self.phase = 1
        return float(start + TO_NINE_LEFT_US - link.now_us)


@dataclass(eq=False)
class PrintLines(Line):
    """Phase 1 takes the words, 2 prints them."""

    def step(self) -> float | None:
        link, is_binary = self.link, self.unit == BINARY_UNIT
        most = BINARY_WORDS if is_binary else WORDS
        if self.phase == 0:
            self.words = []
            return self.begin()
        if self.phase == 1:
            if len(self.words) < most and (word := link.take()) is not None:
                self.words.append(word)
                return LEFT_TO_RIGHT_US if len(self.words) % 2 else ROW_US - LEFT_TO_RIGHT_US
            self.phase = 2
            return self.end_us - link.now_us
        self.device.print_line(bits_of(self.words) if is_binary else text_of(self.words))
        if len(self.words) == most:
            link.end_of_record()
        if not link.connected:
            return None
        self.phase = 0
        return self.step()


@dataclass(eq=False)
class PrintAndEcho(Line):
    """Phases 1 to 44 are the rows and echoes, left and right; then the line is printed."""

    def step(self) -> float | None:
        link = self.link
        if self.phase == 0:
            self.words = [0] * WORDS
            return self.begin()
        place, self.phase = self.phase - 1, self.phase + 1
        if place < 2 * len(ECHO_ORDER):
            row, side = ECHO_ORDER[place // 2], place % 2
            if isinstance(row, int):
                self.words[2 * row + side] = link.take() or 0
            else:
                first, *others = (self.words[2 * digit + side] for digit in row)
                link.put(first & others[0] if others else first)
            if not side:
                return LEFT_TO_RIGHT_US
            after = ECHO_ORDER[place // 2 + 1 :][:1]
            turns = bool(after) and isinstance(row, int) != isinstance(after[0], int)
            return (ROW_US / 2 if turns else ROW_US) - LEFT_TO_RIGHT_US
        if place == 2 * len(ECHO_ORDER):
            return self.end_us - link.now_us
        self.device.print_line(text_of(self.words))
        link.end_of_record()
        if not link.connected:
            return None
        self.phase = 0
        return self.step()
