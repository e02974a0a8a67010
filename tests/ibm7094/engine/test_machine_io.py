"""Programs that read, write and are trapped: processor, channels and devices together."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ibm7094 import Machine, Reason
from ibm7094.engine.watch import Watch
from ibm7094.isa import operation
from ibm7094.media.cards import Card, write_cards
from ibm7094.media.decks import self_loading
from ibm7094.media.tape import MARK, Record, TapeFile, frames_of, words_of
from ibm7094.models import CHANNELS

ENB = 0o056400000000
RDS = 0o076200000000
WRS = 0o076600000000
WEF_A1 = 0o077000001221
REW_A1 = 0o077200001221
RCHA = 0o054000000000
LCHA = 0o054400000000
DVH = 0o022000000500
FMP = 0o026000000000
LDQ = 0o056000000000
XEC = 0o052200000000
NO_OPERATION = 0o037700000000
TCOA = 0o006000000000
TCOB = 0o006100000000
TEFA = 0o003000000000
TRA = 0o002000000000
HTR = 0o000000000000
HPR = 0o042000000000
NOP = 0o076100000000
RCT = 0o076000000014
PBT = 0o476000000001
CAL = 0o450000000000
TAPE = 0o1221
READER = 0o1321
PRINTER = 0o1361
IOCD, TCH, IOCP, IOCT = 0, 1, 4, 5
BUFFER = 0o1000


def command(op: int, address: int, count: int) -> int:
    return op << 33 | count << 18 | address


@pytest.fixture
def m(compiled: bool, tmp_path: Path) -> Iterator[Machine]:
    with Machine("7094", compiled=compiled) as machine:
        machine.attach("A1", "tape", tmp_path / "a1.tap")
        yield machine


def start(m: Machine, *words: int) -> None:
    m.load({0o100 + i: w for i, w in enumerate(words)})
    m.ic = 0o100


def write_two_words(m: Machine, op: int = IOCT) -> tuple[int, int]:
    """The select and the RCH that write two words on A1."""
    m.load({BUFFER: 0o123, BUFFER + 1: 0o456, 0o200: command(op, BUFFER, 2)})
    return WRS + TAPE, RCHA + 0o200


def test_a_self_loading_deck_runs_from_load_cards(compiled: bool, tmp_path: Path) -> None:
    write_cards(
        tmp_path / "deck.cbn", self_loading({0o1000: CAL + 0o1002, 0o1001: HTR, 0o1002: 0o777}, 0o1000)
    )
    m = Machine("7094", compiled=compiled)
    m.attach("A", "reader", tmp_path / "deck.cbn")
    m.load_cards()
    stop = m.run(limit=1_000_000)
    assert (stop.reason, stop.ic, m.ac) == (Reason.HALT, 0o1001, 0o777)


def test_the_processor_computes_while_a_tape_moves(m: Machine) -> None:
    start(m, *write_two_words(m), TCOA + 0o102, HPR)
    m.run()
    least, most = m.seconds
    assert m.instructions > 500  # it repeated the TCOA meanwhile
    assert 0.002 < least <= most < 0.1


def test_a_tape_reads_back_what_was_written(m: Machine, tmp_path: Path) -> None:
    start(m, *write_two_words(m, IOCD), TCOA + 0o102, WEF_A1, REW_A1, HPR)
    m.run()
    m.close()
    with TapeFile.open(tmp_path / "a1.tap") as tape:
        record = tape.read_record()
        assert isinstance(record, Record)
        assert words_of(record.frames, binary=True) == ([0o123, 0o456], True)
        assert tape.read_record() is MARK


def test_a_program_meets_the_end_of_its_tape(m: Machine, tmp_path: Path) -> None:
    with TapeFile.open(tmp_path / "in.tap") as tape:
        tape.write_record(frames_of([0o1, 0o2], binary=True))
        tape.write_mark()
    m.attach("A1", "tape", tmp_path / "in.tap")
    m.core[0o200] = command(IOCD, BUFFER, 4)
    start(m, RDS + TAPE, RCHA + 0o200, TCOA + 0o102, TEFA + 0o105, HPR, HPR)
    assert m.run().ic == 0o105
    assert m.core[BUFFER : BUFFER + 3].tolist() == [1, 2, 0]


def test_a_channel_trap_stores_where_the_program_was_and_why(m: Machine) -> None:
    m.load({0o13: TRA + 0o300, 0o300: HPR, 0o210: 1})
    start(m, ENB + 0o210, *write_two_words(m), TRA + 0o103)
    assert m.run(limit=10**6).ic == 0o300
    assert m.core[0o12] == 0o000001000103


def test_an_enb_that_finds_nothing_inhibited_traps_at_once(m: Machine) -> None:
    """[D 9IOTA 01320, 01342, 01365, 01412, 01434, 01462, 01525, 02040, 02124, 02470, 02677]"""
    m.load({0o13: TRA + 0o300, 0o300: HPR, 0o210: 1})
    start(m, *write_two_words(m), TCOA + 0o102, ENB + 0o210, NOP, NOP)
    assert m.run(limit=10**6).ic == 0o300
    assert m.core[0o12] == 0o000001000104


@pytest.mark.parametrize("word", [ENB + 0o210, RCT])
def test_after_a_trap_enb_and_rct_let_one_more_instruction_pass(m: Machine, word: int) -> None:
    """[D 9IOTA 02430, 03155, 03170; RCT 01501]"""
    m.load({0o13: NOP, 0o210: 1})
    again = write_two_words(m)
    start(m, ENB + 0o210, *again, TCOA + 0o103, *again, TCOA + 0o106, word, NOP, NOP, HPR)
    m.run(limit=10**6)
    assert m.core[0o12] == 0o000001000111


def test_an_rct_with_nothing_enabled_restores_nothing(m: Machine) -> None:
    """So the ENB after it is the one that restores, and lets one more instruction pass."""
    m.load({0o13: NOP, 0o210: 1})
    start(m, *write_two_words(m), TCOA + 0o102, ENB + 0o210, HPR)
    m.run(limit=10**6)
    m.state.eof_enabled[1] = 0
    again = write_two_words(m)
    start(m, *again, TCOA + 0o102, RCT, ENB + 0o210, NOP, NOP, HPR)
    m.run(limit=10**6)
    assert m.core[0o12] == 0o000001000106


@pytest.mark.parametrize(("halt", "stored"), [(HTR + 0o77, 0o103), (HPR, 0o104)])
def test_a_trap_ends_a_halt_and_stores_its_place(m: Machine, halt: int, stored: int) -> None:
    m.load({0o13: TRA + 0o300, 0o300: HPR, 0o210: 1})
    start(m, ENB + 0o210, *write_two_words(m), halt)
    assert m.run(limit=10**6).ic == 0o300
    assert m.core[0o12] == 0o000001000000 + stored


def test_a_trap_instruction_that_does_not_transfer_returns_to_the_program(m: Machine) -> None:
    m.load({0o13: CAL + 0o211, 0o210: 1, 0o211: 0o555})
    start(m, ENB + 0o210, *write_two_words(m), PBT, TRA + 0o103, HPR)
    m.core[0o13] = CAL + 0o211
    m.core[0o211] = 0o400000000555  # so that PBT skips out of the loop
    stop = m.run(limit=10**6)
    assert (stop.reason, stop.ic, m.ac) == (Reason.HALT, 0o105, 0o400000000555)


def trap_at_103(m: Machine, instruction: int, enabled: int = 1) -> None:
    """Write a record and loop at 103 until the trap of channel A does the instruction in its odd cell."""
    m.load({0o13: instruction, 0o210: enabled})
    start(m, ENB + 0o210, *write_two_words(m), TRA + 0o103)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        (HTR + 0o300, Reason.HALT),
        (HPR, Reason.HALT),
        (DVH, Reason.DIVIDE_CHECK),
        (NO_OPERATION, Reason.ILLEGAL_OPERATION),
    ],
)
def test_a_trap_instruction_can_stop_the_machine(m: Machine, word: int, reason: Reason) -> None:
    trap_at_103(m, word)
    stop = m.run(limit=10**6)
    assert (stop.reason, stop.ic, m.ic) == (reason, 0o13, 0o103)


def test_start_after_a_halt_in_a_trap_goes_to_its_address(m: Machine) -> None:
    trap_at_103(m, HTR + 0o300)
    m.load({0o300: HPR})
    m.run(limit=10**6)
    assert m.run(limit=10).ic == 0o300


def test_a_trap_instruction_counts_for_the_limit(m: Machine) -> None:
    trap_at_103(m, NOP)
    while m.core[0o12] == 0:
        before = m.instructions
        assert m.step().reason is Reason.LIMIT
        assert m.instructions == before + 1


def test_a_trap_instruction_that_waits_is_done_when_the_channel_is_free(m: Machine) -> None:
    trap_at_103(m, RDS + TAPE)
    m.core[0o103] = TCOA + 0o103
    m.core[0o104] = TCOA + 0o104  # after the trap: the select that waited for the tape
    m.core[0o105] = HPR
    stop = m.run(limit=10**6)
    assert (stop.reason, stop.ic) == (Reason.HALT, 0o105)


def test_after_an_enb_in_a_trap_one_more_instruction_is_done_before_the_next(
    m: Machine, tmp_path: Path
) -> None:
    m.attach("B1", "tape", tmp_path / "b1.tap")
    m.load({0o15: TRA + 0o300, 0o300: HPR, 0o211: 3})
    both = WRS + 0o2221, 0o454000000200
    m.load({0o13: ENB + 0o211, 0o210: 0})
    start(m, *write_two_words(m), *both, TCOA + 0o104, TCOB + 0o105, ENB + 0o211, NOP, NOP, NOP)
    assert m.run(limit=10**6).ic == 0o300
    assert [int(m.core[cell]) & 0o77777 for cell in (0o12, 0o14)] == [0o107, 0o110]


def test_a_floating_point_trap_goes_before_a_channel_trap(m: Machine) -> None:
    """[D 9IOTA]: the channel trap finds the program at 10."""
    m.load({0o13: TRA + 0o300, 0o300: HPR, 0o210: 1, 0o10: NOP, 0o500: 0o377400000000})
    again = write_two_words(m)
    m.core[0o13] = NOP
    start(m, ENB + 0o210, *again, TCOA + 0o103, *again, TCOA + 0o106, LDQ + 0o500, RCT, FMP + 0o500)
    m.core[0o10] = HPR
    m.run(limit=10**6)
    assert (int(m.core[0]) & 0o77777, int(m.core[0o12])) == (0o112, 0o000001000010)


def test_no_channel_trap_comes_between_an_xec_and_its_object(m: Machine) -> None:
    m.load({0o13: TRA + 0o300, 0o300: HPR, 0o210: 1, 0o211: ENB + 0o210, 0o212: NOP})
    start(m, *write_two_words(m), TCOA + 0o102, XEC + 0o211, XEC + 0o212, NOP)
    assert m.run(limit=10**6).ic == 0o300
    assert m.core[0o12] == 0o000001000104


@pytest.mark.parametrize("letter", CHANNELS)
@pytest.mark.parametrize("trapping", [False, True])
@pytest.mark.parametrize(
    ("test", "indicator", "enabled"),
    [("TRC", "redundancy", "redundancy_enabled"), ("TEF", "end_of_file", "eof_enabled")],
)
def test_a_test_of_a_channel_does_nothing_while_its_trap_is_enabled(
    m: Machine, letter: str, trapping: bool, test: str, indicator: str, enabled: str
) -> None:
    """[D 9IOTA]"""
    channel = CHANNELS.index(letter) + 1
    m.load({0o13 + 2 * (channel - 1): NOP})
    start(m, operation(test + letter).word | 0o300)
    getattr(m.state, indicator)[channel] = getattr(m.state, enabled)[channel] = int(trapping)
    if trapping:
        m.step()  # the trap, after which no other comes
    getattr(m.state, indicator)[channel] = 1
    m.step()
    assert (m.ic, getattr(m.state, indicator)[channel]) == ((0o101, 1) if trapping else (0o300, 0))


def test_an_lch_holds_the_processor_until_the_command_before_it_is_done(m: Machine) -> None:
    m.core[0o201] = command(IOCD, BUFFER, 1)
    start(m, *write_two_words(m), LCHA + 0o201, HPR)
    m.run()
    assert m.instructions == 4
    assert m.seconds[1] > 0.001
    assert m.io_check == 0


def test_an_instruction_held_by_a_ring_of_commands_is_a_stop(
    m: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibm7094.machine.QUIET_EVENTS", 1000)
    m.load({0o200: command(IOCP, BUFFER, 24), 0o201: command(TCH, 0o200, 0), 0o300: HPR})
    start(m, WRS + TAPE, RCHA + 0o200, LCHA + 0o200)
    stop = m.run(limit=10)
    assert (stop.reason, stop.ic) == (Reason.CHANNEL_HUNG, 0o102)
    m.reset()
    m.ic = 0o300
    assert m.run().reason is Reason.HALT


def test_the_printer_prints_into_memory_unless_a_file_is_attached(m: Machine) -> None:
    rows = Card.from_text("CHECKERS 1967").rows()
    m.load({BUFFER + i: w for i, w in enumerate(rows)})
    m.core[0o200] = command(IOCD, BUFFER, 24)
    start(m, WRS + PRINTER, RCHA + 0o200, TCOA + 0o102, HPR)
    m.run()
    m.close()
    assert m.printed == "CHECKERS 1967\n"


def test_a_select_of_an_absent_device_stops_at_the_select_with_a_sentence(m: Machine) -> None:
    start(m, NOP, RDS + READER)
    stop = m.run()
    assert (stop.reason, stop.ic) == (Reason.DEVICE_NOT_READY, 0o101)
    assert str(stop) == (
        "The 711 card reader on channel A has nothing attached: give it a file with --cards FILE."
    )


def test_a_broken_tape_stops_the_machine_with_a_sentence(m: Machine, tmp_path: Path) -> None:
    (tmp_path / "broken.tap").write_bytes(b"\x06\0\0\0123456\x07\0\0\0")
    m.attach("A1", "tape", tmp_path / "broken.tap")
    m.core[0o200] = command(IOCD, BUFFER, 4)
    start(m, RDS + TAPE, RCHA + 0o200, TCOA + 0o102, HPR)
    stop = m.run()
    assert stop.reason is Reason.DEVICE_NOT_READY
    assert "record 1" in str(stop)


def test_an_rch_without_a_select_lights_the_io_check(m: Machine) -> None:
    start(m, RCHA + 0o200, HPR)
    m.run()
    assert m.io_check == 1


def test_a_704_boots_from_cards_and_copies_words(tmp_path: Path) -> None:
    """9L and 9R are the first two words: RDS, CPY; the rest is copied by them."""
    rows = [0o070000000002, 0o070000000003, HPR, HPR] + [0] * 20
    write_cards(tmp_path / "deck.cbn", [Card.from_rows(rows)])
    m = Machine("704")
    m.attach("A", "reader", tmp_path / "deck.cbn")
    m.load_cards()
    stop = m.run(limit=10)
    assert (stop.reason, stop.ic) == (Reason.HALT, 2)


def test_an_xec_of_an_lch_that_waits_is_one_waiting_instruction(m: Machine, tmp_path: Path) -> None:
    """As LISP 1.5's tape routine reads: an IOCT of 300 words, and XEC of the LCH that follows it."""
    with TapeFile.open(tmp_path / "in.tap") as tape:
        tape.write_record(frames_of(range(300), binary=True))
    m.attach("A2", "tape", tmp_path / "in.tap")
    m.load({0o200: command(IOCT, BUFFER, 290), 0o201: command(IOCD, BUFFER + 290, 10), 0o300: LCHA + 0o201})
    start(m, RDS + TAPE + 1, RCHA + 0o200, XEC + 0o300, TCOA + 0o103, HPR)
    stop = m.run(limit=1_000_000)
    assert (stop.reason, stop.ic) == (Reason.HALT, 0o104)
    assert m.core[BUFFER : BUFFER + 300].tolist() == list(range(300))


def test_a_waiting_instruction_is_traced_and_counted_once(m: Machine) -> None:
    m.watch = Watch()
    m.load({0o201: command(IOCD, BUFFER, 2), 0o300: LCHA + 0o201})
    start(m, *write_two_words(m), XEC + 0o300, TCOA + 0o103, HPR)
    m.run()
    waited = [done for done in m.watch.trace() if done.location == 0o102]
    assert [done.word for done in waited] == [XEC + 0o300, LCHA + 0o201]
    assert m.watch.profile[0o102] == 1


def test_a_trap_comes_after_the_instruction_that_waits(m: Machine, tmp_path: Path) -> None:
    """[D 9IOTA 02535] A trap that falls due while a select waits comes after the select."""
    m.load({0o400: 1, 0o13: TRA + 0o500, 0o500: HTR})
    start(m, ENB + 0o400, *write_two_words(m), WRS + TAPE, NOP, NOP, HPR)
    stop = m.run(limit=10_000)
    assert (stop.reason, stop.ic) == (Reason.HALT, 0o500)
    assert m.core[0o12] & 0o77777 == 0o105
