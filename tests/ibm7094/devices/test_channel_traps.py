"""Channel traps, and the conditions that cause them."""

from collections.abc import Callable

import pytest

from ibm7094.channels import Channels
from ibm7094.devices.device import Select
from tests.rigs.channel_rig import BUFFER, MARK, PROGRAM, FakeTape, Machine, Rig, io

COMMAND, REDUNDANCY, END_OF_FILE = 1, 2, 4
ALL_OF_A = 0o000001000001
BAD = 0o66


class Bench(Machine):
    """All channels, each with a fake tape 1."""

    def __init__(self) -> None:
        super().__init__()
        self.tapes = [FakeTape(bad_word=BAD) for _ in range(8)]
        for ch in range(1, 9):
            self.channels.channel(ch).devices["1"] = self.tapes[ch - 1]

    def read(self, ch: int, record: list[int], *commands: int) -> None:
        self.tapes[ch - 1].records = [record]
        self.do(Select.RDS, ch << 9 | 0o221, *commands, ch=ch)

    def command(self, ch: int = 1) -> None:
        self.read(ch, [1], io("IOCT", BUFFER, 1))

    def end_of_file(self, ch: int = 1) -> None:
        self.read(ch, MARK, io("IOCD", BUFFER, 1))

    def redundancy(self, ch: int = 1) -> None:
        self.read(ch, [BAD], io("IOCD", BUFFER, 1))


@pytest.mark.parametrize(
    ("cause", "code"), [("command", COMMAND), ("redundancy", REDUNDANCY), ("end_of_file", END_OF_FILE)]
)
def test_an_enabled_condition_traps_with_its_code(cause: str, code: int) -> None:
    bench = Bench()
    bench.channels.enable(ALL_OF_A)
    getattr(bench, cause)()
    assert bench.channels.take_trap() == (0o12, code)


@pytest.mark.parametrize("cause", ["command", "redundancy", "end_of_file"])
def test_a_condition_met_while_disabled_traps_when_enabled(cause: str) -> None:
    """[M 7094 CE; D]"""
    bench = Bench()
    getattr(bench, cause)()
    assert not bench.channels.trap_pending()
    bench.channels.enable(ALL_OF_A)
    assert bench.channels.trap_pending()


def test_all_causes_of_one_channel_are_one_trap() -> None:
    """[D 9IOTA]"""
    bench = Bench()
    bench.channels.enable(ALL_OF_A)
    bench.redundancy()
    bench.end_of_file()
    bench.command()
    assert bench.channels.take_trap() == (0o12, 7)


def test_a_trap_turns_its_causes_off() -> None:
    bench = Bench()
    bench.channels.enable(ALL_OF_A)
    bench.redundancy()
    bench.end_of_file()
    bench.command()
    bench.channels.take_trap()
    bench.channels.restore()
    assert not bench.channels.trap_pending()


def test_a_cause_that_is_not_enabled_is_neither_reported_nor_turned_off() -> None:
    bench = Bench()
    bench.redundancy()
    bench.end_of_file()
    bench.channels.enable(0o1)
    assert bench.channels.take_trap() == (0o12, END_OF_FILE)
    assert bench.state.redundancy[1]


@pytest.mark.parametrize("ch", range(1, 9))
def test_each_channel_has_its_bits_and_its_cell(ch: int) -> None:
    bench = Bench()
    bench.channels.enable(1 << (ch - 1) | 1 << (17 + ch))
    bench.end_of_file(ch)
    bench.redundancy(ch)
    assert bench.channels.take_trap() == (0o12 + 2 * (ch - 1), END_OF_FILE | REDUNDANCY)


def test_the_lowest_letter_traps_first() -> None:
    bench = Bench()
    bench.channels.enable(0o377)
    bench.end_of_file(3)
    bench.end_of_file(2)
    assert bench.channels.take_trap() == (0o14, END_OF_FILE)


def test_a_trap_inhibits_the_others() -> None:
    bench = Bench()
    bench.channels.enable(0o377)
    bench.end_of_file(1)
    bench.end_of_file(2)
    bench.channels.take_trap()
    assert not bench.channels.trap_pending()


@pytest.mark.parametrize(
    "lift", [lambda channels: channels.restore(), lambda channels: channels.enable(0o377)]
)
def test_rct_and_enb_lift_the_inhibition(lift: Callable[[Channels], None]) -> None:
    bench = Bench()
    bench.channels.enable(0o377)
    bench.end_of_file(1)
    bench.end_of_file(2)
    bench.channels.take_trap()
    lift(bench.channels)
    assert bench.channels.take_trap() == (0o14, END_OF_FILE)


def test_each_enable_replaces_the_last() -> None:
    bench = Bench()
    bench.channels.enable(0o377)
    bench.end_of_file(1)
    bench.channels.enable(0o2)
    assert not bench.channels.trap_pending()


