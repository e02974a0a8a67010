"""What each channel command moves, and where it leaves the registers."""

import pytest

from ibm7094.devices.device import Select
from tests.rigs.channel_rig import BUFFER, MARK, PROGRAM, FakePrinter, FakeTape, Rig, io

RECORD = [0o11, 0o22, 0o33]
NEXT = [0o44, 0o55]


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        ([io("IOCD", BUFFER, 2)], [0o11, 0o22, 0]),
        ([io("IOCD", BUFFER, 4)], [*RECORD, 0o44]),
        ([io("IOCP", BUFFER, 1), io("IOCD", BUFFER + 1, 3)], [*RECORD, 0o44]),
        ([io("IOCT", BUFFER, 4)], [*RECORD, 0o44, 0]),
        ([io("IORP", BUFFER, 5), io("IOCD", BUFFER + 3, 1)], [*RECORD, 0o44]),
        ([io("IORP", BUFFER, 1), io("IOCD", BUFFER + 1, 1)], [0o11, 0o44, 0]),
        ([io("IORP", BUFFER, 0), io("IOCD", BUFFER, 1)], [0o44, 0]),
        ([io("IORT", BUFFER, 2)], [0o11, 0o22, 0]),
        ([io("IORT", BUFFER, 5)], [*RECORD, 0, 0]),
        ([io("IOSP", BUFFER, 2), io("IOCD", BUFFER + 2, 1)], [*RECORD, 0]),
        ([io("IOSP", BUFFER, 5), io("IOCD", BUFFER + 3, 1)], [*RECORD, 0o44, 0]),  # [R]
        ([io("IOST", BUFFER, 5)], [*RECORD, 0]),
        ([io("IOST", BUFFER, 2)], [0o11, 0o22, 0]),
        ([io("IOCP", 0, 0), io("IOSP", 0, 0), io("IOCD", BUFFER, 1)], [0o11, 0]),
        ([io("TCH", PROGRAM + 2), 0, io("IOCD", BUFFER, 1)], [0o11, 0]),
    ],
)
def test_a_read_command_stores_what_it_should(commands: list[int], expected: list[int]) -> None:
    rig = Rig(RECORD, NEXT)
    rig.read(*commands)
    assert rig.stored(len(expected)) == expected


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        ([io("IOCD", BUFFER, 3)], [[1, 2, 3]]),
        ([io("IOCP", BUFFER, 2), io("IOCD", BUFFER + 2, 1)], [[1, 2, 3]]),  # [R]
        ([io("IOSP", BUFFER, 2), io("IOCD", BUFFER + 2, 1)], [[1, 2, 3]]),
        ([io("IORP", BUFFER, 2), io("IOCD", BUFFER + 2, 1)], [[1, 2], [3]]),  # [R]
        ([io("IORP", BUFFER, 2), io("IOCD")], [[1, 2]]),
        ([io("IORT", BUFFER, 2)], [[1, 2]]),
        ([io("IOCT", BUFFER, 2)], [[1, 2]]),
        ([io("IOST", BUFFER, 2)], [[1, 2]]),
        ([io("IOCP", BUFFER, 1), io("IORP"), io("IOCD", BUFFER + 1, 1)], [[1], [2]]),
        ([io("IOCP", BUFFER, 1), io("TCH", PROGRAM + 3), 0, io("IOCD", BUFFER + 1, 1)], [[1, 2]]),
        ([io("IOCD")], []),
    ],
)
def test_a_write_command_makes_the_records_it_should(commands: list[int], expected: list[list[int]]) -> None:
    rig = Rig()
    rig.program(1, 2, 3, at=BUFFER)
    assert rig.write(*commands) == expected


def test_sch_shows_operation_next_command_and_next_word() -> None:
    """[R] IORT 520,,1 at 206 gave 300207000521."""
    rig = Rig([0o11])
    rig.core[0o206] = io("IORT", 0o520, 1)
    rig.select(Select.RDS)
    rig.channel.reset_load(0o206)
    rig.run()
    assert rig.channel.store() == 0o300207000521


def test_on_a_write_sch_already_shows_the_first_word_fetched() -> None:
    """[D 9IOTA]"""
    rig = Rig()
    rig.start(Select.WRS, io("IOCD", 0o520, 3))
    assert rig.channel.store() == 0o000201000521


def test_on_a_read_sch_shows_the_address_until_a_word_has_come() -> None:
    rig = Rig(RECORD)
    rig.start(Select.RDS, io("IOCP", 0o520, 3))
    assert rig.channel.store() == 0o400201000520


