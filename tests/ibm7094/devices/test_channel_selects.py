"""Selects, RCH and LCH: what waits, what is checked, what is stacked."""

import pytest

from ibm7094.devices.device import Select
from tests.rigs.channel_rig import BUFFER, MARK, PROGRAM, FakePrinter, FakeTape, Rig, io

RECORD = [0o11, 0o22, 0o33]
NEXT = [0o44, 0o55]
NONDATA = [Select.BSR, Select.BSF, Select.REW, Select.RUN, Select.SDN]


def test_the_channel_is_in_operation_from_the_select_itself() -> None:
    """[D 9T01]"""
    rig = Rig(RECORD)
    rig.select(Select.RDS)
    assert rig.in_operation


def test_a_select_clears_the_registers() -> None:
    """[D 9P01]"""
    rig = Rig(RECORD, NEXT)
    rig.read(io("IOCT", BUFFER, 1))
    rig.select(Select.RDS)
    assert rig.channel.store() == 0


class TestASelectWithNoCommandInTime:
    """[D 9P01, 9IOTA]"""

    def test_skips_one_record(self) -> None:
        rig = Rig(RECORD, NEXT)
        rig.select(Select.RDS)
        rig.run()
        rig.read(io("IOCD", BUFFER, 1))
        assert rig.stored(1) == [0o44]

    def test_disconnects(self) -> None:
        rig = Rig(RECORD)
        rig.select(Select.RDS)
        rig.run()
        assert not rig.in_operation

    def test_sets_no_check(self) -> None:
        rig = Rig(RECORD)
        rig.select(Select.RDS)
        rig.run()
        assert not rig.state.io_check

    def test_finds_a_tape_mark(self) -> None:
        rig = Rig(MARK)
        rig.select(Select.RDS)
        rig.run()
        assert rig.state.end_of_file[1]

    def test_goes_through_one_cycle_of_a_writing_device(self) -> None:
        rig = Rig()
        rig.select(Select.WRS)
        rig.run()
        assert (rig.tape.cycles, rig.in_operation) == (1, False)


class TestAZeroCommand:
    """RCH of IOCD 0,,0 [D 9B01, 9T01]"""

    def test_disconnects_at_once(self) -> None:
        rig = Rig(RECORD)
        rig.start(Select.RDS, io("IOCD"))
        assert not rig.in_operation

    def test_lets_one_record_pass(self) -> None:
        rig = Rig(RECORD, NEXT)
        rig.read(io("IOCD"))
        rig.read(io("IOCD", BUFFER, 1))
        assert rig.stored(1) == [0o44]

    def test_finds_a_tape_mark(self) -> None:
        rig = Rig(MARK)
        rig.read(io("IOCD"))
        assert rig.state.end_of_file[1]

    @pytest.mark.parametrize("name", ["IOCT", "IOST"])
    def test_of_a_transferring_kind_disconnects_too(self, name: str) -> None:
        rig = Rig(RECORD)
        rig.start(Select.RDS, io(name))
        assert not rig.in_operation