def test_restoring_with_nothing_enabled_does_nothing() -> None:
    bench = Bench()
    bench.end_of_file()
    bench.channels.restore()
    assert not bench.channels.trap_pending()


@pytest.mark.parametrize("indicator", ["redundancy", "end_of_file"])
def test_an_indicator_stays_on_through_later_selects_and_commands(indicator: str) -> None:
    """[D 9IOTA]"""
    bench = Bench()
    getattr(bench, indicator)()
    bench.command()
    assert getattr(bench.state, indicator)[1]


def test_the_command_condition_stays_up_through_a_select_of_an_enabled_channel() -> None:
    """[D 9IOTA]"""
    bench = Bench()
    bench.channels.enable(0o1)
    bench.command()
    bench.read(1, [1], io("IOCD", BUFFER, 1))
    assert bench.channels.take_trap() == (0o12, COMMAND)


def test_a_select_of_a_channel_that_is_not_enabled_clears_the_command_condition() -> None:
    """[D 9IOTA]"""
    bench = Bench()
    bench.command()
    bench.read(1, [1], io("IOCD", BUFFER, 1))
    bench.channels.enable(0o1)
    assert not bench.channels.trap_pending()


def test_an_indicator_turned_off_by_the_processor_does_not_trap() -> None:
    bench = Bench()
    bench.end_of_file()
    bench.state.end_of_file[1] = 0
    bench.channels.enable(0o1)
    assert not bench.channels.trap_pending()


def test_iocd_is_not_a_command_condition() -> None:
    bench = Bench()
    bench.channels.enable(0o1)
    bench.read(1, [1], io("IOCD", BUFFER, 1))
    assert not bench.channels.trap_pending()


class TestABadWord:
    def test_is_stored_and_reading_continues_when_its_trap_is_not_enabled(self) -> None:
        rig = Rig([1, BAD, 2], bad_word=BAD)
        rig.read(io("IOCD", BUFFER, 3))
        assert (rig.stored(3), rig.state.redundancy[1]) == ([1, BAD, 2], 1)

    def test_is_not_stored_when_its_trap_is_enabled(self) -> None:
        """[D 9IOTA]"""
        rig = Rig([BAD], bad_word=BAD)
        rig.state.redundancy_enabled[1] = 1
        rig.read(io("IOCD", BUFFER, 1))
        assert (rig.stored(1), rig.state.redundancy[1]) == ([0], 1)

    def test_disconnects_when_its_trap_is_enabled(self) -> None:
        rig = Rig([1, BAD, 2], bad_word=BAD)
        rig.state.redundancy_enabled[1] = 1
        rig.start(Select.RDS, io("IOCD", BUFFER, 3))
        rig.run_for(1250.0)
        assert not rig.in_operation


class TestTheOperatorsReset:
    def make(self) -> Bench:
        bench = Bench()
        bench.channels.enable(ALL_OF_A)
        bench.redundancy()
        bench.end_of_file()
        bench.command()
        bench.state.io_check = 1
        bench.channels.reset()
        return bench

    def test_clears_the_enables(self) -> None:
        """[D]"""
        bench = self.make()
        assert not any([*bench.state.eof_enabled, *bench.state.redundancy_enabled])

    def test_clears_the_conditions(self) -> None:
        bench = self.make()
        bench.channels.enable(ALL_OF_A)
        assert not bench.channels.trap_pending()

    def test_clears_the_check(self) -> None:
        assert not self.make().state.io_check

    def test_stops_the_devices(self) -> None:
        bench = Bench()
        bench.channels.select(Select.REW, 0o1221)
        bench.channels.reset()
        assert not bench.channels.active()


def test_resetting_one_channel_clears_its_indicators_and_no_others() -> None:
    """RDC"""
    bench = Bench()
    bench.end_of_file(1)
    bench.end_of_file(2)
    bench.channels.reset_channel(1)
    assert list(bench.state.end_of_file[1:3]) == [0, 1]


def test_the_channels_are_active_until_every_device_is_at_rest() -> None:
    bench = Bench()
    bench.channels.select(Select.REW, 0o1221)
    bench.run_for(100.0)
    assert bench.channels.active()
    bench.run()
    assert not bench.channels.active()


def test_a_trap_of_another_channel_ends_a_wait_for_lch() -> None:
    bench = Bench()
    bench.end_of_file(2)
    bench.channels.enable(0o3)
    bench.tapes[0].records = [[1, 2]]
    bench.program(io("IOCT", BUFFER, 1))
    bench.channels.select(Select.RDS, 0o1221)
    bench.channels.reset_load(1, PROGRAM)
    assert not bench.channels.load(1, PROGRAM)
    bench.channels.take_trap()
    bench.channels.restore()
    bench.run()
    assert bench.channels.take_trap() == (0o12, COMMAND)
