"""The 729 magnetic tape unit, models II and IV."""

from dataclasses import dataclass, field
from typing import Literal

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.devices.motion import Motion
from ibm7094.errors import DeviceNotReady
from ibm7094.media.tape import (
    END,
    LOAD_POINT,
    MARK,
    Block,
    Record,
    Sign,
    TapeFile,
    frames_of,
    has_parity,
    words_of,
)

Model = Literal["II", "IV"]

SECOND = 1000 * MILLISECOND
INCHES_PER_SECOND: dict[Model, float] = {"II": 75.0, "IV": 112.5}
LOW_DENSITY, HIGH_DENSITY = 200, 556
GAP_INCHES = 0.75  # [M]
# The first record begins this far after the load point. 9T01A gives its RCH 40 ms after a WRS there, 20 ms
# after an RDS, and both must be in time [D 9T01 01041-01144]: more than 3 inches on a 709's unit. That it is
# as long as the gap before a mark is a guess.
LOAD_POINT_INCHES = 3.75
# The gap before a mark: 50 ms on a model II, the time SIMH uses for WEF.
MARK_GAP_INCHES = 3.75
# The longitudinal check character comes this many character spaces after the last; then the record ends.
CHECK_FRAMES = 4
# A reel of 2400 feet rewinds in 1.2 minutes on a II, 0.9 on a IV (from memory); taken as a constant speed.
REWIND_INCHES_PER_SECOND: dict[Model, float] = {"II": 400.0, "IV": 533.0}
REEL_FEET = 2400.0
END_MARK_FEET = 14.0  # the reflective spot lies this far before the end of the reel (from memory)
# How long REW, BSR, BSF, RUN and SDN keep the channel: "microseconds".
CONTROL_US = 20.0

BINARY_UNIT = 0o20

# What a 704 and a 709 have (a 727, a 729 I): 75 inches a second, 200 characters to the inch. 9T05 wants gaps
# of 8.5 to 12.5 ms, so 75 inches a second; the density is from memory.
TUBE_UNIT: dict[str, object] = {"model": "II", "density": LOW_DENSITY}

# A tape mark is the character 17 and its check character, 17 too. A record that begins so, written in BCD, is
# taken for a mark until it goes on: then its first two characters are lost, and the redundancy indicator
# comes on [D 9T01 00740-01035].
FALSE_MARK = bytes((0o17, 0o17))
FALSE_MARK_LOSES = 0o777700000000