class TestResetAndLoadChannel:
    def test_without_a_select_is_checked(self) -> None:
        """[D 9IOTA, 9T01; R]"""
        rig = Rig()
        rig.channel.reset_load(PROGRAM)
        assert rig.state.io_check

    def test_without_a_select_loads_the_registers(self) -> None:
        rig = Rig()
        rig.core[0o300] = 0o520
        rig.program(io("IORT", 0o300, 4, indirect=True))
        rig.channel.reset_load(PROGRAM)
        assert rig.channel.store() == 0o300201000520

    def test_without_a_select_does_not_put_the_channel_in_operation(self) -> None:
        rig = Rig()
        rig.program(io("IOCD", BUFFER, 1))
        rig.channel.reset_load(PROGRAM)
        assert not rig.in_operation

    def test_takes_the_place_of_a_command_being_executed(self) -> None:
        """[D 9P01]"""
        rig = Rig(RECORD)
        rig.start(Select.RDS, io("IOCD", BUFFER, 3))
        rig.program(io("IOCD", BUFFER + 8, 2), at=0o300)
        rig.run_for(1150.0)
        rig.channel.reset_load(0o300)
        rig.run()
        assert rig.stored(10) == [0o11, 0, 0, 0, 0, 0, 0, 0, 0o22, 0o33]

    def test_drops_the_word_fetched_ahead_for_the_command_it_replaces(self) -> None:
        rig = Rig()
        rig.program(1, 2, 3, 4, at=BUFFER)
        rig.start(Select.WRS, io("IOCD", BUFFER, 2))
        rig.program(io("IOCD", BUFFER + 2, 2))
        rig.channel.reset_load(PROGRAM)
        rig.run()
        assert rig.tape.written == [[3, 4]]

    def test_waits_for_a_non_data_select(self) -> None:
        rig = Rig()
        rig.select(Select.WEF)
        assert not rig.channel.reset_load(PROGRAM)

    def test_waits_for_a_data_select_that_is_stacked(self) -> None:
        rig = Rig(RECORD)
        rig.program(io("IOCD", BUFFER, 1))
        rig.select(Select.BSR)
        rig.select(Select.RDS)
        rig.wait_for(lambda: rig.channel.reset_load(PROGRAM))
        rig.run()
        assert rig.stored(1) == [0o11]


class TestLoadChannel:
    def start(self, *commands: int) -> Rig:
        rig = Rig(RECORD, NEXT)
        rig.start(Select.RDS, *commands)
        rig.program(io("IOCD", BUFFER + 4, 1), at=0o300)
        return rig

    def test_waits_while_a_command_is_executed(self) -> None:
        assert not self.start(io("IOCT", BUFFER, 1)).channel.load(0o300)

    @pytest.mark.parametrize("name", ["IOCT", "IORT", "IOST"])
    def test_continues_after_a_transferring_command(self, name: str) -> None:
        rig = self.start(io(name, BUFFER, 3))
        rig.wait_for(lambda: rig.channel.load(0o300))
        rig.run()
        assert rig.stored(5) == [*RECORD, 0, 0o44]

    def test_in_time_is_not_a_command_condition(self) -> None:
        """[D 9IOTA]"""
        rig = self.start(io("IOCT", BUFFER, 3))
        rig.wait_for(lambda: rig.channel.load(0o300))
        rig.run()
        assert not rig.channel.command_condition

    def test_in_time_continues_the_record_being_written(self) -> None:
        rig = Rig()
        rig.program(1, 2, 3, at=BUFFER)
        rig.program(io("IOCD", BUFFER + 2, 1), at=0o300)
        rig.start(Select.WRS, io("IOCT", BUFFER, 2))
        rig.wait_for(lambda: rig.channel.load(0o300))
        rig.run()
        assert rig.tape.written == [[1, 2, 3]]

    def test_takes_a_zero_count_reached_in_sequence_as_ended(self) -> None:
        rig = self.start(io("IOCP", BUFFER, 1), io("IOCT"))
        rig.wait_for(lambda: rig.channel.load(0o300))
        rig.run()
        assert rig.stored(5) == [0o11, 0, 0, 0, 0o22]

    def test_too_late_leaves_the_command_condition(self) -> None:
        rig = self.start(io("IOCT", BUFFER, 3))
        rig.run()
        assert rig.channel.command_condition

    @pytest.mark.parametrize("command", [io("IOCD", BUFFER, 2), io("IOCP", BUFFER, 9)])
    def test_is_checked_when_the_channel_disconnects_instead(self, command: int) -> None:
        """[D 9T01; R]: by IOCD, and by end of file."""
        rig = Rig([1, 2], MARK)
        rig.start(Select.RDS, command)
        rig.wait_for(lambda: rig.channel.load(0o300))
        assert rig.state.io_check

    def test_of_a_free_channel_is_checked_and_nothing_else(self) -> None:
        rig = Rig()
        rig.program(io("IOCD", BUFFER, 1))
        assert rig.channel.load(PROGRAM)
        assert (rig.state.io_check, rig.channel.store()) == (1, 0)

    def test_with_a_select_but_no_rch_is_checked(self) -> None:
        """[D 9T01]"""
        rig = Rig(RECORD)
        rig.select(Select.RDS)
        assert rig.channel.load(PROGRAM)
        assert rig.state.io_check

    def test_left_for_a_trap_was_not_in_time(self) -> None:
        rig = self.start(io("IOCT", BUFFER, 3))
        rig.channel.load(0o300)
        while not rig.core[BUFFER + 2]:
            rig.step()
        rig.channel.leave_load()
        assert (rig.in_operation, rig.channel.command_condition) == (False, True)


