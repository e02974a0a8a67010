"""One 7607 data channel: its selects, its registers, its commands.

Evidence: [D x] IBM's 709 diagnostic x requires it, [M] a page of a manual, [3] or [2] that many of three
simulators agree (SIMH, Cornwell's, s709), [R] seen in a run of SIMH. Guesses are marked as guesses.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from typing import Any

from ibm7094.channels.command import (
    ENDS_ONLY_WITH_RECORD,
    ENDS_WITH_RECORD,
    PROCEEDS,
    Operation,
)
from ibm7094.channels.core_port import CorePort
from ibm7094.channels.selection import Selection
from ibm7094.devices.device import Core, Device, Select
from ibm7094.events import Event, Scheduler
from ibm7094.state import State
from ibm7094.words import ADDRESS, COMMAND_INDIRECT, NO_TRANSMISSION

# Commands that move no word follow each other at once. A closed loop of them would never end, so after
# this many the channel pauses, and lets the processor or the device continue.
RING = 32
RING_REST_US = 64.0

_SAVED = ("_word", "_load_is_held", "_no_transmission", "_count", "_location", "_address")


class Phase(Enum):
    """The phase of the channel's data select."""

    FREE = auto()  # no data select, or one that has not started
    WAITING = auto()  # the device has started, but no command has come
    EXECUTING = auto()
    LOADING = auto()  # an IOxT has ended, and the processor is about to repeat the LCH it was held at


