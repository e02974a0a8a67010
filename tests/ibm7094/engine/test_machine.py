"""The machine as its users see it: registers, stops, limits, breakpoints, the operator's keys."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from ibm7094 import Machine, MachineError, Reason
from ibm7094.engine.watch import Watch

# A few instructions.
HTR = 0o000000000000
HPR = 0o042000000000
TRA = 0o002000000000
CLA = 0o050000000000
ADD = 0o040000000000
STO = 0o060100000000
XEC = 0o052200000000
DVH = 0o022000000000
SWT = 0o076000000160
SLN = 0o076000000140
ENK = 0o076000000004
ETM = 0o076000000007
TZE = 0o010000000000
TTR = 0o002100000000
AXT_1 = 0o077400100000
TIX_1 = 0o200001100000
STR = 0o500000000000
NOP = 0o076100000000
ESNT = 0o402100000000
LMTM = 0o076000000016
SXA_3 = 0o063400300000


@pytest.fixture
def m(compiled: bool) -> Machine:
    return Machine("7094", compiled=compiled)


def start(m: Machine, *words: int, at: int = 0o100) -> None:
    m.load({at + i: w for i, w in enumerate(words)})
    m.ic = at


def test_core_is_an_array_of_32768_words(m: Machine) -> None:
    assert m.core.shape == (32768,)
    assert m.core.dtype == np.int64


def test_a_halt_names_its_own_address(m: Machine) -> None:
    start(m, CLA + 0o200, HTR + 0o300)
    stop = m.run()
    assert (stop.reason, stop.ic, m.ic) == (Reason.HALT, 0o101, 0o101)


def test_start_after_a_halt_goes_to_the_address_of_the_htr(m: Machine) -> None:
    start(m, HTR + 0o300)
    m.core[0o300] = HPR
    m.run()
    assert m.run().ic == 0o300


def test_a_new_instruction_counter_cancels_the_transfer_of_an_htr(m: Machine) -> None:
    start(m, HTR + 0o300)
    m.run()
    m.core[0o200] = HPR
    m.ic = 0o200
    assert m.run().ic == 0o200


def test_start_after_a_pause_continues_after_it(m: Machine) -> None:
    start(m, HPR, HPR)
    assert (m.run().ic, m.ic) == (0o100, 0o101)
    assert m.run().ic == 0o101


def test_the_instruction_limit_is_exact(m: Machine) -> None:
    start(m, AXT_1 + 1, TIX_1 + 0o101, TRA + 0o100)
    for limit in (1, 2, 3, 1000):
        before = m.instructions
        assert m.run(limit=limit).reason is Reason.LIMIT
        assert m.instructions - before == limit


def test_a_step_does_one_instruction(m: Machine) -> None:
    start(m, NOP, NOP)
    m.step()
    assert (m.ic, m.instructions) == (0o101, 1)


def test_a_run_stops_before_a_breakpoint_and_leaves_it_when_run_again(m: Machine) -> None:
    start(m, NOP, NOP, TRA + 0o100)
    for count in (1, 4, 7):
        stop = m.run(breakpoints=[0o101])
        assert (stop.reason, stop.ic, m.instructions) == (Reason.BREAKPOINT, 0o101, count)


@pytest.mark.parametrize("limit", range(3, 9))
def test_a_breakpoint_holds_whatever_the_limit(m: Machine, limit: int) -> None:
    start(m, CLA + 0o200, ADD + 0o200, STO + 0o200, TRA + 0o100)
    stop = m.run(limit=limit, breakpoints=[0o103])
    assert (stop.reason, m.instructions) == (Reason.BREAKPOINT, 3)


def test_a_breakpoint_may_be_a_symbol(m: Machine) -> None:
    start(m, NOP, NOP, HTR)
    m.symbols = {"START": 0o100, "LOOP": 0o101}
    assert str(m.run(breakpoints=["LOOP"])) == "Breakpoint at 00101 (LOOP)."


def test_an_unknown_symbol_is_refused_in_a_sentence(m: Machine) -> None:
    with pytest.raises(MachineError, match="There is no symbol NOWHERE"):
        m.run(breakpoints=["NOWHERE"])


def test_a_breakpoint_past_core_is_refused_in_a_sentence(m: Machine) -> None:
    with pytest.raises(MachineError, match="Address 100000 octal is past the end of core"):
        m.run(breakpoints=[0o100000])


def test_an_undefined_code_stops_at_its_address_and_is_not_counted(m: Machine) -> None:
    start(m, NOP, 0o001000000000)
    stop = m.run()
    assert (stop.reason, stop.ic, m.instructions) == (Reason.ILLEGAL_OPERATION, 0o101, 1)
    assert "001000000000" in str(stop)


def test_a_code_of_a_later_model_stops_an_earlier_one() -> None:
    m = Machine("7090")
    start(m, 0o044300000200)  # DLD
    assert m.run().reason is Reason.ILLEGAL_OPERATION


def test_an_xec_of_itself_is_a_typed_stop(m: Machine) -> None:
    start(m, XEC + 0o100)
    stop = m.run()
    assert (stop.reason, stop.ic) == (Reason.XEC_LOOP, 0o100)


def test_xecs_far_apart_are_not_a_loop(m: Machine) -> None:
    start(m, AXT_1 + 1000, XEC + 0o200, TIX_1 + 0o101, HTR)
    m.core[0o200] = NOP
    assert m.run().reason is Reason.HALT


def test_a_skip_under_xec_counts_from_the_xec(m: Machine) -> None:
    start(m, XEC + 0o200, HTR, HTR)
    m.core[0o200] = SWT + 1
    m.switches[1] = 1
    assert m.run().ic == 0o102


def test_a_divide_or_halt_that_cannot_divide_stops(m: Machine) -> None:
    start(m, DVH + 0o200)
    stop = m.run()
    assert (stop.reason, stop.ic, m.divide_check) == (Reason.DIVIDE_CHECK, 0o100, 1)


def test_switches_lights_and_keys_reach_the_program(m: Machine) -> None:
    start(m, SWT + 3, HTR, SLN + 2, ENK, HTR + 0o77)
    m.switches = "001000"
    m.keys = 0o123456701234
    assert m.run().ic == 0o104
    assert (m.lights.on, m.mq) == ((2,), 0o123456701234)


@pytest.mark.parametrize("value", ["001001", 0o11, [0, 0, 1, 0, 0, 1]])
def test_switches_are_set_from_digits_a_number_or_a_list(value: object) -> None:
    m = Machine()
    m.switches = value  # type: ignore[assignment]
    assert m.switches.on == (3, 6)
    assert int(m.switches) == 0o11


def test_lights_compare_with_digits_numbers_and_lists() -> None:
    m = Machine()
    m.lights = "1011"
    assert m.lights == "1011" == f"{m.lights:04b}"
    assert m.lights == 0b1011
    assert m.lights == [1, 0, 1, 1]


def test_there_is_no_seventh_switch() -> None:
    with pytest.raises(IndexError, match="numbered 1 to 6, not 7"):
        Machine().switches[7] = 1


def test_a_register_refuses_more_bits_than_it_has() -> None:
    with pytest.raises(ValueError, match="mq has 36 bits"):
        Machine().mq = 1 << 36


def test_a_number_that_is_not_a_word_is_refused_before_it_can_run(m: Machine) -> None:
    m.core[0o100] = -1
    with pytest.raises(MachineError, match="The word at 00100 is not a 36-bit word"):
        m.run()


def test_in_trapping_mode_a_transfer_goes_to_location_1(m: Machine) -> None:
    start(m, ETM, TRA + 0o200)
    m.core[1] = HPR
    assert m.run().ic == 1
    assert m.core[0] == 0o101


def test_in_trapping_mode_a_transfer_not_taken_still_saves_its_location(m: Machine) -> None:
    start(m, CLA + 0o200, ETM, TZE + 0o300, HPR)
    m.core[0o200] = 1
    assert m.run().ic == 0o103
    assert m.core[0] == 0o102


def test_a_trap_transfer_is_not_trapped(m: Machine) -> None:
    start(m, ETM, TTR + 0o200)
    m.core[0o200] = HPR
    assert m.run().ic == 0o200


def test_a_halt_and_transfer_is_trapped_when_restarted_in_trapping_mode(m: Machine) -> None:
    start(m, ETM, HTR + 0o200)
    m.core[1] = HPR
    m.run()
    assert m.run().ic == 1
    assert m.core[0] == 0o101


def test_store_location_and_trap_goes_to_2(m: Machine) -> None:
    start(m, STR)
    m.core[2] = HPR
    assert m.run().ic == 2
    assert m.core[0] == 0o101


def test_nullified_storage_has_14_address_bits(m: Machine) -> None:
    start(m, ESNT + 0o200)
    m.load({0o200: CLA + 0o40300, 0o201: HPR, 0o300: 5})
    m.run()
    assert m.ac == 5


def test_several_tag_bits_or_the_registers_in_multiple_tag_mode(m: Machine) -> None:
    start(m, SXA_3 + 0o200, HPR)
    m.xr[1], m.xr[2] = 0o5, 0o50
    m.run()
    assert (m.core[0o200], m.xr[1], m.xr[2]) == (0o55, 0o55, 0o55)


def test_a_7094_has_seven_registers_after_lmtm(m: Machine) -> None:
    start(m, LMTM, SXA_3 + 0o200, HPR)
    m.xr[1], m.xr[2], m.xr[3] = 0o5, 0o50, 0o7
    m.run()
    assert m.core[0o200] == 0o7


def test_a_7090_stays_in_multiple_tag_mode() -> None:
    m = Machine("7090")
    m.multiple_tag = 0
    start(m, SXA_3 + 0o200, HPR)
    m.xr[1], m.xr[2], m.xr[3] = 0o5, 0o50, 0o7
    m.run()
    assert m.core[0o200] == 0o55


def test_a_704_has_no_indirect_addresses() -> None:
    m = Machine("704")
    start(m, CLA + 0o60_0_00200, HPR)
    m.load({0o200: 0o300, 0o300: 7})
    m.run()
    assert m.ac == 0o300


def test_reset_keeps_core_and_the_clocks_and_clear_zeroes_core(m: Machine) -> None:
    start(m, NOP, HTR)
    m.run()
    m.reset()
    assert (m.ic, m.instructions, m.core[0o100]) == (0, 2, NOP)
    m.clear()
    assert not m.core.any()


def test_a_reset_machine_traps_floating_point_and_ors_its_tags() -> None:
    m = Machine("7094")
    assert (m.fp_trap, m.multiple_tag) == (1, 1)


def test_the_trace_holds_the_last_instructions(m: Machine) -> None:
    start(m, CLA + 0o200, XEC + 0o201, HPR)
    m.load({0o200: 9, 0o201: ADD + 0o200})
    m.watch = Watch()
    m.run()
    assert [(t.location, t.word, t.ac) for t in m.watch.trace()] == [
        (0o100, CLA + 0o200, 0),
        (0o101, XEC + 0o201, 9),
        (0o101, ADD + 0o200, 9),
        (0o102, HPR, 18),
    ]


def test_the_profile_counts_by_address(m: Machine) -> None:
    start(m, AXT_1 + 5, TIX_1 + 0o101, HPR)
    m.watch = Watch()
    m.run()
    assert m.watch.profile[0o100:0o103].tolist() == [1, 5, 1]


def test_ctrl_c_stops_between_instructions() -> None:
    m = Machine()
    start(m, TRA + 0o100)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    stop = m.run()
    assert (stop.reason, stop.ic) == (Reason.INTERRUPTED, 0o100)
    assert time.monotonic() - began < 5
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_unknown_model_is_refused_in_a_sentence() -> None:
    with pytest.raises(MachineError, match="There is no model '7095': choose one of 704, 709, 7090"):
        Machine("7095")