def test_sch_shows_the_n_bit() -> None:
    rig = Rig(RECORD)
    rig.start(Select.RDS, io("IOCP", 0o520, 3, n=True))
    assert rig.channel.store() == 0o400201200520


def test_no_transmission_counts_words_and_stores_none() -> None:
    rig = Rig(RECORD)
    rig.read(io("IOCP", BUFFER, 2, n=True), io("IOCD", BUFFER + 4, 1))
    assert rig.stored(5) == [0, 0, 0, 0, 0o33]


def test_no_transmission_still_advances_the_address() -> None:
    """[D 9IOTA]"""
    rig = Rig(RECORD)
    rig.read(io("IORT", 0o520, 2, n=True))
    assert rig.channel.store() == 0o300201200522


def test_no_transmission_on_a_write_sends_zeros() -> None:
    rig = Rig()
    rig.program(1, 2, at=BUFFER)
    assert rig.write(io("IOCP", BUFFER, 1), io("IOCD", BUFFER, 2, n=True)) == [[1, 0, 0]]


def test_an_indirect_command_takes_its_address_from_storage() -> None:
    rig = Rig(RECORD)
    rig.core[0o300] = 0o777776000000 | BUFFER
    rig.read(io("IOCD", 0o300, 1, indirect=True))
    assert rig.stored(1) == [0o11]


def test_indirect_is_one_level_only() -> None:
    rig = Rig(RECORD)
    rig.core[0o300] = 0o400000 | BUFFER
    rig.core[BUFFER] = 0o2000
    rig.read(io("IOCD", 0o300, 1, indirect=True))
    assert rig.stored(1) == [0o11]


def test_a_transfer_in_channel_may_be_indirect() -> None:
    """[D 9IOTA]"""
    rig = Rig(RECORD)
    rig.core[0o300] = 0o400
    rig.core[0o400] = io("IOCD", BUFFER, 1)
    rig.read(io("TCH", 0o300, indirect=True))
    assert rig.stored(1) == [0o11]


def test_addresses_wrap_around_at_the_end_of_storage() -> None:
    rig = Rig(RECORD)
    rig.read(io("IOCD", 0o77777, 2))
    assert (rig.core[0o77777], rig.core[0]) == (0o11, 0o22)


def test_the_location_counter_wraps_around() -> None:
    rig = Rig(RECORD)
    rig.core[0o77777] = io("IOCP", BUFFER, 1)
    rig.core[0] = io("IOCD", BUFFER + 1, 1)
    rig.select(Select.RDS)
    rig.channel.reset_load(0o77777)
    rig.run()
    assert rig.stored(2) == [0o11, 0o22]


@pytest.mark.parametrize("second", ["IORP", "IOSP"])
@pytest.mark.parametrize("first", ["IOCP", "IOSP"])
def test_a_count_that_ends_on_the_last_word_leaves_the_end_of_record(first: str, second: str) -> None:
    rig = Rig(RECORD, NEXT)
    rig.read(io(first, BUFFER, 3), io(second, BUFFER + 3, 2), io("IOCD", BUFFER + 5, 1))
    assert rig.stored(6) == [*RECORD, 0, 0, 0o44]


def test_a_command_that_ends_with_the_record_uses_up_its_end() -> None:
    rig = Rig(RECORD, NEXT)
    rig.read(io("IORP", BUFFER, 3), io("IORT", BUFFER + 3, 2))
    assert rig.stored(5) == [*RECORD, *NEXT]


def test_the_tape_runs_to_the_end_of_a_record_that_was_not_wanted_whole() -> None:
    rig = Rig(RECORD, NEXT)
    rig.read(io("IOCD", BUFFER, 1))
    rig.read(io("IOCD", BUFFER, 1))
    assert rig.stored(1) == [0o44]


def test_a_disconnect_inside_a_record_frees_the_channel_before_the_record_ends() -> None:
    rig = Rig(RECORD)
    rig.start(Select.RDS, io("IOCD", BUFFER, 1))
    rig.run_for(1150.0)
    assert (rig.in_operation, rig.tape.busy) == (False, True)


def test_words_come_at_the_speed_of_the_device() -> None:
    rig = Rig(RECORD)
    rig.start(Select.RDS, io("IOCD", BUFFER, 3))
    rig.run_for(1250.0)
    assert rig.stored(3) == [0o11, 0o22, 0]


def test_a_ring_of_transfers_in_channel_does_not_stop_the_machine() -> None:
    rig = Rig(RECORD)
    rig.start(Select.RDS, io("TCH", PROGRAM))
    assert rig.in_operation


