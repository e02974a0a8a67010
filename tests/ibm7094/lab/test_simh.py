"""SIMH as oracle: the driver, the loops of the benchmark, and random programs."""

from dataclasses import replace
from pathlib import Path

import pytest

from ibm7094.isa import table
from ibm7094.isa.record import OPERATIONS
from ibm7094.lab import fuzz, simh
from ibm7094.lab.bench import compare
from ibm7094.lab.bench.loops import LOOPS, PASSES, Loop
from ibm7094.lab.simh import Outcome, Registers, RunnableProgram, Simh, SimhError, SimhMissing, Stop
from ibm7094.machine import Machine
from ibm7094.words import AC_SIGN, BIT_1
from tests.rigs.simh_rig import needs_simh

HALT_AT_102 = RunnableProgram(
    {
        0o100: 0o0500_00_0_00500,  # CLA 500
        0o101: 0o0522_00_0_00110,  # XEC 110
        0o102: 0o0000_00_0_00777,  # HTR 777
        0o110: 0o0522_00_0_00111,  # XEC 111
        0o111: 0o0601_00_0_77777,  # STO 77777
        0o500: 0o400000000123,
    },
    Registers(ic=0o100),
)
COUNT_DOWN = RunnableProgram(
    {
        0o100: 0o0774_00_1_00010,  # AXT 10,1
        0o101: 0o0761_00_0_00000,  # NOP
        0o102: 0o2_00001_1_00101,  # TIX 101,1,1
    },
    Registers(ic=0o100),
)
FOREVER = RunnableProgram({0o100: 0o0020_00_0_00100}, Registers(ic=0o100))  # TRA 100


@pytest.fixture(scope="module")
def oracle() -> Simh:
    return Simh()


def run(oracle: Simh, program: RunnableProgram) -> Outcome:
    return oracle.run([program])[0]


# the driver


def test_without_simh_the_error_names_the_debian_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simh, "find", lambda: None)
    with pytest.raises(SimhMissing, match=r"package simh \(apt-get install simh\)"):
        Simh()


def test_a_missing_simulator_is_one_sentence() -> None:
    with pytest.raises(SimhError, match="cannot be started"):
        Simh(path=Path("/nowhere/i7094")).run([FOREVER])


@needs_simh
def test_a_model_that_simh_lacks_is_refused() -> None:
    with pytest.raises(SimhError, match="no model 704"):
        Simh("704")


@needs_simh
def test_a_halt_leaves_registers_core_and_location(oracle: Simh) -> None:
    found = run(oracle, HALT_AT_102)
    assert found.stop is Stop.HALT
    assert found.location == 0o102
    assert found.registers.ac == AC_SIGN | 0o123
    assert found.core == {**HALT_AT_102.core, 0o77777: 0o400000000123}


@needs_simh
def test_an_xec_and_what_it_executes_are_one_instruction(oracle: Simh) -> None:
    assert run(oracle, HALT_AT_102).instructions == 3
    assert run(oracle, replace(HALT_AT_102, limit=2)).registers.ic == 0o102


@needs_simh
def test_every_register_goes_in_and_comes_back(oracle: Simh) -> None:
    start = Registers(
        ic=0o100,
        ac=0o3777777777777,
        mq=0o777777777777,
        si=0o123456701234,
        xr=(0, 1, 2, 3, 4, 5, 6, 0o77777),
        keys=0o400000000001,
        switches=0o25,
        lights=0o12,
        ac_overflow=1,
        mq_overflow=1,
        divide_check=1,
        io_check=1,
        transfer_trap=1,
        copy_trap=1,
        select_trap=1,
        fp_trap=0,
        multiple_tag=1,
    )
    found = run(oracle, RunnableProgram({0o100: 0o0761_00_0_00000}, start, limit=1))
    assert found.registers == replace(start, ic=0o101)


@needs_simh
def test_a_limit_stops_at_an_exact_count(oracle: Simh) -> None:
    found = run(oracle, replace(FOREVER, limit=1000))
    assert (found.stop, found.instructions) == (Stop.LIMIT, 1000)


@needs_simh
def test_a_breakpoint_holds_before_its_nth_execution(oracle: Simh) -> None:
    found = run(oracle, replace(COUNT_DOWN, breakpoint=0o102, nth=3))
    assert (found.stop, found.registers.ic, found.registers.xr[1]) == (Stop.BREAKPOINT, 0o102, 6)


@needs_simh
def test_only_the_watched_words_are_read(oracle: Simh) -> None:
    found = run(oracle, replace(HALT_AT_102, watch=[0o77777, 0o300]))
    assert found.core == {0o77777: 0o400000000123, 0o300: 0}


