"""The 716 printer, by what is on its paper."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from ibm7094.devices.device import Select
from ibm7094.media.cards import Card
from tests.rigs.channel_rig import BUFFER, PROGRAM, Machine, io

PRINTER, BINARY = 0o1361, 0o1362
SPT, SPR = 0o1360, 0o1360


def rows(text: str) -> list[int]:
    return Card.from_text(text).rows()


class Printing(Machine):
    """A machine with a printer."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.channels.attach("A", "printer", path)

    def print(self, text: str, *exits: int) -> None:
        """WPDA, SPRA each exit, RCHA."""
        self.program(*rows(text), at=BUFFER)
        self.program(io("IOCD", BUFFER, 24))
        self.select(Select.WRS, PRINTER)
        for number in exits:
            self.channels.sense(SPR + number)
        self.channels.reset_load(1, PROGRAM)
        self.run()

    def paper(self) -> str:
        self.channels.close()
        return self.path.read_bytes().decode()


@pytest.fixture
def printer(tmp_path: Path) -> Iterator[Printing]:
    printer = Printing(tmp_path / "paper.txt")
    yield printer
    printer.channels.close()


def test_a_line_is_printed_as_a_card_is_punched(printer: Printing) -> None:
    """[R]"""
    text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 +-/=().,$*'"
    printer.print(text)
    assert printer.paper() == text + "\n"


def test_72_columns_are_printed(printer: Printing) -> None:
    printer.print("X" * 80)
    assert printer.paper() == "X" * 72 + "\n"


def test_the_paper_appears_when_it_is_torn_off(printer: Printing) -> None:
    printer.print("NOW")
    assert not printer.path.exists()
    assert printer.paper() == "NOW\n"


def test_with_no_sense_the_paper_moves_one_line_before_each(printer: Printing) -> None:
    printer.print("ONE")
    printer.print("TWO")
    assert printer.paper() == "ONE\nTWO\n"


def test_more_words_in_a_select_start_a_new_line(printer: Printing) -> None:
    printer.program(*rows("ONE"), *rows("TWO"), at=BUFFER)
    printer.do(Select.WRS, PRINTER, io("IOCD", BUFFER, 48))
    assert printer.paper() == "ONE\nTWO\n"


def test_rows_that_were_not_sent_are_blank(printer: Printing) -> None:
    """[R]: here the zones, so the letters come out as digits."""
    printer.program(*rows("AJ1 9"), at=BUFFER)
    printer.do(Select.WRS, PRINTER, io("IOCD", BUFFER, 18))
    assert printer.paper() == "111 9\n"


@pytest.mark.parametrize("commands", [[], [io("IOCD")]])
def test_no_words_are_a_blank_line(printer: Printing, commands: list[int]) -> None:
    """[R; D 9P01]"""
    printer.print("ONE")
    printer.do(Select.WRS, PRINTER, *commands)
    printer.print("TWO")
    assert printer.paper() == "ONE\n\nTWO\n"


def test_a_record_command_prints_one_line_whatever_its_count(printer: Printing) -> None:
    printer.program(*rows("ONE"), *rows("TWO"), at=BUFFER)
    printer.do(Select.WRS, PRINTER, io("IORT", BUFFER, 40))
    assert printer.paper() == "ONE\n"


def test_exit_1_skips_to_a_new_page(printer: Printing) -> None:
    printer.print("ONE")
    printer.print("TWO", 1)
    assert printer.paper() == "ONE\n\fTWO\n"


def test_exit_1_on_fresh_paper_is_there_already(printer: Printing) -> None:
    printer.print("ONE", 1)
    assert printer.paper() == "ONE\n"


def test_exit_3_is_a_double_space(printer: Printing) -> None:
    printer.print("ONE")
    printer.print("TWO", 3)
    assert printer.paper() == "ONE\n\nTWO\n"


def test_exits_7_and_2_are_an_extra_space(printer: Printing) -> None:
    printer.print("ONE")
    printer.print("TWO", 7, 2)
    assert printer.paper() == "ONE\n\nTWO\n"


def test_exit_9_prints_in_columns_73_to_120_of_the_same_line(printer: Printing) -> None:
    printer.print("LEFT")
    printer.print("R" * 72, 9)
    assert printer.paper() == "LEFT".ljust(72) + "R" * 48 + "\n"


def test_a_line_after_exit_9_is_a_new_one(printer: Printing) -> None:
    printer.print("LEFT")
    printer.print("RIGHT", 9)
    printer.print("NEXT")
    assert printer.paper() == "LEFT".ljust(72) + "RIGHT\nNEXT\n"


def test_printing_over_a_line_goes_back_to_its_start(printer: Printing) -> None:
    printer.print("LEFT")
    printer.print("RIGHT", 9)
    printer.print("AGAIN", 9)
    assert printer.paper() == "LEFT".ljust(72) + "RIGHT\r" + " " * 72 + "AGAIN\n"


def test_exits_5_and_10_print_nothing(printer: Printing) -> None:
    printer.print("ONE")
    printer.print("TWO", 5, 10)
    printer.print("THREE")
    assert printer.paper() == "ONE\n\nTHREE\n"


def test_exit_5_is_a_short_skip(printer: Printing) -> None:
    printer.print("ONE")
    printer.print("TWO", 5)
    assert printer.paper() == "ONE" + "\n" * 11 + "TWO\n"


def test_exit_2_with_8_skips_to_the_half_page(printer: Printing) -> None:
    printer.print("ONE")
    printer.print("TWO", 2, 8)
    assert printer.paper() == "ONE" + "\n" * 33 + "TWO\n"


