"""Watched words: the machine stops after the instruction or the channel that writes one, on both engines."""

from pathlib import Path
from random import Random

import pytest

from ibm7094 import Machine
from ibm7094.asm import assemble
from ibm7094.engine.watch import Hit, Watch
from ibm7094.isa import MODELS, OPERATIONS
from ibm7094.lab.fuzz.engines import prepare
from ibm7094.lab.fuzz.programs import draw_from, random_programs
from ibm7094.media.cards import Card
from ibm7094.stop import Reason
from tests.ibm7094.engine.test_io_programs import CODE, attach, core

PROGRAM = """\
       ABS
       ORG     64
START  CLA     ONE
LOOP   STO     ALPHA
       STO     BETA
       ADD     ONE
       XEC     STORE
       RCDA
       RCHA    READ
       TCOA    *
       HTR     *
STORE  STA     ALPHA
READ   IOCD    BETA,,2
ONE    PZE     1
ALPHA  PZE
BETA   PZE
       PZE
       END     START
"""


@pytest.fixture(params=[True, False], ids=["compiled", "reference"])
def machine(request: pytest.FixtureRequest) -> Machine:
    found = Machine("7094", compiled=request.param)
    found.load(assemble(PROGRAM))
    found.ic = found.symbols["START"]
    found.attach("A", "reader", [Card.from_rows([0o123, 0o456])])
    found.watch = Watch()
    return found


def test_the_machine_stops_after_the_instruction_that_writes(machine: Machine) -> None:
    assert machine.watch is not None
    machine.watch.watch_words([machine.symbols["ALPHA"]])
    stop = machine.run()
    assert (stop.reason, stop.ic) == (Reason.WATCHPOINT, machine.symbols["LOOP"] + 1)
    assert stop.message == (
        "Watchpoint: STO at 00101 (LOOP) wrote 00114 (ALPHA): 000000000000 before, 000000000001 now."
    )
    assert "Watchpoint: STA at 00104 (LOOP+3) wrote 00114 (ALPHA): 000000000001 before" in str(machine.run())
    assert machine.run().reason is Reason.HALT


def test_a_channel_that_writes_is_named(machine: Machine) -> None:
    assert machine.watch is not None
    machine.watch.watch_words([machine.symbols["BETA"] + 1])
    stop = machine.run()
    assert stop.message == (
        "Watchpoint: channel A wrote 00116 (BETA+1): 000000000000 before, 000000000456 now."
    )
    assert machine.core[0o116] == 0o456


def test_nothing_is_noted_once_no_word_is_watched(machine: Machine) -> None:
    assert machine.watch is not None
    machine.watch.watch_words([machine.symbols["ALPHA"]])
    machine.run()
    machine.watch.watch_words([])
    assert machine.run().reason is Reason.HALT
    assert not machine.watch.hits


def history(machine: Machine, limit: int) -> list[object]:
    """Every watchpoint of a run."""
    assert machine.watch is not None
    end, found = machine.instructions + limit, []
    while machine.instructions < end:
        stop = machine.run(limit=end - machine.instructions)
        hits: list[Hit] = machine.watch.hits
        found.append((stop, hits, machine.instructions, machine.cycles))
        if stop.reason is not Reason.WATCHPOINT:
            break
    return [*found, machine.core.tobytes()]


def test_both_engines_see_every_write_and_the_result_is_the_same_as_unwatched() -> None:
    ops = draw_from(o for o in OPERATIONS if o.on("7094"))
    machines = Machine("7094"), Machine("7094", compiled=False), Machine("7094")
    seen = 0
    for program in random_programs(5, 300, ops):
        for machine in machines:
            prepare(machine, program)
            machine.state.instructions = machine.state.cycles = machine.state.cycles_saved = 0
        machines[2].run(limit=program.limit)
        for machine in machines[:2]:
            machine.watch = Watch()
            machine.watch.watch_words(range(0o100000))
        one, other = (history(machine, program.limit or 1) for machine in machines[:2])
        assert one == other
        assert one[-1] == machines[2].core.tobytes()
        seen += len(one) - 1
    assert seen > 500


@pytest.mark.parametrize(
    "model", [m if m == "7094" else pytest.param(m, marks=pytest.mark.slow) for m in MODELS]
)
def test_both_engines_see_the_writes_of_channels(model: str, tmp_path: Path) -> None:
    for seed in range(6):
        found = []
        for compiled in (True, False):
            rng = Random(seed)
            with Machine(model, compiled=compiled) as machine:
                attach(machine, rng, tmp_path / f"{seed}{compiled}")
                machine.load(core(rng, model))
                machine.watch = Watch()
                machine.watch.watch_words(range(0o100000))
                machine.ic = rng.choice(CODE)
                found.append(repr(history(machine, 200)).replace(str(tmp_path / f"{seed}{compiled}"), ""))
        assert found[0] == found[1]