@needs_simh
def test_each_program_finds_core_cleared(oracle: Simh) -> None:
    everywhere = RunnableProgram(dict.fromkeys(range(0, 0o100000, 0o111), 0o525252525252), limit=1)
    first, second, third = oracle.run([HALT_AT_102, everywhere, HALT_AT_102])
    assert len(second.core) > 400
    assert first == third


@needs_simh
def test_thousands_of_programs_need_one_call(oracle: Simh) -> None:
    many = simh.CASES_PER_PROCESS + 10
    outcomes = oracle.run(replace(FOREVER, limit=1 + n % 50) for n in range(many))
    assert [o.instructions for o in outcomes] == [1 + n % 50 for n in range(many)]


@needs_simh
def test_a_program_that_never_ends_is_killed() -> None:
    with pytest.raises(SimhError, match=r"did not finish within 0\.5 s"):
        Simh(timeout=0.5).run([FOREVER])


@needs_simh
def test_a_refused_command_is_reported(oracle: Simh) -> None:
    with pytest.raises(SimhError, match="refused the command 'd 200000 1'"):
        run(oracle, RunnableProgram({0o200000: 1}, limit=1))


def test_a_limit_out_of_range_is_refused_before_simh_sees_it() -> None:
    with pytest.raises(SimhError, match="cannot stop after 0"):
        simh.script([replace(FOREVER, limit=0)], "7094", "token")


GOOD = (
    "\nIBM 7094 simulator V3.8-1\nX 0\nTime:\t5\n\nHALT instruction, PC: 00104 (HTR 0)\nTime:\t9\n"
    + "".join(f"{name}:\t{'0' if name != 'OLDPC' else '00103'}\n" for name in simh.WHOLE.values())
    + "".join(f"{name}:\t0\n" for parts in simh.BITS.values() for name in parts)
    + "".join(f"XR{n}:\t00000\n" for n in range(1, 8))
    + "OLDPC:\t00103\n7:\t000000000001\nX end\nGoodbye\n"
)


def test_an_answer_is_read() -> None:
    (found,) = simh.parse(GOOD, "X", 1)
    assert (found.stop, found.instructions, found.location, found.core) == (Stop.HALT, 4, 0o103, {7: 1})


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        ("", "ended after 0 of 1"),
        ("Segmentation fault\n", "last line was 'Segmentation fault'"),
        (GOOD.replace("X end", "X 1"), "ended after"),
        (GOOD[: GOOD.index("OLDPC")], "ended after 0 of 1"),
        (GOOD.replace("MQ:", "QM:"), "cannot be read"),
        (GOOD.replace("HALT instruction, PC", "HALT instruction"), "cannot be read"),
        (GOOD.replace("Time:\t9\n", ""), "cannot be read"),
        (GOOD.replace("\nX end", "\ncommands> d foo 1\nNon-existent register\nX end"), "refused.*d foo 1"),
    ],
)
def test_a_damaged_answer_is_an_error_and_not_a_result(output: str, complaint: str) -> None:
    with pytest.raises(SimhError, match=complaint):
        simh.parse(output, "X", 1)


# the loops


@needs_simh
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.name)
def test_a_loop_halts_at_its_end_after_the_predicted_instructions(loop: Loop, oracle: Simh) -> None:
    once, each = loop.cost(lambda program: run(oracle, program))
    found = run(oracle, loop.program(37))
    assert (found.stop, found.location) == (Stop.HALT, loop.end)
    assert found.instructions == once + 37 * each


@needs_simh
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.name)
def test_a_loop_does_other_work_in_each_pass(loop: Loop, oracle: Simh) -> None:
    ends = [tuple(sorted(o.core.items())) for o in oracle.run(loop.program(n) for n in range(1, 30))]
    assert len(set(ends)) == len(ends)


@needs_simh
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.name)
def test_our_machine_ends_a_loop_as_simh_does(loop: Loop, oracle: Simh) -> None:
    program = loop.program(20)
    assert fuzz.different(fuzz.runner(Machine("7094"))(program), run(oracle, program)) == []


@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.name)
def test_the_words_of_a_loop_are_what_their_remarks_say(loop: Loop) -> None:
    operations = table("7094")
    for address, word, remark in loop.rows:
        name = remark.split()[0]
        sense = operations.sense.get(word >> 24, {}).get(word & 0o77777)
        found = sense.operation if sense else operations.codes[word >> 24]
        assert found is not None and found.name == name.rstrip("*"), f"{address:o} {remark}"
        assert name.endswith("*") == (word & 3 << 22 == 3 << 22 and found.indirect)


def test_no_loop_uses_the_word_that_counts_passes_for_anything_else() -> None:
    assert all(PASSES not in loop.words for loop in LOOPS)


# random programs

OPS = fuzz.draw_from((o for o in OPERATIONS if o.on("7094")), fuzz.NOT_IN_SIMH)


