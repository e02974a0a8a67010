"""The card machines on real files."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from ibm7094.devices.device import Select
from ibm7094.media.cards import Card, read_cards, write_cards
from tests.rigs.channel_rig import BUFFER, PROGRAM, Machine, io

READER, PUNCH = 0o1321, 0o1341
CARDS = [[card * 100 + word for word in range(24)] for card in range(1, 5)]


class CardMachine(Machine):
    """A machine with four cards to read and a punch."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.punched = folder / "punched.cbn"
        write_cards(folder / "deck.cbn", [Card.from_rows(card) for card in CARDS])
        self.channels.attach("A", "reader", folder / "deck.cbn")
        self.channels.attach("A", "punch", self.punched)

    def stacker(self) -> list[list[int]]:
        self.channels.close()
        return [card.rows() for card in read_cards(self.punched)]

    def ms_to(self, condition: int) -> float:
        """How long until a cell of core is not zero."""
        start = self.scheduler.now_us
        while not self.core[condition]:
            self.step()
        return (self.scheduler.now_us - start) / 1000


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[CardMachine]:
    machine = CardMachine(tmp_path)
    yield machine
    machine.channels.close()


def test_a_card_is_24_words(machine: CardMachine) -> None:
    machine.do(Select.RDS, READER, io("IOCD", BUFFER, 24))
    assert machine.stored(25) == [*CARDS[0], 0]


def test_a_card_is_a_record(machine: CardMachine) -> None:
    machine.do(Select.RDS, READER, io("IORP", BUFFER, 2), io("IORT", BUFFER + 2, 30))
    assert machine.stored(26) == [*CARDS[0][:2], *CARDS[1]]


def test_several_cards_can_be_read_in_one_select(machine: CardMachine) -> None:
    machine.do(Select.RDS, READER, io("IOCD", BUFFER, 48))
    assert machine.stored(48) == [*CARDS[0], *CARDS[1]]


def test_a_card_passes_when_no_command_comes(machine: CardMachine) -> None:
    machine.do(Select.RDS, READER)
    machine.do(Select.RDS, READER, io("IOCD", BUFFER, 1))
    assert machine.stored(1) == CARDS[1][:1]


def test_a_zero_command_lets_one_card_pass(machine: CardMachine) -> None:
    """[D 9B01]"""
    machine.do(Select.RDS, READER, io("IOCD"))
    machine.do(Select.RDS, READER, io("IOCD", BUFFER, 1))
    assert machine.stored(1) == CARDS[1][:1]


def test_no_card_is_an_end_of_file(machine: CardMachine) -> None:
    machine.do(Select.RDS, READER, io("IOCD", BUFFER, 24 * 5))
    assert (machine.state.end_of_file[1], machine.state.in_operation[1]) == (1, 0)


def test_nine_left_comes_75_milliseconds_after_the_select(machine: CardMachine) -> None:
    """[D 9C01]"""
    machine.program(io("IOCD", BUFFER, 24))
    machine.select(Select.RDS, READER)
    machine.channels.reset_load(1, PROGRAM)
    assert machine.ms_to(BUFFER) == pytest.approx(75, abs=1)


@pytest.mark.parametrize(
    ("cell", "least", "most"),
    [(BUFFER + 1, 0.3, 0.5), (BUFFER + 2, 8, 11), (BUFFER + 23, 0.3, 0.5)],
)
def test_rows_come_within_the_limits(machine: CardMachine, cell: int, least: float, most: float) -> None:
    """[D 9C01]"""
    machine.program(io("IOCD", BUFFER, 24))
    machine.select(Select.RDS, READER)
    machine.channels.reset_load(1, PROGRAM)
    machine.ms_to(cell - (2 if cell == BUFFER + 2 else 1))
    assert least <= machine.ms_to(cell) <= most


def test_the_end_of_record_comes_within_its_limits(machine: CardMachine) -> None:
    """[D 9C01]: 5 to 8 ms after 12R."""
    machine.program(io("IORT", BUFFER, 24))
    machine.select(Select.RDS, READER)
    machine.channels.reset_load(1, PROGRAM)
    machine.ms_to(BUFFER + 23)
    start = machine.scheduler.now_us
    while machine.state.in_operation[1]:
        machine.step()
    assert 5 <= (machine.scheduler.now_us - start) / 1000 <= 8