def test_a_word_that_finds_the_channel_in_a_ring_turns_on_the_check() -> None:
    rig = Rig(RECORD)
    rig.start(Select.RDS, io("TCH", PROGRAM))
    rig.run_for(1120.0)
    assert rig.state.io_check


def test_a_ring_ends_when_the_program_breaks_it() -> None:
    rig = Rig(RECORD)
    rig.start(Select.RDS, io("TCH", PROGRAM))
    rig.run_for(500.0)
    rig.core[PROGRAM] = io("IOCD", BUFFER, 1)
    rig.run()
    assert rig.stored(1) == [0o11]


def test_an_end_of_file_stores_nothing_and_leaves_the_registers() -> None:
    """[R]"""
    rig = Rig(MARK)
    rig.read(io("IOCP", BUFFER, 3), io("IOCD", BUFFER, 1))
    assert (rig.channel.store(), rig.stored(1)) == (0o400201001000, [0])


def test_an_end_of_file_turns_on_its_indicator_and_disconnects() -> None:
    rig = Rig(MARK)
    rig.read(io("IOCT", BUFFER, 3))
    assert (rig.state.end_of_file[1], rig.in_operation) == (1, False)


def test_an_end_of_file_is_not_a_command_condition() -> None:
    rig = Rig(MARK)
    rig.read(io("IOCT", BUFFER, 3))
    assert not rig.channel.command_condition


class TestADeviceThatEndsItsOwnRecords:
    """As punch and printer do; this one after four words."""

    def write(self, *commands: int) -> list[list[int]]:
        rig = Rig()
        rig.program(*range(1, 17), at=BUFFER)
        rig.tape = FakePrinter()
        return rig.write(*commands)

    @pytest.mark.parametrize("name", ["IORP", "IORT"])
    def test_ends_a_record_command_with_a_larger_count(self, name: str) -> None:
        assert self.write(io(name, BUFFER, 9), io("IOCD"))[0] == [1, 2, 3, 4]

    def test_starts_another_when_the_count_is_larger(self) -> None:
        assert self.write(io("IOCD", BUFFER, 6)) == [[1, 2, 3, 4], [5, 6]]

    def test_does_not_end_the_command_after_one_whose_count_fitted(self) -> None:
        assert self.write(io("IORP", BUFFER, 4), io("IORT", BUFFER + 4, 4)) == [[1, 2, 3, 4], [5, 6, 7, 8]]

    def test_does_not_end_the_command_after_one_that_was_short(self) -> None:
        assert self.write(io("IORP", BUFFER, 2), io("IORT", BUFFER + 4, 4)) == [[1, 2], [5, 6, 7, 8]]

    def test_goes_through_one_cycle_for_no_words(self) -> None:
        assert self.write(io("IOCD")) == [[]]


@pytest.mark.parametrize("device", [FakeTape, FakePrinter])
def test_an_lch_is_in_time_after_an_iort_of_no_words_on_a_write(device: type[FakeTape]) -> None:
    """The command ends when the device wants a word: 9B01A gives an RCH of IORT ,,0 and then an LCH, and
    finds the LCH's command in the registers [D 9B01 00356]."""
    rig = Rig()
    rig.tape = device()
    rig.program(7, 8, at=BUFFER)
    rig.start(Select.WRS, io("IORT", BUFFER, 0), io("IOCD", BUFFER, 2))
    rig.wait_for(lambda: rig.channel.load(PROGRAM + 1))
    assert rig.channel.store() == (PROGRAM + 2) << 18 | BUFFER + 1
    rig.run()
    assert not rig.state.io_check
    assert rig.tape.written[-1] == [7, 8]


def test_an_iort_of_no_words_on_a_write_ends_by_itself_when_no_lch_comes() -> None:
    """9T01A would wait for ever otherwise."""
    rig = Rig()
    assert rig.write(io("IORT", BUFFER, 0)) == []
    assert not rig.in_operation
    assert rig.channel.command_condition


def test_an_iort_of_no_words_on_a_read_skips_a_record_though_an_lch_waits() -> None:
    """9B01A counts three cards for an IORT ,,0 and two LCHs (01623-01701), and punches them itself."""
    rig = Rig(RECORD, NEXT)
    rig.start(Select.RDS, io("IORT", BUFFER, 0), io("IOCD", BUFFER, 2))
    rig.wait_for(lambda: rig.channel.load(PROGRAM + 1))
    rig.run()
    assert rig.stored(2) == NEXT
