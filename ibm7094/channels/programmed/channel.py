"""One 7909 data channel: its registers, its program, its interrupts.

The 7909 runs a program of its own. RSC starts it, WTR and TWT end it for a while, STC lets it go on; an
attention, an unusual end or a check interrupts it. Words go to and from an adapter, here a 7631 file control.

Evidence: [2] SIMH and Cornwell's simulator agree, [1] one of them; "boot cards" are those of IBSYS and CTSS
for a disk, as Cornwell's has them. Guesses are marked as guesses.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ibm7094.channels.channel import RING, RING_REST_US
from ibm7094.channels.core_port import CorePort
from ibm7094.channels.programmed.command import ALL_OF_MASK, NO_ORDER, Operation, decrement_of, operation_of
from ibm7094.channels.programmed.conditions import (
    ATTENTIONS,
    CONDITIONS_AT,
    COUNTER_AT,
    IN_INTERRUPT,
    INHIBITABLE,
    NEVER_INHIBITED,
    STATUS_AT,
    Condition,
    Mode,
    Status,
)
from ibm7094.devices.device import Core, Device
from ibm7094.devices.disks import FileControl, Module
from ibm7094.devices.disks.control import MODULES
from ibm7094.events import Event, Scheduler
from ibm7094.media import bcd
from ibm7094.state import State
from ibm7094.words import ADDRESS, CHARACTER, COMMAND_INDIRECT, WORD

INTERRUPT_CELL_A = 0o42
ADAPTER = "control"
"""The adapter's key among the channel's devices."""
SEEN_BY_ICC = 0o137
_SAVED = (
    *("command_condition", "location", "address", "count", "assembly", "counter", "mode"),
    *("pending", "latched", "interrupted", "running"),
)


class ProgrammedChannel(CorePort):
    """A 7909, number 1 (A) to 8 (H). If a method returns False, the processor must wait."""

    def __init__(
        self, number: int, state: State, core: Core, scheduler: Scheduler, steals_cycles: bool = False
    ) -> None:
        super().__init__(number, state, core, scheduler, steals_cycles)
        self.adapter = FileControl()
        self._rest: Event | None = None
        self._clear()
        self.plug(ADAPTER, self.adapter)

    def _clear(self) -> None:
        self.command_condition = False  # TWT wants a trap
        self.running = False
        self.operation = Operation.WTR
        self.status = Status.FREE
        self.location = 0
        self.address = 0
        self.count = 0
        self.assembly = 0
        self.counter = 0
        self.mode = 0
        self.pending = 0  # conditions that have not interrupted
        self.latched = 0  # conditions of the interrupt being served
        self.interrupted = False
        self._stop_resting()

    def plug(self, place: str, device: Device) -> None:
        """Connect the adapter, or a module."""
        if isinstance(device, FileControl):
            self.adapter = device
            device.use(self, self.scheduler, self.devices)
            return
        self.devices[place] = device
        if isinstance(device, Module):
            device.use(self.scheduler, partial(self._arrived, MODULES.index(place)))

    def _arrived(self, module: int, access: int) -> None:
        self.adapter.arrived(module, access)

    @property
    def parts(self) -> dict[str, Device]:
        """The adapter and the modules."""
        return {ADAPTER: self.adapter, **self.devices}

    # Saving

    def as_saved(self, number_of: Callable[[Any], int]) -> dict[str, Any]:
        """The registers and conditions of the channel, but not its devices."""
        return {
            **{name: getattr(self, name) for name in _SAVED},
            "operation": int(self.operation),
            "status": self.status.name,
        }

    def take_up(self, saved: Mapping[str, Any], selections: object) -> None:
        """Go on where a saved channel was."""
        for name in _SAVED:
            setattr(self, name, saved[name])
        self.operation = Operation(saved["operation"])
        self.status = Status[saved["status"]]

    def rest_until(self, due_us: float) -> None:
        """Take up the pause in a loop of commands."""
        self._rest = self.scheduler.at(due_us, self.proceed)

    def start_next(self) -> None:
        """A device has come to rest: nothing to do, because the adapter says so itself."""

    def leave_load(self) -> None:
        """The processor takes a trap. A condition that waited for that can now interrupt."""
        if not self.running:
            self.proceed()

    def drop(self, device: Device) -> None:
        """A module is being detached: the adapter notices by itself."""

    # RSC, STC, SCH, SCD, RIC

    def reset_load(self, y: int) -> bool:
        """RSC: start the program at y. Waits until the channel does [2].

        It resets conditions and a pending trap [2], and leaves the interrupt [1: Cornwell; SIMH stays in it].
        """
        if self.running:
            return False
        self.pending = self.latched = 0
        self.interrupted = self.command_condition = False
        self._start(y)
        return True

    def load(self, y: int) -> bool:
        """STC: go on at the address of the WTR or TWT [2]. After a TWT whose trap is enabled, the trap comes
        first [1: SIMH]."""
        if self.running or (self.command_condition and self.state.eof_enabled[self.number]):
            return False
        self.command_condition = False
        self._start(self.address)
        return True

    def store(self) -> int:
        """SCH: the address register in the decrement, the location counter in the address [2]."""
        return self.address << 18 | self.location

    def diagnose(self) -> int:
        """SCD: the counter, the conditions, the status, and whether an interrupt is being served [2]."""
        status = max(self.status.value, 0) | IN_INTERRUPT * self.interrupted
        return self.counter << COUNTER_AT | self.conditions << CONDITIONS_AT | status << STATUS_AT

    def reset(self) -> None:
        """RIC, and the reset key: the channel and its adapter as after power-on [2]."""
        for device in self.parts.values():
            device.stop()
        self._clear()
        self._show()

    @property
    def conditions(self) -> int:
        """Those that wait and those that are served: the boot cards wait in a TCM for an inhibited attention,
        so both count."""
        return self.pending | self.latched

    # The program

    def _start(self, location: int) -> None:
        self.location = location & ADDRESS
        self.status = Status.FREE
        self.running = True
        self.proceed()

    def _show(self) -> None:
        self.state.in_operation[self.number] = int(self.running)

    def _stop_resting(self) -> None:
        if self._rest is not None:
            self.scheduler.cancel(self._rest)
        self._rest = None

    def proceed(self) -> None:
        """Execute commands until one has to wait for the adapter, or for the processor."""
        self._stop_resting()
        for _ in range(RING):
            if not self._interrupt() or not self.running or not self._next_command():
                self._show()
                return
        self._rest = self.scheduler.after(RING_REST_US, self.proceed)
        self._show()

    def _next_command(self) -> bool:
        command = self.fetch(self.location)
        self.location = self.location + 1 & ADDRESS
        return self._execute(command)

    def _execute(self, command: int) -> bool:
        """Execute a command; whether the next one can follow at once."""
        self.operation = operation_of(command)
        self.count = decrement_of(command)
        self.address = command & ADDRESS
        if command & COMMAND_INDIRECT:
            self.address = self.fetch(self.address) & ADDRESS
        return COMMANDS[self.operation](self)

    # Interrupts

    def _raise(self, condition: Condition) -> None:
        self.pending |= condition

    def _interrupt(self) -> bool:
        """Interrupt the program if a condition asks for it: the registers go to the channel's cell, and the
        command in the cell after it is executed. If it does not transfer, the program goes on [2].

        Returns whether the next command can follow at once.
        """
        causes = self.pending & int(NEVER_INHIBITED | INHIBITABLE & ~self.mode)
        if self.status is not Status.FREE:
            causes &= ~ATTENTIONS  # between two operations only [1: Cornwell; SIMH breaks off the operation]
        if not self.running and self.command_condition:
            causes = 0  # not before the trap of the TWT: a guess
        if not causes or self.interrupted:
            return True
        cell = INTERRUPT_CELL_A + 2 * (self.number - 1)
        self.put(cell, self.store())
        self.pending &= ~causes
        self.latched = int(causes)
        self.interrupted = True
        self._disconnect()
        self.running = True
        return self._execute(self.fetch(cell + 1))

    def _check(self, condition: Condition) -> bool:
        """A check ends the operation and interrupts. While an interrupt is served, it stops the channel
        [1: Cornwell]."""
        self._raise(condition)
        self._disconnect()
        if self.interrupted:
            self.running = False
            return False
        return True

    def _disconnect(self) -> None:
        if self.status is not Status.FREE:
            self.adapter.break_off()
        self.status = Status.FREE

    # The adapter's side

    def order_word(self) -> int:
        """CTL: the next word of the order."""
        word = self.fetch(self.address)
        self.address = self.address + 1 & ADDRESS
        return word

    def word_in(self, word: int) -> bool:
        """Reading: a word from the adapter."""
        if self.status is not Status.READING or not self.count or self._rest is not None:
            return self._late()
        if self.mode & Mode.BCD:
            word = _translated(word, bcd.from_tape)
        self.assembly = word
        self.put(self.address, word)
        self._count_word()
        return True

    def word_out(self) -> int | None:
        """Writing: a word for the adapter."""
        if self.status is not Status.WRITING or not self.count or self._rest is not None:
            self._late()
            return None
        word = self.fetch(self.address)
        self.assembly = _translated(word, bcd.to_tape) if self.mode & Mode.BCD else word
        self._count_word()
        return self.assembly

    def _late(self) -> bool:
        """The adapter has a word, or wants one, and no command moves it: input-output check [1: SIMH]."""
        if self.status is not Status.FREE:
            self.state.io_check = 1
            self._raise(Condition.INPUT_OUTPUT_CHECK)
        return False

    def _count_word(self) -> None:
        step = -1 if self.mode & Mode.READ_BACKWARD else 1
        self.address = self.address + step & ADDRESS
        self.count -= 1
        if not self.count:
            if self.operation is Operation.CPYD:
                self.adapter.finish()
            else:
                self.proceed()

    def ended(self, unusual: bool) -> None:
        """The adapter has ended its operation. A copy that waits for more words ends too [1: Cornwell; in
        SIMH the file control begins again]."""
        if unusual:
            self._raise(Condition.UNUSUAL_END)
        was_order = self.status is Status.ORDER
        self.status = Status.FREE
        if was_order and not unusual:
            self._connect()
        if self._rest is None:
            self.proceed()

    def attention(self) -> None:
        """The adapter asks for attention."""
        self._raise(Condition.ATTENTION_1)
        if not self.running:
            self.proceed()

    # Commands. Each returns whether the next one can follow at once.

    def _busy(self) -> bool:
        return self.status is not Status.FREE

    def _wtr(self) -> bool:
        if self._busy():
            return self._check(Condition.SEQUENCE_CHECK)
        self.location = self.location - 1 & ADDRESS  # an interrupt comes back to it [2]
        self.running = False
        return False

    def _twt(self) -> bool:
        waits = self._wtr()
        self.command_condition = not self.running
        return waits

    def _tch(self) -> bool:
        self.location = self.address
        return True

    def _tdc(self) -> bool:
        if self.counter:
            self.counter -= 1
            self.location = self.address
        return True

    def _tcm(self) -> bool:
        """C 0 compares the conditions, 1 to 6 a character of the assembly register, 7 zero [2]."""
        place, mask = self.count >> 12, self.count & CHARACTER
        found = 0
        if place == 0:
            found = self.conditions
        elif place < 7:
            found = self.assembly >> 6 * (6 - place) & CHARACTER
        if self.count & ALL_OF_MASK:
            found &= mask
        if found == mask:
            self.location = self.address
        return True

    def _lip(self) -> bool:
        self.address = self.fetch(INTERRUPT_CELL_A + 2 * (self.number - 1)) & ADDRESS
        return self._lipt()

    def _lipt(self) -> bool:
        self.interrupted = False
        self.latched = 0
        self.location = self.address
        return True

    def _xmt(self) -> bool:
        """Words that follow the command go to its address [2]."""
        while self.count:
            self.put(self.address, self.fetch(self.location))
            self.location = self.location + 1 & ADDRESS
            self.address = self.address + 1 & ADDRESS
            self.count -= 1
        return True

    def _lar(self) -> bool:
        self.assembly = self.fetch(self.address)
        return True

    def _sar(self) -> bool:
        self.put(self.address, self.assembly)
        return True

    def _lcc(self) -> bool:
        self.counter = self.address & CHARACTER
        return True

    def _icc(self) -> bool:
        """C 1 to 6: the counter into a character of the assembly register [2]. C 0: the mode register alone,
        as IBM's diagnostics want it [1: Cornwell]."""
        place = self.count >> 12
        if place == 0:
            self.assembly = self.mode & SEEN_BY_ICC
        elif place < 7:
            at = 6 * (6 - place)
            self.assembly = self.assembly & (WORD ^ CHARACTER << at) | self.counter << at
        return True

    def _sms(self) -> bool:
        self.mode = self.address & 0o177
        return True

    def _ctl(self) -> bool:
        if self.mode & Mode.SECOND_ADAPTER:
            return self._check(Condition.ADAPTER_CHECK)  # [1: Cornwell]
        if self.count & NO_ORDER:
            self._connect()
            return True
        self._answer()
        self.status = Status.ORDER
        self.adapter.take_order()
        return False

    def _answer(self) -> None:
        """An order, or a sense, answers what the adapter had to say [1: Cornwell]."""
        self.pending &= ~(Condition.UNUSUAL_END | Condition.ATTENTION_1)

    def _connect(self) -> None:
        """After the order of a CTLR or CTLW, the adapter begins to read or write."""
        if self.operation in (Operation.CTLR, Operation.CTLW):
            writing = self.operation is Operation.CTLW
            self.status = Status.PREPARED_TO_WRITE if writing else Status.PREPARED_TO_READ
            self.adapter.begin(writing)

    def _sns(self) -> bool:
        if self.mode & Mode.SECOND_ADAPTER:
            return self._check(Condition.ADAPTER_CHECK)
        self._answer()
        self.status = Status.PREPARED_TO_READ
        self.adapter.begin_sense()
        return True

    def _copy(self) -> bool:
        """CPYP goes on when its words are through; CPYD then sends STOP and waits for the end [2]."""
        if self.status in (Status.FREE, Status.ORDER):
            return self._check(Condition.SEQUENCE_CHECK)
        if self.status is Status.PREPARED_TO_READ:
            self.status = Status.READING
        elif self.status is Status.PREPARED_TO_WRITE:
            self.status = Status.WRITING
        if self.count:
            return False
        if self.operation is Operation.CPYP:
            return True
        self.adapter.finish()
        return False


