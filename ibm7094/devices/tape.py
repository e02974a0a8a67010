"""The 729 magnetic tape unit, models II and IV."""

from typing import Literal

from ibm7094.devices.device import MILLISECOND, Device, DeviceLink, Select, Steps
from ibm7094.errors import DeviceNotReady
from ibm7094.media.tape import END, LOAD_POINT, MARK, Block, Record, Sign, TapeFile, frames_of, words_of

Model = Literal["II", "IV"]

SECOND = 1000 * MILLISECOND
INCHES_PER_SECOND: dict[Model, float] = {"II": 75.0, "IV": 112.5}
LOW_DENSITY, HIGH_DENSITY = 200, 556
GAP_INCHES = 0.75  # [M]
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
    ) -> None:
        super().__init__()
        self.name = f"729 tape unit {where}"
        self._where = where
        self._tape = tape
        self._model: Model = model
        self._density = density
        self._end_mark_inches = 12 * (reel_feet - END_MARK_FEET)
        self._inches = 0.0  # from load point to the head
        self._loaded = True
        self._controlling = False

    @property
    def holds_control(self) -> bool:
        return self._controlling

    def check(self, operation: Select) -> None:
        if not self._loaded:
            raise DeviceNotReady(
                f"The {self.name} was unloaded by the program: mount a reel with --tape {self._where}=FILE."
            )
        if self._tape.write_protected and operation in (Select.WRS, Select.WEF):
            raise DeviceNotReady(
                f"The {self.name} cannot do {operation} on a write-protected tape:"
                f" mount {self._tape.path} with its ring in."
            )

    def read(self, link: DeviceLink, unit: int) -> Steps:
        """Read record after record, at least one; it is skipped if no command came for it."""
        binary = bool(unit & BINARY_UNIT)
        self._controlling = True
        while True:
            yield self._time(GAP_INCHES)
            block = self._tape.read_record()
            if block is END:
                link.end_of_file()  # a real tape would run away; SIMH makes this an end of file
                break
            self._pass(block)
            if block is MARK:
                link.end_of_file()
                break
            words, good = words_of(block.frames, binary)
            for place, word in enumerate(words):
                frames = block.frames[6 * place : 6 * place + 6]
                yield self._frames_time(len(frames))
                link.put(word, not block.bad and (good or words_of(frames, binary)[1]))
            yield self._frames_time(CHECK_FRAMES)
            link.end_of_record()
            if not link.connected:
                break
        self._controlling = False

    def write(self, link: DeviceLink, unit: int) -> Steps:
        """Write record after record. A record of no words is only a longer gap."""
        binary = bool(unit & BINARY_UNIT)
        self._controlling = True
        while True:
            yield self._time(GAP_INCHES)
            words: list[int] = []
            while (word := link.take()) is not None:
                words.append(word)
                yield self._frames_time(6)
            if words:
                frames = frames_of(words, binary)
                self._tape.write_record(frames)
                self._pass(Record(frames))
                self._note_end(link)
            yield self._frames_time(CHECK_FRAMES)
            if not link.connected:
                break
        self._controlling = False

    def control(self, operation: Select, link: DeviceLink, unit: int) -> Steps:
        """Do a non-data select. The file moves before the time passes, so a reset keeps the position."""
        if operation is Select.WEF:
            self._controlling = True
            self._tape.write_mark()
            self._pass(MARK)
            self._note_end(link)
            yield self._time(MARK_GAP_INCHES)
            self._controlling = False
            link.release()
            return
        before = self._inches
        at_load_point = False
        if operation is Select.BSR:
            at_load_point = self._backspace() is LOAD_POINT
        elif operation is Select.BSF:
            while isinstance(passed := self._backspace(), Record):
                pass
            at_load_point = passed is LOAD_POINT
        elif operation is Select.SDN:
            self._density = HIGH_DENSITY if unit & BINARY_UNIT else LOW_DENSITY
        else:
            self._tape.rewind()
            self._inches = 0.0
            self._loaded = operation is Select.REW
        if at_load_point and self._inches == before:
            link.load_point()  # by BSR and BSF, never by REW [D 9T01]
        yield CONTROL_US
        link.release()
        if operation in (Select.REW, Select.RUN):
            yield before / REWIND_INCHES_PER_SECOND[self._model] * SECOND
        elif self._inches != before:
            yield self._time(before - self._inches)
            if at_load_point:
                link.load_point()

    def stop(self) -> None:
        super().stop()
        self._controlling = False

    def close(self) -> None:
        self._tape.close()

    def _backspace(self) -> Block | Literal[Sign.LOAD_POINT]:
        passed = self._tape.backspace()
        if passed is not LOAD_POINT:
            self._inches = max(0.0, self._inches - self._length(passed))
        return passed

    def _pass(self, block: Block) -> None:
        self._inches += self._length(block)

    def _length(self, block: Block) -> float:
        if isinstance(block, Record):
            return GAP_INCHES + (len(block.frames) + CHECK_FRAMES) / self._density
        return MARK_GAP_INCHES

    def _note_end(self, link: DeviceLink) -> None:
        if self._inches >= self._end_mark_inches:
            link.end_of_tape()

    def _time(self, inches: float) -> float:
        return inches / INCHES_PER_SECOND[self._model] * SECOND

    def _frames_time(self, frames: int) -> float:
        return self._time(frames / self._density)
