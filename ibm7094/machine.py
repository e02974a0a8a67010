"""The machine: processor, core storage and input-output under one clock.

m = Machine("7094")
m.attach("A", "reader", "deck.cbn")
m.attach("A", "printer", "out.txt")
m.load_cards()
stop = m.run()
"""

import signal
import struct
import threading
from collections.abc import Iterable, Iterator, Mapping, MutableSequence
from contextlib import contextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, Protocol, SupportsIndex, cast

import numpy as np
from numpy.typing import NDArray

from ibm7094 import isa, saved
from ibm7094.channels import Channels, checked_kinds
from ibm7094.devices.direct import DirectIO
from ibm7094.devices.saving import open_device
from ibm7094.devices.units import Media
from ibm7094.engine import native, reference
from ibm7094.engine.watch import Watch, WatchedCore
from ibm7094.errors import BadType, BadValue, DeviceNotReady, MachineError, MediaError
from ibm7094.events import Scheduler
from ibm7094.files import ending, outputs, rules
from ibm7094.input_output import InputOutput
from ibm7094.isa import flow, index_registers
from ibm7094.isa.operands import address_mask
from ibm7094.isa.stops import Exit
from ibm7094.models import LEVEL_7094
from ibm7094.models import model as model_named
from ibm7094.models import options as options_named
from ibm7094.panel import IndexRegisters, PanelRow, Register, whole_number
from ibm7094.source_map import SourceMap
from ibm7094.state import State
from ibm7094.stop import Reason, Stop
from ibm7094.words import ADDRESS, CORE_SIZE, DECREMENT, WORD, octal

SLICE = 20_000_000
"""Cycles between checks for Ctrl-C: some tens of milliseconds."""

QUIET_EVENTS = 200_000
"""How many events a halt or a held instruction waits for. Channels that take longer are in a loop, such as
a ring of commands that prints for ever."""

STOPS = {
    Exit.HALT: Reason.HALT,
    Exit.PAUSE: Reason.HALT,
    Exit.DIVIDE_CHECK: Reason.DIVIDE_CHECK,
    Exit.BREAKPOINT: Reason.BREAKPOINT,
    Exit.ILLEGAL: Reason.ILLEGAL_OPERATION,
    Exit.XEC_LOOP: Reason.XEC_LOOP,
}
SAVING = "ibm7094 save"
NOT_SAVED = ("watch",)
"""Fields of the state that mean something only in this process."""
HALTS = (Exit.HALT, Exit.PAUSE, Exit.DIVIDE_CHECK)


class Loadable(Protocol):
    """What `load` needs of an assembled program."""

    @property
    def image(self) -> Mapping[int, int]: ...
    @property
    def symbols(self) -> Mapping[str, int]: ...
    @property
    def start(self) -> int | None: ...


