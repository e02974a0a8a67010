"""Run our two engines on the same programs, and compare them after every instruction."""

from dataclasses import fields

from ibm7094.lab.simh import Registers, RunnableProgram
from ibm7094.machine import Machine
from ibm7094.stop import Reason


def prepare(machine: Machine, program: RunnableProgram) -> None:
    """Load the program into the machine, and clear everything else."""
    machine.clear()
    machine.load(program.core)
    for register in fields(Registers):
        if register.name != "xr":
            setattr(machine.state, register.name, getattr(program.registers, register.name))
    for number in range(1, 8):
        machine.state.xr[number] = program.registers.xr[number]


def snapshot(machine: Machine) -> dict[str, object]:
    """The whole state by name, except for what each run sets itself."""
    state = machine.state
    named = {name: getattr(state, name) for name, _ in state._fields_}  # type: ignore[misc]
    for transient in ("alarm", "exit_word", "watch"):
        del named[transient]
    return {name: list(v) if hasattr(v, "__len__") else v for name, v in named.items()}


def first_disagreement(one: Machine, other: Machine, program: RunnableProgram) -> str | None:
    """Step both through the program, and return what first differs after an instruction, if anything."""
    for machine in (one, other):
        prepare(machine, program)
        machine.state.instructions = machine.state.cycles = machine.state.cycles_saved = 0
        machine.state.xec_at = machine.state.xec_depth = 0
    for step in range(1, (program.limit or 1) + 1):
        stops = one.step(), other.step()
        a, b = snapshot(one), snapshot(other)
        differing = [f"{name} {a[name]} / {b[name]}" for name in a if a[name] != b[name]]
        if stops[0] != stops[1]:
            differing.append(f"{stops[0]} / {stops[1]}")
        if (one.core != other.core).any():
            differing.append("core")
        if differing:
            return f"instruction {step}: {', '.join(differing)}"
        if stops[0].reason is not Reason.LIMIT:
            break
    return None
