"""The 7631 file control: takes orders, finds records, and moves words between a 7909 channel and its modules.

What it does next is in its fields alone (`phase` and what the phases use), so it can be saved at any moment.
Evidence: [M] IBM's D22-6576-3, "1301 Disk Storage with 7000 series", [2] SIMH and Cornwell's simulator agree,
[1] one of them. Guesses are marked as guesses.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from ibm7094.devices.device import Device
from ibm7094.devices.disks.module import NOWHERE, Module
from ibm7094.devices.disks.orders import ONE_WORD, PREPARES, Operation, Order
from ibm7094.devices.disks.sense import ERRORS, Sense, attention, with_error, words
from ibm7094.devices.disks.tracks import first_part, parts
from ibm7094.errors import DeviceNotReady
from ibm7094.events import Scheduler
from ibm7094.media.disks.format_track import blank_track
from ibm7094.media.disks.geometry import CHARACTERS
from ibm7094.words import CHARACTER

ORDER_US = 50.0
"""From word to word of an order or of the sense data, and until what cannot be done ends: a guess."""
MODULES = tuple(f"disk{number}" for number in range(10))
"""How the modules are called among the devices of their channel."""


class Phase(StrEnum):
    """What the next step does."""

    IDLE = "idle"
    ORDER = "take a word of an order"
    SENSE = "deliver a word of sense data"
    FAIL = "end unusually"
    SEARCH = "begin a track or a record"
    READ = "deliver a word"
    WRITE = "take a word"
    FORMAT = "take a word of a format track"


class Line(Protocol):
    """The channel, as the file control sees it."""

    def order_word(self) -> int:
        """The next word of an order."""

    def word_in(self, word: int) -> bool:
        """Deliver a word; whether the channel took it."""

    def word_out(self) -> int | None:
        """The next word to write; None if the channel has none."""

    def ended(self, unusual: bool) -> None:
        """The operation has ended."""

    def attention(self) -> None:
        """A seek has ended."""


class FileControl(Device):
    """One 7631 and its modules."""

    name = "7631 file control"

    def __init__(self) -> None:
        super().__init__()
        self.sense = 0
        self.phase = Phase.IDLE
        self.writing = False
        self.error = 0
        self.at = 0
        self._clear()

    def _clear(self) -> None:
        self.order = [0, 0]
        self.prepared = 0  # the operation of the last order that prepared a read or write
        self.write_check = False
        self.buffer: list[int] = []  # a track, or the words of a format track
        self.passed = 0  # tracks that a cylinder operation has done
        self.part = 0  # which record of the track
        self.stopped = False  # the channel wants no more words
        self._plan: list[list[int]] | None = None

    def use(self, line: Line, scheduler: Scheduler, devices: Mapping[str, Device]) -> None:
        """Connect the file control to its channel."""
        self._line, self._clock, self._devices = line, scheduler, devices

    def module(self, number: int) -> Module | None:
        """A module, if it is there."""
        found = self._devices.get(MODULES[number]) if number < len(MODULES) else None
        return found if isinstance(found, Module) else None

    # The channel's side

    def take_order(self) -> None:
        """CTL: take the words of an order."""
        self.order = [0, 0]
        self.at = 0
        self._go(Phase.ORDER, ORDER_US)

    def begin_sense(self) -> None:
        """SNS: deliver the sense data."""
        self.at = 0
        self.stopped = False
        self._go(Phase.SENSE, ORDER_US)

    def begin(self, writing: bool) -> None:
        """CTLR or CTLW: move the words that the last order prepared."""
        self.writing, self.stopped, self.error, self.passed = writing, False, 0, 0
        if not self.prepared or (self.prepared == Operation.DWRF and not writing):
            self._fail(Sense.INVALID_SEQUENCE)  # [M page 14; 2]
            return
        module = self._selected()
        if module is None:
            return
        if writing and module.file.write_protected:
            raise DeviceNotReady(f"The {module.name} is write-protected: mount its file without ,ro.")
        if self.prepared == Operation.DWRF:
            self._begin_format(module)
        else:
            self._begin_track(module)

    def finish(self) -> None:
        """The channel's STOP: no more words, but the record goes on to its end [M pages 12 and 16]."""
        self.stopped = True

    def break_off(self) -> None:
        """The channel disconnects in the middle. A record that was being written is blank from here on."""
        if self._event is not None:
            self._clock.cancel(self._event)
        module = self.module(Order(*self.order).module)
        if self.phase is Phase.WRITE and not self.write_check and module is not None:
            for place in self._parts(module)[self.part][self.at :]:
                self.buffer[place] = 0
            access = Order(*self.order).access
            module.file.write(access, {module.tracks[access]: self.buffer})
        self._event, self.phase, self.busy = None, Phase.IDLE, False

    # The mechanism

    def _go(self, phase: Phase, after_us: float) -> None:
        self.phase, self.busy = phase, True
        self._event = self._clock.after(after_us, self.step)

    def step(self) -> None:
        """Do what the phase says."""
        self._event = None
        phase, self.phase, self.busy = self.phase, Phase.IDLE, False
        match phase:
            case Phase.ORDER:
                self._take_order_word()
            case Phase.SENSE:
                self._deliver_sense()
            case Phase.FAIL:
                self._end(Sense(self.error))
            case Phase.SEARCH:
                self._go(Phase.WRITE if self.writing else Phase.READ, 0.0)
            case Phase.READ | Phase.WRITE:
                self._move_word(phase)
            case Phase.FORMAT:
                self._take_format()

    def stop(self) -> None:
        """Reset: the operation ends where it is."""
        if self._event is not None:
            self._clock.cancel(self._event)
        self._event = None
        self.phase, self.busy, self.sense, self.error, self.at = Phase.IDLE, False, 0, 0, 0
        self._clear()

    def _end(self, error: Sense | None = None) -> None:
        if error:
            self.sense = with_error(self.sense, error)
        self._line.ended(bool(error))

    def _fail(self, error: Sense, after_us: float = ORDER_US) -> None:
        """End unusually, but not before the channel has heard that the operation has begun."""
        self.error = int(error)
        self._go(Phase.FAIL, after_us)

    def arrived(self, number: int, access: int) -> None:
        """A seek has ended."""
        self.sense |= attention(access, number)
        self._line.attention()

    # Orders and sense data

    def _take_order_word(self) -> None:
        self.order[self.at] = self._line.order_word()
        self.at += 1
        order = Order(*self.order)
        operation = order.operation
        if operation is not None and self.at < 2 and operation not in ONE_WORD:
            self._go(Phase.ORDER, ORDER_US)
        else:
            self._end(self._obey(order, operation))

    def _obey(self, order: Order, operation: Operation | None) -> Sense | None:
        """Do an order; return why it cannot be done."""
        match operation:
            case None:
                return Sense.INVALID_CODE
            case Operation.DNOP | Operation.DREL:
                return None
            case Operation.DEBM:
                self.sense &= ~Sense.SIX_BIT_MODE
                return None
            case Operation.DSBM:
                self.sense |= Sense.SIX_BIT_MODE
                return None
        module = self.module(order.module)
        if module is None or not module.can_use(order.access):
            return Sense.ACCESS_INOPERATIVE
        # Errors stay until the next order for a module [1: SIMH; Cornwell's clears them when sensed].
        self.sense &= ~(ERRORS | attention(order.access, order.module))
        if operation is Operation.DSAI:
            module.inoperative[order.access] = True
            return None
        if operation is Operation.DWRC:
            self.write_check = True
            return None if self.prepared else Sense.INVALID_SEQUENCE
        if not module.is_ready(order.access):
            return Sense.ACCESS_NOT_READY
        self.write_check = False
        if operation is Operation.DSEK:
            return self._seek(module, order)
        assert operation in PREPARES
        switched = operation in (Operation.DWRF, Operation.DVHA)
        if switched and not module.can_format:
            return Sense.FORMAT_CHECK  # [2]
        self.prepared = int(operation)
        return None

    def _seek(self, module: Module, order: Order) -> Sense | None:
        self.prepared = 0
        track = order.track
        if track is None or track >= module.geometry.tracks:
            return Sense.INVALID_ADDRESS
        if track == NOWHERE and module.geometry.cylinders == 1:
            return Sense.INVALID_ADDRESS  # a drum has no engineers' cylinder [1: SIMH]
        module.seek(order.access, track)
        return None

    def _deliver_sense(self) -> None:
        if not self.stopped and self.at < 2:
            self._line.word_in(words(self.sense)[self.at])
            self.at += 1
            self._go(Phase.SENSE, ORDER_US)
        else:
            self._end()

    # Tracks

    def _selected(self) -> Module | None:
        """The module of the last order, if its access can be used."""
        order = Order(*self.order)
        module = self.module(order.module)
        if module is None or not module.can_use(order.access):
            self._fail(Sense.ACCESS_INOPERATIVE)
            return None
        if not module.is_ready(order.access):
            self._fail(Sense.ACCESS_NOT_READY)
            return None
        return module

    def _begin_track(self, module: Module) -> None:
        """Read the track under the heads, and wait for the first word."""
        order = Order(*self.order)
        track = module.tracks[order.access]
        if track == NOWHERE:
            self._fail(Sense.NO_RECORD, module.geometry.turn_us)
            return
        self.buffer = module.file.track(order.access, track)
        areas = module.file.areas(self.buffer, track)
        if not areas:
            self._fail(Sense.FORMAT_CHECK)  # [1: SIMH]
            return
        part = first_part(self.prepared, order, track - self.passed, self.buffer, areas)
        if part is None:
            self._fail(Sense.NO_RECORD, module.geometry.turn_us)
            return
        self.part, self.at, self._plan = part, 0, None
        self._go(Phase.SEARCH, self._until(module, self._parts(module)[part][0]))

    def _parts(self, module: Module) -> list[list[int]]:
        """What the operation moves of the track in the buffer."""
        if self._plan is None:
            self._plan = parts(self.prepared, module.file.areas(self.buffer, 0))
        return self._plan

    def _until(self, module: Module, position: int) -> float:
        """Microseconds until a word of the track comes under the head. Words are taken to be evenly spread
        over the track, and all modules to pass their index at the same time: guesses."""
        turn = module.geometry.turn_us
        return (position / module.geometry.track_words * turn - self._clock.now_us) % turn

    def _module(self) -> Module | None:
        """The module at work. It may have been detached meanwhile."""
        module = self.module(Order(*self.order).module)
        if module is None:
            self._end(Sense.ACCESS_INOPERATIVE)
        return module

    def _move_word(self, phase: Phase) -> None:
        module = self._module()
        if module is None:
            return
        plan = self._parts(module)
        place = plan[self.part][self.at]
        if phase is Phase.READ:
            if not self.stopped and not self._line.word_in(self.buffer[place]):
                self._note(Sense.RESPONSE_CHECK)
        else:
            self._take_word(place)
        self.at += 1
        if self.at < len(plan[self.part]):
            self._go(phase, module.geometry.word_us)
            return
        self.at = 0
        self.part += 1
        is_over = self.stopped or self.error or self.prepared == Operation.DVSR
        if not is_over and self.part < len(plan):
            self._go(phase, module.geometry.word_us)
        else:
            self._end_track(module, bool(is_over))

    def _note(self, error: Sense) -> None:
        """The operation will end unusually at the end of the record [M page 16]."""
        self.error |= error
        self.stopped = True

    def _take_word(self, place: int) -> None:
        word: int | None = 0  # after STOP the rest of the record is blank [M page 16]
        was_stopped = self.stopped
        if not was_stopped:
            word = self._line.word_out()
            if word is None:
                self._note(Sense.RESPONSE_CHECK)
        if not self.write_check:
            self.buffer[place] = word or 0
        elif not was_stopped and word != self.buffer[place]:
            self._note(Sense.COMPARE_CHECK)

    def _end_track(self, module: Module, is_over: bool) -> None:
        """The index point, or the end of the last record that was wanted."""
        access = Order(*self.order).access
        track = module.tracks[access]
        if self.writing and not self.write_check:
            module.file.write(access, {track: self.buffer})
        is_last = (track + 1) % module.geometry.tracks_in_cylinder == 0
        if is_over or self.prepared != Operation.DVCY or is_last:
            self._end(Sense(self.error) if self.error else None)
            return
        module.tracks[access] += 1
        self.passed += 1
        self._begin_track(module)

    # Format tracks

    def _begin_format(self, module: Module) -> None:
        order = Order(*self.order)
        track = module.tracks[order.access]
        if order.track is None or track == NOWHERE or module.cylinder(order.track) != module.cylinder(track):
            self._fail(Sense.NO_RECORD, module.geometry.turn_us)
            return
        self.buffer = []
        self._go(Phase.FORMAT, self._until(module, 0))

    def _take_format(self) -> None:
        module = self._module()
        if module is None:
            return
        word = None if self.stopped else self._line.word_out()
        is_full = len(self.buffer) * CHARACTERS >= module.geometry.format_characters
        if word is not None and not is_full:
            self.buffer.append(word)
            self._go(Phase.FORMAT, module.geometry.word_us)
        elif word is None and not self.stopped:
            self._end(Sense.RESPONSE_CHECK)
        else:
            self._end(Sense.FORMAT_CHECK if is_full else self._write_format(module))

    def _write_format(self, module: Module) -> Sense | None:
        """Divide the tracks of the cylinder anew. What was on them is lost."""
        characters = [word >> at & CHARACTER for word in self.buffer for at in range(30, -6, -6)]
        made = blank_track(characters, module.geometry)
        if made is None:
            return Sense.FORMAT_CHECK
        access = Order(*self.order).access
        first = module.cylinder(module.tracks[access]) * module.geometry.tracks_in_cylinder
        if self.write_check:
            areas = module.file.areas
            now = module.file.track(access, first)
            return None if areas(now, first) == areas(made, first) else Sense.COMPARE_CHECK
        module.file.write(access, {first + n: made for n in range(module.geometry.tracks_in_cylinder)})
        return None
