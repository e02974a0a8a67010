"""The 704's input-output, a word at a time."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ibm7094.devices.device import Select
from ibm7094.devices.direct import DirectIO
from ibm7094.errors import DeviceNotReady
from ibm7094.media.cards import Card, read_cards, write_cards
from ibm7094.media.tape import TapeFile, frames_of
from tests.rigs.channel_rig import BUFFER, Clock

READER, PUNCH, PRINTER, TAPE, DRUM = 0o321, 0o341, 0o361, 0o221, 0o301
CARD = list(range(100, 124))
DELAY = 0o333
NEXT, EOF, EOR = 0, 1, 2


class Machine704(Clock):
    """A 704 with two cards, a punch, a printer and a tape."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.io = DirectIO(self.state, self.core, self.scheduler)
        self.folder = folder
        write_cards(folder / "deck.cbn", [Card.from_rows(CARD), Card.from_rows([7] * 24)])
        self.io.attach("A", "reader", folder / "deck.cbn")
        self.io.attach("A", "punch", folder / "punched.cbn")
        self.io.attach("A", "printer", folder / "paper.txt")
        self.io.attach("A1", "tape", folder / "a1.tap")

    def select(self, operation: Select, unit: int) -> None:
        self.wait_for(lambda: self.io.select(operation, unit))

    def copy(self, y: int, logical: bool = False) -> int:
        while (skipped := self.io.copy(y, logical)) < 0:
            self.step()
        return skipped

    def copy_all(self, operation: Select, unit: int, count: int, at: int = BUFFER) -> list[int]:
        self.select(operation, unit)
        return [self.copy(at + place) for place in range(count)]


@pytest.fixture
def m704(tmp_path: Path) -> Iterator[Machine704]:
    machine = Machine704(tmp_path)
    yield machine
    machine.io.close()


def test_a_card_is_copied_word_by_word(m704: Machine704) -> None:
    assert m704.copy_all(Select.RDS, READER, 24) == [NEXT] * 24
    assert m704.stored(24) == CARD


def test_a_word_that_was_read_is_in_the_mq_too(m704: Machine704) -> None:
    m704.copy_all(Select.RDS, READER, 3)
    assert m704.state.mq == CARD[2]


def test_the_copy_after_the_last_word_skips_two(m704: Machine704) -> None:
    assert m704.copy_all(Select.RDS, READER, 25)[-1] == EOR


def test_no_card_skips_one(m704: Machine704) -> None:
    for _ in range(2):
        m704.copy_all(Select.RDS, READER, 25)
    assert m704.copy_all(Select.RDS, READER, 1) == [EOF]


def test_the_rest_of_a_card_passes_when_it_is_not_copied(m704: Machine704) -> None:
    m704.copy_all(Select.RDS, READER, 2)
    m704.copy_all(Select.RDS, READER, 1)
    assert m704.stored(1) == [7]


def test_a_copy_waits_for_the_device(m704: Machine704) -> None:
    m704.select(Select.RDS, READER)
    assert m704.io.copy(BUFFER) == -1


def test_a_copy_soon_after_its_word_is_in_time(m704: Machine704) -> None:
    m704.select(Select.RDS, READER)
    m704.run_for(75_200)
    assert m704.io.copy(BUFFER) == NEXT
    assert m704.stored(1) == CARD[:1]


def test_a_copy_too_late_is_checked(m704: Machine704) -> None:
    m704.select(Select.RDS, READER)
    m704.run_for(100_000)
    m704.io.copy(BUFFER)
    assert m704.state.io_check


def test_a_copy_with_nothing_selected_is_checked(m704: Machine704) -> None:
    m704.io.copy(BUFFER)
    assert m704.state.io_check


def test_copy_and_add_adds_to_the_accumulator_with_carry_around(m704: Machine704) -> None:
    m704.state.ac = 0o1777777777777
    m704.select(Select.RDS, READER)
    m704.copy(BUFFER, logical=True)
    assert m704.state.ac == 0o1000000000000 + CARD[0]


def test_words_are_punched(m704: Machine704) -> None:
    m704.program(*CARD, at=BUFFER)
    m704.copy_all(Select.WRS, PUNCH, 24)
    m704.run()
    m704.io.close()
    assert [card.rows() for card in read_cards(m704.folder / "punched.cbn")] == [CARD]


def test_each_select_prints_one_line(m704: Machine704) -> None:
    for text in ("ONE", "TWO"):
        m704.program(*Card.from_text(text).rows(), at=BUFFER)
        m704.copy_all(Select.WRS, PRINTER, 24)
    m704.run()
    m704.io.close()
    assert (m704.folder / "paper.txt").read_text() == "ONE\nTWO\n"


def test_a_sense_moves_the_paper(m704: Machine704) -> None:
    for exits in ((), (3,)):
        m704.program(*Card.from_text("X").rows(), at=BUFFER)
        m704.select(Select.WRS, PRINTER)
        for number in exits:
            m704.io.sense(0o360 + number)
        for place in range(24):
            m704.copy(BUFFER + place)
        m704.run()
    m704.io.close()
    assert (m704.folder / "paper.txt").read_text() == "X\n\nX\n"


