"""The compiled engine and the plain reference leave the same state after every instruction."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ibm7094 import Machine
from ibm7094.isa import MODELS, OPERATIONS
from ibm7094.lab.fuzz import Op, draw_from, first_disagreement, random_program, random_programs
from ibm7094.lab.fuzz.engines import snapshot
from ibm7094.lab.simh import Registers, RunnableProgram

PROGRAMS = 2000
BATCHES = 8


def ops(model: str) -> list[Op]:
    return draw_from(o for o in OPERATIONS if o.on(model))


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_programs_end_alike_on_both_engines(batch: int) -> None:
    ours, plain = Machine("7094"), Machine("7094", compiled=False)
    for program in random_programs(batch, PROGRAMS // BATCHES, ops("7094")):
        assert first_disagreement(ours, plain, program) is None


@pytest.mark.slow
@pytest.mark.parametrize("model", [m for m in MODELS if m != "7094"])
def test_random_programs_end_alike_on_a(model: str) -> None:
    ours, plain = Machine(model), Machine(model, compiled=False)
    for program in random_programs(7, 100, ops(model)):
        assert first_disagreement(ours, plain, program) is None


def is_input_output(word: int) -> bool:
    operation = OURS.table.codes[word >> 24]
    return operation is not None and operation.chapter == "input_output"


OURS, PLAIN = Machine("7094"), Machine("7094", compiled=False)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_a_program_made_by_hypothesis_ends_alike_on_both_engines(rng: Random) -> None:
    assert first_disagreement(OURS, PLAIN, random_program(rng, ops("7094"))) is None


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 2**36 - 1), min_size=1, max_size=12), st.integers(0, 1))
def test_words_without_meaning_end_alike_on_both_engines(words: list[int], multiple: int) -> None:
    """Any word at all may be executed; input-output is left out, as there are no devices."""
    core = {0o100 + i: w for i, w in enumerate(words) if not is_input_output(w)}
    program = RunnableProgram(core, Registers(ic=0o100, multiple_tag=multiple), limit=8)
    assert first_disagreement(OURS, PLAIN, program) is None


def test_a_whole_run_counts_the_same_instructions_and_cycles() -> None:
    machines = [Machine("7094", compiled=c) for c in (True, False)]
    for m in machines:
        m.load({0o100: 0o077400107640, 0o101: 0o020000000100, 0o102: 0o200001100101, 0o103: 0o000000000103})
        m.ic = 0o100
        m.run()
    assert snapshot(machines[0]) == snapshot(machines[1])
    assert machines[0].instructions == 8002