class TestStacking:
    def test_a_second_data_select_waits(self) -> None:
        rig = Rig(RECORD)
        rig.select(Select.RDS)
        assert not rig.select(Select.RDS)

    def test_a_second_non_data_select_waits(self) -> None:
        rig = Rig()
        rig.select(Select.BSR)
        assert not rig.select(Select.BSR)

    def test_a_data_select_waits_for_write_end_of_file(self) -> None:
        rig = Rig(RECORD)
        rig.select(Select.WEF)
        assert not rig.select(Select.RDS)

    @pytest.mark.parametrize("operation", NONDATA)
    def test_a_data_select_is_held_after_other_non_data_selects(self, operation: Select) -> None:
        rig = Rig(RECORD)
        rig.select(operation)
        assert rig.select(Select.RDS)

    def test_a_non_data_select_is_held_after_a_data_select_of_a_tape(self) -> None:
        rig = Rig(RECORD)
        rig.select(Select.RDS)
        assert rig.select(Select.BSR)

    def test_a_non_data_select_waits_for_a_card_machine(self) -> None:
        rig = Rig()
        rig.channel.select(Select.WRS, FakePrinter(), 0o361)
        assert not rig.select(Select.BSR)

    def test_a_held_select_keeps_the_channel_in_operation(self) -> None:
        rig = Rig(RECORD)
        rig.start(Select.RDS, io("IOCD", BUFFER, 1))
        rig.select(Select.WEF)
        rig.run_for(1500.0)
        assert rig.in_operation

    def test_a_held_select_does_not_disturb_the_command_being_executed(self) -> None:
        rig = Rig(RECORD)
        rig.start(Select.RDS, io("IOCD", BUFFER, 2))
        rig.select(Select.BSR)
        rig.run()
        assert rig.stored(2) == [0o11, 0o22]

    def test_two_held_selects_both_complete(self) -> None:
        rig = Rig(RECORD, NEXT)
        rig.start(Select.RDS, io("IOCD", BUFFER, 1))
        rig.select(Select.BSR)
        rig.run_for(1150.0)  # disconnected, but the tape still runs to the end of the record
        rig.select(Select.RDS)
        rig.wait_for(lambda: rig.channel.reset_load(PROGRAM))
        rig.run()
        assert rig.stored(1) == [0o44]

    @pytest.mark.parametrize("operation", NONDATA)
    def test_a_non_data_select_frees_the_channel_within_microseconds(self, operation: Select) -> None:
        rig = Rig()
        rig.select(operation)
        rig.run_for(100.0)
        assert (rig.in_operation, rig.tape.busy) == (False, True)

    def test_a_unit_that_still_moves_makes_its_next_select_wait(self) -> None:
        rig = Rig(RECORD)
        rig.select(Select.REW)
        rig.run_for(100.0)
        assert not rig.select(Select.RDS)

    def test_another_unit_of_a_free_channel_can_be_selected_meanwhile(self) -> None:
        rig = Rig()
        rig.select(Select.REW)
        rig.run_for(100.0)
        assert rig.channel.select(Select.RDS, FakeTape([RECORD]), 0o222)

    def test_write_end_of_file_holds_the_channel(self) -> None:
        rig = Rig()
        rig.select(Select.WEF)
        rig.run_for(4000.0)
        assert rig.in_operation


def test_reset_drops_everything() -> None:
    rig = Rig(RECORD)
    rig.start(Select.RDS, io("IOCD", BUFFER, 3))
    rig.channel.reset()
    rig.run()
    assert (rig.in_operation, rig.channel.store(), rig.stored(1)) == (False, 0, [0])
