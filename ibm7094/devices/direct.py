"""Input-output of the 704, which has no channels: the program copies each word through the MQ.

A select starts one record, card or line. CPY waits until the device reaches the next word. It skips
one instruction at an end of file, two at an end of record. Units are addressed without a channel digit;
files are attached as on channel A.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ibm7094.devices import saving, units
from ibm7094.devices.device import Core, Device, DeviceLink, Select
from ibm7094.devices.drum import Drum
from ibm7094.devices.tape import TUBE_UNIT
from ibm7094.errors import DeviceNotReady, MachineError
from ibm7094.events import Action, Event, Scheduler
from ibm7094.state import State
from ibm7094.words import WORD, ring_sum

FIRST_DRUM, DRUMS = 0o301, 8
DELAY = 0o333  # IOD, a WRS of no unit: from memory of the 704's manual it waits for the select to end
WAIT, WORD_COPIED, END_OF_FILE, END_OF_RECORD = -1, 0, 1, 2
UNIT_MASK = 0o777
# The 704's tape indicators use the fields of channel A.
ONLY = 1


def at_rest() -> None:
    """Do nothing when a device comes to rest: no select is held."""


class CopyLink(DeviceLink):
    """A select: the device at one end, CPY at the other."""

    def __init__(self, io: "DirectIO", word: int | None = None, skip: int | None = None) -> None:
        self._io = io
        self._word = word  # read and not copied yet
        self._skip = skip  # what the next CPY gets instead of a word

    def as_saved(self) -> list[int | None]:
        """The word and the skip that are waiting."""
        return [self._word, self._skip]

    @property
    def connected(self) -> bool:
        return self._io.link is self and self._skip is None

    @property
    def now_us(self) -> float:
        return self._io.scheduler.now_us

    def put(self, word: int, good: bool = True) -> None:
        if not self.connected:
            return
        if not good:
            self._io.state.redundancy[ONLY] = 1
        if self._word is not None:
            self._io.disconnect()  # the last word was not copied in time: stop reading
        elif not self._io.answer_with(word):
            self._word = word

    def take(self) -> int | None:
        if not self.connected:
            return None
        word = self._io.word_to_copy()
        if word is None:
            self._io.disconnect()  # no CPY in time: the record is over
        return word

    def end_of_record(self) -> None:
        self._end(END_OF_RECORD)

    def end_of_file(self) -> None:
        self._end(END_OF_FILE)

    def release(self) -> None:
        """Do nothing: there is no channel to release."""

    def load_point(self) -> None:
        """Do nothing: the 704 cannot test it."""

    def end_of_tape(self) -> None:
        self._io.state.end_of_tape[ONLY] = 1

    def copied(self) -> int | None:
        """The word that is waiting, if any."""
        word, self._word = self._word, None
        return word

    def ended(self) -> int | None:
        """The skip that is waiting, if any."""
        return self._skip

    def _end(self, skip: int) -> None:
        if self.connected:
            self._skip = skip
            self._io.answer(skip)


class DirectIO:
    """The 704's devices, or a 709's drums. If `select` returns False or `copy` -1, the processor waits and
    repeats."""

    def __init__(self, state: State, core: Core, scheduler: Scheduler, *, has_drums: bool = True) -> None:
        self.state = state
        self.core = core
        self.scheduler = scheduler
        self.devices: dict[str, Device] = {}
        self.drums = {unit: Drum() for unit in range(FIRST_DRUM, FIRST_DRUM + DRUMS) if has_drums}
        self.link: CopyLink | None = None
        self._drum: Drum | None = None
        self._waiting_at: int | None = None  # the address of the waiting CPY
        self._answer: int | None = None
        self.messages: list[str] = []

    # Instructions

    def select(self, operation: str, y: int) -> bool:
        """RDS WRS BSR WEF REW of a unit, and IOD."""
        operation, unit = Select(operation), y & UNIT_MASK
        if operation is Select.WRS and unit == DELAY:
            return self.link is None or not self.link.connected
        device: Device = self.drums.get(unit) or units.selected(self.devices, unit, "A")
        if not (operation.is_data or device.is_tape):
            return True
        device.check(operation)
        if device.busy:
            return False
        link = CopyLink(self)
        if operation.is_data:
            self.disconnect()
            self.link = link
            self._drum = device if isinstance(device, Drum) else None
        if operation is Select.RDS:
            steps = device.read(link, unit)
        elif operation is Select.WRS:
            steps = device.write(link, unit)
        else:
            steps = device.control(operation, link, unit)
        device.run(steps, self.scheduler, at_rest)
        return True

    def copy(self, y: int, logical: bool = False) -> int:
        """CPY, or CAD if `logical`: how many instructions are skipped, -1 to wait."""
        if self._answer is None and self.link is not None:
            word = self.link.copied()
            if word is not None:
                self._store(y, word)
                self._answer = WORD_COPIED
            else:
                self._answer = self.link.ended()
        if self._answer is None and self.link is not None:
            self._waiting_at = y
            return WAIT
        answer, self._answer, self._waiting_at = self._answer, None, None
        if answer is None:
            self.state.io_check = 1  # nothing is selected; the 704's read-write check
            return WORD_COPIED
        if logical and answer == WORD_COPIED:
            ac = self.state.ac
            self.state.ac = (ac & ~WORD) | ring_sum(ac & WORD, self.state.mq)
        if answer != WORD_COPIED:
            self.link = None
        return answer

    def locate(self, address: int) -> None:
        """LDA: set the drum address of the next word."""
        if self._drum is not None:
            self._drum.locate(address)
        else:
            self.state.io_check = 1  # [D 9COMB 01002]

    def sense(self, y: int) -> bool:
        """Sense printer or punch: whether the processor skips."""
        return units.sense(self.devices, y & UNIT_MASK)

    def redundancy_off(self) -> bool:
        """RTT: whether the tape check indicator was off; turn it off."""
        was_on, self.state.redundancy[ONLY] = self.state.redundancy[ONLY], 0
        return not was_on

    def end_of_tape_off(self) -> bool:
        """ETT: whether the end-of-tape indicator was off; turn it off."""
        was_on, self.state.end_of_tape[ONLY] = self.state.end_of_tape[ONLY], 0
        return not was_on

    def awaits_timer(self) -> bool:
        """There is no interval timer."""
        return False

    def trap_pending(self) -> bool:
        """There are no channel traps."""
        return False

    def delays_trap(self) -> bool:
        """There are no channel traps to delay."""
        return False

    def take_trap(self) -> tuple[int, int]:
        """Never called, since no trap is ever pending."""
        raise NotImplementedError("A 704 has no channel traps.")

    # What the link asks

    def answer_with(self, word: int) -> bool:
        """Give a word that was read to the waiting CPY, if any."""
        if self._waiting_at is None:
            return False
        self._store(self._waiting_at, word)
        return self.answer(WORD_COPIED)

    def word_to_copy(self) -> int | None:
        """The word to write, from the waiting CPY, if any."""
        if self._waiting_at is None:
            return None
        word = int(self.core[self._waiting_at])
        self.state.mq = word
        self.answer(WORD_COPIED)
        return word

    def answer(self, skip: int) -> bool:
        """Let the waiting CPY continue, if any."""
        if self._waiting_at is None:
            return False
        self._waiting_at, self._answer = None, skip
        return True

    def disconnect(self) -> None:
        """End the select. The device continues to the end of its cycle by itself."""
        self.link = self._waiting_at = self._answer = self._drum = None

    def _store(self, y: int, word: int) -> None:
        self.core[y] = word
        self.state.mq = word

    # Saving

    def as_saved(self) -> dict[str, Any]:
        """The select, the devices and the drums, in the middle of whatever they do."""
        links: list[CopyLink] = []

        def number_of(link: object) -> int:
            assert isinstance(link, CopyLink)
            if link not in links:
                links.append(link)
            return links.index(link)

        link = None if self.link is None else number_of(self.link)
        devices = [
            {"key": key, **saving.as_saved(device, number_of)} for key, device in self._all_devices().items()
        ]
        return {
            "link": link,
            "drum": next((unit for unit, drum in self.drums.items() if drum is self._drum), None),
            "waiting_at": self._waiting_at,
            "answer": self._answer,
            "devices": devices,
            "links": [each.as_saved() for each in links],
            "events": [[event.due_us, self._named(event.action)] for event in self.pending()],
        }

    def take_up(self, saved: Mapping[str, Any], opened: saving.Opener) -> None:
        """Go on where a saved 704 was. Nothing may be attached yet."""
        for each in saved["devices"]:
            if each["kind"] != "drum":
                self.devices[each["key"]] = device = opened(each)
                device.messages = self.messages
        links = [CopyLink(self, *each) for each in saved["links"]]
        self.link = None if saved["link"] is None else links[saved["link"]]
        self._drum = None if saved["drum"] is None else self.drums[saved["drum"]]
        self._waiting_at, self._answer = saved["waiting_at"], saved["answer"]
        devices = self._all_devices()
        next_steps = {key: self.scheduler.at(due_us, devices[key].step) for due_us, key in saved["events"]}
        for each in saved["devices"]:
            device = devices[each["key"]]
            saving.take_up(device, each, links)
            device.go_on(device.steps, self.scheduler, at_rest, next_steps.get(each["key"]))

    def pending(self) -> list[Event]:
        """The events that are due for its devices."""
        return list(self.scheduler.pending)

    def use_core(self, core_for: Callable[[str], Core]) -> None:
        """Let CPY store through a view of core that someone watches."""
        self.core = core_for("CPY")

    def _all_devices(self) -> dict[str, Device]:
        return {**self.devices, **{f"{unit:o}": drum for unit, drum in self.drums.items()}}

    def _named(self, action: Action) -> str:
        for key, device in self._all_devices().items():
            if getattr(action, "__self__", None) is device:
                return key
        raise MachineError("A device that is no longer attached still moves: step on, and save then.")

    def files(self) -> list[tuple[str, str, Path]]:
        """Where each attached file is: the place and kind for `detach`, and the path."""
        paths = [(key, saving.path_of(device)) for key, device in self.devices.items()]
        return [(*units.name_of("A", key), path) for key, path in paths if path is not None]

    # The operator's side

    def active(self) -> bool:
        """Whether a device is still moving."""
        return self.scheduler.next_cycle() is not None

    def reset(self) -> None:
        """The reset key."""
        self.disconnect()
        for device in [*self.devices.values(), *self.drums.values()]:
            device.stop()
        state = self.state
        state.redundancy[ONLY] = state.end_of_tape[ONLY] = state.io_check = 0

    def boot(self, kind: str, where: str) -> None:
        """LOAD: read two words into 0 and 1; the processor must then start at 0."""
        _, key = units.place_of(where, kind)
        self.reset()
        self.select(Select.RDS, units.READER if kind == "reader" else units.TAPE_BINARY + int(key))
        for cell in (0, 1):
            while (answer := self.copy(cell)) == WAIT:
                due = self.scheduler.next_cycle()
                assert due is not None, "a selected device always has an event scheduled"
                self.state.cycles = max(self.state.cycles, due)
                self.scheduler.run_due()
            if answer != WORD_COPIED:
                raise DeviceNotReady(
                    f"The {kind} at {where} has fewer than two words to load: attach another file."
                )

    def attached(self) -> list[Device]:
        """Every device with a file attached."""
        return list(self.devices.values())

    def attach(self, where: str, kind: str, path: units.Media, **options: Any) -> None:
        """Attach a file to a device, named as on channel A: "A" for cards and printer, "A1" for tapes.

        Tapes are 727s.
        """
        _, key = units.place_of(where, kind)
        self.detach(where, kind)
        options = TUBE_UNIT | options
        self.devices[key] = device = units.open_device(kind, where, path, options)
        device.report_to(self.messages)

    def add_reel(self, where: str, path: Path | str, **options: object) -> None:
        """Refuse: the 704 has no RUN, so no program can unload a unit."""
        raise DeviceNotReady(
            f"A 704 cannot unload tape unit {where.upper()}: stop the program, and attach the next reel."
        )

    def detach(self, where: str, kind: str) -> None:
        """Detach the file, if there is one."""
        _, key = units.place_of(where, kind)
        device = self.devices.pop(key, None)
        if device is not None:
            self._take_off(device)

    def close(self) -> None:
        """Write everything to the files and close them."""
        while self.devices:
            _, device = self.devices.popitem()
            self._take_off(device)

    def _take_off(self, device: Device) -> None:
        self.disconnect()
        device.run_out()
        device.close()
