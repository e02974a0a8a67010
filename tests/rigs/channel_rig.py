"""Channels without a processor: only its clock, and its waiting for them."""

from collections.abc import Callable, Sequence

from ibm7094.channels.channel import Channel
from ibm7094.channels.command import Operation
from ibm7094.channels.system import Channels
from ibm7094.devices.device import Device, DeviceLink, Select, Steps
from ibm7094.events import Scheduler
from ibm7094.models import LEVEL_7094
from ibm7094.state import State
from ibm7094.words import COMMAND_INDIRECT, CORE_SIZE, NO_TRANSMISSION

CYCLE_US = 2.0
PROGRAM = 0o200
"""Where tests put channel commands."""
BUFFER = 0o1000
"""Where tests read to and write from."""

MARK: list[int] = []
"""A tape mark among the records of a FakeTape."""


def io(name: str, address: int = 0, count: int = 0, n: bool = False, indirect: bool = False) -> int:
    """A channel command."""
    word = Operation[name] << 33 | count << 18 | address
    return word | NO_TRANSMISSION * n | COMMAND_INDIRECT * indirect


class FakeTape(Device):
    """A tape in memory: a record each millisecond, a word each 100 microseconds."""

    name = "fake tape"
    is_tape = True

    def __init__(self, records: Sequence[Sequence[int]] = (), bad_word: int | None = None) -> None:
        super().__init__()
        self.records = list(records)
        self.bad_word = bad_word
        self.written: list[list[int]] = []
        self.cycles = 0

    def check(self, operation: Select) -> None:
        pass

    def read(self, link: DeviceLink, unit: int) -> Steps:
        while True:
            yield 1000.0
            self.cycles += 1
            record = self.records.pop(0)
            if record is MARK:
                link.end_of_file()
                return
            for word in record:
                yield 100.0
                link.put(word, word != self.bad_word)
            yield 60.0
            link.end_of_record()
            if not link.connected:
                return

    def write(self, link: DeviceLink, unit: int) -> Steps:
        while True:
            yield 1000.0
            self.cycles += 1
            words = []
            while (word := link.take()) is not None:
                words.append(word)
                yield 100.0
            if words:
                self.written.append(words)
            if not link.connected:
                return

    def control(self, operation: Select, link: DeviceLink, unit: int) -> Steps:
        if operation is not Select.WEF:
            yield 20.0
            link.release()
        yield 5000.0
        link.release()


class FakePrinter(FakeTape):
    """A device that is not a tape and ends its records itself, after four words."""

    name = "fake printer"
    is_tape = False

    def write(self, link: DeviceLink, unit: int) -> Steps:
        while True:
            yield 1000.0
            words: list[int] = []
            while len(words) < 4 and (word := link.take()) is not None:
                words.append(word)
                yield 100.0
            self.written.append(words)
            if len(words) == 4:
                link.end_of_record()
            if not link.connected:
                return


class Clock:
    """The processor's part of the work: waiting."""

    def __init__(self) -> None:
        self.state = State()
        self.state.level = LEVEL_7094
        self.core = [0] * CORE_SIZE
        self.scheduler = Scheduler(self.state, CYCLE_US)

    def step(self) -> None:
        """Advance to the next event."""
        due = self.scheduler.next_cycle()
        assert due is not None, "the processor waits and nothing will ever happen"
        self.state.cycles = max(due, self.state.cycles)
        self.scheduler.run_due()

    def wait_for(self, instruction: Callable[[], bool]) -> None:
        """Repeat an instruction until the channel lets it through."""
        while not instruction():
            self.step()

    def run(self) -> None:
        """Run until every device is at rest."""
        while self.scheduler.next_cycle() is not None:
            self.step()

    def run_for(self, microseconds: float) -> None:
        """Run for this many microseconds."""
        end = self.state.cycles + round(microseconds / CYCLE_US)
        while (due := self.scheduler.next_cycle()) is not None and due <= end:
            self.step()
        self.state.cycles = end

    def program(self, *commands: int, at: int = PROGRAM) -> None:
        """Put channel commands into core."""
        self.core[at : at + len(commands)] = commands

    def stored(self, count: int, at: int = BUFFER) -> list[int]:
        """Words of core."""
        return self.core[at : at + count]


class Rig(Clock):
    """Channel A with a fake tape."""

    def __init__(self, *records: Sequence[int], bad_word: int | None = None) -> None:
        super().__init__()
        self.channel = Channel(1, self.state, self.core, self.scheduler)
        self.tape = FakeTape(records, bad_word)
        self.channel.devices["1"] = self.tape

    def select(self, operation: Select) -> bool:
        return self.channel.select(operation, self.tape, 0o221)

    def start(self, operation: Select, *commands: int) -> None:
        """Select and RCH."""
        self.program(*commands)
        assert self.select(operation)
        assert self.channel.reset_load(PROGRAM)

    def read(self, *commands: int) -> None:
        self.start(Select.RDS, *commands)
        self.run()

    def write(self, *commands: int) -> list[list[int]]:
        self.start(Select.WRS, *commands)
        self.run()
        return self.tape.written

    @property
    def in_operation(self) -> bool:
        return bool(self.state.in_operation[1])


class Machine(Clock):
    """All channels, with real devices."""

    def __init__(self) -> None:
        super().__init__()
        self.channels = Channels(self.state, self.core, self.scheduler)

    def select(self, operation: Select, y: int) -> None:
        self.wait_for(lambda: self.channels.select(operation, y))

    def do(self, operation: Select, y: int, *commands: int, ch: int = 1) -> None:
        """Select, RCH, and wait until all is quiet."""
        self.program(*commands)
        self.select(operation, y)
        if commands:
            self.wait_for(lambda: self.channels.reset_load(ch, PROGRAM))
        self.run()