class Machine:
    """One IBM 704, 709, 7090, 7094 or 7094 II."""

    ac = Register(38, "The accumulator, S,Q,P,1-35.")
    mq = Register(36, "The multiplier-quotient register.")
    si = Register(36, "The sense indicators.")
    keys = Register(36, "The panel's entry keys, read by ENK.")
    ac_overflow = Register(1, "The accumulator overflow indicator.")
    mq_overflow = Register(1, "The MQ overflow indicator.")
    divide_check = Register(1, "The divide-check indicator.")
    io_check = Register(1, "The input-output check indicator.")
    fp_trap = Register(1, "Floating-point trap mode.")
    multiple_tag = Register(1, "Multiple-tag mode; before the 7094 the only one.")
    transfer_trap = Register(1, "Transfer trapping mode.")

    def __init__(
        self,
        model: str = "7094",
        *,
        compiled: bool = True,
        options: Iterable[str] = (),
        channels: Mapping[str, str] | None = None,
    ) -> None:
        """A machine as after power-on. `compiled=False` runs the plain reference instead; `options` are the
        features of models.OPTIONS that it has.

        `channels={"C": "7909"}` makes channel C a 7909, for disks and drums; the others are 7607s.
        """
        self.model = model_named(model)
        self.options = options_named(options, self.model)
        self.channels = checked_kinds(channels or {}, self.model)
        """The channels that are not 7607s."""
        self.compiled = compiled
        self.table = isa.table(model)
        self.core: NDArray[np.int64] = np.zeros(CORE_SIZE, np.int64)
        self.state = State()
        # Elements of a memoryview are plain Python integers, and quick to reach.
        self.state.core = cast("MutableSequence[int]", memoryview(self.core.data))  # type: ignore[misc]
        self.symbols: dict[str, int] = {}
        """Names that breakpoints and messages may use for addresses."""
        self.source = SourceMap()
        """The source map of the program."""
        self.watch: Watch | None = None
        """Observers of the next runs, if any."""
        self.scheduler = Scheduler(self.state, self.model.cycle_us)
        parts = (self.state, self.state.core, self.scheduler)
        self.io: InputOutput = (
            Channels(*parts, self.options, self.channels) if self.model.has_channels else DirectIO(*parts)
        )
        self.state.io = self.io  # type: ignore[misc]
        self._paper = StringIO()
        self.attach("A", "printer", self._paper)
        self._private_watch = Watch()
        self._interrupted = False
        self._settling = False
        self._odd_cell: int | None = None  # of a channel trap whose instruction has not been executed yet
        self._held: int | None = None  # the instruction that waits for a channel, as it was fetched
        self._waits = 0  # events that the current instruction has waited for
        self.reset()

    def __repr__(self) -> str:
        done = f"{self.instructions:,} instructions, {self._took()}"
        return f"<Machine {self.model.name} at {self.where(self.ic)}: {done}>"

    def _took(self) -> str:
        """The simulated time since power-on, in a unit that suits it."""
        least, most = self.seconds
        unit, scale = ("s", 1.0) if most >= 1 else ("ms", 1e3) if most >= 1e-3 else ("µs", 1e6)
        low, high = (f"{end * scale:.4g}" for end in (least, most))
        return f"{high} {unit}" if low == high else f"{low} to {high} {unit}"

    # what the panel shows

    @property
    def ic(self) -> int:
        """The instruction counter."""
        return self.state.ic

    @ic.setter
    def ic(self, value: SupportsIndex) -> None:
        place = whole_number(value, "The instruction counter")
        if not 0 <= place < CORE_SIZE:
            raise BadValue(f"The instruction counter has 15 bits: {place:o} octal does not fit.")
        self.state.ic = place
        self.state.exit = Exit.NONE
        self._odd_cell = self._held = None

    @property
    def xr(self) -> IndexRegisters:
        """Index registers 1 to 7: `m.xr[4] = 0o100`, or all at once from seven numbers."""
        return IndexRegisters(self.state)

    @xr.setter
    def xr(self, values: Iterable[SupportsIndex]) -> None:
        self.xr.set(values)

    @property
    def switches(self) -> PanelRow:
        """Sense switches 1 to 6: `m.switches[3] = 1`, or all at once from "001001" or an integer."""
        return PanelRow(self, "switches", 6)

    @switches.setter
    def switches(self, value: "int | str | Iterable[int]") -> None:
        self.switches.set(value)

    @property
    def lights(self) -> PanelRow:
        """Sense lights 1 to 4."""
        return PanelRow(self, "lights", 4)

    @lights.setter
    def lights(self, value: "int | str | Iterable[int]") -> None:
        self.lights.set(value)

    @property
    def instructions(self) -> int:
        """Instructions executed since power-on; an XEC and its object count as one."""
        return self.state.instructions

    @property
    def cycles(self) -> int:
        """Machine cycles since power-on: the upper end where the count is an interval."""
        return self.state.cycles

    @property
    def cycles_interval(self) -> tuple[int, int]:
        """Machine cycles since power-on, lower and upper end."""
        return self.state.cycles - self.state.cycles_saved, self.state.cycles

    @property
    def seconds(self) -> tuple[float, float]:
        """Simulated seconds since power-on, lower and upper end."""
        least, most = self.cycles_interval
        return least * self.model.cycle_us / 1e6, most * self.model.cycle_us / 1e6

    # the operator's keys

    def reset(self) -> None:
        """RESET: registers, indicators and modes as after power-on; core and the clocks are kept."""
        s = self.state
        kept = {n: getattr(s, n) for n in ("instructions", "cycles", "cycles_saved", "keys", "switches")}
        for name, _ in State._fields_:  # type: ignore[misc]
            if not hasattr(getattr(s, name), "__len__"):
                setattr(s, name, kept.get(name, 0))
        for i in range(8):
            s.xr[i] = s.xe[i] = 0
        s.level = self.model.level
        s.fp_trap = int(self.model.level > 0)
        s.multiple_tag = 1  # a 7094 starts in the 7090's mode; LMTM gives it seven registers
        self.io.reset()
        self._settling = False
        self._odd_cell = self._held = None

    def clear(self) -> None:
        """CLEAR: reset, and set core to zero."""
        self.core[:] = 0
        self.reset()

    def load(self, program: "Mapping[int, int] | Loadable") -> None:
        """Load words into core: a mapping, or an assembled program with its symbols and start address."""
        words = program if isinstance(program, Mapping) else getattr(program, "image", None)
        if words is None:
            raise BadType(f"{program!r} is not a program: load words by address, or assemble one.")
        for location, word in words.items():
            if not 0 <= location < CORE_SIZE:
                raise MachineError(
                    f"Address {location:o} octal is past the end of core: addresses go to 77777."
                )
            if not 0 <= word <= WORD:
                raise MachineError(
                    f"The word for {location:05o} is not a 36-bit word: give 0 to {WORD:o} octal."
                )
            self.core[location] = word
        if not isinstance(program, Mapping):
            self.use_source(getattr(program, "source", SourceMap(symbols=dict(program.symbols))))
            if program.start is not None:
                self.ic = program.start

    def use_source(self, source: SourceMap) -> None:
        """Show addresses by the symbols and cards of this program."""
        self.source = source
        self.symbols = dict(source.symbols)

    @property
    def labels(self) -> dict[int, str]:
        """Symbols by address, without constants; if two share an address, the first."""
        found: dict[int, str] = {}
        for name, place in self.symbols.items():
            if name not in self.source.constants:
                found.setdefault(place, name)
        return found

    def load_cards(self) -> None:
        """LOAD CARDS: reset, and read the first words from the card reader. `run` then executes them."""
        self._boot("reader", "A")

    def load_tape(self, where: str = "A1") -> None:
        """LOAD TAPE: the same from a tape unit."""
        self._boot("tape", where)

    def _boot(self, kind: str, where: str) -> None:
        self.reset()
        self.io.boot(kind, where)
        self.ic = 1 if self.model.has_channels else 0

    def attach(self, where: str, kind: str, path: Media = "", **options: object) -> None:
        """Attach a file to a device: `attach("A", "reader", path)`, `attach("A1", "tape", path)`,
        `attach("C0", "disk", path, model="1301")`.

        A clock has no file: `attach("A7", "clock", "1963-05-01T09:30")`, or without a time the host's."""
        self.io.attach(where, kind, path, **options)

    def add_reel(self, where: str, path: Path | str, **options: object) -> None:
        """Keep one more reel ready for a tape unit: it is mounted when the program unloads the unit (RUN).

        `ring=False` makes it write-protected."""
        self.io.add_reel(where, path, **options)

    @property
    def messages(self) -> list[str]:
        """What the operator should know, a sentence each: reels mounted, tapes without parity. Clear it
        after reading."""
        return self.io.messages

    @property
    def printed(self) -> str:
        """What channel A's printer has printed, unless a file is attached to it."""
        return self._paper.getvalue()

    def detach(self, where: str, kind: str) -> None:
        """Detach a device's file, after writing everything to it."""
        self.io.detach(where, kind)

    def close(self) -> None:
        """Write everything to the attached files and close them."""
        self.io.close()

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # saving

    def save(self, path: Path | str, *, force: bool = False) -> None:
        """Write the whole machine to a file: core, registers, channels, devices, clock, symbols."""
        path = Path(path)
        found = self.as_saved()
        rules.check_outputs([path], saved.output_paths(found))
        rules.check_own(path, SAVING, force)
        saved.write(path, found)
        rules.remember_own(path, SAVING)

    def as_saved(self) -> dict[str, Any]:
        """The whole machine, as plain data."""
        names = [name for name, _ in State._fields_ if name not in NOT_SAVED]  # type: ignore[misc]
        values = {name: getattr(self.state, name) for name in names}
        found = {
            "model": self.model.name,
            "options": list(self.options),
            "channels": self.channels,
            "core": self.core.astype("<i8").tobytes(),
            "state": {name: list(v) if hasattr(v, "__len__") else v for name, v in values.items()},
            "settling": self._settling,
            "odd_cell": self._odd_cell,
            "held": self._held,
            "waits": self._waits,
            "printed": self._paper.getvalue(),
            "symbols": self.symbols,
            "source": self.source.as_dict(),
            "io": self.io.as_saved(),
        }
        saved.add_files(found)
        return found

    @classmethod
    def restore(cls, path: Path | str, *, compiled: bool = True, force: bool = False) -> "Machine":
        """A machine that `save` wrote. It goes on exactly as the saved one would have.

        Attached files that have changed since are refused; `force` replaces those that the machine writes.
        """
        found = saved.read(Path(path))
        try:
            return cls.from_saved(found, compiled=compiled, force=force)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, struct.error):
            raise MediaError(f"{path}: this saved machine makes no sense: save it again") from None

    @classmethod
    def from_saved(cls, found: Mapping[str, Any], *, compiled: bool = True, force: bool = False) -> "Machine":
        """A machine from what `as_saved` returned."""
        saved.check_files(found, force)
        machine = cls(found["model"], compiled=compiled, options=found["options"], channels=found["channels"])
        machine.io.close()  # its printer
        machine.core[:] = np.frombuffer(found["core"], "<i8")
        for name, value in found["state"].items():
            if isinstance(value, list):
                getattr(machine.state, name)[:] = value
            else:
                setattr(machine.state, name, value)
        machine._settling, machine._waits = found["settling"], found["waits"]
        machine._odd_cell, machine._held = found["odd_cell"], found["held"]
        machine._paper.seek(0)
        machine._paper.truncate()
        if any(device["kind"] == "printer" and device["medium"]["path"] for device in found["io"]["devices"]):
            machine._paper.write(found["printed"])
        machine.use_source(SourceMap.from_dict(found["source"]))
        machine.symbols = dict(found["symbols"])
        try:
            machine.io.take_up(found["io"], partial(open_device, own_paper=machine._paper))
        except BaseException:
            with outputs.discarding():
                machine.close()
            raise
        return machine

    # running

    def step(self) -> Stop:
        """SINGLE STEP: one instruction."""
        return self.run(limit=1)

    def run(self, limit: int | None = None, breakpoints: Iterable[int | str] = ()) -> Stop:
        """START: run until a stop, a breakpoint (an address or a symbol) or `limit` instructions.
        A breakpoint at the first instruction is ignored."""
        if limit is not None and whole_number(limit, "The limit of instructions") < 0:
            raise BadValue(f"The limit of instructions is 0 or more, not {limit}: leave it out for no limit.")
        if isinstance(breakpoints, str | int):
            raise BadType(f"Breakpoints are a list: write [{breakpoints!r}], not {breakpoints!r}.")
        self._prepare()
        marks = [self.address(b) for b in breakpoints]
        watch = self.watch
        if marks and watch is None:
            watch = self._private_watch
        if watch is not None and marks:
            watch.breakpoints = marks
        end = None if limit is None else self.state.instructions + limit
        with self._listening(), self._watching(watch):
            while True:
                try:
                    stop = self._slice(end, watch)
                except (DeviceNotReady, MediaError) as problem:
                    stop = Stop(Reason.DEVICE_NOT_READY, self.state.ic, str(problem))
                if stop is not None:
                    return stop

    def address(self, place: int | str) -> int:
        """An address, given as a number or a symbol."""
        if isinstance(place, str):
            if place not in self.symbols:
                raise MachineError(f"There is no symbol {place}: load a map that has it, or give an address.")
            place = self.symbols[place]
        place = whole_number(place, "An address")
        if not 0 <= place < CORE_SIZE:
            raise MachineError(f"Address {place:o} octal is past the end of core: addresses go to 77777.")
        return place

    def _prepare(self) -> None:
        """Check what Python may have set, and continue after a halt."""
        s = self.state
        if self.core.min() < 0 or self.core.max() > WORD:
            place = int(np.flatnonzero((self.core < 0) | (self.core > WORD))[0])
            raise MachineError(
                f"The word at {place:05o} is not a 36-bit word: store 0 to {WORD:o} octal there."
            )
        if self.model.level < LEVEL_7094:
            s.multiple_tag = 1  # there is no other mode
        if self.model.level == 0:
            s.fp_trap = 0  # a 704 has no floating-point trap mode
        for i in range(1, 8):
            s.xr[i] &= ADDRESS
        index_registers.refresh(s)
        if s.exit == Exit.HALT:
            s.ic = (s.ic + 1) & ADDRESS  # as if the HTR were being executed
            flow.transfer(s, True, s.exit_address)
        s.exit = Exit.NONE

    def _slice(self, end: int | None, watch: Watch | None) -> Stop | None:
        """Run at most to the next event; return a stop if there was one."""
        s = self.state
        self.scheduler.run_due()
        s.exit = Exit.NONE
        if (hit := self._hit(watch)) is not None:
            return hit
        if self._interrupted:
            return self._stop(Reason.INTERRUPTED)
        if end is not None and s.instructions >= end:
            return self._stop(Reason.LIMIT)
        if self._odd_cell is self._held is None and not self._settling and self.io.trap_pending():
            self._take_trap()
        at = self._odd_cell
        if at is not None:
            self._trapped(at, watch)
        elif self._held is not None:
            s.ic = (s.ic + 1) & address_mask(s)
            self._perform(self._held, watch)
        else:
            s.alarm = s.cycles + 1 if self._settling else self._next_alarm(end)
            self._settling = False
            self._engine(watch)
            if s.exit == Exit.ESCAPE:
                s.exit = Exit.NONE
                self._perform(s.exit_word, watch)
        if s.exit == Exit.WAIT:
            return self._wait(at)
        self._waits, self._held = 0, None
        if s.exit in (Exit.NONE, Exit.ALARM):
            return self._marked(watch)
        if s.exit in HALTS and self._ended_by_trap():
            return None
        return self._stop(STOPS[Exit(s.exit)], at)

    def _next_alarm(self, end: int | None) -> int:
        """The cycle at which the engine must return."""
        s = self.state
        alarm = s.cycles + SLICE
        if end is not None:  # every instruction takes at least one cycle
            alarm = min(alarm, s.cycles + end - s.instructions)
        due = self.scheduler.next_cycle()
        return alarm if due is None else max(min(alarm, due), s.cycles + 1)

    def _engine(self, watch: Watch | None) -> None:
        s = self.state
        if not self.compiled:
            reference.run(s, self.table, watch)
            return
        rare = s.transfer_trap or s.select_trap or s.copy_trap or s.nullified
        if watch is None and rare:
            watch = self._private_watch
            watch.breakpoints = ()
        s.watch = watch.address if watch is not None else 0
        watching = watch is not None and watch.is_watching
        native.run(s, self.core.ctypes.data, self.model.name, watch is not None, watching)
        s.watch = 0

    def _perform(self, word: int, watch: Watch | None) -> None:
        """Execute an instruction that needs Python; note whether one more runs before a channel trap."""
        try:
            reference.perform(self.state, self.table, word, watch)
        except MachineError:
            self.state.ic = (self.state.ic - 1) & ADDRESS  # it was not executed
            self._held = None
            raise
        self._settling = self.io.delays_trap()

    def _marked(self, watch: Watch | None) -> Stop | None:
        """Stop at a breakpoint that the engine did not check, because it returned just before."""
        if (hit := self._hit(watch)) is not None:
            return hit
        if watch is not None and watch.marks[self.state.ic]:
            self.state.exit = Exit.BREAKPOINT
            return self._stop(Reason.BREAKPOINT)
        return None

    def _wait(self, at: int | None) -> Stop | None:
        """Wait for the next event of a channel; return a stop if there will be none.

        The instruction stays in the processor meanwhile, also one that XEC has fetched: no trap is taken, and
        nothing is fetched again.
        """
        due = self.scheduler.next_cycle(background=False)
        self._waits += 1
        if at is None:
            self._held = self.state.exit_word
        if due is None or self._waits > QUIET_EVENTS:
            self._waits, self._held = 0, None
            return self._stop(Reason.CHANNEL_HUNG, at)
        self.state.cycles = max(self.state.cycles, due)
        return None

    def _ended_by_trap(self) -> bool:
        """Wait until the channels are quiet, as a halt does. Return True if a trap ended the halt."""
        for _ in range(QUIET_EVENTS):
            if self.io.trap_pending():
                self.state.exit = Exit.NONE
                return True
            due = self.scheduler.next_cycle(background=self.io.awaits_timer())
            if due is None or not self.io.active() or self._interrupted:
                break
            self.state.cycles = max(self.state.cycles, due)
            self.scheduler.run_due()
        return False

    def _take_trap(self) -> None:
        """Take a channel trap: store the location and the cause. The instruction in the odd cell is next."""
        s = self.state
        cell, code = self.io.take_trap()
        core = s.core.written_by("a channel trap") if isinstance(s.core, WatchedCore) else s.core
        core[cell] = (core[cell] & (WORD ^ ADDRESS ^ DECREMENT)) | (code << 18) | s.ic
        flow.leave_compatibility(s)
        self._odd_cell = cell + 1

    def _trapped(self, odd_cell: int, watch: Watch | None) -> None:
        """Execute the instruction of a channel trap. The instruction counter stays the program's."""
        s = self.state
        location, noted = s.ic, watch.block.ring_next if watch is not None else 0
        done = reference.perform(s, self.table, s.core[odd_cell], watch)
        if done is None or s.exit == Exit.HALT:
            s.ic = location
        if s.exit != Exit.WAIT:
            self._odd_cell = None
        elif watch is not None:
            watch.block.ring_next = noted  # an XEC too is executed, and noted, again
        self._settling = self.io.delays_trap()

    def _stop(self, reason: Reason, at: int | None = None) -> Stop:
        """A stop with its message; `at` is its location if that is not the instruction counter."""
        s = self.state
        where = s.ic if at is None else at
        if at is None and s.exit in (Exit.PAUSE, Exit.DIVIDE_CHECK):
            where = (where - 1) & ADDRESS
        place = self.where(where)
        operation = self.table.codes[int(self.core[where]) >> 24]
        name = operation.name if operation else "instruction"
        text = {
            Reason.HALT: f"Halted by {name} at {place}.",
            Reason.DIVIDE_CHECK: f"Stopped by a divide check: the {name} at {place} cannot divide.",
            Reason.BREAKPOINT: f"Breakpoint at {place}.",
            Reason.LIMIT: f"Stopped at the limit of instructions, before {place}.",
            Reason.INTERRUPTED: f"Stopped by the operator, before {place}.",
            Reason.ILLEGAL_OPERATION: self._illegal(place),
            Reason.XEC_LOOP: f"The XEC at {place} executes XECs without end: correct its address.",
            Reason.CHANNEL_HUNG: f"The {name} at {place} waits for a channel that nothing will free: "
            "correct the channel commands.",
        }
        return Stop(reason, where, text[reason])

    def _illegal(self, place: str) -> str:
        """Why a word cannot be executed."""
        word, model = self.state.exit_word, self.model.name
        operation = self.table.codes[word >> 24]
        if operation and operation.feature:
            needs = f"The {operation.name} at {place} needs {operation.feature}"
            return f"{needs}, which this {model} does not have."
        return (
            f"The word {octal(word)} at {place} is not an operation of a {model}:"
            " look for a transfer into data, or choose another model."
        )

    def where(self, location: int) -> str:
        """An address as text, with the nearest symbol at or below it."""
        below = [(address, name) for address, name in self.labels.items() if address <= location]
        if not below:
            return f"{location:05o}"
        address, name = max(below)
        return f"{location:05o} ({name}{f'+{location - address:o}' if location > address else ''})"

    def _hit(self, watch: Watch | None) -> Stop | None:
        """Stop after a write to a watched word."""
        if watch is None or not watch.block.hit_count:
            return None
        return Stop(Reason.WATCHPOINT, self.state.ic, " ".join(self.writes(watch)))

    def writes(self, watch: Watch) -> list[str]:
        """The writes to watched words in the last run, a sentence each."""
        sentences = []
        for hit in watch.hits:
            by = hit.by
            if not by:
                last = next(watch.trace(1))
                operation = self.table.codes[last.word >> 24]
                by = f"{operation.name if operation else 'the instruction'} at {self.where(last.location)}"
            was, now = octal(hit.old), octal(hit.new)
            sentences.append(f"Watchpoint: {by} wrote {self.where(hit.address)}: {was} before, {now} now.")
        return sentences

    @contextmanager
    def _watching(self, watch: Watch | None) -> Iterator[None]:
        """While words are watched, note who writes them; else do nothing, at no cost."""
        if watch is not None:
            watch.forget_hits()
        if watch is None or not watch.is_watching:
            yield
            return
        plain = self.state.core
        self.state.core = cast("MutableSequence[int]", WatchedCore(plain, watch))  # type: ignore[misc]
        self.io.use_core(lambda by: WatchedCore(plain, watch, by))
        try:
            yield
        finally:
            self.state.core = plain  # type: ignore[misc]
            self.io.use_core(lambda by: plain)

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Let Ctrl-C stop the machine between instructions instead of raising KeyboardInterrupt."""
        self._interrupted = False
        ending.note_interrupt(False)
        main = threading.current_thread() is threading.main_thread()
        if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield
            return

        def ask(number: int, frame: object) -> None:
            self._interrupted = True
            ending.note_interrupt()

        signal.signal(signal.SIGINT, ask)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
