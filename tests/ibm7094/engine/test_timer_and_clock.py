"""The interval timer and the Chronolog clock."""

from pathlib import Path

import pytest

from ibm7094 import Machine, Reason, Stop
from ibm7094.errors import BadValue
from ibm7094.words import MAGNITUDE, SIGN

TRA, HTR, HPR, NOP = 0o002000000000, 0, 0o042000000000, 0o076100000000
ENB, RCT, TCOA, LCHA = 0o056400000300, 0o076000000014, 0o006000000000, 0o054400000000
RTDA7, RTBA7, WTDA7, WEFA7 = 0o076200001207, 0o076200001227, 0o076600001207, 0o077000001207
BSRA7, BSFA7, REWA7, BTTA, RCHA = (
    0o076400001207,
    0o476400001207,
    0o077200001207,
    0o076000001000,
    0o054000000000,
)
TRCA, ENABLE, ENABLE_A = 0o002200000000, 0o400000, 0o1
SECOND = 500_000  # cycles of a 7094
TIMER = ("interval-timer",)


def loaded(compiled: bool, *program: int, options: tuple[str, ...] = TIMER, model: str = "7094") -> Machine:
    m = Machine(model, compiled=compiled, options=options)
    m.load(dict(enumerate(program, 0o100)) | {0o300: ENABLE})
    m.ic = 0o100
    return m


def after(m: Machine, cycles: int) -> Stop:
    """Run a program that loops for about this long."""
    stop = m.run(limit=1)
    while m.cycles < cycles and stop.reason is Reason.LIMIT:
        stop = m.run(limit=500)
    return stop