class TapeUnit(Device):
    """A tape unit with a tape mounted."""

    is_tape = True

    def __init__(
        self,
        where: str,
        tape: TapeFile,
        model: Model = "IV",
        density: int = HIGH_DENSITY,
        reel_feet: float = REEL_FEET,
        recorded: int | None = None,
    ) -> None:
        super().__init__()
        self.name = f"729 tape unit {where}"
        self.where = where
        self.tape = tape
        self.model: Model = model
        self.density = density
        self.end_mark_inches = 12 * (reel_feet - END_MARK_FEET)
        self.inches = 0.0  # from load point to the head
        self.loaded = True
        self.controlling = False
        self.recorded = recorded
        """The density that the tape was written at. A file does not say it: None reads at any density."""
        self.reels: list[TapeFile] = []
        """Tapes that the operator mounts, one after another, when the program unloads the unit."""

    @property
    def holds_control(self) -> bool:
        return self.controlling

    def check(self, operation: Select) -> None:
        if not self.loaded and not self.reels:
            raise DeviceNotReady(
                f"The {self.name} was unloaded by the program: give it one more reel with"
                f" --reel {self.where}=FILE."
            )
        if self.tape.write_protected and operation in (Select.WRS, Select.WEF):
            raise DeviceNotReady(
                f"The {self.name} cannot do {operation} on a write-protected tape:"
                f" mount {self.tape.path} with its ring in."
            )

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """Read record after record, at least one; it is skipped if no command came for it."""
        return ReadTape(self, link, unit)

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """Write record after record. A record of no words is only a longer gap."""
        return WriteTape(self, link, unit)

    def control(self, operation: Select, link: DeviceLink, unit: int) -> Steps:
        """Do a non-data select. The file moves before the time passes, so a reset keeps the position."""
        if operation is Select.WEF:
            return WriteMark(self, link, unit)
        return MoveTape(self, link, unit, operation=operation.value)

    def stop(self) -> None:
        super().stop()
        self.controlling = False
        self.mount_next()

    def close(self) -> None:
        for tape in (self.tape, *self.reels):
            tape.close()

    def report_to(self, messages: list[str]) -> None:
        super().report_to(messages)
        self._check_parity()

    def add_reel(self, tape: TapeFile) -> None:
        """Keep a tape ready for when the program unloads the unit."""
        self.reels.append(tape)
        if not self.busy:
            self.mount_next()

    def mount_next(self) -> None:
        """Mount the next reel, if the unit is unloaded. The operator is quick: it takes no time."""
        if self.loaded or not self.reels:
            return
        before, self.tape = self.tape, self.reels.pop(0)
        before.close()
        self.loaded, self.recorded = True, None
        self.messages.append(f"{self.tape.path} was mounted on the {self.name}, after {before.path}.")
        self._check_parity()

    def _check_parity(self) -> None:
        if self.tape.lacks_parity:
            self.messages.append(
                f"{self.tape.path}: this tape has no parity bits, so its records are read in either mode."
            )

    def is_checked(self, record: Record) -> bool:
        """Whether a record has parity to check."""
        return not self.tape.lacks_parity or has_parity(record.frames)

    def reads_in_density(self) -> bool:
        """Whether the unit is set to the density of its tape; else every word is a redundancy check."""
        if self.recorded in (None, self.density):
            return True
        text = (
            f"The {self.name} reads at {self.density} characters an inch a tape written at {self.recorded}:"
            " every word is a redundancy check."
        )
        if text not in self.messages:
            self.messages.append(text)
        return False

    def note_density(self) -> None:
        """Writing begins: at load point it gives the tape its density, elsewhere a second one is mixed in."""
        if self.tape.at_load_point:
            self.recorded = self.density
        elif self.recorded != self.density:
            self.recorded = None

    def backspace(self) -> Block | Literal[Sign.LOAD_POINT]:
        """Move back over one block."""
        passed = self.tape.backspace()
        if passed is not LOAD_POINT:
            self.inches = max(0.0, self.inches - self._length(passed))
            if self.tape.at_load_point:
                self.inches = 0.0
        return passed

    def start(self) -> float:
        """Microseconds to the first character of the next record."""
        gap = GAP_INCHES
        if self.tape.at_load_point:
            gap = LOAD_POINT_INCHES
            self.inches = LOAD_POINT_INCHES - GAP_INCHES
        return self.time(gap)

    def pass_over(self, block: Block) -> None:
        """Note how far the tape moved with a block."""
        self.inches += self._length(block)

    def _length(self, block: Block) -> float:
        if isinstance(block, Record):
            return GAP_INCHES + (len(block.frames) + CHECK_FRAMES) / self.density
        return MARK_GAP_INCHES

    def note_end(self, link: DeviceLink) -> None:
        """Signal the end of the tape, if the head is past the reflective spot."""
        if self.inches >= self.end_mark_inches:
            link.end_of_tape()

    def time(self, inches: float) -> float:
        """Microseconds to move the tape."""
        return inches / INCHES_PER_SECOND[self.model] * SECOND

    def frames_time(self, frames: int) -> float:
        """Microseconds that characters take."""
        return self.time(frames / self.density)


