"""The modes in which a later machine hands a 704's input-output to a program that imitates it."""

from collections.abc import Mapping

import pytest

from ibm7094 import Machine, Reason

ESTM, ECTM = 0o476000000005, 0o476000000006
XEC, OBJECT = 0o052200000000, 0o300
CELL, SELECT, COPY = 0o40000, 0o40001, 0o40002

SELECTS = {
    "RDS": 0o076200000221,
    "WRS": 0o076600000221,
    "BSR": 0o076400000221,
    "BSF": 0o476400001221,
    "WEF": 0o077000000221,
    "REW": 0o077200000221,
    "RUN": 0o477200001221,
    "SDN": 0o077600001221,
    "SPU 1": 0o076000000341,
    "SPT": 0o076000000360,
    "SPR 10": 0o076000000372,
    "SPRB 1": 0o076000002361,
    "ETT": 0o476000000011,
    "RTT": 0o476000000012,
}
COPIES = {"CPY": 0o070000000200, "CAD": 0o470000000200, "LDA": 0o046000000200}
TAPE_TESTS = {"BTTA": 0o076000001000, "BTTH": 0o076000010000, "ETTA": 0o476000001000}
OTHERS = {"LBT": 0o076000000001, "IOT": 0o076000000005, "PSE 30": 0o076000000030, "TCOA": 0o006000000300}


def after(model: str, compiled: bool, *words: int, core: Mapping[int, int] | None = None) -> Machine:
    """A machine that has executed these words from 100 on."""
    m = Machine(model, compiled=compiled)
    m.load({CELL: 0o777777777777, **(core or {})})
    m.load({0o100 + i: w for i, w in enumerate(words)})
    m.ic = 0o100
    m.run(limit=len(words))
    return m


@pytest.mark.parametrize("word", SELECTS.values(), ids=SELECTS)
@pytest.mark.parametrize("model", ["709", "7094"])
def test_a_select_or_sense_is_trapped_in_select_trap_mode(compiled: bool, model: str, word: int) -> None:
    m = after(model, compiled, ESTM, word)
    assert (m.ic, m.core[CELL]) == (SELECT, 0o777777700102)


@pytest.mark.parametrize("word", COPIES.values(), ids=COPIES)
def test_a_copy_is_trapped_in_copy_trap_mode(compiled: bool, word: int) -> None:
    m = after("7090", compiled, ECTM, word)
    assert (m.ic, m.core[CELL]) == (COPY, 0o777777700102)


@pytest.mark.parametrize("word", COPIES.values(), ids=COPIES)
def test_a_copy_that_nothing_imitates_is_illegal_on_a_later_machine(compiled: bool, word: int) -> None:
    m = after("7090", compiled, ESTM)
    m.core[0o101] = word
    stop = m.run()
    assert (stop.reason, stop.ic) == (Reason.ILLEGAL_OPERATION, 0o101)


@pytest.mark.parametrize("word", TAPE_TESTS.values(), ids=TAPE_TESTS)
@pytest.mark.parametrize(("model", "place"), [("709", 0o103), ("7090", SELECT), ("7094", SELECT)])
def test_a_709_tests_its_tapes_itself_in_select_trap_mode(
    compiled: bool, model: str, place: int, word: int
) -> None:
    """9COMB exempts BTT and ETT on a 709; in SIMH and Cornwell's simulator they trap on a 7090."""
    assert after(model, compiled, ESTM, word).ic == place


@pytest.mark.parametrize("word", OTHERS.values(), ids=OTHERS)
def test_what_is_not_a_select_is_not_trapped(compiled: bool, word: int) -> None:
    assert after("7094", compiled, ESTM, ECTM, word).core[CELL] == 0o777777777777


@pytest.mark.parametrize("mode", [ESTM, ECTM])
def test_a_trap_leaves_both_modes(compiled: bool, mode: int) -> None:
    word = SELECTS["RDS"] if mode == ESTM else COPIES["CPY"]
    m = after("7094", compiled, ESTM, ECTM, word)
    assert (m.state.select_trap, m.state.copy_trap) == (0, 0)


@pytest.mark.parametrize("word", [*SELECTS.values(), *COPIES.values()], ids=[*SELECTS, *COPIES])
def test_under_xec_the_location_is_that_of_the_xec(compiled: bool, word: int) -> None:
    m = after("7094", compiled, ESTM, ECTM, XEC + OBJECT, core={OBJECT: word})
    assert m.core[CELL] == 0o777777700103


ETM, STR, TRA = 0o076000000007, 0o500000000000, 0o002000000000


@pytest.mark.parametrize("word", [TRA + 0o200, STR], ids=["transfer trap", "STR"])
def test_a_transfer_trap_and_str_leave_the_modes_on(compiled: bool, word: int) -> None:
    """9COMB then executes a WRS (00732) or a CPY (01141) that must be trapped."""
    modes = (ESTM, ECTM, ETM) if word != STR else (ESTM, ECTM)
    m = after("709", compiled, *modes, word)
    assert m.ic == (1 if word != STR else 2)
    assert (m.state.select_trap, m.state.copy_trap) == (1, 1)


ESNT, AXT, TXI, TIX, PXA, LSNM = (
    0o402100000000,
    0o077400000000,
    0o100000000000,
    0o200000000000,
    0o075400000000,
    0o476000000010,
)
TWO = 0o200000


def test_a_sum_in_an_index_register_has_14_bits_while_storage_is_nullified(compiled: bool) -> None:
    """[D 9COMB 00270]"""
    words = AXT + TWO + 0o37777, ESNT + 0o102, TXI + TWO + (1 << 18) + 0o103, PXA + TWO
    assert after("709", compiled, *words).ac == 0


def test_an_index_register_loaded_before_reads_as_14_bits_while_storage_is_nullified(compiled: bool) -> None:
    """[D 9COMB 00307]"""
    words = AXT + TWO + 0o40001, ESNT + 0o102, TIX + TWO + (0o37777 << 18) + 0o300, PXA + TWO
    m = after("709", compiled, *words)
    assert (m.ic, m.ac) == (0o104, 1)
    m.core[0o104], m.core[0o105] = LSNM, PXA + TWO
    m.run(limit=2)
    assert m.ac == 0o40001