@pytest.mark.parametrize(("pause_ms", "full_speed"), [(30, True), (80, False)])
def test_a_select_soon_after_a_card_keeps_full_speed(
    machine: CardMachine, pause_ms: float, full_speed: bool
) -> None:
    """[D 9C01]: within 30 to 40 ms of 12R."""
    machine.program(io("IOCD", BUFFER, 24))
    machine.select(Select.RDS, READER)
    machine.channels.reset_load(1, PROGRAM)
    machine.ms_to(BUFFER)
    first = machine.scheduler.now_us
    machine.ms_to(BUFFER + 23)
    machine.run_for(pause_ms * 1000)
    machine.program(io("IOCD", 0o2000, 24))
    machine.select(Select.RDS, READER)
    machine.channels.reset_load(1, PROGRAM)
    machine.ms_to(0o2000)
    assert ((machine.scheduler.now_us - first) / 1000 == pytest.approx(240, abs=0.1)) == full_speed


def test_the_punch_punches_what_the_reader_would_read(machine: CardMachine) -> None:
    machine.program(*CARDS[2], at=BUFFER)
    machine.do(Select.WRS, PUNCH, io("IOCD", BUFFER, 24))
    assert machine.stacker() == [CARDS[2]]


def test_a_short_write_leaves_the_rest_of_the_card_blank(machine: CardMachine) -> None:
    machine.program(5, 6, at=BUFFER)
    machine.do(Select.WRS, PUNCH, io("IOCD", BUFFER, 2))
    assert machine.stacker() == [[5, 6, *[0] * 22]]


def test_more_words_go_on_the_next_card(machine: CardMachine) -> None:
    machine.program(*CARDS[0], *CARDS[1], at=BUFFER)
    machine.do(Select.WRS, PUNCH, io("IOCD", BUFFER, 48))
    assert machine.stacker() == CARDS[:2]


def test_a_record_command_punches_one_card_whatever_its_count(machine: CardMachine) -> None:
    machine.program(*CARDS[0], *CARDS[1], at=BUFFER)
    machine.do(Select.WRS, PUNCH, io("IORT", BUFFER, 40))
    assert machine.stacker() == CARDS[:1]


def test_a_zero_command_punches_a_blank_card(machine: CardMachine) -> None:
    machine.do(Select.WRS, PUNCH, io("IOCD"))
    assert machine.stacker() == [[0] * 24]


def test_the_punch_makes_100_cards_a_minute(machine: CardMachine) -> None:
    ends = []
    for _ in range(3):
        machine.do(Select.WRS, PUNCH, io("IOCD", BUFFER, 24))
        ends.append(machine.scheduler.now_us)
    assert [b - a for a, b in pairwise(ends)] == pytest.approx([600_000, 600_000], abs=10)


def test_the_file_of_a_punch_appears_when_it_is_detached(machine: CardMachine) -> None:
    machine.program(*CARDS[0], at=BUFFER)
    machine.do(Select.WRS, PUNCH, io("IOCD", BUFFER, 24))
    assert not machine.punched.exists()
    machine.channels.detach("A", "punch")
    assert len(read_cards(machine.punched)) == 1


def test_a_card_begun_is_punched_when_the_machine_is_closed(machine: CardMachine) -> None:
    machine.program(*CARDS[0], at=BUFFER)
    machine.program(io("IOCD", BUFFER, 24))
    machine.select(Select.WRS, PUNCH)
    machine.channels.reset_load(1, PROGRAM)
    machine.run_for(80_000)
    assert machine.stacker() == [[*CARDS[0][:2], *[0] * 22]]


def test_card_machines_may_be_on_another_channel(machine: CardMachine, tmp_path: Path) -> None:
    machine.channels.attach("C", "reader", tmp_path / "deck.cbn")
    machine.do(Select.RDS, 0o3321, io("IOCD", BUFFER, 1), ch=3)
    assert machine.stored(1) == CARDS[0][:1]