class Channel(CorePort):
    """A data channel, number 1 (A) to 8 (H). If a method returns False, the processor must wait."""

    def __init__(
        self, number: int, state: State, core: Core, scheduler: Scheduler, steals_cycles: bool = False
    ) -> None:
        super().__init__(number, state, core, scheduler, steals_cycles)
        self.command_condition = False
        self.data: Selection | None = None
        self._held: list[Selection] = []  # at most one data and one non-data select, the older first
        self._rest: Event | None = None
        self._set_free()
        self._clear_registers()

    # Saving

    def as_saved(self, number_of: Callable[[Selection], int]) -> dict[str, Any]:
        """The registers, conditions and selects of the channel, but not its devices."""
        return {
            "command_condition": self.command_condition,
            "data": None if self.data is None else number_of(self.data),
            "held": [number_of(held) for held in self._held],
            **{name.lstrip("_"): getattr(self, name) for name in _SAVED},
            "phase": self._phase.name,
            "operation": int(self._operation),
        }

    def take_up(self, saved: Mapping[str, Any], selections: Sequence[Selection]) -> None:
        """Go on where a saved channel was."""
        self.command_condition = bool(saved["command_condition"])
        self.data = None if saved["data"] is None else selections[saved["data"]]
        self._held = [selections[number] for number in saved["held"]]
        for name in _SAVED:
            setattr(self, name, saved[name.lstrip("_")])
        self._phase = Phase[saved["phase"]]
        self._operation = Operation(saved["operation"])

    def rest_until(self, due_us: float) -> None:
        """Take up the pause in a loop of commands."""
        self._rest = self.scheduler.at(due_us, self.proceed)

    def plug(self, place: str, device: Device) -> None:
        """Connect a device."""
        self.devices[place] = device

    @property
    def parts(self) -> dict[str, Device]:
        """Everything that can move."""
        return self.devices

    @property
    def selections(self) -> list[Selection]:
        """The selects that the channel holds."""
        return self._held

    # Selects

    def select(self, operation: Select, device: Device, unit: int) -> bool:
        """Hold the select, and start the device as soon as it is free to start."""
        device.check(operation)
        data = self.data
        nondata = next((held for held in self._held if held is not data), None)
        if operation.is_data:
            must_wait = data is not None or (nondata is not None and nondata.operation is Select.WEF)
        else:
            must_wait = nondata is not None or (data is not None and not data.device.is_tape)
        if must_wait or (not self._held and self._is_blocked(device)):
            return False
        if not self.state.eof_enabled[self.number]:
            self.command_condition = False  # [D 9IOTA]
        if data is None:
            self._clear_registers()  # [D 9P01]
        selection = Selection(self, operation, device, unit)
        self._held.append(selection)
        if operation.is_data:
            self.data = selection
        self.start_next()
        return True

    def release(self, selection: Selection) -> None:
        """End a select for the channel; the next one held may start."""
        if selection in self._held:
            self._held.remove(selection)
        if selection is self.data:
            self.data = None
            self._set_free()
        self.start_next()

    def disconnect(self) -> None:
        """End the data select. The device continues to the end of its cycle by itself."""
        if self.data is not None:
            self.release(self.data)

    def drop(self, device: Device) -> None:
        """Release all selects of a device that is being detached."""
        for selection in [held for held in self._held if held.device is device]:
            self.release(selection)

    def reset(self) -> None:
        """Drop all selects, and clear registers, indicators and conditions."""
        self._held.clear()
        self.data = None
        self._set_free()
        self._clear_registers()
        self.command_condition = False
        state = self.state
        for indicator in (state.redundancy, state.end_of_file, state.load_point, state.end_of_tape):
            indicator[self.number] = 0
        state.in_operation[self.number] = 0

    def _is_blocked(self, device: Device) -> bool:
        """Whether the unit still moves, or another tape has the channel's tape control."""
        return device.busy or (device.is_tape and any(other.holds_control for other in self.devices.values()))

    def start_next(self) -> None:
        """Start the first select held, if its device is free to start."""
        if self._held and not self._held[0].started and not self._is_blocked(self._held[0].device):
            selection = self._held[0]
            selection.started = True
            if selection.operation.is_data:
                self._phase = Phase.WAITING
            selection.device.run(selection.steps(), self.scheduler, self.start_next)
        self.state.in_operation[self.number] = int(bool(self._held))

    def _set_free(self) -> None:
        self._phase = Phase.FREE
        self._word: int | None = None  # writing: the word fetched ahead
        self._load_is_held = False  # the processor waits at an LCH
        if self._rest is not None:
            self.scheduler.cancel(self._rest)
            self._rest = None

    def _clear_registers(self) -> None:
        self._operation = Operation.IOCD
        self._no_transmission = 0
        self._count = 0
        self._location = 0
        self._address = 0

    # RCH, LCH, SCH

    def reset_load(self, y: int) -> bool:
        """RCH: start the command at y, replacing any command being executed [D 9P01]."""
        if self._held and self._phase is Phase.FREE:
            return False
        if not self._held:
            # No select: check, but the registers load and SCH shows them [D 9IOTA, 9T01; R].
            self.state.io_check = 1
            self._location = y
            self._fetch_command()
            return True
        self._begin(y)
        return True

    def load(self, y: int) -> bool:
        """LCH: wait for the end of an IOxT and continue with the command at y."""
        if self._phase is Phase.EXECUTING:
            self._load_is_held = True
            return False
        if self._held and self._phase is Phase.FREE:
            return False
        if self._phase is Phase.LOADING:
            self._begin(y)
        else:
            self.state.io_check = 1  # free, disconnected meanwhile, or no RCH before [D 9T01]
        return True

    def store(self) -> int:
        """SCH: operation, location counter, N bit, address register."""
        return self._operation << 33 | self._location << 18 | self._no_transmission | self._address

    def execute(self, command: int) -> None:
        """Start a command that does not come from storage, as the LOAD keys do."""
        self._phase = Phase.EXECUTING
        self._decode(command)

    def leave_load(self) -> None:
        """The processor left the LCH for a trap, so the LCH came too late."""
        self._load_is_held = False
        if self._phase is Phase.LOADING:
            self._complete()

    # The device's side

    def word_in(self, word: int, good: bool) -> None:
        """Reading: the device delivers a word."""
        if self._phase is not Phase.EXECUTING:
            self.disconnect()  # no command in time: the record is skipped, no check [D 9P01, 9IOTA]
            return
        if not good:
            self.state.redundancy[self.number] = 1
            if self.state.redundancy_enabled[self.number]:
                self.disconnect()  # and the bad word is not stored [D 9IOTA]
                return
        if self._rest is not None:
            self.state.io_check = 1
            return
        if self._count:
            if not self._no_transmission:
                self.put(self._address, word)
            self._count_word()
        if not self._count and self._operation not in ENDS_ONLY_WITH_RECORD:
            self._complete()

    def word_out(self) -> int | None:
        """Writing: the device needs a word."""
        if self._phase is not Phase.EXECUTING:
            self.disconnect()
            return None
        if self._rest is not None:
            self.state.io_check = 1
            return 0
        if self._word is None:
            if not self._count:
                if self._is_writing():
                    self._complete()  # IORP or IORT ,,0: a record of no words
                    return None
                return 0  # the read echo runs on to its end of record, past the count
            self._fetch_word()
        word, self._word = self._word, None
        if self._count:
            self._fetch_ahead()
        elif self._is_writing() or self._operation not in ENDS_ONLY_WITH_RECORD:
            self._end_written_record()
            self._complete()
        return word

    def end_of_record(self) -> None:
        """The device has reached the end of a record."""
        ending = ENDS_ONLY_WITH_RECORD if self._is_writing() else ENDS_WITH_RECORD
        if self._phase is Phase.EXECUTING and self._rest is None and self._operation in ending:
            self._word = None
            self._complete()

    # Commands

    def _begin(self, y: int) -> None:
        self._set_free()
        self._phase = Phase.EXECUTING
        self._location = y
        self.proceed()

    def proceed(self) -> None:
        """Execute commands from the location counter until one has a word to move or a record to end."""
        self._rest = None
        for _ in range(RING):
            self._fetch_command()
            if self._operation is Operation.TCH:
                self._location = self._address
            elif self._count:
                self._fetch_ahead()
                return
            elif self._operation in ENDS_ONLY_WITH_RECORD:
                return  # on a write too, until the device wants a word: an LCH must be in time [D 9B01 00356]
            elif self._operation not in PROCEEDS:
                self._complete()
                return
        # From the clock, not from the time the event was due: cycles stolen for the loop have passed too.
        rest_us = max(self.scheduler.now_us, self.scheduler.clock_us) + RING_REST_US
        self._rest = self.scheduler.at(rest_us, self.proceed)

    def _complete(self) -> None:
        """End the command, and do what its last letter says."""
        if self._operation in PROCEEDS:
            self.proceed()
        elif self._operation is Operation.IOCD:
            self.disconnect()
        elif self._load_is_held:
            self._load_is_held = False
            self._phase = Phase.LOADING
        else:
            self.command_condition = True  # [M 7094 CE; D 9IOTA; 3]
            self.disconnect()

    def _is_writing(self) -> bool:
        return self.data is not None and self.data.operation is Select.WRS

    def _end_written_record(self) -> None:
        data = self.data
        if data is not None and self._is_writing() and self._operation in ENDS_ONLY_WITH_RECORD:
            data.record_ended = True

    def _fetch_command(self) -> None:
        command = self.fetch(self._location)
        self._location = (self._location + 1) & ADDRESS
        self._decode(command)

    def _decode(self, command: int) -> None:
        self._operation = Operation(command >> 33)
        self._count = command >> 18 & ADDRESS
        self._no_transmission = command & NO_TRANSMISSION
        self._address = command & ADDRESS
        if command & COMMAND_INDIRECT:
            self._address = self.fetch(self._address) & ADDRESS

    def _fetch_ahead(self) -> None:
        # On a write the first word is fetched as the command loads: SCH shows the address past it [D 9IOTA].
        # The printer's read echo changes direction within a record, so there nothing is fetched ahead.
        if self._is_writing():
            self._fetch_word()

    def _fetch_word(self) -> None:
        # N on a write sends zeros, a guess from the name: SIMH sends the words, Cornwell's simulator zeros.
        if self._no_transmission:
            self._word = 0
        else:
            self._word = self.fetch(self._address)
        self._count_word()

    def _count_word(self) -> None:
        self._address = (self._address + 1) & ADDRESS  # with N too [D 9IOTA]
        self._count -= 1