def test_a_sense_holds_for_its_select_only(printer: Printing) -> None:
    printer.print("ONE")
    printer.print("TWO", 3)
    printer.print("THREE")
    assert printer.paper() == "ONE\n\nTWO\nTHREE\n"


def test_a_sense_without_a_select_is_lost(printer: Printing) -> None:
    printer.print("ONE")
    printer.channels.sense(SPR + 3)
    printer.print("TWO")
    assert printer.paper() == "ONE\nTWO\n"


def test_a_sense_never_skips_in_the_program(printer: Printing) -> None:
    assert not any(printer.channels.sense(SPR + number) for number in range(1, 11))


def test_the_overflow_test_skips_near_the_end_of_the_form(printer: Printing) -> None:
    """[D 9P01]"""
    for _ in range(59):
        printer.do(Select.WRS, PRINTER)
    assert not printer.channels.sense(SPT)
    printer.do(Select.WRS, PRINTER)
    assert printer.channels.sense(SPT)


def test_a_new_page_ends_the_overflow(printer: Printing) -> None:
    for _ in range(60):
        printer.do(Select.WRS, PRINTER)
    printer.print("TOP", 1)
    assert not printer.channels.sense(SPT)


@pytest.mark.parametrize("y", [0o1341, 0o1342])
def test_a_sense_of_the_punch_does_nothing(printer: Printing, y: int) -> None:
    assert not printer.channels.sense(y)


def test_binary_prints_ones_two_words_a_line(printer: Printing) -> None:
    printer.program(0o500000000001, 0o000000000003, 0o777777777777, 0, at=BUFFER)
    printer.do(Select.WRS, BINARY, io("IOCD", BUFFER, 4))
    first = "1 1".ljust(35) + "1" + " " * 34 + "11"
    assert printer.paper() == first + "\n" + "1" * 36 + "\n"


def test_the_printer_makes_150_lines_a_minute(printer: Printing) -> None:
    ends = []
    for _ in range(3):
        printer.print("LINE")
        ends.append(printer.scheduler.now_us)
    assert [b - a for a, b in pairwise(ends)] == pytest.approx([400_000, 400_000], abs=10)


def test_a_line_begun_is_printed_when_the_machine_is_closed(printer: Printing) -> None:
    printer.program(*rows("999999"), at=BUFFER)
    printer.program(io("IOCD", BUFFER, 24))
    printer.select(Select.WRS, PRINTER)
    printer.channels.reset_load(1, PROGRAM)
    printer.run_for(62_000)
    assert printer.paper() == "999999\n"


class TestReadPrinter:
    """[D 9P01]: 46 words, out and in by their order only."""

    TEXT = "AJ9=('8"

    def chain(self) -> list[int]:
        """Out 18, in 2, out 2, in 2, out 2, in 2, out 2, in 16."""
        out, into = BUFFER, 0o2000
        commands = []
        for turn, count in enumerate([18, 2, 2, 2, 2, 2, 2, 16]):
            name = "IOCD" if turn == 7 else "IOCP"
            commands.append(io(name, into if turn % 2 else out, count))
            out, into = out + count * (1 - turn % 2), into + count * (turn % 2)
        return commands

    def test_prints_what_went_out(self, printer: Printing) -> None:
        printer.program(*rows(self.TEXT), at=BUFFER)
        printer.do(Select.RDS, PRINTER, *self.chain())
        assert printer.paper() == self.TEXT + "\n"

    def test_echoes_the_digit_rows_and_the_double_punches(self, printer: Printing) -> None:
        words = rows(self.TEXT)
        printer.program(*words, at=BUFFER)
        printer.do(Select.RDS, PRINTER, *self.chain())
        eight, four, three = words[2:4], words[10:12], words[12:14]
        eight_four = [a & b for a, b in zip(eight, four, strict=True)]
        eight_three = [a & b for a, b in zip(eight, three, strict=True)]
        assert printer.stored(22, at=0o2000) == [*eight_four, *eight_three, *words[:18]]

    def test_has_the_double_punches_of_this_text(self) -> None:
        words = rows(self.TEXT)
        assert words[2] & words[10] and words[2] & words[12]

    def test_ends_with_an_end_of_record(self, printer: Printing) -> None:
        printer.program(*rows(self.TEXT), at=BUFFER)
        printer.do(Select.RDS, PRINTER, *self.chain()[:-1], io("IORT", 0o2006, 30))
        assert printer.stored(18, at=0o2004) == rows(self.TEXT)[:18]

    def test_takes_one_line_of_time(self, printer: Printing) -> None:
        start = printer.scheduler.now_us
        printer.do(Select.RDS, PRINTER, *self.chain())
        assert printer.scheduler.now_us - start <= 400_000

    def test_without_a_command_is_an_idle_cycle(self, printer: Printing) -> None:
        printer.do(Select.RDS, PRINTER)
        assert (printer.state.io_check, printer.state.in_operation[1]) == (0, 0)


def test_from_row_to_row_it_is_16_57_milliseconds(tmp_path: Path) -> None:
    """9P02A's description; the deck measures it, and at 14 ms never ends."""
    machine = Machine()
    machine.channels.attach("A", "printer", tmp_path / "paper.txt")
    machine.program(io("IOCP", BUFFER, 24), io("IOCD", BUFFER, 1))
    machine.select(Select.WRS, 0o1361)
    machine.wait_for(lambda: machine.channels.reset_load(1, PROGRAM))
    taken: dict[int, float] = {}
    while len(taken) < 5:
        taken.setdefault(machine.channels.store(1) & 0o77777, machine.scheduler.now_us)
        machine.step()
    times = list(taken.values())[1:]
    assert times[2] - times[0] == pytest.approx(16_570, abs=4)
    machine.channels.close()