@dataclass(eq=False)
class ReadTape(Motion):
    """Phase 0 starts the tape, 1 meets a block, 2 delivers its words, 3 ends the record."""

    frames: bytes = b""
    is_bad: bool = False
    is_checked: bool = True
    place: int = 0

    def step(self) -> float | None:
        unit, link = self.device, self.link
        if self.phase == 0:
            unit.controlling = True
            self.phase = 1
            return float(unit.start())
        if self.phase == 1:
            block = unit.tape.read_record()
            if block is not END:
                unit.pass_over(block)
            if block in (END, MARK):  # at the end a real tape would run away; SIMH makes this an end of file
                link.end_of_file()
                unit.controlling = False
                return None
            self.frames, self.is_checked, self.place = block.frames, unit.is_checked(block), 0
            self.is_bad = block.bad or not unit.reads_in_density()
            return self._to_next_word()
        if self.phase == 2:
            frames = self.frames[self.place : self.place + 6]
            words, good = words_of(frames, bool(self.unit & BINARY_UNIT))
            good = good or not self.is_checked
            if self.place == 0 and frames.startswith(FALSE_MARK):
                words[0] &= ~FALSE_MARK_LOSES
                good = False
            self.place += 6
            link.put(words[0], not self.is_bad and good)
            return self._to_next_word()
        link.end_of_record()
        if not link.connected:
            unit.controlling = False
            return None
        self.phase = 1
        return float(unit.time(GAP_INCHES))

    def _to_next_word(self) -> float:
        remaining = len(self.frames) - self.place
        self.phase = 2 if remaining > 0 else 3
        return float(self.device.frames_time(min(remaining, 6) if remaining > 0 else CHECK_FRAMES))


@dataclass(eq=False)
class WriteTape(Motion):
    """Phase 0 starts the tape, 1 takes the words of a record, 2 comes after the record."""

    words: list[int] = field(default_factory=list)

    def step(self) -> float | None:
        unit, link = self.device, self.link
        if self.phase == 1:
            if (word := link.take()) is not None:
                self.words.append(word)
                return float(unit.frames_time(6))
            if self.words:
                unit.note_density()
                frames = frames_of(self.words, bool(self.unit & BINARY_UNIT))
                unit.tape.write_record(frames)
                unit.pass_over(Record(frames))
                unit.note_end(link)
            self.phase = 2
            return float(unit.frames_time(CHECK_FRAMES))
        if self.phase == 2 and not link.connected:
            unit.controlling = False
            return None
        unit.controlling = True
        self.words = []
        self.phase = 1
        return float(unit.start())


@dataclass(eq=False)
class WriteMark(Motion):
    """Phase 0 writes the mark, 1 releases the channel."""

    def step(self) -> float | None:
        unit = self.device
        if self.phase == 0:
            unit.controlling = True
            unit.note_density()
            unit.tape.write_mark()
            unit.pass_over(MARK)
            unit.note_end(self.link)
            self.phase = 1
            return float(unit.time(MARK_GAP_INCHES))
        unit.controlling = False
        self.link.release()
        return None


@dataclass(eq=False)
class MoveTape(Motion):
    """BSR, BSF, REW, RUN and SDN. Phase 0 moves the file, 1 releases the channel, 2 ends the movement."""

    operation: str = ""
    before: float = 0.0
    at_load_point: bool = False

    def step(self) -> float | None:
        unit = self.device
        if self.phase == 0:
            self.before = unit.inches
            self._move()
            if self.at_load_point and unit.inches == self.before:
                self.link.load_point()  # by BSR and BSF, never by REW [D 9T01]
            self.phase = 1
            return CONTROL_US
        if self.phase == 1:
            self.phase = 2
            self.link.release()
            if self.operation in (Select.REW, Select.RUN):
                return float(self.before / REWIND_INCHES_PER_SECOND[unit.model] * SECOND)
            if unit.inches != self.before:
                return float(unit.time(self.before - unit.inches))
            return None
        if self.at_load_point:
            self.link.load_point()
        unit.mount_next()
        return None

    def _move(self) -> None:
        unit = self.device
        if self.operation == Select.BSR:
            self.at_load_point = unit.backspace() is LOAD_POINT
        elif self.operation == Select.BSF:
            while isinstance(passed := unit.backspace(), Record):
                pass
            self.at_load_point = passed is LOAD_POINT
        elif self.operation == Select.SDN:
            unit.density = HIGH_DENSITY if self.unit & BINARY_UNIT else LOW_DENSITY
        else:
            unit.tape.rewind()
            unit.inches = 0.0
            unit.loaded = self.operation == Select.REW
