"""Simulated time: cycles by model, both ends of the interval, and their evidence."""

import pytest

from ibm7094 import Machine
from ibm7094.engine.watch import Watch
from ibm7094.isa import operation
from ibm7094.isa.chapters.shifting import shift_cycles
from ibm7094.terminal.listing import seconds_with_middle
from ibm7094.timing import middle, time_report

CLA = 0o050000000200
CLA_INDIRECT = CLA | 0o60000000
ANS = 0o032000000200
MPY = 0o020000000200
CVR_6 = 0o011406000200
NOP = 0o076100000000
HPR = 0o042000000000


def cycles_of(word: int, model: str = "7090") -> tuple[int, int]:
    m = Machine(model)
    m.core[0o100] = word
    m.ic = 0o100
    m.step()
    return m.cycles_interval


@pytest.mark.parametrize(
    ("word", "cycles"),
    [(CLA, (2, 2)), (CLA_INDIRECT, (3, 3)), (ANS, (4, 4)), (MPY, (2, 14)), (CVR_6, (8, 8))],
)
def test_an_instruction_takes_its_cycles(word: int, cycles: tuple[int, int]) -> None:
    assert cycles_of(word) == cycles


@pytest.mark.parametrize(("places", "cycles"), [(0, 2), (16, 2), (17, 3), (28, 3), (29, 4), (40, 4), (41, 5)])
def test_a_shift_takes_longer_by_the_places(places: int, cycles: int) -> None:
    assert 2 + shift_cycles(places) == cycles
    assert cycles_of(0o076700000000 + places) == (cycles, cycles)


@pytest.mark.parametrize(
    ("model", "microseconds"), [("704", 24.0), ("709", 24.0), ("7090", 4.36), ("7094", 4.0), ("7094-II", 2.8)]
)
def test_two_cycles_take_each_models_own_time(model: str, microseconds: float) -> None:
    m = Machine(model)
    m.core[0o100] = CLA
    m.ic = 0o100
    m.step()
    assert m.seconds[1] == pytest.approx(microseconds / 1e6)


def test_multiplication_on_tube_machines_is_as_recalled() -> None:
    assert cycles_of(MPY, "704") == (20, 20)
    assert operation("MPY").cycles_on("704").evidence == "recalled"


@pytest.mark.parametrize("first", [0o100, 0o101])
def test_a_7094_saves_the_fetch_of_an_odd_instruction_after_its_even_neighbour(
    compiled: bool, first: int
) -> None:
    m = Machine("7094", compiled=compiled)
    for i in range(4):
        m.core[first + i] = CLA
    m.ic = first
    m.run(limit=4)
    assert m.cycles_interval == (6, 8)


def test_a_7094_saves_nothing_after_a_transfer(compiled: bool) -> None:
    m = Machine("7094", compiled=compiled)
    m.core[0o100] = 0o002000000103  # TRA 103
    m.core[0o103] = CLA
    m.ic = 0o100
    m.run(limit=2)
    assert m.cycles_interval == (3, 3)


def test_a_report_says_how_much_rests_on_which_evidence(compiled: bool) -> None:
    m = Machine("7090", compiled=compiled)
    for i, word in enumerate((CLA, 0o002000000102, 0o040000000200, NOP, HPR)):
        m.core[0o100 + i] = word
    m.ic = 0o100
    m.watch = Watch()
    m.run()
    report = time_report(m, m.watch)
    assert {s.evidence: (s.instructions, s.cycles_least, s.cycles_most) for s in report.by_evidence} == {
        "cited page": (1, 2, 2),
        "recalled": (1, 1, 1),
        "rule": (1, 2, 2),
        "published rate": (0, 0, 0),
        "guess": (2, 2, 4),
    }
    assert report.instructions == 5
    assert report.computing == m.cycles_interval
    assert sum(s.share for s in report.by_evidence) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "a_second"), [("TRA", 500_000), ("ADD", 250_000), ("MPY", 100_000), ("DVP", 62_500)]
)
def test_a_7094_is_as_fast_as_ibm_published(name: str, a_second: int) -> None:
    """Logical decisions, additions, multiplications and divisions a second, at the upper end."""
    m = Machine("7094")
    assert operation(name).cycles_on("7094").most * m.model.cycle_us * a_second == 1e6
    assert operation(name).cycles_on("7090").most >= operation(name).cycles_on("7094").most


def test_the_middle_of_a_7094_lies_between_both_ends_and_is_about_10_per_cent_below_the_upper() -> None:
    """As the relative speeds of 7090 and 7094 say, for a loop of the kind our programs have."""
    m = Machine("7094")
    m.load({0o100: CLA, 0o101: 0o040000000200, 0o102: 0o060100000201, 0o103: 0o002000000100})
    m.ic = 0o100
    m.run(limit=4000)
    least, most = m.seconds
    assert least < middle(m.seconds) < most
    assert 0.85 < middle(m.seconds) / most < 0.95


def test_a_time_that_is_a_range_shows_its_middle() -> None:
    assert seconds_with_middle((1.0, 2.0)) == "1 to 2 s, middle 1.5 s"
    assert seconds_with_middle((2.0, 2.0)) == "2 s"
