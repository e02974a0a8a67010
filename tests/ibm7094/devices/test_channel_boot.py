"""LOAD keys, and attached devices."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from ibm7094.devices.device import Select
from ibm7094.errors import DeviceNotReady
from ibm7094.media.cards import Card, write_cards
from ibm7094.media.tape import TapeFile, frames_of
from tests.rigs.channel_rig import Machine

SELF_LOADER = [0o000025000003, 0o006000000001, 0o002000000003, *range(1, 22)]
"""IOCD 3,,21 then TCOA 1, TRA 3 and data."""


@pytest.fixture
def machine() -> Iterator[Machine]:
    machine = Machine()
    yield machine
    machine.channels.close()


def deck(path: Path, *cards: list[int]) -> Path:
    write_cards(path, [Card.from_rows(words) for words in cards])
    return path


def test_load_cards_brings_three_words_and_starts_the_first_as_a_command(
    machine: Machine, tmp_path: Path
) -> None:
    machine.channels.attach("A", "reader", deck(tmp_path / "deck.cbn", SELF_LOADER))
    machine.channels.boot("reader", "A")
    assert machine.core[0:4] == [*SELF_LOADER[:3], 0]
    machine.run()
    assert machine.core[0:24] == SELF_LOADER


def test_the_channel_is_in_operation_when_the_processor_starts(machine: Machine, tmp_path: Path) -> None:
    machine.channels.attach("A", "reader", deck(tmp_path / "deck.cbn", SELF_LOADER))
    machine.channels.boot("reader", "A")
    assert machine.state.in_operation[1]


def test_load_tape_reads_binary_from_a_1(machine: Machine, tmp_path: Path) -> None:
    with TapeFile.open(tmp_path / "a1.tap") as tape:
        tape.write_record(frames_of(SELF_LOADER, binary=True))
    machine.channels.attach("A1", "tape", tmp_path / "a1.tap")
    machine.channels.boot("tape", "A1")
    machine.run()
    assert machine.core[0:24] == SELF_LOADER


def test_load_takes_the_time_of_three_words(machine: Machine, tmp_path: Path) -> None:
    machine.channels.attach("A", "reader", deck(tmp_path / "deck.cbn", SELF_LOADER))
    machine.channels.boot("reader", "A")
    assert 83_000 < machine.scheduler.now_us < 87_000


def test_loading_resets_first(machine: Machine, tmp_path: Path) -> None:
    machine.channels.attach("A", "reader", deck(tmp_path / "deck.cbn", SELF_LOADER))
    machine.channels.enable(0o1)
    machine.channels.boot("reader", "A")
    assert not machine.state.eof_enabled[1]


def test_loading_from_an_empty_tape_says_so(machine: Machine, tmp_path: Path) -> None:
    machine.channels.attach("A1", "tape", tmp_path / "blank.tap")
    with pytest.raises(DeviceNotReady, match="729 tape unit A1 has fewer than 3 words"):
        machine.channels.boot("tape", "A1")


@pytest.mark.parametrize(
    ("operation", "y", "sentence"),
    [
        (Select.RDS, 0o1321, "711 card reader on channel A .* --cards FILE"),
        (Select.WRS, 0o3341, "721 card punch on channel C .* --punch FILE"),
        (Select.WRS, 0o1361, "716 printer on channel A .* --print FILE"),
        (Select.RDS, 0o2223, "729 tape unit B3 on channel B .* --tape B3=FILE"),
        (Select.REW, 0o10212, "729 tape unit H10 on channel H .* --tape H10=FILE"),
        (Select.RDS, 0o1777, "no unit 777 on channel A"),
        (Select.RDS, 0o0321, "no data channel 0"),
        (Select.RDS, 0o11321, "no data channel 11"),
    ],
)
def test_selecting_what_is_not_there_says_what_to_do(
    machine: Machine, operation: Select, y: int, sentence: str
) -> None:
    with pytest.raises(DeviceNotReady, match=sentence):
        machine.channels.select(operation, y)


@pytest.mark.parametrize(
    ("where", "kind"),
    [("J", "reader"), ("A", "tape"), ("A11", "tape"), ("A1", "reader"), ("A", "drum"), ("", "punch")],
)
def test_attaching_to_what_is_not_there_is_refused(machine: Machine, where: str, kind: str) -> None:
    with pytest.raises(DeviceNotReady, match="give a channel A to H, a tape A1 to H10, or a disk A0 to H9"):
        machine.channels.attach(where, kind, "file")


def test_a_detached_device_is_not_there(machine: Machine, tmp_path: Path) -> None:
    machine.channels.attach("B2", "tape", tmp_path / "b2.tap")
    machine.channels.detach("B2", "tape")
    with pytest.raises(DeviceNotReady):
        machine.channels.select(Select.RDS, 0o2222)


def test_attaching_another_file_takes_the_first_off(machine: Machine, tmp_path: Path) -> None:
    machine.channels.attach("A", "reader", deck(tmp_path / "first.cbn", [1] * 24))
    machine.channels.attach("A", "reader", deck(tmp_path / "second.cbn", SELF_LOADER))
    machine.channels.boot("reader", "A")
    assert machine.core[0] == SELF_LOADER[0]


def test_a_reader_has_nothing_to_rewind(machine: Machine, tmp_path: Path) -> None:
    machine.channels.attach("A", "reader", deck(tmp_path / "deck.cbn", SELF_LOADER))
    assert machine.channels.select(Select.REW, 0o1321)
    assert not machine.state.in_operation[1]


def test_a_reader_cannot_be_written(machine: Machine, tmp_path: Path) -> None:
    machine.channels.attach("A", "reader", deck(tmp_path / "deck.cbn", SELF_LOADER))
    with pytest.raises(DeviceNotReady, match="711 card reader cannot do WRS"):
        machine.channels.select(Select.WRS, 0o1321)


def test_a_printer_prints_on_any_stream_and_leaves_it_open(machine: Machine) -> None:
    stream = StringIO()
    machine.channels.attach("A", "printer", stream)
    machine.do(Select.WRS, 0o1361, 0)
    machine.channels.close()
    assert stream.getvalue() == "\n"
