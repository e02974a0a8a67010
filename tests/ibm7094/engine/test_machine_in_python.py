"""The machine in the hands of a Python user: what it shows of itself, and what it refuses."""

import re
from collections.abc import Callable

import numpy as np
import pytest

from ibm7094 import Machine, MachineError, Reason, Stop
from ibm7094.asm import assemble

LOOP = """\
       ABS
       ORG     64
START  AXT     10,1
LOOP   TIX     LOOP,1,1
DONE   HTR     START
       END     START
"""


@pytest.fixture
def m() -> Machine:
    return Machine()


# What it shows


def test_a_machine_shows_its_model_place_instructions_and_time(m: Machine) -> None:
    assert repr(m) == "<Machine 7094 at 00000: 0 instructions, 0 µs>"
    m.load(assemble(LOOP))
    m.run()
    least, most = (f"{end * 1e6:.4g}" for end in m.seconds)
    assert repr(m) == f"<Machine 7094 at 00102 (DONE): 12 instructions, {least} to {most} µs>"


@pytest.mark.parametrize(
    ("turns", "unit"), [(10, "µs"), (1_000, "ms"), (30_000, "ms")], ids=["short", "longer", "long"]
)
def test_the_time_is_in_a_unit_that_suits_it(turns: int, unit: str) -> None:
    m = Machine("7090")
    m.load(assemble(LOOP.replace("10,1", f"{turns},1")))
    m.run()
    assert re.search(rf", [\d.]+( to [\d.]+)? {unit}>$", repr(m))


def test_a_stop_shows_why_and_where() -> None:
    stop = Stop(Reason.HALT, 0o102, "Halted by HTR at 00102 (DONE).")
    assert repr(stop) == "<Stop halt: Halted by HTR at 00102 (DONE).>"


def test_an_assembled_program_shows_its_size_and_what_is_wrong() -> None:
    assert repr(assemble(LOOP)) == "<Program of 3 words at 00100-00102, start 00100, 6 cards>"
    assert "1 flagged card>" in repr(assemble(LOOP.replace("HTR     START", "HTR     NOWHER")))
    assert repr(assemble("       END\n")) == "<Program of 0 words, 1 card>"


def test_every_repr_is_one_line_without_an_address_in_this_process(m: Machine) -> None:
    for thing in (m, m.xr, m.switches, m.lights, m.state, m.run(0), assemble(LOOP), m.model):
        assert "\n" not in repr(thing) and " object at 0x" not in repr(thing), thing


# Index registers


def test_an_index_register_is_read_and_written_by_its_number(m: Machine) -> None:
    m.xr[4] = 0o77777
    assert (m.xr[4], m.state.xr[4], list(m.xr), len(m.xr)) == (
        0o77777,
        0o77777,
        [0, 0, 0, 0o77777, 0, 0, 0],
        7,
    )
    assert repr(m.xr) == "<XR 1-7: 00000 00000 00000 77777 00000 00000 00000>"
    assert m.xr == (0, 0, 0, 0o77777, 0, 0, 0)


def test_a_row_of_registers_follows_the_machine(m: Machine) -> None:
    held = m.xr
    m.load(assemble(LOOP))
    m.run(limit=3)
    assert held[1] == 8


def test_all_seven_are_set_at_once_or_none(m: Machine) -> None:
    m.xr = (1, 2, 3, 4, 5, 6, 7)
    with pytest.raises(ValueError, match="XR7 has 15 bits"):
        m.xr = (0, 0, 0, 0, 0, 0, 0o100000)
    assert list(m.xr) == [1, 2, 3, 4, 5, 6, 7]
    with pytest.raises(ValueError, match="There are 7 index registers: give a number for each, not 2"):
        m.xr = (1, 2)


@pytest.mark.parametrize("register", [0, 8, -1])
def test_there_are_only_index_registers_1_to_7(m: Machine, register: int) -> None:
    sentence = f"Index registers are numbered 1 to 7, not {register}."
    with pytest.raises(IndexError, match=re.escape(sentence)):
        m.xr[register] = 1
    with pytest.raises(IndexError, match=re.escape(sentence)):
        _ = m.xr[register]


def test_numbers_of_numpy_are_whole_numbers_too(m: Machine) -> None:
    m.xr[np.int64(2)] = np.int64(5)
    m.ac = np.int64(7)
    m.ic = np.int64(0o100)
    assert (m.xr[2], m.ac, m.ic, type(m.ac)) == (5, 7, 0o100, int)


# What it refuses

REFUSED: dict[str, tuple[Callable[[Machine], object], str]] = {
    "a model that never was": (lambda m: Machine("7040"), "There is no model '7040': choose one of 704, 709"),
    "a model as a number": (lambda m: Machine(7094), "A model is named by a text: 7094 is not one"),  # type: ignore[arg-type]
    "a negative limit": (lambda m: m.run(limit=-1), "The limit of instructions is 0 or more, not -1"),
    "half an instruction": (lambda m: m.run(limit=0.5), "The limit of instructions is a whole number: 0.5"),  # type: ignore[arg-type]
    "one breakpoint": (lambda m: m.run(breakpoints="LOOP"), "Breakpoints are a list: write \\['LOOP'\\]"),
    "an unknown breakpoint": (lambda m: m.run(breakpoints=["LOOP"]), "There is no symbol LOOP"),
    "a breakpoint outside": (lambda m: m.run(breakpoints=[1 << 15]), "Address 100000 octal is past the end"),
    "a breakpoint of None": (lambda m: m.run(breakpoints=[None]), "An address is a whole number: None"),  # type: ignore[list-item]
    "too large an index": (lambda m: m.xr.__setitem__(1, 0o100000), "XR1 has 15 bits: 100000 octal"),
    "a negative index": (lambda m: m.xr.__setitem__(1, -1), "XR1 has 15 bits: -1 octal"),
    "half an index": (lambda m: m.xr.__setitem__(1, 0.5), "XR1 is a whole number: 0.5 is not one"),  # type: ignore[assignment]
    "too large a word": (lambda m: setattr(m, "mq", 1 << 36), "mq has 36 bits"),
    "half a word": (lambda m: setattr(m, "mq", 0.5), "mq is a whole number: 0.5 is not one"),
    "an address as text": (lambda m: setattr(m, "ic", "LOOP"), "The instruction counter is a whole number"),
    "letters for switches": (
        lambda m: setattr(m, "switches", "banana"),
        "There are 6 switches: give a 0 or 1",
    ),
    "a number as a program": (lambda m: m.load(5), "5 is not a program"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize(("act", "sentence"), REFUSED.values(), ids=REFUSED)
def test_bad_values_are_refused_at_once_in_a_sentence(
    m: Machine, act: Callable[[Machine], object], sentence: str
) -> None:
    with pytest.raises(MachineError, match=sentence) as refused:
        act(m)
    assert str(refused.value).endswith(".") and m.instructions == 0


def test_a_limit_of_nothing_runs_nothing(m: Machine) -> None:
    assert m.run(limit=0).reason is Reason.LIMIT
    assert m.instructions == 0