def test_a_tape_record_is_as_long_as_it_is_copied(m704: Machine704) -> None:
    m704.program(1, 2, 3, at=BUFFER)
    m704.copy_all(Select.WRS, TAPE, 3)
    m704.run()
    m704.select(Select.REW, TAPE)
    assert m704.copy_all(Select.RDS, TAPE, 4, at=0o2000) == [NEXT, NEXT, NEXT, EOR]
    assert m704.stored(3, at=0o2000) == [1, 2, 3]


def test_a_tape_mark_skips_one(m704: Machine704) -> None:
    m704.select(Select.WEF, TAPE)
    m704.select(Select.REW, TAPE)
    assert m704.copy_all(Select.RDS, TAPE, 1) == [EOF]


def test_a_record_can_be_backspaced(m704: Machine704) -> None:
    m704.program(5, at=BUFFER)
    m704.copy_all(Select.WRS, TAPE, 1)
    m704.select(Select.BSR, TAPE)
    m704.copy_all(Select.RDS, TAPE, 1, at=0o2000)
    assert m704.stored(1, at=0o2000) == [5]


def test_the_tape_check_is_on_after_wrong_parity_and_off_when_tested(m704: Machine704) -> None:
    with TapeFile.open(m704.folder / "bcd.tap") as tape:
        tape.write_record(frames_of([0o010101010101], binary=False))
    m704.io.attach("A2", "tape", m704.folder / "bcd.tap")
    m704.copy_all(Select.RDS, 0o222, 1)
    assert not m704.io.redundancy_off()
    assert m704.io.redundancy_off()


def test_the_end_of_tape_indicator_is_off_when_tested(m704: Machine704) -> None:
    m704.io.attach("A2", "tape", m704.folder / "short.tap", reel_feet=14.0)
    m704.copy_all(Select.WRS, 0o222, 1)
    m704.run()
    assert not m704.io.end_of_tape_off()
    assert m704.io.end_of_tape_off()


def test_an_io_delay_waits_until_the_rest_of_a_card_has_passed(m704: Machine704) -> None:
    m704.copy_all(Select.RDS, READER, 1)
    assert not m704.io.select(Select.WRS, DELAY)
    m704.select(Select.WRS, DELAY)
    assert m704.io.copy(BUFFER) == NEXT
    assert m704.state.io_check  # the reader is not selected any more


def test_an_io_delay_with_nothing_selected_does_not_wait(m704: Machine704) -> None:
    assert m704.io.select(Select.WRS, DELAY)


def test_a_drum_keeps_what_is_copied_to_it(m704: Machine704) -> None:
    m704.program(1, 2, 3, at=BUFFER)
    m704.copy_all(Select.WRS, DRUM, 3)
    m704.copy_all(Select.RDS, DRUM, 3, at=0o2000)
    assert m704.stored(3, at=0o2000) == [1, 2, 3]


def test_a_drum_address_is_located_between_select_and_copy(m704: Machine704) -> None:
    m704.program(1, 2, 3, at=BUFFER)
    m704.copy_all(Select.WRS, DRUM, 3)
    m704.select(Select.RDS, DRUM)
    m704.io.locate(2)
    m704.copy(0o2000)
    assert m704.stored(1, at=0o2000) == [3]


def test_the_eight_drums_are_separate(m704: Machine704) -> None:
    for drum in range(8):
        m704.program(drum + 1, at=BUFFER)
        m704.copy_all(Select.WRS, DRUM + drum, 1)
    for drum in range(8):
        m704.copy_all(Select.RDS, DRUM + drum, 1, at=0o2000 + drum)
    assert m704.stored(8, at=0o2000) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_printer_can_be_read_while_it_prints(m704: Machine704) -> None:
    """46 copies: 18 out, then echoes and rows in turn."""
    m704.program(*Card.from_text("9").rows(), at=BUFFER)
    order = [*range(18), 100, 101, 18, 19, 102, 103, 20, 21, 104, 105, 22, 23, *range(106, 122)]
    m704.select(Select.RDS, PRINTER)
    for place in order:
        m704.copy(BUFFER + place)
    assert m704.stored(1, at=BUFFER + 104) == [1 << 35]


def test_load_cards_brings_two_words(m704: Machine704) -> None:
    m704.io.boot("reader", "A")
    assert m704.core[0:3] == [*CARD[:2], 0]


def test_loading_from_an_empty_tape_says_so(m704: Machine704) -> None:
    with pytest.raises(DeviceNotReady, match="tape at A1 has fewer than two words"):
        m704.io.boot("tape", "A1")


def test_selecting_what_is_not_there_says_what_to_do(m704: Machine704) -> None:
    with pytest.raises(DeviceNotReady, match="--tape A5=FILE"):
        m704.io.select(Select.RDS, 0o225)


def test_a_reset_stops_the_devices(m704: Machine704) -> None:
    m704.select(Select.RDS, READER)
    m704.io.reset()
    assert not m704.io.active()
