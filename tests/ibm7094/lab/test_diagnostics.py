"""IBM's own diagnostics of the 709's processor reach their pass point in the recorded state."""

import hashlib

import pytest

from ibm7094 import Machine
from tests.rigs.facts import shared

RUNS = 6


def golden(number: int) -> dict[str, str]:
    lines = shared("diagnostics/golden.tsv").read_text().splitlines()
    assert len(lines) == RUNS + 2
    return dict(zip(lines[1].split("\t"), lines[number + 2].split("\t"), strict=True))


def core_hash(m: Machine) -> str:
    return hashlib.sha256("".join(f"{w:012o}\n" for w in m.core.tolist()).encode()).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize("run", range(RUNS))
def test_a_diagnostic_passes_in_the_recorded_state(compiled: bool, run: int) -> None:
    row = golden(run)
    m = Machine("7094", compiled=compiled)
    for line in shared(f"diagnostics/{row['test']}.oct").read_text().splitlines():
        if line and not line.startswith("#"):
            location, word = line.split()
            m.core[int(location, 8)] = int(word, 8)
    m.switches, m.multiple_tag, m.ic = row["sw1-6"], 1, int(row["start"], 8)
    for _ in range(int(row["nth"])):
        stop = m.run(limit=10_000_000, breakpoints=[int(row["pass_ic"], 8)])
        assert str(stop) == f"Breakpoint at {int(row['pass_ic'], 8):05o}."
    assert {
        "instr": str(m.instructions),
        "AC(S,Q,P,1-35)": f"{m.ac:013o}",
        "MQ": f"{m.mq:012o}",
        "SI": f"{m.si:012o}",
        "XR1": f"{m.xr[1]:05o}",
        "XR2": f"{m.xr[2]:05o}",
        "XR4": f"{m.xr[4]:05o}",
        "SL1-4": repr(m.lights),
        "ACOVF": str(m.ac_overflow),
        "MQOVF": str(m.mq_overflow),
        "DVC": str(m.divide_check),
        "core_sha256": core_hash(m),
    }.items() <= row.items()
