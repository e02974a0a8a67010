"""All data channels as the processor uses them: selects, traps, and attached devices."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from ibm7094.channels.channel import Channel
from ibm7094.channels.drums import DrumIO
from ibm7094.channels.programmed import ProgrammedChannel
from ibm7094.channels.selection import Selection
from ibm7094.channels.timer import ENABLE_BIT, IntervalTimer
from ibm7094.devices import saving, units
from ibm7094.devices.device import Core, Device, Select
from ibm7094.devices.tape import TUBE_UNIT
from ibm7094.errors import BadValue, DeviceNotReady, MachineError
from ibm7094.events import Action, Event, Scheduler
from ibm7094.models import CHANNELS, CYCLE_STEALING, INTERVAL_TIMER, LEVEL_7090, Model
from ibm7094.state import State
from ibm7094.words import ADDRESS

TRAP_CELL_A = 0o12
COMMAND, REDUNDANCY, END_OF_FILE = 1, 2, 4

# LOAD keys: three words to 0, 1 and 2, then the command that an LCH of 0 loads (IOCT 0,,3).
LOAD_COMMAND = 0o500003000000
LOAD_WORDS = 3

KINDS: dict[str, type[Channel] | type[ProgrammedChannel]] = {"7607": Channel, "7909": ProgrammedChannel}
"""A channel is one kind or the other. Cards, printers and tapes are on a 7607, disks and drums on a 7909."""
DEFAULT_KIND = "7607"
AnyChannel = Channel | ProgrammedChannel


def checked_kinds(kinds: Mapping[str, str], model: Model) -> dict[str, str]:
    """The channels that are not of the default kind, if the model can have them."""
    found = {}
    for letter, kind in kinds.items():
        if letter not in CHANNELS or len(letter) != 1:
            raise BadValue(f"There is no channel {letter!r}: give a letter {CHANNELS[0]} to {CHANNELS[-1]}.")
        if kind not in KINDS:
            raise BadValue(f"There is no channel of kind {kind!r}: choose one of {', '.join(KINDS)}.")
        if kind != DEFAULT_KIND and (letter == "A" or model.level < LEVEL_7090):
            raise BadValue(
                f"Channel {letter} of a {model.name} cannot be a {kind}:"
                " choose B to H of a 7090 or a later model."
            )
        if kind != DEFAULT_KIND:
            found[letter] = kind
    return found


class Channels:
    """Channels A to H. If a method returns False, the processor waits for the next event and repeats."""

    def __init__(
        self,
        state: State,
        core: Core,
        scheduler: Scheduler,
        options: Collection[str] = (),
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        self.state = state
        self.scheduler = scheduler
        self.drums = DrumIO(state, core, scheduler, has_drums="drum" in options)
        """What a 709 selects without a channel."""
        self._channels: list[AnyChannel] = []
        for number, letter in enumerate(CHANNELS, 1):
            kind = KINDS[(kinds or {}).get(letter, DEFAULT_KIND)]
            self._channels.append(kind(number, state, core, scheduler, CYCLE_STEALING in options))
        self.timer = IntervalTimer(core, scheduler) if INTERVAL_TIMER in options else None
        self.messages: list[str] = []
        self._inhibited = False
        self._delayed = False  # the instruction that ends now delays a trap by one more instruction

    # Instructions

    def select(self, operation: str, y: int) -> bool:
        """RDS WRS BSR BSF WEF REW RUN SDN of the unit at effective address y."""
        operation = Select(operation)
        ch, unit = divmod(y, 0o1000)
        if ch == 0 and self.state.level < LEVEL_7090 and self.drums.answers_to(operation, unit):
            return self.drums.select(operation, unit)
        channel = self.channel(ch)
        if isinstance(channel, ProgrammedChannel):
            raise DeviceNotReady(
                f"Channel {CHANNELS[ch - 1]} is a 7909, which has no units: correct the program's select."
            )
        device = self._selected(channel, unit)
        if not (operation.is_data or device.is_tape):
            return True  # card machines and printers have nothing to rewind
        self._delayed = channel.select(operation, device, unit)  # [D 9IOTA 02535, 02602]
        return self._delayed

    def reset_load(self, ch: int, y: int) -> bool:
        """RCH."""
        return self.channel(ch).reset_load(y & ADDRESS)

    def load(self, ch: int, y: int) -> bool:
        """LCH; on a 7909 STC, which needs no address."""
        return self.channel(ch).load(y & ADDRESS)

    def store(self, ch: int) -> int:
        """SCH: the word it stores."""
        return self.channel(ch).store()

    def diagnose(self, ch: int) -> int | None:
        """SCD: the word it stores; None if the channel has no diagnostic."""
        channel = self.channel(ch)
        return channel.diagnose() if isinstance(channel, ProgrammedChannel) else None

    def reset_channel(self, ch: int, programmed: bool = False) -> None:
        """RDC for a 7607, RIC for a 7909. Either does nothing to the other kind."""
        channel = self.channel(ch)
        if isinstance(channel, ProgrammedChannel) is programmed:
            channel.reset()

    def copy(self, y: int, logical: bool = False) -> int:
        """CPY, or CAD if `logical`, of a 709: how many instructions are skipped, -1 to wait."""
        return self.drums.copy(y, logical)

    def locate(self, address: int) -> None:
        """LDA of a 709."""
        self.drums.locate(address)

    def sense(self, y: int) -> bool:
        """SPU, SPR, SPT: whether the processor skips. A missing device is never sensed."""
        ch, unit = divmod(y, 0o1000)
        return 1 <= ch <= len(CHANNELS) and units.sense(self.channel(ch).devices, unit)

    # Traps

    def enable(self, word: int) -> None:
        """ENB: bit 35 (A) to 28 (H) for command and end of file, bit 17 (A) to 10 (H) for redundancy,
        bit 18 for the interval timer."""
        for place in range(len(CHANNELS)):
            self.state.eof_enabled[place + 1] = word >> place & 1
            self.state.redundancy_enabled[place + 1] = word >> (18 + place) & 1
        if self.timer:
            self.timer.enabled = bool(word & ENABLE_BIT)
        self._lift()

    def restore(self) -> None:
        """RCT. It does nothing if nothing is enabled."""
        timed = self.timer is not None and self.timer.enabled
        if timed or any(self.state.eof_enabled) or any(self.state.redundancy_enabled):
            self._lift()

    def _lift(self) -> None:
        """Allow traps again. If they were inhibited, one more instruction is executed before one is taken.

        [D 9IOTA]: at 02430, 03155 and 03170 ENB follows a trap, and so does every RCT: the next trap comes
        one instruction later. At eleven other places (01320 to 02677) ENB finds nothing inhibited, and the
        trap comes at once.
        """
        self._delayed, self._inhibited = self._inhibited, False

    def delays_trap(self) -> bool:
        """Whether the instruction that has just been executed delays a trap until after the next one."""
        delayed, self._delayed = self._delayed, False
        return delayed

    def trap_pending(self) -> bool:
        """Whether a channel or the timer has a trap pending."""
        if self._inhibited:
            return False
        return bool(self.timer and self.timer.pending) or any(map(self._causes, self._channels))

    def take_trap(self) -> tuple[int, int]:
        """Take the trap of the first channel that has one: its cell and code. All other traps are inhibited.

        All enabled causes of the channel go into this one trap and are turned off [D 9IOTA]. The timer goes
        before A, as in SIMH; Cornwell's simulator has it after H. Which is right is not known.
        """
        if self.timer and self.timer.pending:
            cell, code = self.timer.take_trap()
        else:
            cell, code = self._take_causes(next(filter(self._causes, self._channels)))
        self._inhibited = True
        for held in self._channels:
            held.leave_load()
        return cell, code

    def _take_causes(self, channel: AnyChannel) -> tuple[int, int]:
        code = self._causes(channel)
        if code & COMMAND:
            channel.command_condition = False
        if code & REDUNDANCY:
            self.state.redundancy[channel.number] = 0
        if code & END_OF_FILE:
            self.state.end_of_file[channel.number] = 0
        return TRAP_CELL_A + 2 * (channel.number - 1), code

    def _causes(self, channel: AnyChannel) -> int:
        state, number = self.state, channel.number
        code = 0
        if state.eof_enabled[number]:
            code |= COMMAND * channel.command_condition | END_OF_FILE * state.end_of_file[number]
        if state.redundancy_enabled[number]:
            code |= REDUNDANCY * state.redundancy[number]
        return code

    # The operator's side

    def active(self) -> bool:
        """Whether a channel is in operation or a device is still moving."""
        next_cycle = self.scheduler.next_cycle(background=self.awaits_timer())
        return next_cycle is not None or any(self.state.in_operation)

    def awaits_timer(self) -> bool:
        """Whether a halt will be ended by the interval timer."""
        return self.timer is not None and not self._inhibited and self.timer.ends_halt()

    def reset(self) -> None:
        """The reset key: channels free, devices at rest, indicators and enables off."""
        for channel in self._channels:
            for device in channel.parts.values():
                device.stop()
            channel.reset()
        self.drums.reset()
        if self.timer:
            self.timer.reset()
        self.enable(0)
        self.state.io_check = 0

    def boot(self, kind: str, where: str) -> None:
        """LOAD CARDS ("reader", "A") or LOAD TAPE ("tape", "A1"): the processor must then start at 1."""
        channel, key = self._place(where, kind)
        assert isinstance(channel, Channel)
        unit = units.READER if kind == "reader" else units.TAPE_BINARY + int(key)
        self.reset()
        channel.select(Select.RDS, self._selected(channel, unit), unit)
        channel.execute(LOAD_COMMAND)
        while not channel.load(0):
            due = self.scheduler.next_cycle()
            assert due is not None, "a selected device always has an event scheduled"
            self.state.cycles = max(self.state.cycles, due)
            self.scheduler.run_due()
        if self.state.io_check:
            device = self._selected(channel, unit)
            raise DeviceNotReady(
                f"The {device.name} has fewer than {LOAD_WORDS} words to load: attach another file."
            )

    def attach(self, where: str, kind: str, path: units.Media, **options: object) -> None:
        """Attach a file to a device: "reader", "punch" or "printer" of channel "A", "tape" "A1" to "H10",
        "disk" "A0" to "H9", or a "clock" in place of a tape, with the time it shows at power-on instead of a
        file.

        A printer may be given a text stream instead of a file. Options: write_protected or ring,
        model, density and reel_feet of a tape (a 709's are 729 I, later ones 729 IV); `recorded`, the density
        it was written at, if it can be read at no other; form of cards; model, write_protected, can_format of
        a disk.
        """
        channel, key = self._place(where, kind)
        self.detach(where, kind)
        if kind == "tape" and self.state.level < LEVEL_7090:
            options = TUBE_UNIT | options
        device = units.open_device(kind, where, path, options)
        channel.plug(key, device)
        device.report_to(self.messages)

    def add_reel(self, where: str, path: Path | str, **options: object) -> None:
        """Keep a tape ready for when the program unloads the unit."""
        channel, _ = self._place(where, "tape")
        units.add_reel(channel.devices, where, path, options)

    def detach(self, where: str, kind: str) -> None:
        """Detach the file, if there is one."""
        channel, key = self._place(where, kind)
        device = channel.devices.pop(key, None)
        if device is not None:
            self._take_off(channel, device)

    def close(self) -> None:
        """Write everything to the files and close them."""
        for channel in self._channels:
            while channel.devices:
                _, device = channel.devices.popitem()
                self._take_off(channel, device)

    def _take_off(self, channel: AnyChannel, device: Device) -> None:
        channel.drop(device)
        device.run_out()
        device.close()

    # Saving

    def as_saved(self) -> dict[str, Any]:
        """Channels, selects and devices, in the middle of whatever they do."""
        selections: list[Selection] = []
        keys = {id(d): key for channel in self._channels for key, d in channel.parts.items()}

        def number_of(selection: Selection) -> int:
            if selection not in selections:
                selections.append(selection)
            return selections.index(selection)

        def link_of(link: object) -> int:
            assert isinstance(link, Selection)
            return number_of(link)

        channels = [channel.as_saved(number_of) for channel in self._channels]
        devices = [
            {"channel": channel.number, "key": key, **saving.as_saved(device, link_of)}
            for channel in self._channels
            for key, device in channel.parts.items()
        ]
        return {
            "inhibited": self._inhibited,
            "timer": self.timer and self.timer.as_saved(),
            "channels": channels,
            "devices": devices,
            "selections": [each.as_saved(keys[id(each.device)]) for each in selections],
            "events": [
                [event.due_us, *self._named(event.action)]
                for event in self.scheduler.pending
                if not event.background and event not in self.drums.pending()
            ],
            "drums": self.drums.as_saved(),
        }

    def _named(self, action: Action) -> tuple[int, str]:
        """The channel of an event, and the key of its device; an empty key is the channel itself."""
        actor = getattr(action, "__self__", None)
        for channel in self._channels:
            if actor is channel:
                return channel.number, ""
            for key, device in channel.parts.items():
                if actor is device:
                    return channel.number, key
        raise MachineError("A device that is no longer attached still moves: step on, and save then.")

    def take_up(self, saved: Mapping[str, Any], opened: saving.Opener) -> None:
        """Go on where saved channels were. Nothing may be attached yet."""
        self._inhibited = bool(saved["inhibited"])
        if self.timer:
            self.timer.take_up(saved["timer"])
        self.drums.take_up(saved["drums"], opened)
        for each in saved["devices"]:
            device = opened(each)
            self.channel(each["channel"]).plug(each["key"], device)
            device.messages = self.messages
        selections = [Selection.restored(self._holder(each["channel"]), each) for each in saved["selections"]]
        for channel, each in zip(self._channels, saved["channels"], strict=True):
            channel.take_up(each, selections)
        next_steps: dict[tuple[int, str], Event] = {}
        for due_us, number, key in saved["events"]:
            channel = self.channel(number)
            if key:
                next_steps[number, key] = self.scheduler.at(due_us, channel.parts[key].step)
            else:
                channel.rest_until(due_us)
        for each in saved["devices"]:
            place = each["channel"], each["key"]
            channel = self.channel(place[0])
            device = channel.parts[place[1]]
            saving.take_up(device, each, selections)
            device.go_on(device.steps, self.scheduler, channel.start_next, next_steps.get(place))

    def use_core(self, core_for: Callable[[str], Core]) -> None:
        """Let each channel store through its own view of core, so that one who watches knows which it was."""
        for channel in self._channels:
            channel.core = core_for(f"channel {CHANNELS[channel.number - 1]}")
        if self.timer:
            self.timer.core = core_for("the interval timer")
        self.drums.use_core(core_for)

    def files(self) -> list[tuple[str, str, Path]]:
        """Where each attached file is: the place and kind for `detach`, and the path."""
        found = []
        for channel in self._channels:
            letter = CHANNELS[channel.number - 1]
            for key, device in channel.devices.items():
                path = saving.path_of(device)
                if path is not None:
                    found.append((*units.name_of(letter, key), path))
        return found

    # Addresses

    def attached(self) -> list[Device]:
        """Every device with a file attached, channel by channel."""
        return [device for channel in self._channels for device in channel.devices.values()]

    def _holder(self, ch: int) -> Channel:
        """A channel that holds selects."""
        channel = self.channel(ch)
        if not isinstance(channel, Channel):
            raise ValueError(ch)
        return channel

    def channel(self, ch: int) -> AnyChannel:
        """Channel 1 (A) to 8 (H)."""
        if not 1 <= ch <= len(CHANNELS):
            raise DeviceNotReady(f"There is no data channel {ch:o}: correct the program's select.")
        return self._channels[ch - 1]

    def _place(self, where: str, kind: str) -> tuple[AnyChannel, str]:
        letter, key = units.place_of(where, kind)
        channel = self.channel(CHANNELS.index(letter) + 1)
        wanted = "7909" if kind == "disk" else "7607"
        if not isinstance(channel, KINDS[wanted]):
            raise DeviceNotReady(
                f"A {kind} needs a {wanted}, and channel {letter} is not one:"
                f" choose another channel, or make it one with --channel {letter}={wanted}."
            )
        return channel, key

    def _selected(self, channel: Channel, unit: int) -> Device:
        return units.selected(channel.devices, unit, CHANNELS[channel.number - 1])
