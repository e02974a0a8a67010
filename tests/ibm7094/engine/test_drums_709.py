"""The copy logic of a 709, with and without drums."""

from pathlib import Path

import pytest

from ibm7094 import Machine, Reason
from ibm7094.errors import BadValue

WRS, RDS, CPY, CAD, LDA = 0o076600000000, 0o076200000000, 0o070000000000, 0o470000000000, 0o046000000000
HPR, TRA, IOD, DRUM = 0o042000000000, 0o002000000000, 0o333, 0o303


def started(compiled: bool, *words: int, options: tuple[str, ...] = ()) -> Machine:
    m = Machine("709", compiled=compiled, options=options)
    m.load({0o100 + i: w for i, w in enumerate(words)} | {0o200: 5, 0o201: 0o111, 0o202: 0o222})
    m.ic = 0o100
    return m


@pytest.mark.parametrize("word", [CPY, CAD, LDA])
def test_a_copy_with_nothing_selected_turns_the_check_on(compiled: bool, word: int) -> None:
    """[D 9COMB 00742-01017]"""
    m = started(compiled, word + 0o200, HPR)
    assert (m.run(limit=10).ic, m.io_check, m.core[0o200]) == (0o101, 1, 5)


def test_iod_does_not_stop_a_709(compiled: bool) -> None:
    m = started(compiled, WRS + IOD, HPR)
    assert m.run(limit=10).ic == 0o101


def test_a_read_of_a_drum_that_is_not_there_selects_nothing(compiled: bool) -> None:
    """[D 9COMB 01170], which needs no drum."""
    m = started(compiled, RDS + DRUM, CPY + 0o200, HPR)
    assert (m.run(limit=10).ic, m.io_check) == (0o102, 1)


def test_a_program_that_needs_the_missing_drum_is_told_so(compiled: bool) -> None:
    m = started(compiled, RDS + DRUM, LDA + 0o200, HPR)
    stop = m.run(limit=10)
    assert (stop.reason, stop.ic) == (Reason.DEVICE_NOT_READY, 0o101)
    assert "option drum" in stop.message


def test_words_copied_to_a_drum_are_read_back(compiled: bool) -> None:
    write = WRS + DRUM, LDA + 0o200, CPY + 0o201, CPY + 0o202, WRS + IOD
    read = RDS + DRUM, LDA + 0o200, CPY + 0o301, CPY + 0o302, HPR
    m = started(compiled, *write, *read, options=("drum",))
    assert m.run(limit=100).reason is Reason.HALT
    assert [int(word) for word in m.core[0o301:0o303]] == [0o111, 0o222]


def test_only_a_709_is_given_drums() -> None:
    with pytest.raises(BadValue, match="cannot have drums"):
        Machine("7090", options=("drum",))
    with pytest.raises(BadValue, match="no option 'disk'"):
        Machine("709", options=("disk",))


def test_a_missing_feature_is_named(compiled: bool) -> None:
    m = started(compiled, 0o067100000200)
    assert "EAD at 00100 needs extended-precision floating point" in m.run(limit=1).message


def test_a_709_saved_while_it_waits_for_its_drum_goes_on(compiled: bool, tmp_path: Path) -> None:
    write = WRS + DRUM, LDA + 0o200, CPY + 0o201, CPY + 0o202, WRS + IOD
    read = RDS + DRUM, LDA + 0o200, CPY + 0o301, CPY + 0o302, HPR
    m = started(compiled, *write, *read, options=("drum",))
    m.run(limit=7)
    m.save(tmp_path / "machine.sav")
    again = Machine.restore(tmp_path / "machine.sav", compiled=compiled)
    for machine in (m, again):
        machine.run(limit=100)
    assert again.options == ("drum",)
    assert (again.core == m.core).all()
    assert again.state == m.state