def test_cell_5_counts_sixty_times_a_second(compiled: bool) -> None:
    m = loaded(compiled, TRA + 0o100)
    after(m, SECOND // 4)
    assert m.core[5] == 15


def test_the_count_loses_its_minus_sign(compiled: bool) -> None:
    m = loaded(compiled, TRA + 0o100)
    m.core[5] = SIGN | 7
    after(m, SECOND // 59)
    assert m.core[5] == 8


def test_a_machine_without_the_option_leaves_cell_5_alone(compiled: bool) -> None:
    m = loaded(compiled, TRA + 0o100, options=())
    after(m, SECOND // 20)
    assert m.core[5] == 0


def test_the_trap_comes_when_the_count_becomes_zero(compiled: bool) -> None:
    m = loaded(compiled, ENB, TRA + 0o101)
    m.load({5: MAGNITUDE - 1, 6: 0o700077700000, 7: TRA + 0o200, 0o200: HPR})
    stop = m.run(limit=100_000)
    assert (stop.reason, stop.ic) == (Reason.HALT, 0o200)
    assert m.core[6] == 0o700000700000 | 0o101  # prefix and tag kept, no code, as the channels' traps do
    assert SECOND / 31 < m.cycles < SECOND / 29


def test_a_disabled_trap_is_remembered(compiled: bool) -> None:
    m = loaded(compiled, TRA + 0o100)
    m.load({5: MAGNITUDE, 7: TRA + 0o200, 0o200: HPR, 0o400: ENB, 0o401: TRA + 0o401})
    after(m, SECOND // 30)
    assert m.core[5] < 3
    m.ic = 0o400
    assert m.run(limit=100).ic == 0o200


def test_the_trap_inhibits_the_channels_traps_until_rct(compiled: bool) -> None:
    m = loaded(compiled, ENB, TRA + 0o101)
    m.load({0o300: ENABLE | ENABLE_A, 5: MAGNITUDE, 7: TRA + 0o200, 0o13: TRA + 0o210})
    m.load({0o200: NOP, 0o201: NOP, 0o202: RCT, 0o203: TRA + 0o203, 0o210: HPR})
    m.run(limit=5)
    m.state.cycles += SECOND // 30  # the timer runs out, and A's end of file comes, at the same time
    m.state.end_of_file[1] = 1
    assert m.run(limit=100).ic == 0o210
    assert (m.core[6] & 0o77777, m.core[0o12] & 0o77777) == (0o101, 0o203)


def test_reset_clears_the_count_and_the_request(compiled: bool) -> None:
    m = loaded(compiled, TRA + 0o100)
    m.core[5] = MAGNITUDE - 3
    after(m, SECOND // 10)
    assert m.core[5]
    m.reset()
    assert m.core[5] == 0
    assert not m.io.trap_pending()


def test_a_halt_waits_for_an_enabled_timer(compiled: bool) -> None:
    m = loaded(compiled, ENB, HTR + 0o101)
    m.load({5: MAGNITUDE - 30, 7: TRA + 0o200, 0o200: HPR})
    assert m.run(limit=100).ic == 0o200
    assert m.core[6] == 0o101
    assert m.seconds[1] == pytest.approx(31 / 60, rel=0.01)


@pytest.mark.parametrize("count", [0, MAGNITUDE - 100_000])
def test_a_halt_does_not_wait_years_for_the_timer(compiled: bool, count: int) -> None:
    m = loaded(compiled, ENB, HTR + 0o101)
    m.core[5] = count
    stop = m.run(limit=100)
    assert (stop.reason, stop.ic) == (Reason.HALT, 0o101)
    assert m.seconds[1] < 0.001


def test_a_halt_does_not_wait_for_a_timer_that_is_not_enabled(compiled: bool) -> None:
    m = loaded(compiled, HTR + 0o101)
    m.core[5] = MAGNITUDE - 5
    assert m.run(limit=100).ic == 0o100
    assert m.seconds[1] < 0.001


def test_ticks_do_not_hide_a_channel_that_nothing_will_free(compiled: bool) -> None:
    m = loaded(compiled, 0o400000000000 | LCHA)  # LCHB
    m.io.channel(2)._held.append(None)  # type: ignore[attr-defined]
    assert m.run(limit=10).reason is Reason.CHANNEL_HUNG
    m.io.channel(2)._held.clear()  # type: ignore[attr-defined]


def test_a_saved_timer_goes_on(compiled: bool, tmp_path: Path) -> None:
    m = loaded(compiled, ENB, TRA + 0o101)
    m.load({5: MAGNITUDE - 20, 7: TRA + 0o200, 0o200: HPR})
    after(m, SECOND // 7)
    m.save(tmp_path / "m.saved")
    other = Machine.restore(tmp_path / "m.saved", compiled=compiled)
    ends = [(each.run(limit=1_000_000).ic, each.cycles, int(each.core[5])) for each in (m, other)]
    assert ends[0] == ends[1]
    assert ends[0][0] == 0o200


def test_a_704_cannot_have_the_timer() -> None:
    with pytest.raises(BadValue, match="no traps"):
        Machine("704", options=TIMER)


# The clock

READ = (RTDA7, RCHA + 0o250, TCOA + 0o102, HPR)
IOCD_12 = 0o000002001000


def clock(compiled: bool, *program: int, model: str = "7094", start: str = "1963-05-01T09:30") -> Machine:
    m = loaded(compiled, *program, options=(), model=model)
    m.attach("A7", "clock", start)
    m.core[0o250] = IOCD_12
    return m


def test_reading_the_clock_gives_the_date_and_the_time(compiled: bool) -> None:
    m = clock(compiled, *READ)
    assert m.run(limit=100_000).ic == 0o103
    assert f"{m.core[0o1000]:012o} {m.core[0o1001]:012o}" == "000500010011 030000000000"  # 05 01 09 30 00 00
    assert not m.state.redundancy[1]


def test_the_clock_advances_with_the_machine(compiled: bool) -> None:
    m = clock(compiled, *READ, start="1963-12-31T23:59:59.5")
    m.state.cycles = 3 * SECOND // 4
    m.run(limit=100_000)
    assert f"{m.core[0o1000]:012o} {m.core[0o1001]:012o}"[:20] == "000100010000 0000000"
    m.ic = 0o100
    m.state.cycles += 60 * SECOND + SECOND // 2
    m.run(limit=100_000)
    assert f"{m.core[0o1001]:012o}"[:4] == "0001"  # a minute later


def test_a_clock_without_a_time_shows_the_hosts(compiled: bool) -> None:
    m = clock(compiled, *READ, start="")
    m.run(limit=100_000)
    month = (m.core[0o1000] >> 30 & 0o77) * 10 + (m.core[0o1000] >> 24 & 0o77)
    assert 1 <= month <= 12


def test_the_clock_read_in_binary_is_a_redundancy_check(compiled: bool) -> None:
    m = clock(compiled, RTBA7, *READ[1:])
    m.run(limit=100_000)
    assert m.state.redundancy[1]


@pytest.mark.parametrize("backspace", [BSRA7, BSFA7])
def test_a_backspace_finds_the_clock_at_load_point(compiled: bool, backspace: int) -> None:
    m = clock(compiled, backspace, *[TCOA + 0o101], HPR)
    assert m.run(limit=1000).ic == 0o102
    assert m.state.load_point[1]


def test_a_rewind_of_the_clock_does_nothing(compiled: bool) -> None:
    m = clock(compiled, REWA7, *[TCOA + 0o101], HPR)
    assert m.run(limit=1000).ic == 0o102
    assert not m.state.load_point[1]


@pytest.mark.parametrize("select", [WTDA7, WEFA7])
def test_writing_to_the_clock_is_refused(compiled: bool, select: int) -> None:
    stop = clock(compiled, select).run(limit=10)
    assert (stop.reason, stop.ic) == (Reason.DEVICE_NOT_READY, 0o100)
    assert "Chronolog clock A7" in stop.message
    assert "can only be read" in stop.message


def test_a_clock_saved_while_it_is_read_goes_on(compiled: bool, tmp_path: Path) -> None:
    m = clock(compiled, *READ)
    stop = m.run(limit=1)
    while stop.reason is Reason.LIMIT and not m.core[0o1000]:
        stop = m.run(limit=10)
    m.save(tmp_path / "m.saved")
    other = Machine.restore(tmp_path / "m.saved", compiled=compiled)
    m.run(limit=100_000)
    other.run(limit=100_000)
    assert (m.core == other.core).all()
    assert m.cycles == other.cycles
    assert m.core[0o1001]


def test_a_time_that_is_none_is_refused() -> None:
    with pytest.raises(BadValue, match="such as 1963-05-01T09:30"):
        Machine().attach("A7", "clock", "noon")