def test_a_seed_gives_the_same_programs_again() -> None:
    assert list(fuzz.random_programs(7, 5, OPS)) == list(fuzz.random_programs(7, 5, OPS))


def test_random_programs_use_every_operation() -> None:
    used = {name for p in fuzz.random_programs(1, 400, OPS) for name in p.remarks.values()}
    assert used == {op.name for op in OPS}


def test_random_words_fit_their_registers() -> None:
    for program in fuzz.random_programs(2, 200, OPS):
        assert all(0 <= a < 2**15 and 0 <= w < 2**36 for a, w in program.core.items())
        assert 0 <= program.registers.ac < 2**38


@needs_simh
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "reference"])
@pytest.mark.parametrize("model", ["7090", "7094"])
def test_random_programs_end_as_in_simh_but_for_known_differences(model: str, compiled: bool) -> None:
    ops = fuzz.draw_from((o for o in OPERATIONS if o.on(model)), fuzz.NOT_IN_SIMH)
    programs = fuzz.random_programs(1967, 500, ops, multiple_tag=None if model == "7094" else 1)
    machine = Machine(model, compiled=compiled)
    found = fuzz.compare_with_simh(fuzz.runner(machine), programs, Simh(model))
    unknown = [difference.report() for difference in found if difference.known is None]
    assert not unknown, unknown[0]


@needs_simh
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "reference"])
def test_a_known_difference_is_still_one(compiled: bool) -> None:
    """If SIMH or we change, the list in `fuzz.KNOWN` must change too."""
    at = Registers(ic=0o100)
    cases = {
        "RND of a negative accumulator": RunnableProgram(
            {0o100: 0o0760_00_0_00010}, replace(at, ac=AC_SIGN | 5, mq=BIT_1), limit=1
        ),
        "CVR with Q on": RunnableProgram({0o100: 0o0114_01_0_00200}, replace(at, ac=1 << 36), limit=1),
        "a variable-length operation with bits 12 and 13 on": RunnableProgram(
            {0o100: 0o0204_60_0_00200, 0o200: 0o000003_000300, 0o300: 3}, replace(at, mq=5), limit=1
        ),
        "STR, TXH or TXL with several tag bits in multiple-tag mode": RunnableProgram(
            {0o100: 0o5_00000_3_00000}, replace(at, xr=(0, 1, 2, 0, 0, 0, 0, 0), multiple_tag=1), limit=1
        ),
        "a transfer trap in select or copy trap mode": RunnableProgram(
            {0o100: 0o0020_00_0_00200}, replace(at, transfer_trap=1, select_trap=1), limit=1
        ),
    }
    found = fuzz.compare_with_simh(fuzz.runner(Machine("7094", compiled=compiled)), cases.values())
    assert [d.known.what if d.known else "" for d in found] == list(cases)


@needs_simh
def test_a_difference_is_traced_to_its_instruction(oracle: Simh) -> None:
    def careless(program: RunnableProgram) -> Outcome:
        found = run(oracle, program)
        if found.instructions >= 3:
            found = replace(found, registers=replace(found.registers, ac=found.registers.ac ^ 1))
        return found

    (difference,) = fuzz.compare_with_simh(careless, [replace(COUNT_DOWN, limit=9)], oracle)
    assert (difference.step, difference.before.registers.ic, difference.known) == (3, 0o102, None)
    assert "instruction 3 of 9, at 00102: 200001100101" in difference.report()


# the measurement


def speed(ours: float, differs: tuple[str, ...] = ()) -> compare.Speed:
    return compare.Speed("loop", "what", 1000, [ours] * 5, [100.0] * 5, list(differs))


@pytest.mark.parametrize(
    ("measured", "holds"),
    [(speed(300), True), (speed(200), True), (speed(199), False), (speed(300, ("ac",)), False)],
    ids=["faster", "just", "slower", "another end"],
)
def test_a_loop_must_be_twice_as_fast_and_end_alike(measured: compare.Speed, holds: bool) -> None:
    verdict = compare.verdicts([measured], compare.Starts([2.0], [0.5]))[0]
    assert verdict.holds is holds


def test_starts_have_thresholds_too() -> None:
    warm, cold = compare.verdicts([], compare.Starts(cold=[5.5], warm=[0.9]))
    assert (warm.holds, cold.holds) == (True, False)


def test_without_simh_the_measurement_says_so_and_stops(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simh, "find", lambda: None)
    assert compare.main() == 3
    assert "package simh" in " ".join(capsys.readouterr().err.split())


@needs_simh
@pytest.mark.slow
def test_a_measurement_compares_the_ends_of_both(oracle: Simh) -> None:
    found = compare.measure(LOOPS[0], oracle, rounds=2, seconds=0.1)
    assert found.differs == []
    assert len(found.ratios) == 2 and min(found.ratios) > 0