def _translated(word: int, each: Callable[[int], int]) -> int:
    return sum(each(word >> at & CHARACTER) << at for at in range(0, 36, 6))


def _when_free(command: Callable[[ProgrammedChannel], bool]) -> Callable[[ProgrammedChannel], bool]:
    """A command that must not come while the channel is connected: that is a sequence check [2]."""

    def checked(channel: ProgrammedChannel) -> bool:
        if channel._busy():
            return channel._check(Condition.SEQUENCE_CHECK)
        return command(channel)

    return checked


COMMANDS: dict[Operation, Callable[[ProgrammedChannel], bool]] = {
    Operation.WTR: ProgrammedChannel._wtr,
    Operation.TWT: ProgrammedChannel._twt,
    Operation.TCH: ProgrammedChannel._tch,
    Operation.TDC: ProgrammedChannel._tdc,
    Operation.TCM: ProgrammedChannel._tcm,
    Operation.LIP: ProgrammedChannel._lip,
    Operation.LIPT: ProgrammedChannel._lipt,
    Operation.XMT: _when_free(ProgrammedChannel._xmt),
    Operation.LAR: _when_free(ProgrammedChannel._lar),
    Operation.SAR: _when_free(ProgrammedChannel._sar),
    Operation.LCC: _when_free(ProgrammedChannel._lcc),
    Operation.ICC: _when_free(ProgrammedChannel._icc),
    Operation.SMS: _when_free(ProgrammedChannel._sms),
    Operation.CTL: _when_free(ProgrammedChannel._ctl),
    Operation.CTLR: _when_free(ProgrammedChannel._ctl),
    Operation.CTLW: _when_free(ProgrammedChannel._ctl),
    Operation.SNS: _when_free(ProgrammedChannel._sns),
    Operation.CPYP: ProgrammedChannel._copy,
    Operation.CPYD: ProgrammedChannel._copy,
}
